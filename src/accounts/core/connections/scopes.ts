/** What a person may allow an app, in the words of the consent page. */
export const SCOPES = {
  read: "Read audits, crawler visits, the cache and AI mentions",
  audits: "Start audits, which count against the plan",
  cache: "Remove pages from the cache and render them again",
} as const;

export type Scope = keyof typeof SCOPES;
export const ALL_SCOPES = Object.keys(SCOPES) as Scope[];

/** The scopes that a text names. Others, such as `offline_access`, mean nothing here. */
export function readScopes(text: string): Scope[] {
  const named = new Set(text.split(" "));
  return ALL_SCOPES.filter((scope) => named.has(scope));
}

/** Requests other than reads that an app may make. Trying a policy changes nothing. */
const SCOPES_OF_PATHS: Record<string, Scope> = {
  "/api/seo-spider/runs": "audits",
  "/api/deploys": "cache",
  "/api/analytics/policy/try": "read",
};

/** What a request to the API needs; null: no app may make it. */
export function scopeOfRequest(method: string, path: string): Scope | null {
  if (method === "GET" || method === "HEAD") return "read";
  if (method === "POST" && Object.hasOwn(SCOPES_OF_PATHS, path)) return SCOPES_OF_PATHS[path]!;
  return path.startsWith("/api/prerender/cache/") ? "cache" : null;
}
