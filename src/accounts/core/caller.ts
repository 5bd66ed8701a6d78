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

/** An app that a user connected. It may do what the user may, within what was allowed to it. */
export interface ConnectionCaller extends AccountFacts {
  kind: "connection";
  connectionId: string;
  userId: string;
  scopes: readonly string[];
  /** The domains that it is restricted to; null means all of the account's domains. */
  domains: string[] | null;
}

/** A public stats token: read-only analytics of one domain. */
export interface StatsCaller extends AccountFacts {
  kind: "stats-token";
  tokenId: string;
  /** The address of the stranger who uses the token, in the form that limits use. */
  address: string;
  scope: string;
}

/** The service itself, doing what an account requested earlier. It sends no requests. */
export interface SystemCaller extends AccountFacts {
  kind: "system";
  /** What acts, for the action log. */
  name: string;
  /** The one domain that it acts on. */
  scope: string;
}

/** The identity behind a request. */
export type RequestCaller = KeyCaller | SessionCaller | StatsCaller | ConnectionCaller;
export type CallerKind = RequestCaller["kind"];

/** Who runs a verb: the caller of a request, or the service itself. */
export type Caller = RequestCaller | SystemCaller;

/** The domains that a caller is limited to; null: all of the account's. */
export function domainsOf(caller: Caller): readonly string[] | null {
  if (caller.kind === "session" || caller.kind === "connection") return caller.domains;
  return caller.scope === null ? null : [caller.scope];
}
