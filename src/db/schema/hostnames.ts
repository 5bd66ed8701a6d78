import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** A record that the owner of a hostname sets in DNS. */
export interface StoredHostnameRecord {
  /** `routing` brings the traffic here, `ownership` and `certificate` prove the hostname before that. */
  purpose: "routing" | "ownership" | "certificate";
  type: "CNAME" | "TXT";
  name: string;
  value: string;
}

/**
 * The custom hostnames of the operator's zone at Cloudflare, one row per host. Only src/hostnames writes it; which hosts are wanted
 * follows from the domains.
 */
export const customHostname = sqliteTable(
  "custom_hostname",
  {
    hostname: text("hostname").primaryKey(),
    /** The account that asked first. Accounts take turns. */
    accountId: text("account_id").notNull(),
    /** No domain wants it: it is deleted at Cloudflare, then here. */
    unwanted: integer("unwanted", { mode: "boolean" }).notNull().default(false),
    state: text("state", { enum: ["queued", "pending", "active", "moved", "expired", "blocked", "refused"] })
      .notNull()
      .default("queued"),
    cloudflareId: text("cloudflare_id"),
    /** Whether this service created it. Null: not known. What somebody else created is neither changed nor deleted. */
    isOurs: integer("is_ours", { mode: "boolean" }),
    /** When attempts to create it began whose outcome is not known: the first and the last. */
    triedFrom: integer("tried_from"),
    triedUntil: integer("tried_until"),
    /** JSON array: what its owner has to set. */
    records: text("records", { mode: "json" }).$type<StoredHostnameRecord[]>(),
    /** JSON array: what Cloudflare says is wrong, bounded. */
    problems: text("problems", { mode: "json" }).$type<string[]>(),
    /** Cloudflare's own words for the hostname and its certificate. */
    hostnameStatus: text("hostname_status"),
    certificateStatus: text("certificate_status"),
    /** Looks since the state changed, and failed calls in a row. Pauses grow with both. */
    looks: integer("looks").notNull().default(0),
    failures: integer("failures").notNull().default(0),
    /** Somebody asked to validate it again. */
    asked: integer("asked", { mode: "boolean" }).notNull().default(false),
    /** Due from then on. */
    notBefore: integer("not_before").notNull().default(0),
    /** When Cloudflare was last asked, and since when it has been in its state. */
    checkedAt: integer("checked_at"),
    changedAt: integer("changed_at"),
  },
  (table) => [index("custom_hostname_due").on(table.notBefore, table.accountId)],
);
