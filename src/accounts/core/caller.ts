import type { Limits, Plan } from "./plans";

interface AccountFacts {
  accountId: string;
  plan: Plan;
  limits: Limits;
  /** Why the operator suspended the account; null: it is not suspended. */
  suspension: string | null;
}

export interface KeyCaller extends AccountFacts {
  kind: "key";
  keyId: string;
  /** The one domain the key is limited to; null: all of the account's. */
  scope: string | null;
}

export interface SessionCaller extends AccountFacts {
  kind: "session";
  sessionId: string;
  userId: string;
  email: string;
  name: string;
  role: "owner" | "member";
  /** Domains a member is restricted to; null: all of the account's. */
  domains: string[] | null;
}

/** A public stats token: read-only analytics of one domain. */
export interface StatsCaller extends AccountFacts {
  kind: "stats-token";
  tokenId: string;
  scope: string;
}

/** Who a request speaks for. */
export type Caller = KeyCaller | SessionCaller | StatsCaller;
export type CallerKind = Caller["kind"];
