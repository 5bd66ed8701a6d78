import type { GuardMutant } from "./guard-mutant.ts";

const RUN_STATE = "src/audit/model/run/run-state.ts";
const RUN_TESTS = ["test/unit/audit/model/run/run-state.test.ts", "test/unit/audit/model/run/crawl-steps.test.ts"];
const AUDIT_OBJECT = "src/audit/crawl/frontier/domain-audit.do.ts";
const AUDIT_TESTS = ["test/worker/audit/audit.test.ts"];
const LEASE = "src/prerender/core/read-lease.ts";
const LEASE_TESTS = ["test/unit/prerender/core/read-lease.test.ts"];
const RENDERS = "src/prerender/cache/renders.ts";
const INDEX_TESTS = ["test/worker/prerender/snapshot-index.test.ts"];
const ALARM_TESTS = ["test/worker/jobs/alarms.test.ts"];
const PROMPT_RUNS = "src/mentions/repo/runs.ts";
const PROMPT_TESTS = ["test/worker/mentions/prompt-runs.own.test.ts"];

/** Who may work on something, for how long, and what wakes the work when nobody does. */
export const LEASE_GUARDS: readonly GuardMutant[] = [
  {
    guard: "an audit's lease lies in the future",
    file: RUN_STATE,
    find: "leaseUntil: now + LEASE_MS",
    replace: "leaseUntil: now - LEASE_MS",
    tests: RUN_TESTS,
  },
  {
    guard: "an audit's lease ends",
    file: RUN_STATE,
    find: `if (left > 0 && left <= LONGEST_LEASE_MS) return "wait";`,
    replace: `if (run.claimed) return "wait";`,
    tests: RUN_TESTS,
  },
  {
    guard: "a new job has time to be claimed",
    file: RUN_STATE,
    find: "leaseUntil: now + waitMs + CLAIM_MS",
    replace: "leaseUntil: now",
    tests: RUN_TESTS,
  },
  {
    guard: "an audit without progress is given up",
    file: RUN_STATE,
    find: `return run.resumptions >= MAX_RESUMPTIONS ? "give_up" : "resume";`,
    replace: `return "resume";`,
    tests: RUN_TESTS,
  },
  {
    guard: "only the current job acts on an audit",
    file: "src/audit/crawl/frontier/kept-run.ts",
    find: "return run && run.token === token ? run : null;",
    replace: "return token && run ? run : null;",
    tests: AUDIT_TESTS,
    named: "accepts a job's token once",
  },
  {
    guard: "a job is claimed once",
    file: AUDIT_OBJECT,
    find: "if (!run || run.claimed) return null;",
    replace: "if (!run) return null;",
    tests: AUDIT_TESTS,
    named: "accepts a job's token once",
  },
  {
    guard: "the watchdog sets its next alarm",
    file: AUDIT_OBJECT,
    find: "await this.ctx.storage.setAlarm(Date.now() + WATCH_MS);",
    replace: "",
    tests: AUDIT_TESTS,
    named: "survives lost jobs",
  },
  {
    guard: "a domain has one active audit",
    file: AUDIT_OBJECT,
    find: "if (active) return active.runId === config.runId ? { started: true } : { started: false, runId: active.runId };",
    replace: "",
    tests: AUDIT_TESTS,
    named: "survives lost jobs",
  },
  {
    guard: "a read lease ends",
    file: LEASE,
    find: "if (!held?.entry || !isWithin(held.askedAt, LEASE_MS, now)) return null;",
    replace: "if (!held?.entry) return null;",
    tests: LEASE_TESTS,
  },
  {
    guard: "an invalidation waits for the leases",
    file: LEASE,
    find: "return Math.min(Math.max(0, last - now), LEASE_MS + LEASE_MARGIN_MS);",
    replace: "return 0;",
    tests: LEASE_TESTS,
  },
  {
    guard: "a page renders once at a time",
    file: RENDERS,
    find: "if (claims.some(({ claim }) => claim!.until > now)) return { busy: true };",
    replace: "",
    tests: INDEX_TESTS,
    named: "allows one render per page at a time",
  },
  {
    guard: "a render's claim ends",
    file: RENDERS,
    find: "if (claims.some(({ claim }) => claim!.until > now)) return { busy: true };",
    replace: "if (claims.length > 0) return { busy: true };",
    tests: INDEX_TESTS,
  },
  {
    guard: "only the render that holds the page stores it",
    file: "src/prerender/cache/snapshot-index.do.ts",
    find: "if (mine) putEntry(this.sql, path, entry);",
    replace: "putEntry(this.sql, path, entry);",
    tests: INDEX_TESTS,
    named: "refuses a render overtaken",
  },
  {
    guard: "a prompt is asked by one worker at a time",
    file: PROMPT_RUNS,
    find: "(status = 'running' AND lease_until <= ${now}))`,",
    replace: "status = 'running')`,",
    tests: PROMPT_TESTS,
    named: "calls the provider once",
  },
  {
    guard: "a prompt's lease ends",
    file: PROMPT_RUNS,
    find: "(status = 'running' AND lease_until <= ${now}))`,",
    replace: "(status = 'running' AND lease_until < 0))`,",
    tests: PROMPT_TESTS,
    named: "continues after its worker dies",
  },
  {
    guard: "a prompt is asked a limited number of times",
    file: "src/mentions/ask/answer-prompt.ts",
    find: "if (run.attempts >= MAX_ATTEMPTS) {",
    replace: "if (run.attempts < 0) {",
    tests: PROMPT_TESTS,
    named: "ends after all of its five workers died",
  },
  {
    guard: "an answer is analysed by one worker at a time",
    file: PROMPT_RUNS,
    find: "status = 'answered' AND lease_until <= ${claim.now}`",
    replace: "status = 'answered' AND ${claim.now} > 0`",
    tests: PROMPT_TESTS,
    named: "is answered and analysed by the worker that holds it",
  },
  {
    guard: "a webhook's next alarm is set before its work",
    file: "src/automation/webhooks/webhook-endpoint.do.ts",
    find: "await this.storage.setAlarm(Date.now() + AGAIN_MS);",
    replace: "",
    tests: ALARM_TESTS,
  },
  {
    guard: "a deploy's next alarm is set before its work",
    file: "src/automation/deploy-hook/deploy-ledger.do.ts",
    find: "await this.ctx.storage.setAlarm(Date.now() + LEASE_MS);",
    replace: "",
    tests: ALARM_TESTS,
  },
  {
    guard: "the collector's next alarm is set before its work",
    file: "src/prerender/cache/snapshot-index.do.ts",
    find: "await this.ctx.storage.setAlarm(now + COLLECT_AFTER_MS);",
    replace: "",
    tests: ALARM_TESTS,
  },
  {
    guard: "a pool's next alarm is set before its work",
    file: "src/prerender/render/render-pool.do.ts",
    find: "await this.ctx.storage.setAlarm(this.pool.nextTickAt(Date.now()));\n    const hasBrowser",
    replace: "const hasBrowser",
    tests: ALARM_TESTS,
  },
];
