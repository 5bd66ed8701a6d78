import type { GuardMutant } from "./guard-mutant.ts";

const TURNS = "src/prerender/core/turns/render-turns.ts";
const TURN_TESTS = ["test/unit/prerender/browser/render-turns.test.ts"];
const LEDGER = "src/mentions/repo/ledger.ts";
const CEILING_TESTS = ["test/worker/api/ceilings.test.ts"];
const LIMIT_TESTS = ["test/worker/accounts/limits.own.test.ts"];
const START = "src/audit/repo/start.ts";

/** What one account, domain or stranger may take of what all share. */
export const SHARE_GUARDS: readonly GuardMutant[] = [
  {
    guard: "an account holds no more tabs than are free",
    file: TURNS,
    find: "if ((room.tabsOf.get(keysOf(ask)[0]) ?? 0) >= most(ask, room)) continue;",
    replace: "if (most(ask, room) <= 0) continue;",
    tests: TURN_TESTS,
  },
  {
    guard: "some tabs are kept for crawlers",
    file: TURNS,
    find: "return free > reserved ? Math.ceil(tabs / 2) : 0;",
    replace: "return free > 0 ? Math.ceil(tabs / 2) : 0;",
    tests: TURN_TESTS,
  },
  {
    guard: "more tabs are kept for crawlers while they come",
    file: TURNS,
    find: "now - crawlerAt > QUIET_MS ? 1 : Infinity",
    replace: "1",
    tests: TURN_TESTS,
  },
  {
    guard: "a domain fills half of its account's places at most",
    file: TURNS,
    find: "return domain.length >= places - account.length;",
    replace: "return account.length >= places;",
    tests: TURN_TESTS,
  },
  {
    guard: "turns go to the account that has the fewest tabs",
    file: TURNS,
    find: "const shares = keysOf(ask).flatMap((key) => [tabsOf.get(key) ?? 0, lastTurn.get(key) ?? 0]);",
    replace: "const shares = keysOf(ask).flatMap((key) => [0, lastTurn.get(key) ?? 0]);",
    tests: TURN_TESTS,
  },
  {
    guard: "turns go to the account that was served longest ago",
    file: TURNS,
    find: "const shares = keysOf(ask).flatMap((key) => [tabsOf.get(key) ?? 0, lastTurn.get(key) ?? 0]);",
    replace: "const shares = keysOf(ask).flatMap((key) => [tabsOf.get(key) ?? 0, lastTurn.size * 0]);",
    tests: TURN_TESTS,
  },
  {
    guard: "an account whose pages silence browsers is held back",
    file: "src/prerender/core/turns/browser-blame.ts",
    find: "return this.recent(accountId, now).length >= TIMES;",
    replace: "return this.recent(accountId, now).length < 0;",
    tests: ["test/unit/prerender/core/turns/browser-blame.test.ts"],
  },
  {
    guard: "a domain queues a limited number of pages per hour",
    file: "src/prerender/core/turns/prewarm-window.ts",
    find: "Math.max(0, Math.min(wanted, perHour - current.pages))",
    replace: "Math.max(0, Math.min(wanted, perHour))",
    tests: ["test/unit/prerender/core/turns/prewarm-window.test.ts"],
  },
  {
    guard: "an account makes a limited number of calls to AI providers",
    file: LEDGER,
    find: "AND day = ${call.day}) < ${budget.account}",
    replace: "AND day = ${call.day}) < ${budget.account} + 1000000",
    tests: ["test/worker/mentions/prompt-runs.own.test.ts"],
    named: "books each call in advance",
  },
  {
    guard: "the service makes a limited number of calls to AI providers",
    file: LEDGER,
    find: "AND ${spent} < ${budget.service}`",
    replace: "AND ${spent} < ${budget.service} + 1000000`",
    tests: CEILING_TESTS,
    named: "stop exactly at the ceiling",
  },
  {
    guard: "a call that is refused counts for nobody",
    file: LEDGER,
    find: "SELECT ${today}, ${kind}, 1 WHERE changes() > 0",
    replace: "SELECT ${today}, ${kind}, 1 WHERE changes() >= 0",
    tests: CEILING_TESTS,
  },
  {
    guard: "an account starts a limited number of audits per month",
    file: START,
    find: "(${row.frequency} <> 'on_demand' OR month.on_demand < ${limits.onDemandAuditsPerMonth})",
    replace: "(${row.frequency} <> 'on_demand' OR ${limits.onDemandAuditsPerMonth} >= 0)",
    tests: LIMIT_TESTS,
    named: "20 parallel starts at a limit of 1",
  },
  {
    guard: "audits take a limited number of pages per month",
    file: START,
    find: "min(${limits.pagesPerRun}, month.pages_left)",
    replace: "max(${limits.pagesPerRun}, 0 * month.pages_left)",
    tests: LIMIT_TESTS,
    named: "audited pages never exceed the monthly limit",
  },
  {
    guard: "an account has a limited number of domains",
    file: "src/accounts/repo/added-domains.ts",
    find: "${present} + ${count} <= ${domains}",
    replace: "${present} + ${count} <= ${domains} + 1000000",
    tests: ["test/worker/accounts/account.test.ts"],
    named: "are counted exactly when twenty are added in parallel",
  },
  {
    guard: "an address tries a limited number of unknown credentials",
    file: "src/accounts/core/credential-memory.ts",
    find: `if (!verdict.allowed) return { verdict: "limited", retryAfterSeconds: verdict.retryAfterSeconds };`,
    replace: "",
    tests: ["test/unit/accounts/credential-memory.test.ts"],
  },
  {
    guard: "failed sign-ins have to wait",
    file: "src/accounts/core/attempt-throttle.ts",
    find: "if (state && waits > 0 && waits <= rule.maxMs) return { state, verdict: { waitMs: waits } };",
    replace: "",
    tests: ["test/unit/accounts/attempt-throttle.test.ts"],
  },
  {
    guard: "a server that pages link to gets one request per second",
    file: "src/audit/crawl/fetch/link-host.do.ts",
    find: "if (now < this.nextAt) return { waitMs: this.nextAt - now };",
    replace: "",
    tests: ["test/worker/audit/audit.test.ts"],
    named: "are asked at most once a second by server",
  },
];
