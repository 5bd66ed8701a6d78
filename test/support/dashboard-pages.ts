import { appPath, MAIL_PAGES, sitePath, type AppPage, type SitePage } from "../../src/lib/hosts/page-paths.ts";

/** What a path may need to know of the account that the pages show. */
export interface DashboardSample {
  /** `/app/site/<domain>`. */
  site: string;
  domain: string;
  /** The latest finished audit. */
  runId: string;
  /** The id of its worst issue. */
  issueId: string;
  promptId: string;
  answerId: string;
  /** The day of the latest report. */
  reportDate: string;
  /** The public page of the statistics. */
  share: string;
  /** Where an app sends a person to be allowed something. */
  consent: string;
}

export interface DashboardPage {
  /** Names the screenshot. */
  name: string;
  path: (sample: DashboardSample) => string;
  /** Opened without a session. */
  signedOut?: true;
  /** Only a service on this computer has it. */
  local?: true;
  /** Opened with the session that the operator's token gives. */
  operator?: true;
}

type Values = Record<string, string>;
type ValuesOf = Values | ((sample: DashboardSample) => Values);
/** A page of the list, with its parameters and query. */
const filled = (values: ValuesOf, sample: DashboardSample) =>
  (typeof values === "function" ? values(sample) : values) as never;

const at = (name: string, path: DashboardPage["path"] | string): DashboardPage => ({
  name,
  path: typeof path === "string" ? () => path : path,
  signedOut: true,
});
const open = (name: string, page: AppPage): DashboardPage => at(name, appPath(page, {} as never));
const ofOperator = (name: string, page: AppPage): DashboardPage => ({
  name,
  path: () => appPath(page, {} as never),
  operator: true,
});
const own = (name: string, page: AppPage): DashboardPage => ({ name, path: () => appPath(page, {} as never) });
const ofSite = (name: string, page: SitePage, values: ValuesOf = {}): DashboardPage => ({
  name,
  path: (sample) => sitePath(sample.domain, page, filled(values, sample)),
});
const ofRun = (name: string, page: SitePage, values: ValuesOf = {}): DashboardPage =>
  ofSite(name, page, (sample) => ({ runId: sample.runId, ...(filled(values, sample) as Values) }));

/** Every page of the dashboard: end-to-end tests hold each to the same rules, and `npm run screenshots` takes its picture. */
export const DASHBOARD_PAGES: DashboardPage[] = [
  at("landing", "/"),
  { ...open("styles", "_styles"), local: true },
  open("sign-in", "sign-in"),
  open("sign-in-code", "sign-in/code"),
  open("sign-up", "sign-up"),
  open("forgot-password", "forgot-password"),
  open("check-mail", "check-mail"),
  at("verify-email", `${MAIL_PAGES.proof}?token=crm_x`),
  at("reset-password", `${MAIL_PAGES.reset}?token=crm_x`),
  at("docs", "/docs"),
  at("docs-operation", "/docs/changeDomain"),
  at("docs-errors", "/docs/errors"),
  at("bots", "/bots"),
  at("bot", "/bot"),
  at("share", ({ share }) => share),
  { name: "domains", path: () => appPath("", { all: "yes" }) },
  own("add-domain", "domains/new"),
  own("search-empty", "search"),
  { name: "search", path: ({ domain }) => appPath("search", { q: "page", domain }) },
  ofSite("verify", "verify"),
  ofSite("overview", ""),
  ofSite("audits", "audits"),
  ofSite("audit-new", "audits/new"),
  ofSite("audit-robots", "audits/robots"),
  ofRun("audit", "audits/:runId"),
  ofRun("audit-issues", "audits/:runId/issues"),
  ofRun("audit-issue", "audits/:runId/issues/:issueId", ({ issueId }) => ({ issueId })),
  ofRun("audit-pages", "audits/:runId/pages"),
  ofRun("audit-page", "audits/:runId/page", { path: "/" }),
  ofRun("audit-run-robots", "audits/:runId/robots"),
  ofRun("audit-map", "audits/:runId/map"),
  ofRun("audit-map-clicks", "audits/:runId/map", { view: "clicks" }),
  ofRun("audit-agents", "audits/:runId/agents"),
  ofRun("audit-compare", "audits/:runId/compare"),
  ofRun("audit-sites", "audits/:runId/sites"),
  ofSite("cache", "cache"),
  ofSite("cache-renders", "cache/renders"),
  ofSite("cache-page", "cache/page", { path: "/" }),
  ofSite("cache-source", "cache/page", { path: "/", view: "source" }),
  ofSite("cache-refresh", "cache/refresh"),
  ofSite("cache-rules", "cache/rules", { path: "/" }),
  ofSite("cache-rule", "cache/rules/edit"),
  ofSite("cache-connect", "cache/connect"),
  ofSite("crawlers", "crawlers"),
  ofSite("crawlers-paths", "crawlers/paths"),
  ofSite("crawlers-unseen", "crawlers/unseen"),
  ofSite("crawlers-waste", "crawlers/waste"),
  ofSite("crawlers-fixes", "crawlers/fixes"),
  ofSite("crawlers-policy", "crawlers/policy"),
  ofSite("crawlers-errands", "crawlers/errands"),
  ofSite("crawlers-router", "crawlers/router"),
  ofSite("crawlers-people", "crawlers/people"),
  ofSite("crawlers-search", "crawlers/search"),
  ofSite("crawlers-share", "crawlers/share"),
  ofSite("crawlers-import", "crawlers/import"),
  ofSite("mentions", "mentions"),
  ofSite("mentions-prompts", "mentions/prompts"),
  ofSite("mentions-new", "mentions/prompts/new"),
  ofSite("mentions-prompt", "mentions/prompts/:id", ({ promptId }) => ({ id: promptId })),
  ofSite("mentions-edit", "mentions/prompts/:id/edit", ({ promptId }) => ({ id: promptId })),
  ofSite("mentions-answer", "mentions/answers/:id", ({ answerId }) => ({ id: answerId })),
  ofSite("mentions-competitors", "mentions/competitors"),
  ofSite("mentions-citations", "mentions/citations"),
  ofSite("mentions-funnel", "mentions/funnel"),
  ofSite("mentions-questions", "mentions/questions"),
  ofSite("cache-ledger", "cache/ledger"),
  ofSite("mentions-facts", "mentions/facts"),
  ofSite("mentions-reports", "mentions/reports"),
  ofSite("mentions-report", "mentions/reports/:date", ({ reportDate }) => ({ date: reportDate })),
  ofSite("inspect", "inspect", { url: "/" }),
  ofSite("settings", "settings"),
  ofSite("settings-site", "settings/site"),
  ofSite("settings-audits", "settings/audits"),
  ofSite("settings-ownership", "settings/ownership"),
  { name: "not-found", path: ({ domain }) => `${sitePath(domain, "")}/nothing-here` },
  open("operator-sign-in", "operator/sign-in"),
  ofOperator("operator", "operator"),
  ofOperator("operator-dead-letters", "operator/dead-letters"),
  ofOperator("operator-usage", "operator/usage"),
  ofOperator("operator-log", "operator/log"),
  own("account", "account"),
  own("account-keys", "account/keys"),
  own("account-apps", "account/apps"),
  { name: "authorize", path: ({ consent }) => consent },
  own("account-members", "account/members"),
  own("account-webhooks", "account/webhooks"),
  own("account-security", "account/security"),
  own("account-log", "account/log"),
  own("account-data", "account/data"),
];
