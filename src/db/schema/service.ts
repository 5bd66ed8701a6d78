import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What the whole service has used of its daily ceilings. */
export const serviceUsage = sqliteTable(
  "service_usage",
  {
    /** `yyyy-mm-dd`, UTC. */
    day: text("day").notNull(),
    kind: text("kind", { enum: ["ai_calls"] }).notNull(),
    amount: integer("amount").notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.kind] })],
);

/** Queue messages that ran out of retries, for the operator to look at and to send again. */
export const deadLetter = sqliteTable(
  "dead_letter",
  {
    /** The queue's id of the message. */
    id: text("id").primaryKey(),
    /** The dead letter queue that it came by. */
    queue: text("queue").notNull(),
    /** The message as JSON, without visitors' addresses and signatures. */
    body: text("body").notNull(),
    arrivedAt: integer("arrived_at").notNull(),
  },
  (table) => [index("dead_letter_arrived").on(table.arrivedAt)],
);
