import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { account, domain, user } from "./accounts";

/** Where an account wants its events sent. */
export const webhook = sqliteTable(
  "webhook",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    /** The one domain whose events it gets; null: all of the account. */
    domainId: text("domain_id").references(() => domain.id, { onDelete: "cascade" }),
    description: text("description").notNull(),
    /** Scheme and host of the URL. Its path may be a secret, so the whole is encrypted. */
    origin: text("origin").notNull(),
    sealedUrl: text("sealed_url").notNull(),
    format: text("format", { enum: ["standard", "slack"] }).notNull(),
    /** JSON array of event types; null: all, also those of later releases. */
    events: text("events", { mode: "json" }).$type<string[]>(),
    /** The signing secret, encrypted, and the one before, which also signs until `previousUntil`. */
    sealedSecret: text("sealed_secret").notNull(),
    previousSecret: text("previous_secret"),
    previousUntil: integer("previous_until"),
    createdAt: integer("created_at").notNull(),
    /** Set while it gets nothing, with who or what turned it off. */
    disabledAt: integer("disabled_at"),
    disabledReason: text("disabled_reason", { enum: ["by_owner", "gone", "failing"] }),
  },
  (table) => [index("webhook_account").on(table.accountId), index("webhook_domain").on(table.domainId)],
);

/** Events that are recorded and not yet handed to the endpoints that want them. */
export const eventOutbox = sqliteTable(
  "event_outbox",
  {
    /** The same for the same cause, e.g. `audit.ended:<run>`. */
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    domainId: text("domain_id").references(() => domain.id, { onDelete: "cascade" }),
    type: text("type").notNull(),
    at: integer("at").notNull(),
    /** The payload's data as JSON, without the domain's name. */
    data: text("data").notNull(),
  },
  (table) => [index("event_outbox_account").on(table.accountId), index("event_outbox_domain").on(table.domainId)],
);

/** The weekly mails about a domain to one of its account's owners. */
export const digest = sqliteTable(
  "digest",
  {
    domainId: text("domain_id")
      .notNull()
      .references(() => domain.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    /** The Monday of the last week that was looked at, `yyyy-mm-dd`, whether there was something to say or not. */
    week: text("week").notNull(),
    /** Set while the user wants no such mails about this domain. */
    stoppedAt: integer("stopped_at"),
  },
  (table) => [primaryKey({ columns: [table.domainId, table.userId] }), index("digest_user").on(table.userId)],
);
