import type { TableName } from "./expectations.ts";
import type { Place, World } from "./world.ts";

export interface Endpoint {
  /** The method and the pattern as mounted in the app. */
  route: string;
  table: TableName;
  /** The request path for a target. */
  path: (place: Place) => string;
  json?: (place: Place, places: World["places"]) => unknown;
  /** The expected success, 200 by default. Otherwise an error that only occurs after all access checks. */
  ok?: string;
  /** Set if `ok` would destroy data that other cells need. Other tests cover the success. */
  destroys?: true;
}

const pagePath = ({ host }: Place) => `http://${host}/`;
const body =
  (extra: Record<string, unknown> = {}) =>
  (place: Place) => ({ domain: place.host, ...extra });
const cached = (name: string, extra?: Record<string, unknown>, ok?: string): Endpoint => ({
  route: `POST /api/prerender/cache/${name}`,
  table: "cache",
  path: () => `/api/prerender/cache/${name}`,
  json: body(extra),
  ok,
});
const byDomain = (route: string, table: TableName, query = ""): Endpoint => ({
  route: `GET ${route}`,
  table,
  path: ({ host }) => `${route}?domain=${host}${query}`,
});
const prompts = (action: string, extra: Record<string, unknown> = {}, rest: Partial<Endpoint> = {}): Endpoint => ({
  route: "POST /api/ai-mentions/prompts",
  table: "domain",
  path: () => "/api/ai-mentions/prompts",
  json: ({ host, promptId }) => ({ action, domain: host, id: promptId, ...extra }),
  ...rest,
});
const underA = ({ promptId }: Place, { A }: World["places"]) => ({ domain: A.host, id: promptId });
const account = (route: string, table: TableName, rest: Partial<Endpoint> = {}): Endpoint => ({
  route: `${route.split(" ")[0]} /api/account${route.split(" ")[1]}`,
  table,
  path: () => `/api/account${route.split(" ")[1]}`,
  ...rest,
});
const webhook = (route: string, table: TableName, rest: Partial<Endpoint> = {}): Endpoint => ({
  route: `${route.split(" ")[0]} /api/webhooks/:id${route.split(" ")[1] ?? ""}`,
  table,
  path: ({ webhookId }) =>
    `/api/webhooks/${webhookId}${(route.split(" ")[1] ?? "").replace(":deliveryId", "evt_none")}`,
  ...rest,
});
const operator = (route: string, json?: unknown): Endpoint => ({
  route: `${route.split(" ")[0]} /api/admin${route.split(" ")[1]}`,
  table: "operator",
  path: ({ accountId }) => `/api/admin${route.split(" ")[1]!.replace(":id", accountId)}`,
  json: json === undefined ? undefined : () => json,
});

export const ENDPOINTS: readonly Endpoint[] = [
  {
    route: "POST /api/seo-spider/runs",
    table: "domain",
    path: () => "/api/seo-spider/runs",
    json: (place) => ({ domain: place.host, urls: [pagePath(place)], mode: "sitemap" }),
    ok: "400 no_sitemap",
  },
  {
    route: "POST /api/seo-spider/runs/from-list",
    table: "domain",
    path: ({ host }) => `/api/seo-spider/runs/from-list?domain=${host}`,
    ok: "400 invalid_request",
  },
  { route: "GET /api/domains", table: "list", path: () => "/api/domains" },
  { route: "GET /api/domains/usage", table: "list", path: () => "/api/domains/usage" },
  {
    route: "POST /api/domains/bulk",
    table: "wholeAccount",
    path: () => "/api/domains/bulk",
    json: () => ({}),
    ok: "400 invalid_request",
  },
  {
    route: "POST /api/domains/verify",
    table: "wholeAccount",
    path: () => "/api/domains/verify",
    json: () => ({}),
    ok: "400 invalid_request",
  },
  {
    route: "GET /api/domains/:domain/hostname",
    table: "domain",
    path: ({ host }) => `/api/domains/${host}/hostname`,
    ok: "404 hostname_not_found",
  },
  {
    route: "POST /api/domains/:domain/hostname/check",
    table: "domain",
    path: ({ host }) => `/api/domains/${host}/hostname/check`,
    ok: "404 hostname_not_found",
  },
  byDomain("/api/seo-spider/runs", "list"),
  { route: "GET /api/seo-spider/runs/:runId", table: "run", path: ({ runId }) => `/api/seo-spider/runs/${runId}` },
  {
    route: "POST /api/seo-spider/runs/:runId/cancel",
    table: "run",
    path: ({ runId }) => `/api/seo-spider/runs/${runId}/cancel`,
    ok: "409 run_not_active",
  },
  {
    route: "GET /api/seo-spider/runs/:runId/progress",
    table: "run",
    path: ({ runId }) => `/api/seo-spider/runs/${runId}/progress`,
  },
  {
    route: "GET /api/seo-spider/runs/:runId/export",
    table: "run",
    path: ({ runId }) => `/api/seo-spider/runs/${runId}/export?format=csv`,
  },
  {
    route: "GET /api/seo-spider/runs/:runId/issues",
    table: "run",
    path: ({ runId }) => `/api/seo-spider/runs/${runId}/issues`,
  },
  {
    route: "GET /api/seo-spider/runs/:runId/issues/:issueId",
    table: "run",
    path: ({ runId }) => `/api/seo-spider/runs/${runId}/issues/missing_title`,
  },
  {
    route: "GET /api/seo-spider/runs/:runId/map",
    table: "run",
    path: ({ runId }) => `/api/seo-spider/runs/${runId}/map`,
  },
  {
    route: "GET /api/seo-spider/runs/:runId/compare/:otherRunId",
    table: "run",
    path: ({ runId }) => `/api/seo-spider/runs/${runId}/compare/${runId}`,
  },
  {
    route: "GET /api/seo-spider/runs/:runId/compare/:otherRunId/pages",
    table: "run",
    path: ({ runId }) => `/api/seo-spider/runs/${runId}/compare/${runId}/pages`,
  },
  {
    route: "POST /api/seo-spider/robots/try",
    table: "domain",
    path: () => "/api/seo-spider/robots/try",
    json: body({ robotsTxt: "User-agent: *" }),
  },
  {
    route: "GET /api/seo-spider/pages/:path{[^]+}",
    table: "domain",
    path: ({ host }) => `/api/seo-spider/pages/%2F?domain=${host}`,
  },

  cached("invalidate-page-cache", { path: "/" }),
  cached("invalidate-paths-cache", { paths: ["/"] }),
  cached("invalidate-pattern", { pattern: "/*" }),
  cached("invalidate-site-cache"),
  cached("invalidate-updated-paths", {}, "400 no_sitemap"),
  {
    route: "POST /api/prerender/rules/try",
    table: "cache",
    path: () => "/api/prerender/rules/try",
    json: body({ path: "/" }),
  },
  {
    route: "POST /api/prerender/connection/test",
    table: "cache",
    path: () => "/api/prerender/connection/test",
    json: body(),
  },
  {
    route: "POST /api/deploys",
    table: "cache",
    path: () => "/api/deploys",
    json: body({ urls: ["https://elsewhere.example/"] }),
    ok: "400 invalid_request",
  },
  byDomain("/api/deploys", "cache"),
  {
    route: "GET /api/deploys/:deployId",
    table: "cache",
    path: ({ host }) => `/api/deploys/unknown?domain=${host}`,
    ok: "404 deploy_not_found",
  },
  byDomain("/api/prerender/cache/entries", "cache"),
  {
    route: "GET /api/prerender/cache/snapshot",
    table: "cache",
    path: ({ host }) => `/api/prerender/cache/snapshot?domain=${host}&path=/`,
    ok: "404 snapshot_not_found",
  },
  {
    route: "GET /api/prerender/ledger",
    table: "cache",
    path: ({ host }) => `/api/prerender/ledger?domain=${host}&path=/`,
  },
  byDomain("/api/prerender/ledger/export", "cache"),
  byDomain("/api/prerender/renders", "cache"),
  {
    route: "GET /api/prerender/renders/counts",
    table: "cache",
    path: ({ host }) => `/api/prerender/renders/counts?domain=${host}&since=0`,
  },
  { route: "GET /render/:url{.+}", table: "render", path: (place) => `/render/${pagePath(place)}` },

  byDomain("/api/analytics/bots", "analytics"),
  { route: "GET /api/analytics/bots/verify", table: "list", path: () => "/api/analytics/bots/verify?userAgent=GPTBot" },
  byDomain("/api/analytics/bots/daily", "analytics"),
  byDomain("/api/analytics/bots/summary", "analytics"),
  {
    route: "POST /api/analytics/logs",
    table: "cache",
    path: ({ host }) => `/api/analytics/logs?domain=${host}`,
    json: () => ({}),
    ok: "202",
  },
  byDomain("/api/analytics/referrals", "domain"),
  byDomain("/api/analytics/referrals/daily", "domain"),
  {
    route: "POST /api/analytics/referrals",
    table: "domain",
    path: () => "/api/analytics/referrals",
    json: body({ events: [{ id: "1", at: new Date().toISOString(), path: "/", referrer: "https://chatgpt.com/" }] }),
    ok: "202",
  },
  byDomain("/api/analytics/funnel", "domain"),
  byDomain("/api/analytics/first", "domain"),
  byDomain("/api/analytics/errands", "domain"),
  { route: "POST /api/analytics/errands", table: "domain", path: () => "/api/analytics/errands", json: body() },
  byDomain("/api/analytics/router", "domain"),
  {
    route: "PUT /api/analytics/router",
    table: "accountDomainWrite",
    path: () => "/api/analytics/router",
    json: body({ switches: [] }),
  },
  byDomain("/api/analytics/unseen", "domain"),
  byDomain("/api/analytics/fixes", "domain"),
  byDomain("/api/analytics/questions", "domain"),
  byDomain("/api/analytics/facts", "domain"),
  {
    route: "PUT /api/analytics/facts/watched",
    table: "domain",
    path: () => "/api/analytics/facts/watched",
    json: body({ paths: ["/"] }),
  },
  {
    route: "POST /api/analytics/policy/try",
    table: "domain",
    path: () => "/api/analytics/policy/try",
    json: body({ robotsTxt: "User-agent: *" }),
  },
  byDomain("/api/analytics/search", "domain"),
  {
    route: "POST /api/analytics/search",
    table: "domain",
    path: ({ host }) => `/api/analytics/search?domain=${host}`,
    ok: "415 unsupported_media_type",
  },
  {
    route: "DELETE /api/analytics/search",
    table: "domain",
    path: ({ host }) => `/api/analytics/search?domain=${host}`,
  },
  byDomain("/api/analytics/answers", "domain"),
  byDomain("/api/analytics/waste", "domain"),
  byDomain("/api/analytics/violations", "domain"),
  {
    route: "GET /api/analytics/page-insights",
    table: "analytics",
    path: (place) => `/api/analytics/page-insights?url=${encodeURIComponent(pagePath(place))}`,
  },
  {
    route: "POST /api/analytics/visits",
    table: "cache",
    path: () => "/api/analytics/visits",
    json: body({
      events: [{ id: "1", at: new Date().toISOString(), path: "/", userAgent: "Googlebot/2.1", servedBy: "cache" }],
    }),
    ok: "202",
  },

  byDomain("/api/ai-mentions/prompts", "domain"),
  byDomain("/api/ai-mentions/prompt-suggestions", "domain"),
  byDomain("/api/ai-mentions/runs", "domain"),
  byDomain("/api/ai-mentions/prompt-stats", "domain"),
  byDomain("/api/ai-mentions/reports", "domain"),
  {
    route: "GET /api/ai-mentions/reports/:reportId",
    table: "domain",
    path: ({ host }) => `/api/ai-mentions/reports/x?domain=${host}`,
    ok: "404 report_not_found",
  },
  prompts("create", { promptText: "Which?", intent: "info", providers: ["claude"] }),
  prompts("update", { id: "x" }, { ok: "404 prompt_not_found" }),
  prompts("delete", { id: "x" }, { ok: "404 prompt_not_found" }),
  prompts(
    "update",
    {},
    {
      table: "promptOfA",
      json: (place, places) => ({ action: "update", tags: "seen", ...underA(place, places) }),
      ok: "204",
    },
  ),
  prompts(
    "delete",
    {},
    {
      table: "promptOfA",
      json: (place, places) => ({ action: "delete", ...underA(place, places) }),
      destroys: true,
    },
  ),

  { route: "GET /api/webhooks/events", table: "list", path: () => "/api/webhooks/events" },
  { route: "GET /api/webhooks", table: "list", path: () => "/api/webhooks" },
  {
    route: "POST /api/webhooks",
    table: "accountWrite",
    path: () => "/api/webhooks",
    json: () => ({ url: "https://api.test/" }),
    ok: "400 invalid_request",
  },
  webhook("GET", "webhook"),
  webhook("PATCH", "webhookWrite", { json: () => ({ events: ["audit.ended"] }) }),
  webhook("POST /secret", "webhookWrite"),
  webhook("POST /test", "webhook", { ok: "202" }),
  webhook("GET /deliveries", "webhook"),
  webhook("GET /deliveries/:deliveryId", "webhook", { ok: "404 delivery_not_found" }),
  webhook("POST /deliveries/:deliveryId/resend", "webhook", { ok: "404 delivery_not_found" }),
  webhook("DELETE", "webhookWrite", { ok: "204", destroys: true }),

  account("GET /", "accountRead", { route: "GET /api/account", path: () => "/api/account" }),
  {
    route: "POST /api/auth/change-password",
    table: "accountRead",
    path: () => "/api/auth/change-password",
    json: () => ({}),
    ok: "400 invalid_request",
  },
  ...["change-email", "two-factor/enable", "two-factor/disable", "two-factor/backup-codes"].map((name): Endpoint => ({
    route: `POST /api/auth/${name}`,
    table: "accountRead",
    path: () => `/api/auth/${name}`,
    json: () => ({}),
    ok: "400 invalid_request",
  })),
  account("GET /sessions", "accountRead"),
  account("DELETE /sessions", "accountRead"),
  account("DELETE /sessions/:id", "accountRead", {
    path: () => "/api/account/sessions/unknown",
    ok: "404 session_not_found",
  }),
  account("GET /connections", "accountRead"),
  account("DELETE /connections/:id", "accountRead", {
    path: () => "/api/account/connections/unknown",
    ok: "404 connection_not_found",
  }),
  account("GET /audit-log", "accountRead"),
  account("GET /export", "accountWrite"),
  account("DELETE /", "accountWrite", {
    route: "DELETE /api/account",
    path: () => "/api/account",
    json: () => ({}),
    ok: "400 invalid_request",
  }),
  account("GET /members", "accountRead"),
  account("POST /members", "accountWrite", { json: () => ({}), ok: "400 invalid_request" }),
  account("DELETE /members/:userId", "member", {
    path: ({ userId }) => `/api/account/members/${userId}`,
    destroys: true,
  }),
  account("GET /domains", "accountRead"),
  account("POST /domains", "accountWrite", { json: () => ({}), ok: "400 invalid_request" }),
  account("GET /domains/:domain", "accountDomainRead", { path: ({ host }) => `/api/account/domains/${host}` }),
  account("PATCH /domains/:domain", "accountDomainWrite", {
    path: ({ host }) => `/api/account/domains/${host}`,
    json: () => ({ snapshotTtlHours: 24 }),
  }),
  account("DELETE /domains/:domain", "accountDomainWrite", {
    path: ({ host }) => `/api/account/domains/${host}`,
    destroys: true,
  }),
  account("POST /domains/:domain/verify", "accountDomainWrite", {
    path: ({ host }) => `/api/account/domains/${host}/verify`,
  }),
  account("GET /api-keys", "accountRead"),
  account("POST /api-keys", "accountWrite", { json: () => ({}), ok: "400 invalid_request" }),
  account("DELETE /api-keys/:id", "apiKey", { path: ({ keyId }) => `/api/account/api-keys/${keyId}`, destroys: true }),
  account("GET /stats-tokens", "accountRead"),
  account("POST /stats-tokens", "accountDomainWrite", { json: body(), ok: "201" }),
  account("DELETE /stats-tokens/:id", "statsToken", {
    path: ({ tokenId }) => `/api/account/stats-tokens/${tokenId}`,
    destroys: true,
  }),

  operator("GET /mails"),
  operator("POST /accounts", { email: "x@example.com", password: "a long password", plan: "business" }),
  operator("GET /accounts"),
  operator("GET /accounts/:id"),
  operator("PATCH /accounts/:id", { plan: "business" }),
  operator("POST /accounts/:id/domains", { domain: "x.example", verified: true }),
  operator("POST /accounts/:id/api-keys", { name: "x" }),
  operator("POST /accounts/:id/stats-tokens", { domain: "x.example" }),
  operator("POST /accounts/:id/suspend", {}),
  operator("POST /accounts/:id/unsuspend"),
  operator("DELETE /accounts/:id"),
  operator("GET /domains"),
  operator("POST /domains/:id/release"),
  operator("GET /api-keys"),
  operator("GET /health"),
  operator("GET /log"),
  operator("GET /usage"),
  operator("GET /dead-letters"),
  operator("GET /dead-letters/:id"),
  operator("POST /dead-letters/requeue", { ids: ["x"] }),
  operator("POST /dead-letters/drop", { ids: ["x"] }),
  operator("POST /domains/:id/restore", { object: "visits", at: 1, confirm: "x" }),
  operator("POST /doctor", {}),
  operator("GET /doctor"),
  operator("DELETE /doctor"),
];

/** Endpoints that are open to everyone. */
export const PUBLIC_ROUTES = [
  "GET /healthz",
  "GET /openapi.json",
  "GET /bots",
  "POST /api/look",
  "GET /referrals.js",
  "GET /.well-known/http-message-signatures-directory",
  "GET /.well-known/oauth-protected-resource",
  "GET /.well-known/oauth-protected-resource/mcp",
  "GET /.well-known/oauth-authorization-server",
  "GET /.well-known/api-catalog",
  "GET /.well-known/mcp/server-card.json",
  "GET /.well-known/agent-skills/index.json",
  "GET /.well-known/agent-skills/crawlready/SKILL.md",
  "POST /oauth/register",
  "POST /oauth/token",
  "POST /oauth/revoke",
  "POST /referrals",
  "OPTIONS /referrals",
  "GET /api/seo-spider/checks",
  "POST /api/auth/sign-up/email",
  "POST /api/auth/sign-in/email",
  "POST /api/auth/sign-out",
  "GET /api/auth/get-session",
  "POST /api/auth/request-password-reset",
  "POST /api/auth/reset-password",
  "POST /api/auth/send-verification-email",
  "POST /api/auth/verify-email",
  "POST /api/auth/two-factor/verify-totp",
  "POST /api/auth/two-factor/verify-backup-code",
];
