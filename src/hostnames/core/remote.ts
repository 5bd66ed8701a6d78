import type { HostnameRecord } from "../../db/schema";

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
export type Outcome =
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

export type Row = typeof import("../../db/schema").customHostname.$inferSelect;

/** A call of Cloudflare's API, or none for a row that can be dropped. */
export type Step = "create" | "find" | "read" | "validate" | "delete" | "forget";
