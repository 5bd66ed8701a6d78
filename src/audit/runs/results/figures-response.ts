import * as z from "zod";
import { RENDERING_POLICIES } from "../../model/page/rendering-policy";

const Severity = z.enum(["error", "warning", "notice"]);
const Counts = z.record(z.string(), z.int());

/** The same for each key. A record of known keys would name what is required and describe none of it. */
export const each = <Key extends string, Value extends z.ZodType>(keys: readonly Key[], value: Value) =>
  Object.fromEntries(keys.map((key) => [key, value])) as Record<Key, Value>;

/** What a check found. */
export const IssueDetail = z.object({
  found: z.string(),
  expected: z.string(),
  count: z.int().optional(),
  samples: z.array(z.string()).optional(),
});

/** What an audit says about robots.txt. */
export const RobotsAnalysis = z
  .object({
    url: z.string(),
    finalUrl: z.string(),
    fetchedAt: z.int(),
    statusCode: z.int().describe("0: no response"),
    availability: z
      .enum(["ok", "missing", "unreachable", "redirect_limit", "html"])
      .describe("`missing` and `html`: everything is allowed; `unreachable`: everything is disallowed"),
    redirectCount: z.int(),
    sizeBytes: z.int(),
    truncated: z.boolean(),
    maxBytes: z.int(),
    contentType: z.string().nullable(),
    hash: z.string().nullable(),
    changedSincePrevious: z.boolean().nullable(),
    groups: z.array(
      z.object({
        userAgents: z.array(z.string()),
        rules: z.array(z.object({ type: z.enum(["allow", "disallow"]), path: z.string(), line: z.int() })),
        crawlDelay: z.number().nullable(),
      }),
    ),
    sitemaps: z.array(z.object({ url: z.string(), line: z.int(), status: z.int().nullable() })),
    contentSignals: z.array(
      z.object({
        userAgent: z.string(),
        search: z.boolean().nullable(),
        aiInput: z.boolean().nullable(),
        aiTrain: z.boolean().nullable(),
        line: z.int(),
      }),
    ),
    invalidLines: z.array(z.object({ line: z.int(), text: z.string(), reason: z.string() })),
    unusedDirectives: z.array(z.object({ line: z.int(), directive: z.string(), value: z.string() })),
    crawlerAccess: z.array(
      z.object({
        token: z.string(),
        provider: z.string(),
        kind: z.string(),
        verdict: z.enum(["allowed", "partial", "blocked"]),
        group: z.string().nullable(),
        rule: z.string().nullable(),
        line: z.int().nullable(),
        blockedPaths: z.int(),
        sampleBlocked: z.array(z.string()),
      }),
    ),
    blockedPages: z.int(),
    blockedSitemapUrls: z.int(),
    blockedResources: z.int(),
    llmsTxt: z.object({ status: z.int(), valid: z.boolean(), bytes: z.int(), links: z.int() }).nullable(),
    issues: z.array(z.object({ id: z.string(), severity: Severity, detail: IssueDetail })),
  })
  .partial()
  .describe("Empty until the audit has ended, and in responses that leave it out");

/** The counts of an audit. */
export const CrawlStatsResponse = z
  .object({
    fetched: z.int(),
    pagesHtml: z.int(),
    indexable: z.int(),
    nonIndexable: Counts.describe("Pages by the reason why they are not indexable"),
    statusBuckets: Counts.describe("Pages by 2xx, 3xx, 4xx, 5xx, timeout, unreachable and blocked"),
    severityCounts: z.object({ error: z.int(), warning: z.int(), notice: z.int() }),
    issueTotals: z.array(z.object({ id: z.string(), severity: Severity, pages: z.int() })),
    unscoredIssues: z
      .array(z.object({ id: z.string(), severity: Severity, pages: z.int(), reasons: Counts }))
      .describe(
        "What the checks of indexable pages found on pages that are not indexable, with the pages by the reason why not. No score or count of issues includes it",
      ),
    depthHistogram: z.array(z.object({ depth: z.int(), pages: z.int() })),
    avgLoadTimeMs: z.int(),
    p50LoadTimeMs: z.int(),
    p90LoadTimeMs: z.int(),
    p95LoadTimeMs: z.int(),
    bytes: z.int(),
    rendered: z.int(),
    snapshotHits: z.int(),
    rendering: z
      .object({ policy: z.enum(RENDERING_POLICIES), budget: z.int(), reasons: Counts })
      .describe("Which pages the run rendered, and its pages by `renderingReason`"),
    healthScore: z.number(),
    meanPageHealth: z.number(),
    errorFreePercent: z.number(),
    sitePenalty: z.number(),
    scoreState: z.enum(["scored", "not_scorable", "client_rendered", "unreachable"]),
    renderedHealthScore: z.number().nullable(),
    siteScore: z
      .object({
        score: z.number(),
        pageHealth: z.number(),
        errorFreePercent: z.number(),
        templateCost: z.number(),
        pageCost: z.number().optional().describe("Absent from runs of earlier versions, like costs"),
        siteCost: z.number(),
        templateIssues: z.array(z.string()),
        costs: z
          .array(
            z.object({
              id: z.string(),
              harm: z.enum(["lost", "misled", "partial", "slight", "notice"]),
              share: z.number().describe("Of the pages, 0 to 1"),
              points: z.number(),
            }),
          )
          .optional()
          .describe("What each kind of issue costs before the caps, the most expensive first, at most 20"),
      })
      .nullable(),
    deltaSiteScore: z
      .number()
      .nullable()
      .optional()
      .describe("Change of siteScore since the previous run of the same scope; null if they can't be compared"),
    unanswered: z
      .array(z.object({ id: z.string(), reason: z.string() }))
      .optional()
      .describe("Checks that could not tell whether the site passes, and why"),
    firstSeen: Counts.describe("Issue id → start of the first of the runs in a row that had it, epoch ms"),
    sampledPatterns: z.array(z.object({ pattern: z.string(), total: z.int(), sampled: z.int() })),
    continuedFrom: z.string().nullable().describe("The run that this one continues"),
    comparable: z
      .object({
        pages: z.int(),
        deltaIssues: z.int(),
        deltaHealth: z.number(),
        newIssueIds: z.array(z.string()),
        fixedIssueIds: z.array(z.string()),
        kinds: z
          .object({ newIds: z.array(z.string()), fixedIds: z.array(z.string()), remaining: z.int() })
          .optional()
          .describe("Kinds of issues that came, went and stayed: of these pages, of the site and of its sitemaps"),
      })
      .nullable()
      .describe("Changes over the pages that the run before also had"),
    carriedPages: z.int().describe("Pages of the run that this one continues"),
    lacksEarlierPages: z.boolean().describe("The pages of the run that this one continues are gone"),
    extractors: z
      .array(
        z.object({
          name: z.string(),
          selector: z.string(),
          attribute: z.string().nullable(),
          language: z.string().optional(),
        }),
      )
      .nullable()
      .describe("What was read from every page"),
    auditedHost: z
      .string()
      .nullable()
      .describe(
        "The host that was audited because the domain redirects to it, with or without `www`; null: the domain",
      ),
    estimated: z
      .object({
        label: z.literal("estimate"),
        pages: z.int(),
        issues: z.int(),
        issuesLow: z.int(),
        issuesHigh: z.int(),
        pagesByIssue: Counts,
      })
      .nullable(),
    discovered: z.int(),
    queueLeft: z.int(),
    files: z
      .object({
        found: z.int(),
        external: z.int(),
        asked: z.int(),
        budget: z.int(),
        left: z.int(),
        blocked: z.int(),
        broken: z.int(),
      })
      .nullable()
      .describe("Distinct files that pages refer to; null if none were found or requested"),
    sitemaps: z.object({ files: z.int(), urls: z.int(), unreadFiles: z.int() }).nullable(),
    durationMs: z.int(),
  })
  .partial()
  .describe("Empty until the audit has ended");

const Said = z.boolean().nullable();

/** How well the site serves AI agents. */
export const AgentReadinessResponse = z
  .object({
    ready: z.boolean().describe("llms.txt, Markdown and content signals are all in order"),
    passed: z
      .int()
      .optional()
      .describe("Parts in order. Absent, like the other later parts, from runs of earlier versions"),
    applicable: z.int().optional().describe("Parts that apply to the site and whose state is known"),
    llmsTxt: z.object({ state: z.enum(["ok", "missing", "invalid", "unknown"]), status: z.int().nullable() }),
    markdown: z
      .object({
        state: z.enum(["offered", "not_offered", "unknown"]),
        contentType: z.string().nullable(),
        twin: z.string().nullable().optional().describe("Where the home page says that its Markdown is, as written"),
      })
      .describe("What the home page returns for `Accept: text/markdown`, or at its twin"),
    contentSignals: z
      .object({ state: z.enum(["given", "missing", "conflicting"]), search: Said, aiInput: Said, aiTrain: Said })
      .describe("What robots.txt says to all crawlers; null: nothing"),
    linkHeader: z
      .object({ state: z.enum(["ok", "not_applicable", "unknown"]), rels: z.array(z.string()) })
      .optional()
      .describe("Relations for agents in the home page's Link header"),
    licenses: z
      .object({ state: z.enum(["ok", "not_applicable"]), urls: z.array(z.string()) })
      .optional()
      .describe("RSL licences that robots.txt names"),
    discovery: z
      .object(
        each(
          ["apiCatalog", "mcpServerCard", "agentSkills", "oauthProtectedResource", "oauthAuthorizationServer"],
          z.object({
            state: z.enum(["ok", "invalid", "missing", "not_applicable", "unknown"]),
            status: z.int().nullable(),
            reason: z.string().nullable(),
          }),
        ),
      )
      .optional()
      .describe("Files in /.well-known/. missing: the site names one that is not there"),
    webMcp: z
      .object({
        state: z.enum(["ok", "invalid", "not_applicable", "unknown"]),
        forms: z.int(),
        tools: z.int(),
        unfinished: z.array(z.string()),
      })
      .optional()
      .describe(
        "The home page's forms as tools of in-browser agents; unfinished: toolname or tooldescription is missing",
      ),
    tokens: z
      .object({ html: z.int(), text: z.int() })
      .nullable()
      .optional()
      .describe("Estimate for the home page, four bytes per token"),
  })
  .nullable()
  .describe("Null until the audit has ended, or if it ended without an analysis");

const ByWorst = z.array(z.int()).length(4);

/** A site as the folders of its pages. */
export const MapResponse = z.object({
  runId: z.string(),
  folders: z
    .array(
      z.object({
        path: z.string().describe("With its final slash; `path=<path>*` lists its pages"),
        parent: z.int().nullable().describe("Place of the folder around it in this list; null: the whole site"),
        pages: z.int().describe("All pages below it"),
        notIndexable: z.int(),
        byClicks: z
          .array(ByWorst)
          .describe(
            "Its pages by clicks from the start, the last of at most 11 entries for 10 and more: those whose worst issue is an error, a warning, a notice, and those without issues",
          ),
        foldedFolders: z.int().describe("Smaller folders in it that are not listed"),
        foldedPages: z.int().describe("Their pages"),
      }),
    )
    .nullable()
    .describe(
      "At most 120, the largest, each after the one around it. Null: the run has not ended, or is of an earlier version",
    ),
});
