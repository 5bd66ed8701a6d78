import type { GuardMutant } from "./guard-mutant.ts";

const CORE = "src/accounts/core/connections";
const UNIT = ["test/unit/accounts/connections.test.ts"];
const FLOW = ["test/worker/accounts/connections.own.test.ts"];

/** What an app gets, and from whom. */
export const CONNECTION_GUARDS: readonly GuardMutant[] = [
  {
    guard: "an app sends people only where it registered",
    file: `${CORE}/authorization.ts`,
    find: "const known = isRegistered(redirectUri, app.redirectUris);",
    replace: "const known = redirectUri !== '';",
    tests: UNIT,
  },
  {
    guard: "an app's address is the same text, but for a loopback port",
    file: `${CORE}/redirect-uri.ts`,
    find: "if (!one || !other || !isLoopback(one) || !isLoopback(other)) return false;",
    replace: "if (!one || !other) return false;",
    tests: UNIT,
  },
  {
    guard: "an app's scheme has a dot, or is an editor's",
    file: `${CORE}/redirect-uri.ts`,
    find: "APP_SCHEME.test(text)",
    replace: "text.includes(':')",
    tests: UNIT,
  },
  {
    guard: "an app proves with PKCE that the code is its own",
    file: `${CORE}/tokens.ts`,
    find: "stored.codeChallenge === given.challenge;",
    replace: "stored.codeChallenge !== '';",
    tests: UNIT,
  },
  {
    guard: "an app asks with S256",
    file: `${CORE}/authorization.ts`,
    find: `query.get("code_challenge_method") !== "S256" || `,
    replace: "",
    tests: UNIT,
  },
  {
    guard: "an app asks for this server",
    file: `${CORE}/authorization.ts`,
    find: "each !== resource",
    replace: "each === ''",
    tests: UNIT,
  },
  {
    guard: "a code of an app that comes twice is noticed",
    file: `${CORE}/tokens.ts`,
    find: `if (stored.codeUsedAt !== null) return isOwn && now < stored.codeUsedAt + CODE_REPEAT_MS ? "repeat" : "replayed";`,
    replace: "",
    tests: UNIT,
  },
  {
    guard: "a replaced refresh token of an app is noticed",
    file: `${CORE}/tokens.ts`,
    find: "now < (stored.replacedAt ?? 0) + REPEAT_MS",
    replace: "now > 0",
    tests: UNIT,
  },
  {
    guard: "an app's document is about its own id",
    file: `${CORE}/client.ts`,
    find: `if (document["client_id"] !== id)`,
    replace: "if (id === '')",
    tests: UNIT,
  },
  {
    guard: "an app writes nothing that no scope names",
    file: `${CORE}/scopes.ts`,
    find: `return path.startsWith("/api/prerender/cache/") ? "cache" : null;`,
    replace: `return "cache";`,
    tests: UNIT,
  },
  {
    guard: "an app uses only the tools that its scopes allow",
    file: "src/mcp/routes.ts",
    find: "if (!missing) return;",
    replace: "if (missing !== null) return;",
    tests: FLOW,
    named: "does only what was allowed",
  },
  {
    guard: "an app's token is for one server",
    file: "src/accounts/repo/connections.ts",
    find: "eq(connection.resource, resource),",
    replace: "isNotNull(connection.resource),",
    tests: FLOW,
    named: "are for the host that issued them",
  },
  {
    guard: "an app reaches no more domains than its user",
    file: "src/accounts/callers/authenticate-connection.ts",
    find: "inBoth(record.domains, record.memberDomains)",
    replace: "record.domains",
    tests: FLOW,
    named: "can do no more than its user at that moment",
  },
  {
    guard: "a person allows an app only domains that they reach",
    file: "src/accounts/connections/open-connection.ts",
    find: "if (domains) await refuseOthers(db, caller, domains);",
    replace: "",
    tests: FLOW,
    named: "another account's domain",
  },
];
