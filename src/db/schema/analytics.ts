import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

// Visits that earlier releases counted. They move into the objects of their domains (docs/decisions/0006), which have the
// same tables without `domain_id`; nothing writes here any more.

/** Ids of counted visits, kept as long as the same id can arrive again. */
export const visitSeen = sqliteTable(
  "visit_seen",
  {
    /** First 64 bits of the SHA-256 of domain and id. */
    key: integer("key").primaryKey(),
    /** A random number that identifies the delivery that counted this visit. */
    delivery: integer("delivery").notNull(),
    /** Day since 1970 after which the id may be deleted. */
    expiresDay: integer("expires_day").notNull(),
  },
  (table) => [index("visit_seen_expires").on(table.expiresDay)],
);

/** Crawlers that visits were counted for, with the names from the catalogue at that time. */
export const visitAgent = sqliteTable(
  "visit_agent",
  {
    no: integer("no").primaryKey(),
    /** Empty for a crawler that the catalogue does not list. */
    token: text("token").notNull(),
    provider: text("provider").notNull(),
    kind: text("kind").notNull(),
  },
  (table) => [uniqueIndex("visit_agent_name").on(table.token, table.provider, table.kind)],
);

/** Paths of a domain that crawlers visited, and `(other)` for paths beyond the limit. */
export const visitPath = sqliteTable(
  "visit_path",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    domainId: text("domain_id").notNull(),
    path: text("path").notNull(),
    /** The decoded and case-folded path, for search. */
    folded: text("folded").notNull(),
    /** First and last day with a non-spoofed visit, in days since 1970. */
    firstDay: integer("first_day"),
    lastDay: integer("last_day"),
    /** The HTTP status of the latest visit that had one, and the time of that visit in epoch ms. */
    status: integer("status"),
    statusAt: integer("status_at"),
  },
  (table) => [uniqueIndex("visit_path_path").on(table.domainId, table.path)],
);

/**
 * Visits per UTC day, path, crawler and verdict. These four are packed into the row's key, so that the table stores a
 * path's days next to each other (docs/decisions/0006): `path id << 26
 * day << 11
 * agent << 2
 * verdict`.
 */
export const visitDaily = sqliteTable("visit_daily", {
  slot: integer("slot").primaryKey(),
  cache: integer("cache").notNull(),
  render: integer("render").notNull(),
});

/** Visits per UTC day of a whole domain, by crawler and verdict. */
export const visitTotal = sqliteTable(
  "visit_total",
  {
    domainId: text("domain_id").notNull(),
    day: integer("day").notNull(),
    agent: integer("agent").notNull(),
    verdict: integer("verdict").notNull(),
    cache: integer("cache").notNull(),
    render: integer("render").notNull(),
    /** Render time in ms that cached responses saved, and the number of visits for which it is known. */
    savedMs: integer("saved_ms").notNull(),
    savedCount: integer("saved_count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.domainId, table.day, table.agent, table.verdict] })],
);

/** Histogram of a domain's render times: the count per UTC day and 10 ms. */
export const visitRenderTime = sqliteTable(
  "visit_render_time",
  {
    domainId: text("domain_id").notNull(),
    day: integer("day").notNull(),
    ms: integer("ms").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.domainId, table.day, table.ms] })],
);

/** Each version of a domain's robots.txt. */
export const robotsVersion = sqliteTable(
  "robots_version",
  {
    domainId: text("domain_id").notNull(),
    /** When the version was first seen, in epoch ms. It applies until the next version. */
    since: integer("since").notNull(),
    hash: text("hash").notNull(),
    /** Empty for a site without a robots.txt. */
    text: text("text").notNull(),
  },
  (table) => [primaryKey({ columns: [table.domainId, table.since] })],
);

/** When a domain's robots.txt was last checked. */
export const robotsWatch = sqliteTable("robots_watch", {
  domainId: text("domain_id").primaryKey(),
  checkedAt: integer("checked_at").notNull(),
});

/** Visits of verified crawlers to paths that the robots.txt of that time disallowed. */
export const visitViolation = sqliteTable(
  "visit_violation",
  {
    domainId: text("domain_id").notNull(),
    day: integer("day").notNull(),
    pathId: integer("path_id").notNull(),
    agent: integer("agent").notNull(),
    /** The rule that disallowed the path, and its line in the file. */
    rule: text("rule").notNull(),
    line: integer("line").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.domainId, table.day, table.pathId, table.agent, table.rule, table.line] })],
);
