const ACTIONS: Record<string, string> = {
  "account.changed": "changed the plan or the limits",
  "account.created": "created the account",
  "account.deleted": "deleted the account",
  "account.exported": "downloaded all data",
  "account.suspended": "suspended the account",
  "account.unsuspended": "ended the suspension",
  "api_key.created": "created an API key",
  "api_key.revoked": "revoked an API key",
  "cache.paths_invalidated": "removed pages from the cache",
  "cache.pattern_invalidated": "removed all pages below a path from the cache",
  "cache.site_invalidated": "removed all pages from the cache",
  "cache.updated_paths_invalidated": "removed changed pages from the cache",
  "connection.created": "connected an app",
  "connection.replayed": "disconnected an app whose code or token was used twice",
  "connection.revoked": "disconnected an app",
  "deploy.asked": "told of a release",
  "domain.added": "added a domain",
  "domain.changed": "changed a domain’s settings",
  "domain.origin_proven": "proved an origin",
  "domain.proof_lost": "found a proof missing",
  "domain.released": "released a domain",
  "domain.removed": "removed a domain",
  "domain.taken_over": "took a domain over",
  "domain.verified": "verified a domain",
  "member.added": "invited a member",
  "member.joined": "joined the account",
  "member.password_changed": "changed the password",
  "member.removed": "removed a member",
  "member.two_factor_disabled": "turned the second factor off",
  "member.two_factor_enabled": "turned the second factor on",
  "session.closed": "signed out",
  "session.ended": "ended a session",
  "session.opened": "signed in",
  "stats_token.created": "created a public link",
  "stats_token.revoked": "withdrew a public link",
  "webhook.changed": "changed a webhook",
  "webhook.created": "added a webhook",
  "webhook.deleted": "deleted a webhook",
  "webhook.disabled": "turned a failing webhook off",
  "webhook.secret_rotated": "changed a webhook’s secret",
};

/** What somebody did, to follow their name. An action of a later release shows its name. */
export const actionWords = (action: string): string => ACTIONS[action] ?? action.replace(/[._]/g, " ");

/** Areas of actions, for the filter. */
export const AREA_OPTIONS = [
  ["", "All"],
  ["domain", "Domains"],
  ["cache", "Cache"],
  ["api_key", "API keys"],
  ["connection", "Connected apps"],
  ["stats_token", "Public links"],
  ["webhook", "Webhooks"],
  ["deploy", "Releases"],
  ["member", "Members"],
  ["session", "Sessions"],
  ["account", "Account"],
] as const;

/** The values of a log entry, one per line, bounded. */
export function detailLines(detail: Record<string, unknown> | null): string[] {
  return Object.entries(detail ?? {})
    .slice(0, 20)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`.slice(0, 500));
}
