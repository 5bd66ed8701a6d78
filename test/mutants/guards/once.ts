import type { GuardMutant } from "./guard-mutant.ts";

const PROMPT_RUNS = "src/mentions/repo/runs.ts";
const PROMPT_TESTS = ["test/worker/mentions/prompt-runs.own.test.ts"];
const ANSWER_ROWS = "src/mentions/answers/answer-rows.ts";
/** What notices an answer or an analysis that comes late. */
const LATE_ANSWERS = {
  tests: ["test/worker/mentions/kept-answers.own.test.ts"],
  named: "replaces no answer of a later request",
};
const VISIT_TESTS = ["test/worker/analytics/domain-visits.test.ts"];
const WEBHOOK_TESTS = ["test/worker/automation/webhooks.own.test.ts"];
const DEPLOY = "src/automation/deploy-hook/core/deploy.ts";
const LEDGER = "src/automation/deploy-hook/ledger/ledger.ts";
const DEPLOY_TESTS = ["test/unit/automation/deploys.test.ts"];
const SIGN_IN_TESTS = ["test/worker/accounts/second-factor.own.test.ts"];
const MAIL_TOKENS = "src/accounts/repo/mail-tokens.ts";
const MAIL_TESTS = ["test/worker/accounts/mail-links.own.test.ts"];

/** What counts once however often it arrives, and which of two results wins. */
export const ONCE_GUARDS: readonly GuardMutant[] = [
  {
    guard: "a late answer of a worker that lost its prompt does not count",
    file: PROMPT_RUNS,
    find: `.set({ status: "answered", claim: null, leaseUntil: 0, answeredAt: now })
    .where(and(eq(promptRun.id, id), eq(promptRun.status, "running"), eq(promptRun.claim, claim)));`,
    replace: `.set({ status: "answered", claim: null, leaseUntil: 0, answeredAt: now })
    .where(and(eq(promptRun.id, id), eq(promptRun.status, "running"), sql\`\${claim} > ''\`));`,
    tests: PROMPT_TESTS,
    named: "is answered and analysed by the worker that holds it",
  },
  {
    guard: "a late analysis of a worker that lost its answer does not count",
    file: PROMPT_RUNS,
    find: `eq(promptRun.status, "answered"), eq(promptRun.claim, claim)`,
    replace: `eq(promptRun.status, "answered"), sql\`\${claim} > ''\``,
    tests: PROMPT_TESTS,
    named: "is answered and analysed by the worker that holds it",
  },
  {
    guard: "an answer never replaces one of a later request",
    file: ANSWER_ROWS,
    find: "WHERE excluded.attempt > attempt AND status IS NULL`,",
    replace: "WHERE status IS NULL`,",
    ...LATE_ANSWERS,
  },
  {
    guard: "an answer never replaces one of a run that has ended",
    file: ANSWER_ROWS,
    find: "WHERE excluded.attempt > attempt AND status IS NULL`,",
    replace: "WHERE excluded.attempt > attempt`,",
    ...LATE_ANSWERS,
  },
  {
    guard: "an analysis never replaces a newer one",
    file: ANSWER_ROWS,
    find: `["analysis_attempt <= ?1 AND status IS NULL", replaces.attempt]`,
    replace: `["?1 > 0 AND status IS NULL", replaces.attempt]`,
    ...LATE_ANSWERS,
  },
  {
    guard: "an analysis replaces only what it read",
    file: ANSWER_ROWS,
    find: `["revision = ?1", replaces.revision]`,
    replace: `["?1 >= 0", replaces.revision]`,
    ...LATE_ANSWERS,
  },
  {
    guard: "a run ends once",
    file: "src/audit/repo/closing.ts",
    find: "and(eq(auditRun.id, run.id), isActive)",
    replace: "and(eq(auditRun.id, run.id))",
    tests: WEBHOOK_TESTS,
    named: "is recorded by the end that counts",
  },
  {
    guard: "a page's report counts once",
    file: "src/audit/crawl/frontier/take-report.ts",
    find: "report.done.filter((each) => fresh.delete(each.seq))",
    replace: "report.done.filter((each) => fresh.has(each.seq) || true)",
    tests: ["test/worker/audit/object-restarts.test.ts"],
  },
  {
    guard: "a visit that comes twice in a message counts once",
    file: "src/analytics/domain-visits/visit-store.ts",
    find: "if (!wanted.has(id) && !this.ring.has(id)) wanted.set(id, expiresDay);",
    replace: "if (!wanted.has(id)) wanted.set(id, expiresDay);",
    tests: VISIT_TESTS,
    named: "once however often",
  },
  {
    guard: "a visit that comes again after a merge counts once",
    file: "src/analytics/domain-visits/id-rows.ts",
    find: "if (!ids || !hasId(ids, key)) found.push(key);",
    replace: "if (!ids || key >= 0n) found.push(key);",
    tests: ["test/unit/analytics/visit-ids.test.ts"],
  },
  {
    guard: "a delivery is added once",
    file: "src/automation/webhooks/delivery-table.ts",
    find: "INSERT OR IGNORE INTO delivery",
    replace: "INSERT OR REPLACE INTO delivery",
    tests: WEBHOOK_TESTS,
    named: "that was recorded comes once",
  },
  {
    guard: "an event is recorded only with what makes it true",
    file: "src/events/outbox-repo.ts",
    find: "WHERE ${onlyIf} AND EXISTS (",
    replace: "WHERE (${onlyIf} OR 1) AND EXISTS (",
    tests: WEBHOOK_TESTS,
    named: "is recorded by the end that counts",
  },
  {
    guard: "a late turn of another step changes no deploy",
    file: DEPLOY,
    find: `if (deploy.state !== "running" || deploy.step !== step) return deploy;`,
    replace: "",
    tests: DEPLOY_TESTS,
  },
  {
    guard: "a late failure of another step changes no deploy",
    file: DEPLOY,
    find: `if (deploy.state !== "running" || deploy.step !== step) return { deploy, waitMs: 0 };`,
    replace: "",
    tests: DEPLOY_TESTS,
  },
  {
    guard: "a deploy that has ended stays as it is",
    file: LEDGER,
    find: "if (deploy.endedAt !== null) return deploy;",
    replace: "",
    tests: DEPLOY_TESTS,
  },
  {
    guard: "a release has one deploy",
    file: LEDGER,
    find: `if (known && known.deploy.state !== "failed")`,
    replace: `if (known && known.deploy.state === "failed")`,
    tests: DEPLOY_TESTS,
  },
  {
    guard: "a mailed link ends",
    file: MAIL_TOKENS,
    find: "t.purpose IN (${names}) AND t.expires_at > ${now})`",
    replace: "t.purpose IN (${names}) AND ${now} > 0)`",
    tests: MAIL_TESTS,
    named: "does not happen if the link ended",
  },
  {
    guard: "a mailed link is for one purpose",
    file: MAIL_TOKENS,
    find: "t.purpose IN (${names}) AND t.expires_at > ${now})`",
    replace: "(t.purpose IN (${names}) OR 1) AND t.expires_at > ${now})`",
    tests: MAIL_TESTS,
    named: "does not happen if the link ended",
  },
  {
    guard: "a code signs in once",
    file: "src/accounts/throttle/throttle-sign-in.ts",
    find: "return (await stub.attempt(CODE_RULE)).waitMs === 0;",
    replace: "return (await stub.attempt(CODE_RULE)).waitMs >= 0;",
    tests: SIGN_IN_TESTS,
    named: "accepts an app code for only one sign-in",
  },
];
