import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/**
 * Timestamps are epoch milliseconds unless a column says otherwise. `user`, `session`, `credential` and `verification`
 * belong to the auth library.
 */

export const account = sqliteTable(
  "account",
  {
    id: text("id").primaryKey(),
    plan: text("plan", { enum: ["free", "starter", "pro", "business"] }).notNull(),
    /** JSON object: limits that the operator set for this account only. */
    limitOverrides: text("limit_overrides", { mode: "json" }).$type<Record<string, unknown>>(),
    createdAt: integer("created_at").notNull(),
    /** Set while the operator has suspended the account, with the reason that the account sees. */
    suspendedAt: integer("suspended_at"),
    suspendedReason: text("suspended_reason"),
    /** Set when the account was deleted. The row stays until the account's domains are purged. */
    deletedAt: integer("deleted_at"),
  },
  (table) => [
    // Every tick looks for deleted accounts. Living ones take no room here.
    index("account_deleted")
      .on(table.deletedAt)
      .where(sql`deleted_at IS NOT NULL`),
  ],
);

export const user = sqliteTable("user", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  email: text("email").notNull().unique(),
  emailVerified: integer("email_verified", { mode: "boolean" }).notNull().default(false),
  image: text("image"),
  twoFactorEnabled: integer("two_factor_enabled", { mode: "boolean" }).notNull().default(false),
  createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
  updatedAt: integer("updated_at", { mode: "timestamp_ms" }).notNull(),
});

export const session = sqliteTable(
  "session",
  {
    id: text("id").primaryKey(),
    expiresAt: integer("expires_at", { mode: "timestamp_ms" }).notNull(),
    token: text("token").notNull().unique(),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
    updatedAt: integer("updated_at", { mode: "timestamp_ms" }).notNull(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    userId: text("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
  },
  (table) => [index("session_user").on(table.userId)],
);

export const credential = sqliteTable(
  "credential",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: integer("access_token_expires_at", { mode: "timestamp_ms" }),
    refreshTokenExpiresAt: integer("refresh_token_expires_at", { mode: "timestamp_ms" }),
    scope: text("scope"),
    password: text("password"),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
    updatedAt: integer("updated_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("credential_user").on(table.userId)],
);

export const verification = sqliteTable("verification", {
  id: text("id").primaryKey(),
  identifier: text("identifier").notNull(),
  value: text("value").notNull(),
  expiresAt: integer("expires_at", { mode: "timestamp_ms" }).notNull(),
  createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
  updatedAt: integer("updated_at", { mode: "timestamp_ms" }).notNull(),
});

export const membership = sqliteTable(
  "membership",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    role: text("role", { enum: ["owner", "member"] }).notNull(),
    /** JSON array of the domain names that a member is restricted to; null means all of the account's domains. */
    domains: text("domains", { mode: "json" }).$type<string[]>(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.userId] }), index("membership_user").on(table.userId)],
);

export interface Competitor {
  name: string;
  siteUrl?: string;
  aliases?: string[];
  category?: string;
  excludePhrases?: string[];
}

/** See StoredRenderRule. */
export interface RenderRuleRow {
  path: string;
  action: "render" | "pass";
  ttlHours?: number | undefined;
  waitFor?: string | undefined;
  waitMs?: number | undefined;
  scroll?: boolean | undefined;
  remove?: string[] | undefined;
  keepConsent?: boolean | undefined;
  viewport?: "desktop" | "mobile" | "both" | undefined;
  parameters?: string[] | undefined;
  /** Values are encrypted. */
  headers?: Record<string, string> | undefined;
}

/** See AuditScope. */
export interface StoredAuditScope {
  include?: string[] | undefined;
  exclude?: string[] | undefined;
  maxDepth?: number | undefined;
  ignoreParams?: string[] | undefined;
  crawler?: string | undefined;
  productionHost?: string | undefined;
}

/** See AuditExtractors. */
export interface StoredExtractor {
  name: string;
  selector: string;
  /** Left out: `css`. */
  language?: "css" | "xpath" | "regex" | undefined;
  attribute?: string | undefined;
}

/** See CrawlRouter. */
export interface StoredRouter {
  switches: {
    action: "redirect" | "gone";
    kind: "search" | "llm-search" | "llm-training" | "llm-user";
    since: number;
  }[];
  gone: string[];
  keep: string[];
}

export const domain = sqliteTable(
  "domain",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    /** Lower-case ASCII host, with its port if private hosts are allowed. */
    domain: text("domain").notNull(),
    /** Where visitors' requests and renders go, e.g. `https://origin.example`; null means `https://{domain}`. */
    origin: text("origin"),
    sitemapUrl: text("sitemap_url"),
    brandName: text("brand_name"),
    brandAliases: text("brand_aliases", { mode: "json" }).$type<string[]>(),
    /** What the brand offers, such as "CRM": near an everyday word, it shows that the brand is meant. */
    category: text("category"),
    /** JSON array of phrases that contain the brand's name and mean something else. */
    excludePhrases: text("exclude_phrases", { mode: "json" }).$type<string[]>(),
    competitors: text("competitors", { mode: "json" }).$type<Competitor[]>(),
    snapshotTtlHours: integer("snapshot_ttl_hours").notNull().default(24),
    /** Query parameters that don't change a page, in addition to the built-in ones. A final * matches any ending. */
    ignoredParameters: text("ignored_parameters", { mode: "json" }).$type<string[]>(),
    /** How the pages of some paths are rendered. The first rule that matches applies. */
    renderRules: text("render_rules", { mode: "json" }).$type<RenderRuleRow[]>(),
    /** Whether pages whose content only says "not found" are served with status 404. */
    soft404: text("soft_404", { enum: ["detect", "off"] })
      .notNull()
      .default("detect"),
    /** Serve snapshots as Markdown to clients that accept it. */
    markdown: integer("markdown", { mode: "boolean" }).notNull().default(false),
    /** Serve an /llms.txt made from the sitemap and the snapshots if the site has none. */
    llmsTxt: integer("llms_txt", { mode: "boolean" }).notNull().default(false),
    auditFrequency: text("audit_frequency", { enum: ["none", "daily", "weekly", "monthly"] })
      .notNull()
      .default("none"),
    /** Which pages scheduled audits render. */
    auditRendering: text("audit_rendering", { enum: ["auto", "all", "sample", "never"] })
      .notNull()
      .default("auto"),
    /** Limits of scheduled audits. */
    auditScope: text("audit_scope", { mode: "json" }).$type<StoredAuditScope>(),
    /** What audits read from every page. */
    auditExtractors: text("audit_extractors", { mode: "json" }).$type<StoredExtractor[]>(),
    /** Headers that open the site for audits: their names, and their values encrypted. */
    auditAccess: text("audit_access", { mode: "json" }).$type<{
      headers: string[];
      basicAuth: boolean;
      sealed: string;
    }>(),
    /**
     * The day since 1970 on which the schedule began; its weeks and months count from there. 0: that was set, and begins with the
     * first audit. Null: by the calendar.
     */
    auditSince: integer("audit_since"),
    /** Answers training crawlers with a redirect to the page's canonical URL. */
    canonicalRedirects: integer("canonical_redirects", { mode: "boolean" }).notNull().default(false),
    /** What verified crawlers get instead of pages that waste their visits. */
    crawlRouter: text("crawl_router", { mode: "json" }).$type<StoredRouter>(),
    verificationToken: text("verification_token").notNull(),
    verificationMethod: text("verification_method"),
    verifiedAt: integer("verified_at"),
    createdAt: integer("created_at").notNull(),
    /** Set when the domain was removed. From then on, only its purge still uses the row. */
    deletedAt: integer("deleted_at"),
    /** The audit schedule skips the domain until then. A rejected or failed start moves it forward. */
    auditNotBefore: integer("audit_not_before").notNull().default(0),
    /**
     * The purge of a removed domain is queued again after this time. Each message moves it forward, so that a stuck
     * purge comes last.
     */
    purgeNotBefore: integer("purge_not_before").notNull().default(0),
    /** The recurring upkeep of the domain's own storage is due from then on. */
    upkeepNotBefore: integer("upkeep_not_before").notNull().default(0),
    /** A copy of the account's `suspendedAt`, because serving reads only this row. */
    suspendedAt: integer("suspended_at"),
    /** An origin that was set but is not used yet: it is outside the domain's registrable domain and unproven. */
    wantedOrigin: text("wanted_origin"),
    /** What proves an `origin` outside the domain's registrable domain; null if it needs no proof. */
    originProof: text("origin_proof", { enum: ["operator", "file", "meta"] }),
    /**
     * When the last daily check ran, when the proof was last seen, and since when it has been missing (null: not
     * missing).
     */
    proofCheckedAt: integer("proof_checked_at"),
    proofSeenAt: integer("proof_seen_at"),
    proofLostAt: integer("proof_lost_at"),
    /** Set when the account lost the domain and the domain's snapshots are not purged yet. */
    releasedAt: integer("released_at"),
    /** The customer's own name for the domain, unique in the account. */
    externalId: text("external_id"),
    /** The domain's host is to be a custom hostname of the operator's zone at Cloudflare. */
    customHostname: integer("custom_hostname", { mode: "boolean" }).notNull().default(false),
  },
  (table) => [
    index("domain_external_id")
      .on(table.accountId, table.externalId)
      .where(sql`external_id IS NOT NULL`),
    index("domain_custom_hostname")
      .on(table.domain)
      .where(sql`custom_hostname = 1`),
    uniqueIndex("domain_in_account")
      .on(table.accountId, table.domain)
      .where(sql`deleted_at IS NULL`),
    index("domain_deleted")
      .on(table.deletedAt)
      .where(sql`deleted_at IS NOT NULL`),
    uniqueIndex("domain_verified")
      .on(table.domain)
      .where(sql`verified_at IS NOT NULL`),
    index("domain_released")
      .on(table.releasedAt)
      .where(sql`released_at IS NOT NULL`),
  ],
);

export const apiKey = sqliteTable(
  "api_key",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    /** The one domain that the key is limited to; null means all of the account's domains. */
    domainId: text("domain_id").references(() => domain.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** The first characters of the key, which identify it in a list. */
    prefix: text("prefix").notNull(),
    /** SHA-256 of the key, hexadecimal. The key itself is never stored. */
    hash: text("hash").notNull().unique(),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at"),
    revokedAt: integer("revoked_at"),
  },
  (table) => [index("api_key_account").on(table.accountId)],
);

export const statsToken = sqliteTable(
  "stats_token",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    domainId: text("domain_id")
      .notNull()
      .references(() => domain.id, { onDelete: "cascade" }),
    prefix: text("prefix").notNull(),
    hash: text("hash").notNull().unique(),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at"),
    revokedAt: integer("revoked_at"),
  },
  (table) => [index("stats_token_account").on(table.accountId)],
);

/**
 * Log of who did what: keys, domains, plans, invalidations, sign-ins. Entries are never changed. A trigger keeps the latest
 * 5,000 of each action of an account, so that no flood of one action pushes out another.
 */
export const actionLog = sqliteTable(
  "action_log",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    /** user, key, connection (a connected app), operator or system, and its id. */
    actorKind: text("actor_kind", { enum: ["user", "key", "connection", "operator", "system"] }).notNull(),
    actorId: text("actor_id"),
    /** Dotted verb, e.g. `api_key.created`. */
    action: text("action").notNull(),
    /** What the action changed, e.g. a domain or a key's id. Never a secret. */
    target: text("target"),
    detail: text("detail", { mode: "json" }).$type<Record<string, unknown>>(),
    at: integer("at").notNull(),
  },
  (table) => [
    index("action_log_account").on(table.accountId, table.at),
    index("action_log_action").on(table.accountId, table.action, table.at),
  ],
);
