/** What a path may need to know of the demo account. */
export interface DashboardSample {
  /** `/app/site/<domain>` of the demo. */
  site: string;
  domain: string;
  /** The demo's finished audit. */
  runId: string;
  /** The id of its worst issue. */
  issueId: string;
}

export interface DashboardPage {
  /** Names the screenshot. */
  name: string;
  path: (sample: DashboardSample) => string;
  /** Opened without a session. */
  signedOut?: true;
}

/** Every page of the dashboard: end-to-end tests hold each to the same rules, and `npm run screenshots` takes its picture. */
export const DASHBOARD_PAGES: DashboardPage[] = [
  { name: "sign-in", path: () => "/app/sign-in", signedOut: true },
  { name: "sign-in-code", path: () => "/app/sign-in/code", signedOut: true },
  { name: "sign-up", path: () => "/app/sign-up", signedOut: true },
  { name: "forgot-password", path: () => "/app/forgot-password", signedOut: true },
  { name: "check-mail", path: () => "/app/check-mail", signedOut: true },
  { name: "verify-email", path: () => "/verify-email?token=crm_x", signedOut: true },
  { name: "reset-password", path: () => "/reset-password?token=crm_x", signedOut: true },
  { name: "docs", path: () => "/docs", signedOut: true },
  { name: "docs-operation", path: () => "/docs/changeDomain", signedOut: true },
  { name: "docs-errors", path: () => "/docs/errors", signedOut: true },
  { name: "domains", path: () => "/app" },
  { name: "add-domain", path: () => "/app/domains/new" },
  { name: "verify", path: ({ site }) => `${site}/verify` },
  { name: "overview", path: ({ site }) => site },
  { name: "not-found", path: ({ site }) => `${site}/nothing-here` },
];
