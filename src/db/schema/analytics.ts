import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Ids of counted visits, kept for as long as the same id can still come again. */
export const visitSeen = sqliteTable(
  "visit_seen",
  {
    /** First 64 bits of the SHA-256 of domain and id. */
    key: integer("key").primaryKey(),
    /** A random number that names the one delivery that counted this visit. */
    delivery: integer("delivery").notNull(),
    /** Day since 1970 on which the id may be forgotten. */
    expiresDay: integer("expires_day").notNull(),
  },
  (table) => [index("visit_seen_expires").on(table.expiresDay)],
);

/** Crawlers that visits were counted for, as the catalogue named them then. */
export const visitAgent = sqliteTable(
  "visit_agent",
  {
    no: integer("no").primaryKey(),
    /** Empty for a crawler that the catalogue does not know. */
    token: text("token").notNull(),
    provider: text("provider").notNull(),
    kind: text("kind").notNull(),
  },
  (table) => [uniqueIndex("visit_agent_name").on(table.token, table.provider, table.kind)],
);

/** Paths of a domain that crawlers visited, and `(other)` for those beyond the limit. */
export const visitPath = sqliteTable(
  "visit_path",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    domainId: text("domain_id").notNull(),
    path: text("path").notNull(),
    /** The path decoded and case-folded, for search. */
    folded: text("folded").notNull(),
    /** First and last day with a visit that is not spoofed, in days since 1970. */
    firstDay: integer("first_day"),
    lastDay: integer("last_day"),
    /** HTTP status of the latest visit that brought one, and the instant of that visit, epoch ms. */
    status: integer("status"),
    statusAt: integer("status_at"),
  },
  (table) => [uniqueIndex("visit_path_path").on(table.domainId, table.path)],
);

/**
 * Visits a UTC day of one path, crawler and verdict. The four are packed into the row's key, so that the days of a path lie
 * side by side in the table itself (docs/decisions/0006): `path id << 26 | day << 11 | agent << 2 | verdict`.
 */
export const visitDaily = sqliteTable("visit_daily", {
  slot: integer("slot").primaryKey(),
  cache: integer("cache").notNull(),
  render: integer("render").notNull(),
});

/** Visits a UTC day of a whole domain, by crawler and verdict. */
export const visitTotal = sqliteTable(
  "visit_total",
  {
    domainId: text("domain_id").notNull(),
    day: integer("day").notNull(),
    agent: integer("agent").notNull(),
    verdict: integer("verdict").notNull(),
    cache: integer("cache").notNull(),
    render: integer("render").notNull(),
    /** Render time that visits from the cache saved, in ms, and how many of them it is known for. */
    savedMs: integer("saved_ms").notNull(),
    savedCount: integer("saved_count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.domainId, table.day, table.agent, table.verdict] })],
);

/** How long a domain's renders took: how many a UTC day for each 10 ms. */
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

/** Each robots.txt that a domain was seen to have, from when to when. */
export const robotsVersion = sqliteTable(
  "robots_version",
  {
    domainId: text("domain_id").notNull(),
    /** Epoch ms at which it was first seen; it holds until the next version. */
    since: integer("since").notNull(),
    hash: text("hash").notNull(),
    /** Empty for a site without one. */
    text: text("text").notNull(),
  },
  (table) => [primaryKey({ columns: [table.domainId, table.since] })],
);

/** When a domain's robots.txt was last looked at. */
export const robotsWatch = sqliteTable("robots_watch", {
  domainId: text("domain_id").primaryKey(),
  checkedAt: integer("checked_at").notNull(),
});

/** Visits of verified crawlers to paths that the robots.txt of that time forbade them. */
export const visitViolation = sqliteTable(
  "visit_violation",
  {
    domainId: text("domain_id").notNull(),
    day: integer("day").notNull(),
    pathId: integer("path_id").notNull(),
    agent: integer("agent").notNull(),
    /** The rule that forbade it, and its line in the file. */
    rule: text("rule").notNull(),
    line: integer("line").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.domainId, table.day, table.pathId, table.agent, table.rule, table.line] })],
);
