import { DIFFERENCES } from "./model/run/site-difference";
import * as z from "zod";
import { RENDERING_REASONS } from "./model/page/rendering-policy";
import {
  AgentReadinessResponse,
  CrawlStatsResponse,
  IssueDetail,
  RobotsAnalysis,
  each,
} from "./runs/results/figures-response";

const Severity = z.enum(["error", "warning", "notice"]);

/** The catalogue of checks. */
export const ChecksResponse = z.object({
  checks: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      scope: z.enum(["page", "cross", "site", "rendered"]),
      severity: Severity,
      category: z.string(),
      weight: z.number(),
      rule: z.string(),
      thresholds: z.record(z.string(), z.number()),
      why: z.string(),
      fix: z.string(),
    }),
  ),
  sitemapChecks: z
    .array(
      z.object({
        id: z.string(),
        title: z.string(),
        severity: Severity,
        rule: z.string(),
        why: z.string(),
        fix: z.string(),
      }),
    )
    .describe("What audits report about sitemaps"),
});

/** An audit run, see docs/audits.md. */
const AuditRun = z.object({
  id: z.string(),
  domain: z.string(),
  startedAt: z.int(),
  completedAt: z.int().nullable(),
  status: z.enum(["queued", "running", "success", "limit_reached", "partial", "error"]),
  trigger: z.enum(["manual", "api", "schedule"]),
  frequency: z.enum(["on_demand", "daily", "weekly", "monthly"]),
  mode: z.enum(["follow", "selected", "sitemap"]),
  pagesCrawled: z.int(),
  healthScore: z.number(),
  scoreState: z
    .enum(["scored", "not_scorable", "client_rendered", "unreachable"])
    .nullable()
    .describe("Whether healthScore means anything; null while the run is active"),
  renderedHealthScore: z.number().nullable().describe("healthScore for crawlers that run scripts"),
  siteScore: z
    .number()
    .nullable()
    .describe(
      "The headline, Health: 100 minus what each kind of issue costs, by what it does and how many pages have it",
    ),
  issueCount: z.int(),
  deltaIssues: z.int(),
  deltaHealth: z.number(),
  robotsAnalysis: RobotsAnalysis,
  agentReadiness: AgentReadinessResponse,
  crawlStats: CrawlStatsResponse,
  runCount: z.int(),
  scope: z
    .string()
    .nullable()
    .describe(
      "Equal for runs that were set to read the same pages, so that their scores can be compared; null: every such run has pages of its own",
    ),
  coversSite: z
    .boolean()
    .describe("It was set to read the whole site. Reports on the site leave the others out while there is one"),
  closeReason: z
    .enum([
      "finished",
      "url_limit",
      "time_limit",
      "month_limit",
      "cancelled",
      "seed_unreachable",
      "robots_blocked",
      "internal_error",
    ])
    .nullable()
    .describe("Null while the run is active"),
  needsContinuation: z.boolean(),
  hitUrlLimit: z.boolean(),
  errorMessage: z.string().nullable(),
});

const PageIssue = z.object({
  id: z.string(),
  severity: Severity,
  detail: IssueDetail,
});

const PageView = z.object({
  words: z.int(),
  links: z.int(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  canonical: z.string().nullable(),
  robots: z.array(z.string()),
  headings: z.array(z.string()),
  jsonLd: z.array(z.string()),
});

/** A page as served, compared with the same page rendered. */
const Rendered = z.object({
  empty: z.literal(true).optional().describe("The page looks empty as served"),
  outcome: z.enum(["rendered", "failed"]),
  reason: z.string().nullable(),
  snapshot: z.boolean(),
  ready: z.enum(["flag", "quiet", "deadline", "redirect"]).nullable(),
  finalUrl: z.string().nullable(),
  raw: PageView,
  rendered: PageView.nullable(),
  changed: z.array(z.string()),
  errors: z.array(z.string()),
  failedRequests: z.array(z.string()),
  blockedResources: z.int(),
  lab: z
    .object({ lcpMs: z.int().nullable(), cls: z.number().nullable(), bytes: z.int() })
    .optional()
    .describe(
      "Measured once by our own browser, on a desktop screen and a fast network: Largest Contentful Paint, Cumulative Layout Shift, bytes transferred. Not what visitors experience",
    ),
  axe: z
    .object({
      violations: z.array(
        z.object({
          rule: z.string(),
          impact: z.enum(["critical", "serious", "moderate", "minor"]),
          help: z.string(),
          helpUrl: z.string(),
          elements: z.int(),
          examples: z.array(z.object({ selector: z.string(), html: z.string() })),
        }),
      ),
      skipped: z.string().nullable().describe("Why axe did not check the page; null: it did"),
    })
    .optional()
    .describe("What axe-core found on the page once its scripts had run, by rule"),
  issues: z.array(z.object({ id: z.string(), severity: Severity })).optional(),
});

/** A page of a run, see docs/audits.md. */
const AuditPage = z.object({
  id: z.string(),
  path: z.string(),
  statusCode: z.int(),
  loadTimeMs: z.int(),
  healthScore: z.number(),
  previewScore: z.number(),
  indexable: z.boolean(),
  issueCount: z.int(),
  issues: z.array(PageIssue),
  unscoredIssues: z
    .array(PageIssue)
    .optional()
    .describe(
      "What the checks of indexable pages found on a page that is not indexable. No score or count includes it. Absent in pages that earlier releases archived",
    ),
  trendPoints: z.array(z.number()),
  depth: z.int(),
  outcome: z
    .enum(["ok", "redirect", "error", "timeout", "unreachable", "blocked", "not_html"])
    .describe("How fetching the page ended; `blocked`: robots.txt disallows it, so it was not fetched"),
  nonIndexableReason: z
    .enum(["noindex", "canonicalised", "blocked", "redirect", "error", "not_html", "not_audited"])
    .nullable(),
  rendered: Rendered.nullable(),
  renderingReason: z
    .enum(RENDERING_REASONS)
    .nullable()
    .optional()
    .describe(
      "Why the page was rendered (`looks_empty`, `template_sample`, `template_changes`, `all`), or why not (`never`, `not_a_sample`, `template_unchanged`, `budget_spent`, `failed`). A page that was not rendered may have script errors and barriers that are not known. Null: it has nothing to render. Absent in pages that earlier releases archived",
    ),
  shareImage: z
    .object({
      url: z.string().nullable(),
      status: z.int(),
      contentType: z.string().nullable(),
      format: z.string().nullable(),
      bytes: z.int().nullable(),
      width: z.int().nullable(),
      height: z.int().nullable(),
    })
    .nullable(),
  previewUnverified: z.boolean(),
  linkedFrom: z
    .object({ pages: z.int(), paths: z.array(z.string()) })
    .nullable()
    .describe("For a page that is broken or redirects: how many pages link to it, and some of them"),
  carriedAt: z
    .int()
    .nullable()
    .describe("When the run that this one continues had fetched the page; null: this run fetched it"),
  contentHashes: z
    .object({ title: z.string().nullable(), description: z.string().nullable(), text: z.string().nullable() })
    .optional()
    .describe(
      "Equal for pages with the same title, description and main text; null: none, or too little text. Absent from runs of earlier versions",
    ),
  extracted: z
    .record(
      z.string(),
      z.object({ values: z.array(z.string()), count: z.int(), isIncomplete: z.literal(true).optional() }),
    )
    .nullable()
    .describe(
      "Per field of the domain's `auditExtractors`: the first values, shortened, and the total number; `isIncomplete`: the page is too large to be read whole, or reading it took too many steps; null: no fields were to be read",
    ),
});

/** An issue of the run, ranked by its impact on crawlers. */
const TopIssue = z.object({
  id: z.string(),
  severity: Severity,
  weight: z.number(),
  title: z.string(),
  pages: z.int(),
  visits: z.int(),
  impact: z.number(),
  samplePaths: z.array(z.string()),
  cause: z.enum(["template", "pages", "site"]).nullable().describe("`template`: fixed once for all pages"),
  gain: z.number().nullable().describe("Estimate of the points that fixing it adds to siteScore"),
  costsVisits: z.boolean().nullable(),
  element: z.string().nullable().describe("What is the same on all pages of the template"),
  consequences: z.array(z.object({ id: z.string(), severity: Severity, pages: z.int() })),
  why: z.string().nullable(),
  fix: z.string().nullable(),
});

const SitemapIssue = z.object({
  id: z.string(),
  severity: Severity,
  title: z.string(),
  sitemapUrl: z.string().nullable(),
  count: z.int(),
  sampleUrls: z.array(z.string()),
  detail: z.string(),
  fix: z.string(),
});

export const StartResponse = z.object({ ok: z.literal(true), runId: z.string(), status: z.literal("running") });
export const CancelResponse = z.object({ ok: z.literal(true), runId: z.string() });
export const ListResponse = z.object({ runs: z.array(AuditRun) });
export const DetailResponse = z.object({
  run: AuditRun.extend({
    sitemapIssues: z.array(SitemapIssue),
    topIssues: z.array(TopIssue),
  }),
  pages: z.array(AuditPage),
  nextCursor: z.string().nullable(),
});

const IssueKind = z.object({
  id: z.string(),
  severity: Severity,
  scope: z.enum(["page", "cross", "site", "rendered", "sitemap"]),
  title: z.string(),
  why: z.string().nullable(),
  fix: z.string().nullable(),
  pages: z.int(),
  count: z.int(),
  firstSeenAt: z.int().nullable(),
  cause: z.enum(["template", "pages", "site"]).nullable(),
  consequenceOf: z.string().nullable().describe("The issue that causes this one"),
});
export const IssuesResponse = z.object({
  runId: z.string(),
  status: AuditRun.shape.status,
  issues: z.array(IssueKind),
});
export const IssueResponse = z.object({
  issue: IssueKind,
  findings: z.array(z.looseObject({ id: z.string() })),
  pages: z.array(
    AuditPage.pick({ id: true, path: true, statusCode: true, indexable: true, healthScore: true }).extend({
      detail: PageIssue.shape.detail,
    }),
  ),
  nextCursor: z.string().nullable(),
});

const ComparedRun = AuditRun.pick({
  id: true,
  startedAt: true,
  completedAt: true,
  status: true,
  mode: true,
  healthScore: true,
  scoreState: true,
  siteScore: true,
  issueCount: true,
  pagesCrawled: true,
}).extend({ readAll: z.boolean().describe("False: it ended early, so a page or issue that it lacks may exist") });
const SomePages = z.object({ pages: z.int(), samplePaths: z.array(z.string()) });
export const CompareResponse = z.object({
  run: ComparedRun,
  other: ComparedRun,
  sameScope: z.boolean(),
  sharedPages: z.int(),
  deltaIssues: z.int(),
  deltaHealth: z.number(),
  addedPages: SomePages,
  removedPages: z.int().describe("Pages of the other run that this one lacks although it read all that it was set to"),
  unreadPages: z
    .int()
    .describe("Pages of the other run that this one lacks because it ended early: not known to be gone"),
  changedStatus: SomePages,
  issues: z.array(
    z.object({
      id: z.string(),
      severity: Severity,
      before: z.int(),
      now: z.int(),
      added: SomePages,
      fixed: SomePages,
    }),
  ),
  unchanged: z
    .array(z.object({ id: z.string(), severity: Severity, pages: z.int() }))
    .describe("The other kinds of issues: both runs have them on the same of the pages that both saw"),
  siteIssues: z
    .array(z.object({ id: z.string(), severity: Severity, before: z.int(), now: z.int() }))
    .describe("Issues of the site and its sitemaps, which are on no page: how often each run has them"),
});
const ComparedSide = z
  .object({ statusCode: z.int(), indexable: z.boolean(), healthScore: z.number() })
  .nullable()
  .describe("Null: this run does not have the page");
const ComparedSite = ComparedRun.extend({ domain: z.string() });
export const ComparePagesResponse = z.object({
  run: ComparedSite,
  other: ComparedSite,
  sharedPages: z.int().describe("Paths that both have"),
  onlyInRun: z.int(),
  onlyInOther: z.int(),
  differences: z.object(each(DIFFERENCES, z.int())).describe("Pages that differ in this"),
  pages: z.array(
    z.object({
      path: z.string(),
      run: ComparedSide,
      other: ComparedSide,
      differs: z
        .array(z.enum(DIFFERENCES))
        .describe("`missing`: only one of them has it. `fields`: of `auditExtractors`"),
      onlyInRun: z.array(z.string()).describe("Kinds of issues, at most 30, also those that no score counts"),
      onlyInOther: z.array(z.string()),
      fields: z.array(z.string()).describe("Names of fields with other values"),
    }),
  ),
  nextCursor: z.string().nullable(),
});
export const PageHistoryResponse = z.object({
  domain: z.string(),
  path: z.string(),
  history: z.array(
    z.object({
      runId: z.string(),
      startedAt: z.int(),
      completedAt: z.int().nullable(),
      status: AuditRun.shape.status,
      healthScore: z.number().nullable(),
      statusCode: z.int().nullable(),
      issueCount: z.int().nullable(),
    }),
  ),
  page: AuditPage.nullable(),
});
const RobotsVerdict = z.object({
  allowed: z.boolean(),
  rule: z.string().nullable().describe("The rule that decides, such as `disallow: /shop`; null if none matches"),
});
export const TryRobotsResponse = z.object({
  domain: z.string(),
  runId: z.string(),
  pages: z.int(),
  invalidLines: z.array(z.object({ line: z.int(), text: z.string(), reason: z.string() })),
  crawlers: z.array(
    z.object({
      token: z.string(),
      blockedNow: z.int(),
      blockedThen: z.int(),
      newlyBlocked: SomePages,
      newlyAllowed: SomePages,
    }),
  ),
  paths: z
    .array(z.object({ path: z.string(), before: RobotsVerdict, after: RobotsVerdict }))
    .optional()
    .describe("The pages that change for the crawler of `list`"),
  nextCursor: z.string().nullable().optional().describe("For the next part of `paths`; null at the end"),
});
