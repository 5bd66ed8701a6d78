import * as z from "zod";
import { OWN_PATH } from "../lib/hosts/url";
import { queryNumber } from "../http/query-number";
import { PROVIDERS } from "../lib/ai-providers";
import { COVERS } from "./core/questions";
import { FIX_VERDICTS } from "./core/fix-effect";
import { TOO_EARLY } from "./core/fix-words";
import { DECIDERS, TARGET_STATES } from "./core/policy-judge";
import { OUTCOMES } from "./core/policy";
import { UNSEEN_REASONS } from "./core/unseen";
import { WASTE_REASONS } from "./core/waste";
import { Days, DaysQuery, OperatorCount, ProviderCount, ServedByCount, Token } from "../analytics/schemas";

export const PageInsightsQuery = z.object({
  url: z
    .string()
    .max(4_096)
    .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ""), "is not an absolute http or https URL")
    .describe("The page's absolute http or https URL"),
  domain: z.string().min(1).max(300).optional().describe("The URL's domain; `url` already names it"),
  days: Days,
  token: Token,
});

export const WindowResponse = z.object({ days: z.int(), from: z.iso.datetime(), to: z.iso.datetime() });
const RunResponse = z
  .object({
    id: z.string(),
    status: z.enum(["success", "limit_reached", "partial", "error"]),
    startedAt: z.int(),
    completedAt: z.int().nullable(),
  })
  .nullable();

/** docs/visits.md. */
export const PageInsightsResponse = z.object({
  url: z.string(),
  domain: z.string(),
  path: z.string(),
  window: WindowResponse,
  crawlerVisits: z.object({
    total: z.int(),
    byProvider: z.array(ProviderCount),
    byServedBy: z.array(ServedByCount),
    spoofed: z.int(),
  }),
  seoSpider: z.object({
    latestRun: RunResponse,
    page: z.object({
      found: z.boolean(),
      issueCount: z.int(),
      issues: z.array(z.object({ issueId: z.string(), severity: z.string() })),
      statusCode: z.int(),
      healthScore: z.number(),
      previewScore: z.number(),
      indexable: z.boolean(),
      runId: z.string().nullable().describe("The latest run that knows the page; it need not be `latestRun`"),
      auditedAt: z.int().nullable().describe("When that result's audit began, epoch ms"),
    }),
  }),
});

export const WasteResponse = z.object({
  domain: z.string(),
  window: WindowResponse,
  totalVisits: z.int(),
  wastedVisits: z.int(),
  wastedPercentage: z.number(),
  latestRun: RunResponse,
  reasons: z.array(
    z.object({
      reason: z.enum(WASTE_REASONS),
      visits: z
        .int()
        .describe("All visits of the window to addresses that are so now: a status is that of the latest visit"),
      percentage: z.number(),
      paths: z.int(),
      top: z.array(
        z.object({
          path: z.string(),
          visits: z.int(),
          suggestedRedirect: z.string().nullable().optional(),
          answersNow: z
            .literal(true)
            .optional()
            .describe("The latest audit, which is newer than the visits, got the page"),
          routed: z
            .literal(true)
            .optional()
            .describe("The service answers some crawlers there as you want: a redirect to the canonical page, or 410"),
        }),
      ),
    }),
  ),
});

export const FunnelQuery = DaysQuery.extend({
  limit: queryNumber(1, 1_000).default(100).describe("The most paths that the response lists"),
});

export const FunnelPage = z.object({
  path: z.string(),
  crawled: z.object({ total: z.int(), byKind: z.array(z.object({ kind: z.string(), count: z.int() })) }),
  cited: z.object({ total: z.int(), byProvider: z.array(ProviderCount) }),
  visited: z.object({ total: z.int(), byOperator: z.array(OperatorCount) }),
});

export const FunnelResponse = z.object({
  domain: z.string(),
  window: WindowResponse,
  totals: z.object({ crawled: z.int(), cited: z.int(), visited: z.int() }),
  pages: z.int(),
  paths: z.array(FunnelPage),
});

export const ViolationsResponse = z.object({
  domain: z.string(),
  window: WindowResponse,
  verifiedVisits: z.int(),
  unverifiedVisits: z.int().describe("Neither verified nor spoofed: they are not judged"),
  judgedVisits: z.int().describe("Verified visits on the days of which a robots.txt is known"),
  forbiddenVisits: z.int(),
  robotsKnownSince: z.iso.datetime().nullable(),
  violations: z.array(
    z.object({
      path: z.string(),
      crawler: z.string(),
      provider: z.string(),
      kind: z.string(),
      robotsToken: z.string().nullable(),
      rule: z.object({ pattern: z.string(), line: z.int() }),
      visits: z.int(),
      firstDate: z.string(),
      lastDate: z.string(),
    }),
  ),
});

export const UnseenQuery = DaysQuery.extend({
  crawler: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe("Only this crawler, by its name such as GPTBot. A name that is not known is refused"),
  limit: queryNumber(1, 100).default(20).describe("The most pages that the response lists for each crawler"),
});

const ChangeResponse = z.object({
  from: z.string().describe("The first day on which it can have changed"),
  to: z.string().describe("The last one"),
  at: z.int().nullable().describe("Epoch ms, if it is known exactly"),
  source: z.enum(["snapshot", "audit"]).describe("What shows that it changed: the cache, or two audits"),
});

export const UnseenResponse = z.object({
  domain: z.string(),
  window: WindowResponse,
  pages: z.int().describe("Pages looked at: cached ones, and others of the latest audit"),
  allPages: z.boolean().describe("False: the site has more than 20,000, and the rest was left out"),
  changedPages: z.int().describe("Those of which a change is known"),
  asked: z
    .object({
      crawler: z.string(),
      hasVisited: z
        .boolean()
        .describe("False: it has read none of these pages, verified, in the 180 days that are kept"),
    })
    .nullable()
    .describe("The crawler that was asked for; null: none was"),
  crawlers: z.array(
    z.object({
      crawler: z.string(),
      provider: z.string(),
      kind: z.string(),
      read: z.int().describe("Pages that it has read, verified, in the 180 days that are kept"),
      changed: z.int().describe("Of these, pages that changed after its last verified visit"),
      never: z.int().describe("Pages that it has not read in these days"),
      unsure: z.int().describe("Pages that changed on the day of its last visit or between two audits around it"),
      medianDays: z.number().nullable().describe("Median of the days from a change until it read the page"),
      pages: z
        .array(
          z.object({
            path: z.string(),
            reason: z.enum(UNSEEN_REASONS),
            visits: z.int().describe("Crawler visits in the window"),
            citations: z.int().describe("Answers in the window that cited the page"),
            weight: z.number().describe("Its share of all visits plus its share of all citations, in percent"),
            lastVisit: z.string().nullable(),
            change: ChangeResponse.nullable(),
          }),
        )
        .describe("Changed and never read pages, those of most weight first"),
      fetched: z
        .array(z.object({ path: z.string(), date: z.string(), change: ChangeResponse }))
        .describe("Pages that it read after their last change, the latest 20, with the day of the first such visit"),
    }),
  ),
});

const Pattern = z
  .string()
  .max(2_048)
  .regex(/^[/*]/, "must start with / or *")
  .describe("A path as in robots.txt: `*` stands for any characters, a final `$` for the end");

export const PolicyBody = z.strictObject({
  domain: z.string().min(1).max(300).describe("A verified domain in the caller's account"),
  days: z.int().min(1).max(180).default(180).describe("UTC days to replay, including today"),
  robotsTxt: z.string().max(512_000).optional().describe("The proposed file; by default the present one stays"),
  noindex: z.array(Pattern).max(100).optional().describe("Pages that would get noindex"),
  redirects: z
    .array(
      z.strictObject({
        from: Pattern,
        to: z.string().max(2_048).regex(OWN_PATH, "must be a path of the site").describe("The path that they lead to"),
      }),
    )
    .max(100)
    .optional()
    .describe("Pages that would redirect crawlers"),
  canonicalRedirects: z.boolean().optional().describe("Training crawlers would get redirects to canonical pages"),
  limit: z.int().min(1).max(100).default(20).describe("The most pages that the response lists for each crawler"),
});

const Decider = z.object({
  decider: z.enum(DECIDERS),
  line: z.int().nullable().describe("Line in the proposed robots.txt, or in the present one if it is `removed`"),
  rule: z.string(),
  removed: z.boolean().describe("The present file has this line, and the proposed one has none that matches"),
  target: z.string().nullable().describe("Where a redirect ends; null: on no page that the crawler can read"),
  targetState: z
    .enum(TARGET_STATES)
    .nullable()
    .describe(
      "What it is for the crawler. page: it can read it. loop: redirects lead in a circle. forbidden: by robots.txt. noindex: it keeps an index, and the page is kept out of it. missing: it answered with an error last. unknown: nothing has seen it. Null: no redirect",
    ),
});

export const PolicyResponse = z.object({
  domain: z.string(),
  window: WindowResponse,
  robots: z.object({
    source: z.enum(["visits", "audit"]).nullable().describe("Who read the present file; null: it is not known"),
    since: z.int().nullable().describe("When, epoch ms"),
  }),
  invalidLines: z.array(z.object({ line: z.int(), text: z.string(), reason: z.string() })),
  visits: z.int().describe("Visits of listed crawlers in the window, without spoofed ones"),
  judgedVisits: z.int().describe("Those that were replayed; a long file leaves out the least visited pages"),
  crawlers: z.array(
    z.object({
      crawler: z.string(),
      provider: z.string(),
      kind: z.string(),
      obeysRobots: z.enum(["yes", "named", "no"]).nullable().describe("What its operator says"),
      visits: z.int(),
      verified: z.int(),
      lost: z.int().describe("Visits to pages that it could no longer read, or would no longer list"),
      spared: z.int().describe("The same, to addresses that waste visits anyway"),
      moved: z.int().describe("Visits that would go to the target of a redirect"),
      allowed: z.int().describe("Visits to pages that it could read again"),
      affectedPages: z.int(),
      pages: z
        .array(
          z.object({
            path: z.string(),
            outcome: z.enum(OUTCOMES),
            visits: z.int(),
            verified: z.int(),
            by: Decider,
          }),
        )
        .describe("Those with most visits"),
    }),
  ),
  citations: z.object({
    total: z.int(),
    lost: z.int().describe("Answers that cited pages which the provider's search crawler could no longer use"),
    pages: z.array(
      z.object({ path: z.string(), provider: z.string(), citations: z.int(), crawler: z.string(), by: Decider }),
    ),
  }),
});

export const QuestionsQuery = DaysQuery.extend({
  limit: queryNumber(1, 500).default(100).describe("The most searches and pages that the response lists"),
});

export const QuestionsResponse = z.object({
  domain: z.string(),
  window: WindowResponse,
  searches: z.int().describe("Different searches of assistants, the most frequent 1,000"),
  pages: z.int().describe("Cached pages that they were compared with, at most 5,000; 0: none, so nothing is claimed"),
  none: z
    .int()
    .describe("Searches of which no page's title, description or address speaks, and no answer cites a page"),
  partly: z.int().describe("Searches of which a page has some of the words"),
  page: z.int().describe("Searches of which a page speaks, or an answer cites one"),
  questions: z
    .array(
      z.object({
        query: z.string(),
        runs: z.int(),
        prompts: z.int(),
        providers: z.array(z.enum(PROVIDERS)),
        cited: z.int().describe("Answers that cite a page of the domain"),
        covers: z.enum(COVERS),
        path: z.string().nullable().describe("The page that speaks of most of it"),
        share: z.number().describe("How much of it, 0 to 1"),
        readByAsker: z
          .boolean()
          .nullable()
          .describe(
            "A verified crawler of a provider that searched it has read the page; null: there is none, or unknown",
          ),
      }),
    )
    .describe("Those without a page first, the most frequent of them first"),
  unread: z
    .array(
      z.object({
        path: z.string(),
        runs: z.int(),
        knownSince: z.string().describe("The first day on which it is known to have been there"),
      }),
    )
    .describe(
      "Pages that speak of a search, are known to be there for a week or longer, and that no verified crawler has read in the 180 days that are kept",
    ),
});

export const FixesQuery = DaysQuery.extend({
  days: queryNumber(1, 180).default(120).describe("UTC days whose audits are compared, including today"),
  limit: queryNumber(1, 200).default(20).describe("The most pages that the response lists for each fix"),
});

const Means = z.object({ before: z.number(), after: z.number() });

export const FixesResponse = z.object({
  domain: z.string(),
  window: WindowResponse,
  audits: z.int().describe("Audits of the site that were read, at most twelve: those around changes"),
  moreFixes: z.int().describe("Earlier fixes that are not listed"),
  fixes: z
    .array(
      z.object({
        issueId: z.string(),
        pages: z.int(),
        fixed: z
          .object({
            from: z.int(),
            to: z.int(),
            isDated: z
              .boolean()
              .describe("No audit between the two was left out; otherwise an earlier one may lack it"),
          })
          .describe("The last audit with the issue began, and the first one without it ended; epoch ms"),
        renewed: z
          .object({ pages: z.int(), first: z.int(), last: z.int() })
          .nullable()
          .describe("When snapshots got other content since then, epoch ms"),
        fetched: z
          .array(z.object({ crawler: z.string(), pages: z.int(), first: z.string(), last: z.string() }))
          .describe("Verified crawlers by the days of their first visits to each page after that"),
        citations: z
          .object({
            pages: z.int().describe("Fixed pages with comparable ones"),
            controls: z.int().describe("Comparable pages, on which nothing was fixed"),
            fixed: Means,
            others: Means,
            effect: z.number().describe("How much more the fixed pages gained, in citations per page and 28 days"),
            low: z.number(),
            high: z.number(),
            p: z.number().describe("Probability of such a gain if the fix did nothing"),
          })
          .nullable(),
        verdict: z.enum(FIX_VERDICTS),
        reason: z.enum(TOO_EARLY).nullable().describe("Why nothing can be said"),
        daysLeft: z.int().nullable(),
        sentence: z.string(),
        paths: z.array(
          z.object({
            path: z.string(),
            renewedAt: z.int().nullable(),
            fetched: z.array(z.object({ crawler: z.string(), date: z.string() })),
          }),
        ),
      }),
    )
    .describe("Issues that disappeared between the same two audits, the latest first, at most 20"),
});
