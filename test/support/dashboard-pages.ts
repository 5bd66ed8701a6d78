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
}

export interface DashboardPage {
  /** Names the screenshot. */
  name: string;
  path: (sample: DashboardSample) => string;
  /** Opened without a session. */
  signedOut?: true;
}

const open = (name: string, path: DashboardPage["path"] | string): DashboardPage => ({
  name,
  path: typeof path === "string" ? () => path : path,
  signedOut: true,
});
const own = (name: string, path: string): DashboardPage => ({ name, path: () => path });
/** `rest`: what follows `/app/site/<domain>`. */
const ofSite = (name: string, rest: string | ((sample: DashboardSample) => string)): DashboardPage => ({
  name,
  path: (sample) => sample.site + (typeof rest === "string" ? rest : rest(sample)),
});
const ofRun = (name: string, rest: string | ((sample: DashboardSample) => string)): DashboardPage =>
  ofSite(name, (sample) => `/audits/${sample.runId}${typeof rest === "string" ? rest : rest(sample)}`);

/** Every page of the dashboard: end-to-end tests hold each to the same rules, and `npm run screenshots` takes its picture. */
export const DASHBOARD_PAGES: DashboardPage[] = [
  open("sign-in", "/app/sign-in"),
  open("sign-in-code", "/app/sign-in/code"),
  open("sign-up", "/app/sign-up"),
  open("forgot-password", "/app/forgot-password"),
  open("check-mail", "/app/check-mail"),
  open("verify-email", "/verify-email?token=crm_x"),
  open("reset-password", "/reset-password?token=crm_x"),
  open("docs", "/docs"),
  open("docs-operation", "/docs/changeDomain"),
  open("docs-errors", "/docs/errors"),
  open("bots", "/bots"),
  open("share", ({ share }) => share),
  own("domains", "/app"),
  own("add-domain", "/app/domains/new"),
  ofSite("verify", "/verify"),
  ofSite("overview", ""),
  ofSite("audits", "/audits"),
  ofSite("audit-new", "/audits/new"),
  ofSite("audit-robots", "/audits/robots"),
  ofRun("audit", ""),
  ofRun("audit-issues", "/issues"),
  ofRun("audit-issue", ({ issueId }) => `/issues/${encodeURIComponent(issueId)}`),
  ofRun("audit-pages", "/pages"),
  ofRun("audit-page", "/page?path=%2F"),
  ofRun("audit-compare", "/compare"),
  ofSite("cache", "/cache"),
  ofSite("cache-renders", "/cache/renders"),
  ofSite("cache-page", "/cache/page?path=%2F"),
  ofSite("cache-source", "/cache/page?path=%2F&view=source"),
  ofSite("cache-refresh", "/cache/refresh"),
  ofSite("cache-rules", "/cache/rules?path=%2F"),
  ofSite("cache-rule", "/cache/rules/edit"),
  ofSite("cache-connect", "/cache/connect"),
  ofSite("crawlers", "/crawlers"),
  ofSite("crawlers-paths", "/crawlers/paths"),
  ofSite("crawlers-waste", "/crawlers/waste"),
  ofSite("crawlers-people", "/crawlers/people"),
  ofSite("crawlers-share", "/crawlers/share"),
  ofSite("crawlers-import", "/crawlers/import"),
  ofSite("mentions", "/mentions"),
  ofSite("mentions-prompts", "/mentions/prompts"),
  ofSite("mentions-new", "/mentions/prompts/new"),
  ofSite("mentions-prompt", ({ promptId }) => `/mentions/prompts/${promptId}`),
  ofSite("mentions-edit", ({ promptId }) => `/mentions/prompts/${promptId}/edit`),
  ofSite("mentions-answer", ({ answerId }) => `/mentions/answers/${answerId}`),
  ofSite("mentions-competitors", "/mentions/competitors"),
  ofSite("mentions-citations", "/mentions/citations"),
  ofSite("mentions-funnel", "/mentions/funnel"),
  ofSite("mentions-reports", "/mentions/reports"),
  ofSite("mentions-report", ({ reportDate }) => `/mentions/reports/${reportDate}`),
  ofSite("inspect", "/inspect?url=%2F"),
  ofSite("settings", "/settings"),
  ofSite("settings-site", "/settings/site"),
  ofSite("settings-audits", "/settings/audits"),
  ofSite("settings-ownership", "/settings/ownership"),
  ofSite("not-found", "/nothing-here"),
  own("account", "/app/account"),
  own("account-keys", "/app/account/keys"),
  own("account-members", "/app/account/members"),
  own("account-webhooks", "/app/account/webhooks"),
  own("account-security", "/app/account/security"),
  own("account-log", "/app/account/log"),
  own("account-data", "/app/account/data"),
];
