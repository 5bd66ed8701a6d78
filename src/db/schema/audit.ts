import { sql } from "drizzle-orm";
import { blob, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { account, domain } from "./accounts";

export const auditRun = sqliteTable(
  "audit_run",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    domainId: text("domain_id")
      .notNull()
      .references(() => domain.id, { onDelete: "cascade" }),
    domain: text("domain").notNull(),
    status: text("status", { enum: ["queued", "running", "success", "limit_reached", "partial", "error"] }).notNull(),
    trigger: text("trigger", { enum: ["manual", "api", "schedule"] }).notNull(),
    frequency: text("frequency", { enum: ["on_demand", "daily", "weekly", "monthly"] }).notNull(),
    mode: text("mode", { enum: ["follow", "selected", "sitemap"] }).notNull(),
    /** Only runs with the same key are compared. It consists of mode, sitemap and newPagesOnly. */
    scopeKey: text("scope_key").notNull(),
    /**
     * The most pages that the run may audit. They count as used while it runs, so that parallel runs can't exceed the
     * monthly limit.
     */
    pageLimit: integer("page_limit").notNull().default(0),
    /** What started the run, e.g. `weekly:2026-11-16` or `deploy:<id>`; null for runs that somebody started. */
    slot: text("slot"),
    /** The member who gets a mail when the run ends; null: nobody, or the mail was taken. */
    mailTo: text("mail_to"),
    startedAt: integer("started_at").notNull(),
    completedAt: integer("completed_at"),
    /** Last sign of progress. */
    heartbeatAt: integer("heartbeat_at").notNull(),
    pagesCrawled: integer("pages_crawled").notNull().default(0),
    healthScore: real("health_score").notNull().default(0),
    issueCount: integer("issue_count").notNull().default(0),
    deltaIssues: integer("delta_issues").notNull().default(0),
    deltaHealth: real("delta_health").notNull().default(0),
    runCount: integer("run_count").notNull().default(0),
    closeReason: text("close_reason"),
    needsContinuation: integer("needs_continuation", { mode: "boolean" }).notNull().default(false),
    hitUrlLimit: integer("hit_url_limit", { mode: "boolean" }).notNull().default(false),
    errorMessage: text("error_message"),
    /** Scores of the analyses, which the domain's object keeps. */
    scoreState: text("score_state", { enum: ["scored", "not_scorable", "client_rendered", "unreachable"] }),
    renderedHealthScore: real("rendered_health_score"),
    siteScore: real("site_score"),
    /** The analyses and their parts as 1.0.0 kept them, null once the domain's object has them. */
    robotsAnalysis: text("robots_analysis", { mode: "json" }).$type<Record<string, unknown>>(),
    crawlStats: text("crawl_stats", { mode: "json" }).$type<Record<string, unknown>>(),
    sitemapIssues: text("sitemap_issues", { mode: "json" }).$type<unknown[]>(),
    topIssues: text("top_issues", { mode: "json" }).$type<unknown[]>(),
    /** Large parts of these analyses, which hold null in their place: path of the part → its hash in audit_part. */
    parts: text("parts", { mode: "json" }).$type<Record<string, string>>(),
    /** Where the pages are: null: with the domain's object; else the key of their file in the archive. */
    archiveKey: text("archive_key"),
  },
  (table) => [
    // A second lock in addition to the domain's Durable Object: at most one active run per domain.
    uniqueIndex("audit_run_one_active")
      .on(table.domainId)
      .where(sql`status IN ('queued', 'running')`),
    // Each scheduled slot starts one run, however often the cron fires.
    uniqueIndex("audit_run_slot").on(table.domainId, table.slot),
    index("audit_run_account").on(table.accountId, table.startedAt),
    index("audit_run_mail")
      .on(table.completedAt)
      .where(sql`mail_to IS NOT NULL`),
    index("audit_run_domain").on(table.domainId, table.startedAt),
  ],
);

/** Large parts of the analyses that are in audit_run, each once per domain however many runs have it. */
export const auditPart = sqliteTable(
  "audit_part",
  {
    domainId: text("domain_id")
      .notNull()
      .references(() => domain.id, { onDelete: "cascade" }),
    /** The first 128 bits of the SHA-256 of the JSON, hexadecimal. */
    hash: text("hash").notNull(),
    /** JSON, deflated. */
    body: blob("body", { mode: "buffer" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.domainId, table.hash] })],
);

/** Pages audited per calendar month and account. */
export const auditUsage = sqliteTable(
  "audit_usage",
  {
    runId: text("run_id").primaryKey(),
    accountId: text("account_id").notNull(),
    /** `yyyy-mm`, UTC. */
    month: text("month").notNull(),
    pages: integer("pages").notNull(),
    /** Whether the run counts against the month's on-demand audits. */
    onDemand: integer("on_demand", { mode: "boolean" }).notNull(),
  },
  (table) => [index("audit_usage_account").on(table.accountId, table.month)],
);
