/** See StoredHostnameRecord. */
export interface HostnameRecord {
  purpose: "routing" | "ownership" | "certificate";
  type: "CNAME" | "TXT";
  name: string;
  value: string;
}

/** What Cloudflare says about a custom hostname. */
export interface RemoteHostname {
  id: string;
  hostname: string;
  /** Epoch ms; null: it does not say. */
  createdAt: number | null;
  hostnameStatus: string;
  certificateStatus: string;
  records: HostnameRecord[];
  problems: string[];
}

/** How a call of Cloudflare's API ended. */
export type CallOutcome =
  | { kind: "hostname"; hostname: RemoteHostname }
  /** There is no such hostname, or it is deleted now. */
  | { kind: "none" }
  /** A hostname of this name exists already. Nothing was created. */
  | { kind: "duplicate" }
  /** Nothing was done, and the same call will be refused again. */
  | { kind: "refused"; reason: string }
  /** Nothing was done. `forAll`: neither will be any other call until then, which is a fault of the settings if `fault` says so. */
  | { kind: "later"; waitMs: number; forAll: boolean; fault?: string }
  /** It may have been done or not. */
  | { kind: "unclear"; reason: string };

/** What we know of a hostname: a row of `custom_hostname`. */
export interface HostnameRow {
  hostname: string;
  accountId: string;
  unwanted: boolean;
  state: "queued" | "pending" | "active" | "moved" | "expired" | "blocked" | "refused";
  cloudflareId: string | null;
  isOurs: boolean | null;
  triedFrom: number | null;
  triedUntil: number | null;
  records: HostnameRecord[] | null;
  problems: string[] | null;
  hostnameStatus: string | null;
  certificateStatus: string | null;
  looks: number;
  failures: number;
  asked: boolean;
  notBefore: number;
  checkedAt: number | null;
  changedAt: number | null;
}

/** A call of Cloudflare's API, or none for a row that can be dropped. */
export type HostnameStep = "create" | "find" | "read" | "validate" | "delete" | "forget";
