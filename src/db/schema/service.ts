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
  },
  (table) => [index("dead_letter_arrived").on(table.arrivedAt)],
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
