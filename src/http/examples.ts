const domain = "www.example.com";
const email = "ada@example.com";
const password = "correct horse battery";
const runId = "5f0c6a0e-6c1b-4f1e-9d0a-2b7a3f1c8e55";
const day = "2026-11-21";

/** Example of a request's body, by operation id. */
export const BODY_EXAMPLES: Record<string, unknown> = {
  startAudit: { domain, urls: [`https://${domain}/`], mode: "follow" },
  tryRobots: { domain, robotsTxt: "User-agent: GPTBot\nDisallow: /drafts/\n", crawlers: ["GPTBot"] },
  tryPolicy: {
    domain,
    robotsTxt: "User-agent: GPTBot\nDisallow: /drafts/\n",
    noindex: ["/search*"],
    redirects: [{ from: "/old$", to: "/new" }],
  },
  watchPages: { domain, paths: ["/pricing", "/terms"] },
  changeRouter: { domain, switches: [{ action: "redirect", kind: "llm-training" }] },
  sendAgent: { domain, release: "v2.4.0" },
  invalidatePage: { domain, path: "/shoes?page=2", prewarm: true },
  invalidatePaths: { domain, paths: ["/", "/shoes"], prewarm: false },
  invalidatePattern: { domain, pattern: "/blog/*" },
  invalidateSite: { domain, sitemapUrl: `https://${domain}/sitemap.xml`, prewarm: true },
  invalidateUpdatedPaths: { domain, prewarm: true },
  tryRenderRules: { domain, path: "/shoes?page=2" },
  testConnection: { domain },
  lookAtPage: { url: `https://${domain}/` },
  reportDeploy: { domain, ref: "4f2c1e9" },
  reportVisits: {
    domain,
    events: [
      { id: "1", at: `${day}T10:00:00Z`, path: "/shoes", userAgent: "GPTBot/1.2", servedBy: "cache", ip: "192.0.2.7" },
    ],
  },
  reportReferrals: {
    domain,
    events: [{ id: "1", at: `${day}T10:00:00Z`, path: "/shoes", referrer: "https://chatgpt.com/" }],
  },
  changePrompt: {
    action: "create",
    domain,
    promptText: "Which running shoes last longest?",
    intent: "comm",
    tags: "shoes",
  },
  createWebhook: { url: "https://hooks.example.com/crawlready", domain, events: ["audit.ended", "pages.unreadable"] },
  changeWebhook: { events: null, enabled: true },
  signUp: { email, password, name: "Ada" },
  signIn: { email, password },
  changePassword: { currentPassword: password, newPassword: "a new long password" },
  requestPasswordReset: { email },
  resetPassword: { token: "from-the-mailed-link", newPassword: password },
  requestEmailProof: { email },
  proveEmail: { token: "from-the-mailed-link" },
  changeEmail: { newEmail: "ada@example.org", password },
  prepareSecondFactor: { password },
  submitSecondFactor: { code: "123456" },
  submitBackupCode: { code: "abcde-fghij" },
  renewBackupCodes: { password },
  disableSecondFactor: { password },
  deleteAccount: { password, confirm: "delete" },
  addDomain: { domain, sitemapUrl: `https://${domain}/sitemap.xml`, brandName: "Example", auditFrequency: "weekly" },
  addDomains: { domains: [{ domain, externalId: "customer-42", origin: "https://sites.example.org" }] },
  verifyDomains: { domains: [domain] },
  changeDomain: { snapshotTtlHours: 48, llmsTxt: true },
  issueApiKey: { name: "build server", domain },
  issueStatsToken: { domain },
  addMember: { email, password, role: "member", domains: [domain] },
  registerApp: { client_name: "Assistant", redirect_uris: ["https://assistant.example/callback"] },
  issueTokens: {
    grant_type: "authorization_code",
    client_id: "crc_…",
    code: "crz_…",
    redirect_uri: "https://assistant.example/callback",
    code_verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
  },
  revokeToken: { token: "crr_…", client_id: "crc_…" },
  operatorCreateAccount: { email, password, plan: "pro" },
  operatorChangeAccount: { plan: "business", limits: { pagesPerRun: 10_000 } },
  operatorSuspendAccount: { reason: "unpaid" },
  operatorAddDomain: { domain, verified: true },
  operatorIssueApiKey: { name: "build server" },
  operatorIssueStatsToken: { domain },
  operatorRequeueDeadLetters: { ids: [runId] },
  operatorDropDeadLetters: { queue: "crawlready-render-dlq" },
  operatorRestoreObject: { object: "visits", at: 1_795_215_600_000, confirm: domain },
  operatorStartCheckup: { mailTo: email },
};

const from = `${day}T00:00:00.000Z`;
const window = { days: 1, from, to: "2026-11-22T00:00:00.000Z" };
const started = { startedAt: 1_795_215_600_000, completedAt: 1_795_215_720_000 };

/** Example of the JSON response to a successful request, by operation id. */
export const ANSWER_EXAMPLES: Record<string, unknown> = {
  startAudit: { ok: true, runId, status: "running" },
  cancelAudit: { ok: true, runId },
  invalidatePage: { ok: true, deleted: 1, prewarmed: 1 },
  invalidatePaths: { ok: true, deleted: 2, prewarmed: 0 },
  invalidatePattern: { ok: true, deleted: 12 },
  invalidateSite: { ok: true, deleted: 120, queued: 118, pathSource: "sitemap", totalPaths: 118 },
  invalidateUpdatedPaths: { ok: true, deleted: 3, queued: 4, pathSource: "sitemap", totalPaths: 118 },
  readBots: {
    byProvider: [{ path: "/shoes", provider: "openai", count: 7 }],
    byServedBy: [
      { path: "/shoes", servedBy: "cache", count: 6 },
      { path: "/shoes", servedBy: "render", count: 1 },
    ],
    spoofed: { total: 0, byProvider: [] },
  },
  readBotsDaily: { daily: [{ date: day, total: 7, providers: [{ provider: "openai", count: 7 }], spoofed: 0 }] },
  readPageInsights: {
    url: `https://${domain}/shoes`,
    domain,
    path: "/shoes",
    window,
    crawlerVisits: {
      total: 7,
      byProvider: [{ provider: "openai", count: 7 }],
      byServedBy: [{ servedBy: "cache", count: 7 }],
      spoofed: 0,
    },
    seoSpider: {
      latestRun: { id: runId, status: "success", ...started },
      page: {
        found: true,
        issueCount: 1,
        issues: [{ issueId: "title_too_long", severity: "warning" }],
        statusCode: 200,
        healthScore: 95,
        previewScore: 80,
        indexable: true,
        runId,
        auditedAt: started.startedAt,
      },
    },
  },
  reportVisits: { accepted: 1, ignored: 0 },
  changePrompt: { queued: 4, id: runId, postponed: 0, postponedUntil: null },
  issueApiKey: { id: runId, name: "build server", domain, prefix: "crk_4f9a", key: "crk_4f9a…" },
  issueStatsToken: { id: runId, domain, token: "crs_81bc…" },
  checkHealth: { ok: true },
};

/** Examples of parameters, by name. */
export const PARAMETER_EXAMPLES: Record<string, unknown> = {
  domain,
  url: `https://${domain}/shoes`,
  path: "/shoes",
  runId,
  otherRunId: "0b8a8a2e-30f5-4b6f-8b50-6ad5ee1b6f14",
  issueId: "missing_title",
  from: "2026-11-01",
  to: day,
  days: 30,
  limit: 20,
};
