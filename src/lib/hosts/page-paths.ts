/** The pages and forms of the dashboard below `/app`, as its router has them. A test compares the two. */
export const APP_PAGES = [
  "",
  "_styles",
  "account",
  "account/apps",
  "account/apps/disconnect",
  "account/data",
  "account/delete",
  "account/email",
  "account/keys",
  "account/keys/revoke",
  "account/log",
  "account/members",
  "account/members/remove",
  "account/password",
  "account/security",
  "account/sessions/end",
  "account/sessions/end-others",
  "account/two-factor/backup-codes",
  "account/two-factor/disable",
  "account/two-factor/enable",
  "account/two-factor/verify",
  "account/webhooks",
  "account/webhooks/:id",
  "account/webhooks/:id/deliveries/:delivery",
  "account/webhooks/:id/deliveries/:delivery/resend",
  "account/webhooks/:id/remove",
  "account/webhooks/:id/secret",
  "account/webhooks/:id/switch",
  "account/webhooks/:id/test",
  "authorize",
  "check-mail",
  "domains",
  "domains/new",
  "forgot-password",
  "operator",
  "operator/dead-letters",
  "operator/dead-letters/:id",
  "operator/dead-letters/drop",
  "operator/dead-letters/requeue",
  "operator/log",
  "operator/sign-in",
  "operator/sign-out",
  "operator/usage",
  "search",
  "send-confirmation",
  "share/:domain/:token",
  "sign-in",
  "sign-in/code",
  "sign-out",
  "sign-up",
] as const;

/** Those of one domain, below `/app/site/<domain>`. */
export const SITE_PAGES = [
  "",
  "audits",
  "audits/:runId",
  "audits/:runId/agents",
  "audits/:runId/cancel",
  "audits/:runId/compare",
  "audits/:runId/issues",
  "audits/:runId/issues/:issueId",
  "audits/:runId/map",
  "audits/:runId/map.svg",
  "audits/:runId/page",
  "audits/:runId/pages",
  "audits/:runId/robots",
  "audits/:runId/sites",
  "audits/new",
  "audits/new/list",
  "audits/robots",
  "cache",
  "cache/connect",
  "cache/ledger",
  "cache/page",
  "cache/page/frame",
  "cache/page/source",
  "cache/refresh",
  "cache/refresh/events",
  "cache/refresh/pages",
  "cache/refresh/pattern",
  "cache/refresh/site",
  "cache/refresh/sitemap",
  "cache/renders",
  "cache/rules",
  "cache/rules/edit",
  "cache/rules/move",
  "cache/rules/remove",
  "cache/rules/save",
  "cache/rules/try",
  "crawlers",
  "crawlers/errands",
  "crawlers/fixes",
  "crawlers/import",
  "crawlers/paths",
  "crawlers/people",
  "crawlers/policy",
  "crawlers/router",
  "crawlers/search",
  "crawlers/search/delete",
  "crawlers/share",
  "crawlers/share/withdraw",
  "crawlers/unseen",
  "crawlers/unseen/renew",
  "crawlers/waste",
  "inspect",
  "mentions",
  "mentions/answers/:id",
  "mentions/citations",
  "mentions/competitors",
  "mentions/facts",
  "mentions/facts/watch",
  "mentions/funnel",
  "mentions/prompts",
  "mentions/prompts/:id",
  "mentions/prompts/:id/delete",
  "mentions/prompts/:id/edit",
  "mentions/prompts/:id/state",
  "mentions/prompts/new",
  "mentions/questions",
  "mentions/reports",
  "mentions/reports/:date",
  "settings",
  "settings/access",
  "settings/access/remove",
  "settings/audits",
  "settings/hostname",
  "settings/ownership",
  "settings/remove",
  "settings/site",
  "verify",
] as const;

/** Where mailed links lead. */
export const MAIL_PAGES = { proof: "/verify-email", reset: "/reset-password", digest: "/unsubscribe" } as const;

export const APP_ROOT = "/app";
export type AppPage = (typeof APP_PAGES)[number];
export type SitePage = (typeof SITE_PAGES)[number];

export type Query = Record<string, string | number | boolean | null | undefined>;
type ParamsOf<Page extends string> = Page extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamsOf<Rest>
  : Page extends `${string}:${infer Name}`
    ? Name
    : never;
/** The page's parameters and its query. */
type Values<Page extends string> = [ParamsOf<Page>] extends [never]
  ? [values?: Query]
  : [values: Record<ParamsOf<Page>, string> & Query];

/** A path with a query; empty values are left out. */
export function pathWith(path: string, query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  if (given.length === 0) return path;
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}

/** A page: `appPath("account/webhooks/:id", { id })`. Values that are not parameters become the query. */
export function appPath<Page extends AppPage>(page: Page, ...[values]: Values<Page>): string {
  return filled(APP_ROOT, page, values);
}

/** A page of a domain: `sitePath("example.com", "audits/:runId", { runId, kind: "broken" })`. */
export function sitePath<Page extends SitePage>(domain: string, page: Page, ...[values]: Values<Page>): string {
  return filled(`${APP_ROOT}/site/${segment(domain)}`, page, values);
}

function filled(base: string, page: string, values: Query = {}): string {
  const query = { ...values };
  const path = page.replaceAll(/:(\w+)/g, (_, name: string) => {
    delete query[name];
    return segment(String(values[name]));
  });
  return pathWith(path === "" ? base : `${base}/${path}`, query);
}

/** Domains may have a port, whose colon stays readable. */
const segment = (value: string) => encodeURIComponent(value).replaceAll("%3A", ":");
