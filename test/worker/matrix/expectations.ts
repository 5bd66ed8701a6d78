/**
 * Who may do what, written from the contract (docs/callers.md), not from the code.
 * Account X (Pro) has the domains A and B; account Y (Pro) has F; nobody has U. `ok` means that the endpoint succeeds.
 * Any other entry is the status and code of the error. Each line lists the results for the targets A, B, F, U.
 */

export const TARGETS = ["A", "B", "F", "U"] as const;
export type Target = (typeof TARGETS)[number];

export const CALLERS = [
  "none",
  "garbage key",
  "revoked key of X",
  "key of a free plan",
  "key of X",
  "key of X for A",
  "key of X for B",
  "key of Y",
  "session of X's owner",
  "session of X's member for A",
  "session of Y's owner",
  "stats token of A",
  "stats token of F",
  "revoked stats token of A",
] as const;
export type CallerName = (typeof CALLERS)[number];

/** Callers that differ only in whose they are: what one may do to A, the other may do to B or F. */
const MIRRORED: ReadonlyArray<readonly [CallerName, CallerName]> = [
  ["key of X", "key of Y"],
  ["key of X for A", "key of X for B"],
  ["session of X's owner", "session of Y's owner"],
  ["stats token of A", "stats token of F"],
];

export interface Cell {
  caller: CallerName;
  target: Target;
  expected: string;
}

/** Every caller with every target. */
export function allCells(table: Table): Cell[] {
  return CALLERS.flatMap((caller) => TARGETS.map((target, i) => ({ caller, target, expected: table[caller][i]! })));
}

/**
 * As many cells as assert each rule of an endpoint once: one of two mirrored callers, and one target where all are refused alike.
 * Endpoints take these in turn.
 */
export function enoughCells(table: Table, turn: number): Cell[] {
  const isMirrored = ([one, other]: readonly [CallerName, CallerName]) =>
    table[one].every((outcome) => table[other].includes(outcome)) &&
    table[other].every((outcome) => table[one].includes(outcome));
  const left = new Set(MIRRORED.filter(isMirrored).map((pair) => pair[turn % 2]));
  return allCells(table).filter(({ caller, target, expected }) => {
    if (left.has(caller)) return false;
    const refusedAlike = expected !== OK && table[caller].every((outcome) => outcome === expected);
    return !refusedAlike || target === TARGETS[(turn >> 1) % TARGETS.length];
  });
}

type Line = readonly [a: string, b: string, f: string, u: string];
export type Table = Record<CallerName, Line>;

const all = (outcome: string): Line => [outcome, outcome, outcome, outcome];
const UNKNOWN = all("401 invalid_api_key");
const NEEDS_PRO = all("403 plan_required");
const OK = "ok";
const SCOPE = "403 api_key_domain_scope_mismatch";
const NOT_OWNED = "403 domain_not_owned";
const FORBIDDEN = "403 domain_access_forbidden";
const NO_RUN = "404 run_not_found";
const NO_PROMPT = "404 prompt_not_found";
const OWNERS = all("403 owner_required");

const NOBODY = {
  none: UNKNOWN,
  "garbage key": UNKNOWN,
  "revoked key of X": UNKNOWN,
} as const;
const NO_STATS_TOKENS = {
  "stats token of A": UNKNOWN,
  "stats token of F": UNKNOWN,
  "revoked stats token of A": UNKNOWN,
} as const;
const NO_KEYS = {
  ...NOBODY,
  "key of a free plan": UNKNOWN,
  "key of X": UNKNOWN,
  "key of X for A": UNKNOWN,
  "key of X for B": UNKNOWN,
  "key of Y": UNKNOWN,
  ...NO_STATS_TOKENS,
} as const;

/** Endpoints that act on a domain named in the request: audits, AI mentions. */
const domain: Table = {
  ...NOBODY,
  "key of a free plan": NEEDS_PRO,
  "key of X": [OK, OK, NOT_OWNED, NOT_OWNED],
  "key of X for A": [OK, SCOPE, SCOPE, SCOPE],
  "key of X for B": [SCOPE, OK, SCOPE, SCOPE],
  "key of Y": [NOT_OWNED, NOT_OWNED, OK, NOT_OWNED],
  "session of X's owner": [OK, OK, NOT_OWNED, NOT_OWNED],
  "session of X's member for A": [OK, FORBIDDEN, NOT_OWNED, NOT_OWNED],
  "session of Y's owner": [NOT_OWNED, NOT_OWNED, OK, NOT_OWNED],
  ...NO_STATS_TOKENS,
};

/** The same, but keys need no plan: the cache, deploys and reported visits. */
const cache: Table = { ...domain, "key of a free plan": all(NOT_OWNED) };

/** Only API keys can fetch snapshots. */
const render: Table = {
  ...cache,
  "session of X's owner": UNKNOWN,
  "session of X's member for A": UNKNOWN,
  "session of Y's owner": UNKNOWN,
};

/** The four analytics endpoints, which also accept stats tokens. */
const analytics: Table = {
  ...domain,
  "stats token of A": [OK, SCOPE, SCOPE, SCOPE],
  "stats token of F": [SCOPE, SCOPE, OK, SCOPE],
};

/** One audit by its id. An unknown audit and another account's audit look the same. */
const run: Table = {
  ...domain,
  "key of X": [OK, OK, NO_RUN, NO_RUN],
  "key of X for A": [OK, SCOPE, NO_RUN, NO_RUN],
  "key of X for B": [SCOPE, OK, NO_RUN, NO_RUN],
  "key of Y": [NO_RUN, NO_RUN, OK, NO_RUN],
  "session of X's owner": [OK, OK, NO_RUN, NO_RUN],
  "session of X's member for A": [OK, FORBIDDEN, NO_RUN, NO_RUN],
  "session of Y's owner": [NO_RUN, NO_RUN, OK, NO_RUN],
};

/** Lists that only show what the caller can access. An empty list is a success. */
const list: Table = {
  ...domain,
  "key of X": all(OK),
  "key of X for A": all(OK),
  "key of X for B": all(OK),
  "key of Y": all(OK),
  "session of X's owner": all(OK),
  "session of X's member for A": all(OK),
  "session of Y's owner": all(OK),
};

/** Changes to the target's prompt by its id, requested under domain A. Prompts of other domains do not exist there. */
const promptOfA: Table = {
  ...domain,
  "key of X": [OK, NO_PROMPT, NO_PROMPT, NO_PROMPT],
  "key of X for A": [OK, NO_PROMPT, NO_PROMPT, NO_PROMPT],
  "key of X for B": all(SCOPE),
  "key of Y": all(NOT_OWNED),
  "session of X's owner": [OK, NO_PROMPT, NO_PROMPT, NO_PROMPT],
  "session of X's member for A": [OK, NO_PROMPT, NO_PROMPT, NO_PROMPT],
  "session of Y's owner": all(NOT_OWNED),
};

/** The account itself, which any member can read. */
const accountRead: Table = {
  ...NO_KEYS,
  "session of X's owner": all(OK),
  "session of X's member for A": all(OK),
  "session of Y's owner": all(OK),
};

/** Only owners can write. */
const accountWrite: Table = { ...accountRead, "session of X's member for A": OWNERS };

/** Adding and verifying many domains: owners, and keys of the whole account. The target does not matter. */
const wholeAccount: Table = {
  ...list,
  "key of X for A": all(SCOPE),
  "key of X for B": all(SCOPE),
  "session of X's member for A": OWNERS,
};

const accountDomainRead: Table = {
  ...NO_KEYS,
  "session of X's owner": [OK, OK, NOT_OWNED, NOT_OWNED],
  "session of X's member for A": [OK, FORBIDDEN, NOT_OWNED, NOT_OWNED],
  "session of Y's owner": [NOT_OWNED, NOT_OWNED, OK, NOT_OWNED],
};
const accountDomainWrite: Table = { ...accountDomainRead, "session of X's member for A": OWNERS };

/** Items of an account identified by id: of X (A, B), of Y (F), unknown (U). */
const ownedById = (missing: string): Table => ({
  ...NO_KEYS,
  "session of X's owner": [OK, OK, missing, missing],
  "session of X's member for A": OWNERS,
  "session of Y's owner": [missing, missing, OK, missing],
});

const NO_WEBHOOK = "404 webhook_not_found";

/** One webhook by its id, for who reads the account: others' look like unknown ones, also within the account. */
const webhook: Table = {
  ...domain,
  "key of X": [OK, OK, NO_WEBHOOK, NO_WEBHOOK],
  "key of X for A": [OK, NO_WEBHOOK, NO_WEBHOOK, NO_WEBHOOK],
  "key of X for B": [NO_WEBHOOK, OK, NO_WEBHOOK, NO_WEBHOOK],
  "key of Y": [NO_WEBHOOK, NO_WEBHOOK, OK, NO_WEBHOOK],
  "session of X's owner": [OK, OK, NO_WEBHOOK, NO_WEBHOOK],
  "session of X's member for A": [OK, NO_WEBHOOK, NO_WEBHOOK, NO_WEBHOOK],
  "session of Y's owner": [NO_WEBHOOK, NO_WEBHOOK, OK, NO_WEBHOOK],
};

/** The operator's endpoints accept no account's credentials. */
const operator: Table = {
  ...NO_KEYS,
  "session of X's owner": UNKNOWN,
  "session of X's member for A": UNKNOWN,
  "session of Y's owner": UNKNOWN,
};

export const TABLES = {
  domain,
  cache,
  render,
  analytics,
  run,
  list,
  promptOfA,
  accountRead,
  accountWrite,
  wholeAccount,
  accountDomainRead,
  accountDomainWrite,
  member: ownedById("404 member_not_found"),
  apiKey: ownedById("404 key_not_found"),
  statsToken: ownedById("404 token_not_found"),
  webhook,
  webhookWrite: ownedById(NO_WEBHOOK),
  operator,
} as const satisfies Record<string, Table>;
export type TableName = keyof typeof TABLES;
