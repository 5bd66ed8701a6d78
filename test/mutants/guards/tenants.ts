import type { GuardMutant } from "./guard-mutant.ts";

const AUTHORIZE = "src/accounts/callers/authorize-domain.ts";
const AUTHORIZE_TESTS = ["test/unit/accounts/authorize-domain.test.ts"];
const REQUIRE = "src/accounts/middleware/require-caller.ts";
const CREDENTIALS = "src/accounts/repo/credentials.ts";
const MATRIX_TESTS = ["test/worker/matrix/matrix.own.test.ts"];
const ACCOUNT_TESTS = ["test/worker/accounts/account.test.ts"];
const CALLER_TESTS = ["test/unit/accounts/callers.test.ts"];
const OWNERSHIP_TESTS = ["test/worker/accounts/ownership.test.ts"];

/** Who may see and change what, and what remains of what was deleted. */
export const TENANT_GUARDS: readonly GuardMutant[] = [
  {
    guard: "a key is limited to its domain",
    file: AUTHORIZE,
    find: `if (caller.kind !== "session") refuseBeyondScope(caller, name);`,
    replace: "",
    tests: AUTHORIZE_TESTS,
  },
  {
    guard: "a member is limited to some domains",
    file: AUTHORIZE,
    find: "if (!reachesDomain(caller, name)) throw",
    replace: "if (caller === null) throw",
    tests: AUTHORIZE_TESTS,
  },
  {
    guard: "a domain belongs to the caller's account",
    file: AUTHORIZE,
    find: "row.accountId !== caller.accountId",
    replace: "false",
    tests: AUTHORIZE_TESTS,
  },
  {
    guard: "a domain is verified before it is used",
    file: AUTHORIZE,
    find: "row.verifiedAt === null ||",
    replace: "",
    tests: AUTHORIZE_TESTS,
  },
  {
    guard: "a restricted member sees no other member",
    file: "src/accounts/members/members.ts",
    find: "return seesAll ? people : people.filter(({ userId }) => userId === caller.userId);",
    replace: "return seesAll || people.length > 0 ? people : [];",
    tests: ACCOUNT_TESTS,
    named: "who are restricted see no other member",
  },
  {
    guard: "a key needs its plan",
    file: REQUIRE,
    find: `if (isProgram && rules.keysNeedPlan && !caller.limits.apiKeys) {`,
    replace: "if (caller === null) {",
    tests: ACCOUNT_TESTS,
    named: "return plan_required after a downgrade",
  },
  {
    guard: "a session's write comes from our own pages",
    file: REQUIRE,
    find: `if (caller.kind === "session") requireSameOrigin(c, rules.body);`,
    replace: "",
    tests: ["test/worker/accounts/sessions.own.test.ts"],
    named: "accepts JSON writes from a program or from a page of the service",
  },
  {
    guard: "a suspended account is refused",
    file: REQUIRE,
    find: `if (caller.suspension !== null && !rules.suspendedToo) throw new ApiError("account_suspended", caller.suspension);`,
    replace: "",
    tests: ["test/worker/api/ceilings.test.ts"],
    named: "has its credentials rejected",
  },
  {
    guard: "an endpoint takes only its kinds of credential",
    file: REQUIRE,
    find: 'if (!kinds.includes("key")) return null;',
    replace: "",
    tests: MATRIX_TESTS,
  },
  {
    guard: "a page of another origin writes nothing",
    file: "src/accounts/core/same-origin.ts",
    find: "if (originHeader !== null) return originHeader !== new URL(requestUrl).origin;",
    replace: "if (originHeader !== null) return originHeader === requestUrl;",
    tests: CALLER_TESTS,
  },
  {
    guard: "a page of another site writes nothing without an Origin either",
    file: "src/accounts/core/same-origin.ts",
    find: `return fetchSite !== null && fetchSite !== "same-origin";`,
    replace: 'return fetchSite === "";',
    tests: CALLER_TESTS,
  },
  {
    guard: "the operator's token is compared",
    file: "src/http/require-operator.ts",
    find: `? "right" : "wrong";`,
    replace: `? "right" : "right";`,
    tests: ["test/worker/api/api.test.ts"],
  },
  {
    guard: "a revoked key does not work",
    file: CREDENTIALS,
    find: ".where(and(eq(apiKey.hash, hash), isNull(apiKey.revokedAt), isNull(domain.deletedAt), isNull(account.deletedAt)))",
    replace: ".where(and(eq(apiKey.hash, hash), isNull(domain.deletedAt), isNull(account.deletedAt)))",
    tests: ACCOUNT_TESTS,
    named: "revoked immediately",
  },
  {
    guard: "a revoked stats token does not work",
    file: CREDENTIALS,
    find: "eq(statsToken.hash, hash), isNull(statsToken.revokedAt),",
    replace: "eq(statsToken.hash, hash),",
    tests: ACCOUNT_TESTS,
    named: "revoked immediately",
  },
  {
    guard: "a domain has one verified owner",
    file: "src/accounts/repo/domains.ts",
    find: "WHERE other.domain = domain.domain AND other.verified_at IS NOT NULL AND other.id <> domain.id)`;",
    replace: "WHERE other.domain = domain.domain AND other.verified_at IS NOT NULL AND other.id = '')`;",
    tests: ACCOUNT_TESTS,
    named: "has one winner when two accounts prove",
  },
  {
    guard: "a domain changes hands only while its proof is lost",
    file: "src/accounts/repo/ownership.ts",
    find: "AND proof_lost_at = ${holder.proofLostAt}",
    replace: "AND ${holder.proofLostAt} > 0",
    tests: OWNERSHIP_TESTS,
    named: "restored the proof",
  },
  {
    guard: "a late look at a proof changes nothing",
    file: "src/accounts/repo/ownership.ts",
    find: "AND (proof_checked_at IS NULL OR proof_checked_at < ${at})`;",
    replace: "AND ${at} > 0`;",
    tests: OWNERSHIP_TESTS,
    named: "started by the daily tick",
  },
  {
    guard: "nothing is bought for a deleted account or domain",
    file: "src/accounts/repo/spending.ts",
    find: "AND account.deleted_at IS NULL AND domain.deleted_at IS NULL`);",
    replace: "`);",
    tests: ["test/worker/api/ceilings.test.ts"],
    named: "are not made for an account or a domain that was removed",
  },
  {
    guard: "visits of a deleted domain are dropped",
    file: "src/analytics/domain-visits.do.ts",
    find: "if (!(await domainExists(openDb(this.env.DB), this.ctx.id.name!))) return false;",
    replace: "",
    tests: ["test/worker/analytics/domain-visits.test.ts"],
    named: "of a domain that was deleted",
  },
  {
    guard: "a domain in use is not purged",
    file: "src/jobs/purge-domain.ts",
    find: "if (!(await isDeletedDomain(db, domainId))) return;",
    replace: "",
    tests: ["test/worker/jobs/purge.test.ts"],
    named: "loses nothing while it is in use",
  },
  {
    guard: "an endpoint of a suspended account rests",
    file: "src/automation/webhooks/webhook-endpoint.do.ts",
    find: "else if (suspendedAt !== null) this.rest(now + HOUR_MS);",
    replace: "",
    tests: ["test/worker/automation/webhooks.own.test.ts"],
    named: "wait while the account is suspended",
  },
];
