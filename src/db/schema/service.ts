import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** How much of its daily ceilings the whole service has used. */
export const serviceUsage = sqliteTable(
  "service_usage",
  {
    /** `yyyy-mm-dd`, UTC. */
    day: text("day").notNull(),
    kind: text("kind", { enum: ["ai_calls", "analysis_calls"] }).notNull(),
    amount: integer("amount").notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.kind] })],
);

/** Queue messages that ran out of retries, for the operator to inspect and resend. */
export const deadLetter = sqliteTable(
  "dead_letter",
  {
    /** The message's id in the queue. */
    id: text("id").primaryKey(),
    /** The dead letter queue that delivered it. */
    queue: text("queue").notNull(),
    /** The message as JSON, without visitors' addresses and signatures. */
    body: text("body").notNull(),
    arrivedAt: integer("arrived_at").notNull(),
    /** Somebody resends or drops the letter until then; nobody else may. */
    claimedUntil: integer("claimed_until").notNull().default(0),
  },
  (table) => [
    index("dead_letter_arrived").on(table.arrivedAt),
    // Counts letters without reading their bodies.
    index("dead_letter_queue").on(table.queue, table.arrivedAt),
  ],
);

/** The last tick of each cron. */
export const cronTick = sqliteTable("cron_tick", {
  /** The expression, as in wrangler.toml. */
  cron: text("cron").primaryKey(),
  /** When the last tick was scheduled. */
  at: integer("at").notNull(),
  /** When its jobs had been queued. */
  queuedAt: integer("queued_at").notNull(),
  /** When the first tick was recorded. */
  firstAt: integer("first_at").notNull(),
});

/** The last time that something failed which nobody is told of: at most one row per name. */
export const serviceFault = sqliteTable("service_fault", {
  /** The name of a log event, or `queue:` and a queue whose message ran out of retries. */
  name: text("name").primaryKey(),
  at: integer("at").notNull(),
  /** The error's text, without a query's parameters. */
  detail: text("detail").notNull(),
});

/** What the operator did to the service. What they did to an account is in its action log. */
export const operatorLog = sqliteTable(
  "operator_log",
  {
    id: text("id").primaryKey(),
    /** Dotted verb, e.g. `dead_letters.requeued`. */
    action: text("action").notNull(),
    target: text("target"),
    detail: text("detail", { mode: "json" }).$type<Record<string, unknown>>(),
    at: integer("at").notNull(),
  },
  (table) => [index("operator_log_at").on(table.at, table.id)],
);

/** What the service used of the platform per month, estimated (src/usage/draw.ts). */
export const platformUsage = sqliteTable(
  "platform_usage",
  {
    /** `yyyy-mm`, UTC. */
    month: text("month").notNull(),
    /** The account that caused it; empty: none did. */
    accountId: text("account_id").notNull(),
    /** JSON object: amounts by unit (src/usage/units.ts). */
    units: text("units", { mode: "json" }).$type<Record<string, number>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.month, table.accountId] })],
);

/** The same per domain, for what is known to be a domain's. */
export const domainUsage = sqliteTable(
  "domain_usage",
  {
    month: text("month").notNull(),
    domainId: text("domain_id").notNull(),
    units: text("units", { mode: "json" }).$type<Record<string, number>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.domainId, table.month] })],
);
