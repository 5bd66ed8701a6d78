import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Every visit's id, kept longer than the queue can redeliver it, so that counting a batch twice adds nothing. */
export const visitEvent = sqliteTable(
  "visit_event",
  {
    domainId: text("domain_id").notNull(),
    id: text("id").notNull(),
    /** Names the one delivery that counted this event. */
    delivery: text("delivery").notNull(),
    /** Instant of the visit, epoch ms. */
    at: integer("at").notNull(),
    path: text("path").notNull(),
    provider: text("provider").notNull(),
    kind: text("kind").notNull(),
    servedBy: text("served_by", { enum: ["cache", "render"] }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.domainId, table.id] }), index("visit_event_delivery").on(table.delivery)],
);

/** Visits a UTC day: the only table the reports read. */
export const visitDaily = sqliteTable(
  "visit_daily",
  {
    domainId: text("domain_id").notNull(),
    /** `yyyy-mm-dd`, UTC. */
    date: text("date").notNull(),
    path: text("path").notNull(),
    provider: text("provider").notNull(),
    kind: text("kind").notNull(),
    servedBy: text("served_by", { enum: ["cache", "render"] }).notNull(),
    count: integer("count").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.domainId, table.date, table.path, table.provider, table.kind, table.servedBy] }),
  ],
);
