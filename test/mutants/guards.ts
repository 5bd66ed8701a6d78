/** A rule that protects a customer, taken out of the code: `find`, which stands once in `file`, becomes `replace`. */
export interface GuardMutant {
  guard: string;
  file: string;
  find: string;
  replace: string;
  /** The test files that must notice it. */
  tests: readonly string[];
}

const RUN_STATE = "src/audit/model/run/run-state.ts";
const RUN_TESTS = ["test/unit/audit/model/run/run-state.test.ts", "test/unit/audit/model/run/crawl-steps.test.ts"];
const EGRESS = "src/web/fetch/egress.ts";
const EGRESS_TESTS = ["test/unit/web/egress.test.ts"];
const TURNS = "src/prerender/core/turns/render-turns.ts";
const TURN_TESTS = ["test/unit/prerender/browser/render-turns.test.ts"];
const LEASE = "src/prerender/core/read-lease.ts";
const LEASE_TESTS = ["test/unit/prerender/core/read-lease.test.ts"];
const CALLER_TESTS = ["test/unit/accounts/callers.test.ts", "test/worker/matrix/matrix.own.test.ts"];

/** Every guard that a fault of one customer, of a queue or of a clock runs into. `npm run mutants` takes them out one by one. */
export const GUARD_MUTANTS: readonly GuardMutant[] = [
  {
    guard: "an audit's lease lies in the future",
    file: RUN_STATE,
    find: "leaseUntil: now + LEASE_MS",
    replace: "leaseUntil: now - LEASE_MS",
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
    guard: "no request by another scheme",
    file: EGRESS,
    find: `if (url.protocol !== "http:" && url.protocol !== "https:") return "scheme";`,
    replace: "",
    tests: EGRESS_TESTS,
  },
  {
    guard: "no request with a user name and password",
    file: EGRESS,
    find: `if (hasCredentials(url)) return "credentials";`,
    replace: "",
    tests: EGRESS_TESTS,
  },
  {
    guard: "no request to a host that is not the customer's",
    file: EGRESS,
    find: `if (!rules.hosts.has(url.host) && rules.anyPublicHost !== true) return "foreign_host";`,
    replace: "",
    tests: EGRESS_TESTS,
  },
  {
    guard: "no request to a private address",
    file: EGRESS,
    find: `if (isPrivateIp(url.hostname) !== null) return "ip_literal";`,
    replace: "",
    tests: EGRESS_TESTS,
  },
  {
    guard: "no request to another port",
    file: EGRESS,
    find: `if (url.port !== "") return "port";`,
    replace: "",
    tests: EGRESS_TESTS,
  },
  {
    guard: "an account holds no more tabs than are free",
    file: TURNS,
    find: "if ((room.tabsOf.get(keysOf(ask)[0]) ?? 0) >= room.free - kept) continue;",
    replace: "if (room.free - kept <= 0) continue;",
    tests: TURN_TESTS,
  },
  {
    guard: "some tabs are kept for crawlers",
    file: TURNS,
    find: `const kept = ask.priority === "background" ? Math.floor(room.tabs * LIVE_SHARE) : 0;`,
    replace: "const kept = 0;",
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
    guard: "a key is limited to its domain",
    file: "src/accounts/callers/authorize-domain.ts",
    find: `if (caller.kind !== "session" && !reachesDomain(caller, name)) {`,
    replace: "if (caller === null) {",
    tests: CALLER_TESTS,
  },
  {
    guard: "a domain belongs to the caller's account",
    file: "src/accounts/callers/authorize-domain.ts",
    find: "row.accountId !== caller.accountId",
    replace: "false",
    tests: CALLER_TESTS,
  },
  {
    guard: "a key needs its plan",
    file: "src/accounts/middleware/require-caller.ts",
    find: `if (caller.kind === "key" && rules.keysNeedPlan && !caller.limits.apiKeys) {`,
    replace: "if (caller === null) {",
    tests: ["test/worker/accounts/account.test.ts", "test/worker/matrix/matrix.own.test.ts"],
  },
  {
    guard: "a session's write comes from our own pages",
    file: "src/accounts/middleware/require-caller.ts",
    find: `if (caller.kind === "session") requireSameOrigin(c, rules.body);`,
    replace: "",
    tests: ["test/worker/matrix/matrix.own.test.ts", "test/worker/accounts/account.test.ts"],
  },
];
