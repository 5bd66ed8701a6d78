import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
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
    robotsAnalysis: text("robots_analysis", { mode: "json" }).$type<Record<string, unknown>>(),
    crawlStats: text("crawl_stats", { mode: "json" }).$type<Record<string, unknown>>(),
    sitemapIssues: text("sitemap_issues", { mode: "json" }).$type<unknown[]>(),
    topIssues: text("top_issues", { mode: "json" }).$type<unknown[]>(),
    /** Large parts of the analyses, which hold null in their place: path of the part → its hash in audit_part. */
    parts: text("parts", { mode: "json" }).$type<Record<string, string>>(),
    /** Where the pages are: null: with the domain's object; else the key of their file in the archive. */
    archiveKey: text("archive_key"),
  },
  (table) => [
    // A second lock besides the domain's Durable Object: at most one active run per domain.
    uniqueIndex("audit_run_one_active")
      .on(table.domainId)
      .where(sql`status IN ('queued', 'running')`),
    // Each scheduled slot starts one run, however often the cron fires.
    uniqueIndex("audit_run_slot").on(table.domainId, table.slot),
    index("audit_run_account").on(table.accountId, table.startedAt),
    index("audit_run_domain").on(table.domainId, table.startedAt),
  ],
);

/** Large parts of analyses, each once per domain however many runs have it. */
export const auditPart = sqliteTable(
  "audit_part",
  {
    domainId: text("domain_id")
      .notNull()
      .references(() => domain.id, { onDelete: "cascade" }),
    /** SHA-256 of the body. */
    hash: text("hash").notNull(),
    /** JSON. */
    body: text("body").notNull(),
  },
  (table) => [primaryKey({ columns: [table.domainId, table.hash] })],
);

/**
 * Pages of runs of releases before 0.3. Each domain's object moves its own; nothing is added any more. One row a URL of a
 * run, keyed by its place in the frontier.
 */
export const auditPage = sqliteTable(
  "audit_page",
  {
    runId: text("run_id")
      .notNull()
      .references(() => auditRun.id, { onDelete: "cascade" }),
    seq: integer("seq").notNull(),
    /** Path and query. */
    path: text("path").notNull(),
    /** hash53 of the canonical URL. */
    urlHash: integer("url_hash").notNull(),
    /** 1: a page of the result; 0: fetched only for its facts (canonical targets, files). */
    listed: integer("listed").notNull(),
    /** 1 if a sitemap lists the page. */
    inSitemap: integer("in_sitemap").notNull(),
    /** 0 if there was no response, or robots.txt forbade the request. */
    statusCode: integer("status_code").notNull(),
    /** The result of the request: ok, redirect, error, timeout, unreachable, blocked, not_html. */
    outcome: text("outcome").notNull(),
    loadTimeMs: integer("load_time_ms").notNull(),
    depth: integer("depth").notNull(),
    /** The URL pattern that the page was sampled from; null if no page was left out. */
    pattern: integer("pattern"),
    bytes: integer("bytes").notNull(),
    indexable: integer("indexable").notNull(),
    /**
     * Why the page is not indexable: noindex, canonicalised, blocked, redirect, error, not_html; null if it is
     * indexable.
     */
    nonIndexableReason: text("non_indexable_reason"),
    /** hash53 of the redirect target, the canonical target, the title, the description and the main text. */
    redirectHash: integer("redirect_hash"),
    canonicalHash: integer("canonical_hash"),
    titleHash: integer("title_hash"),
    descriptionHash: integer("description_hash"),
    textHash: integer("text_hash"),
    /**
     * Internal links: base64 of little-endian float64 hash53 values, one per distinct target; negative means nofollow.
     */
    links: text("links"),
    /** JSON as in audit/model/page/relations.ts: h1, share tags, alternates, next and previous page, as hash53. */
    relations: text("relations"),
    /** JSON array of {id, severity, detail} found on the page itself. */
    issues: text("issues").notNull(),
    /** JSON array of the same shape, found by comparing pages at the end of the run. */
    crossIssues: text("cross_issues").notNull().default("[]"),
    issueCount: integer("issue_count").notNull(),
    healthScore: real("health_score").notNull(),
    previewScore: integer("preview_score").notNull(),
    /** The previewScore that the analysis sets if other pages of the run have the same share tags. */
    sharedPreviewScore: integer("shared_preview_score").notNull(),
    /** JSON comparison of raw and rendered HTML, for pages that were also rendered. */
    rendered: text("rendered"),
    /** JSON of the image that shared links show; the text `null` means that it was not checked. */
    shareImage: text("share_image"),
  },
  (table) => [primaryKey({ columns: [table.runId, table.seq] }), index("audit_page_path").on(table.runId, table.path)],
);

/** Earlier scores of a path, at most from the last 10 finished runs, newest last. */
export const auditTrend = sqliteTable(
  "audit_trend",
  {
    domainId: text("domain_id")
      .notNull()
      .references(() => domain.id, { onDelete: "cascade" }),
    pathHash: integer("path_hash").notNull(),
    /** JSON array of [runId, healthScore]. */
    points: text("points").notNull(),
  },
  (table) => [primaryKey({ columns: [table.domainId, table.pathHash] })],
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
