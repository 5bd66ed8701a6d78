import type { Limits, Plan } from "./plans";

interface AccountFacts {
  accountId: string;
  plan: Plan;
  limits: Limits;
  /** Why the operator suspended the account; null if it is not suspended. */
  suspension: string | null;
}

export interface KeyCaller extends AccountFacts {
  kind: "key";
  keyId: string;
  /** The one domain that the key is limited to; null means all of the account's domains. */
  scope: string | null;
}

export interface SessionCaller extends AccountFacts {
  kind: "session";
  sessionId: string;
  userId: string;
  email: string;
  name: string;
  role: "owner" | "member";
  /** Domains that the member is restricted to; null means all of the account's domains. */
  domains: string[] | null;
}

/** A public stats token: read-only analytics of one domain. */
export interface StatsCaller extends AccountFacts {
  kind: "stats-token";
  tokenId: string;
  scope: string;
}

/** The identity behind a request. */
export type Caller = KeyCaller | SessionCaller | StatsCaller;
export type CallerKind = Caller["kind"];
