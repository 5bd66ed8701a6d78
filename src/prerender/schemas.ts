import * as z from "zod";
import { queryNumber } from "../http/query-number";
import { RenderRule, RenderRules } from "../accounts/schemas";
import { hasCredentials } from "../lib/hosts/url";
import { FRESHNESS } from "./core/snapshot";
import { RENDER_ENDS } from "./core/turns/render-record";

const domain = z.string().min(1).max(300).describe("A verified domain in the caller's account");
const path = z
  .string()
  .min(1)
  .max(2048)
  .startsWith("/", "must start with /")
  .describe("The page's path with its query, such as `/shoes?page=2`");
const sitemapUrl = z
  .url({ protocol: /^https?$/, normalize: true, error: "must be an absolute http or https URL" })
  .max(2048)
  .refine((url) => !hasCredentials(url), "must not contain credentials")
  .nullish()
  .transform((url) => url ?? null)
  .describe(
    "Sitemap to read instead of the domain's own; on the domain, named by its robots.txt, or on another verified domain of the account that you may use",
  );
const prewarm = z.boolean().default(false).describe("Render the pages again before the response");
const prewarmLater = z.boolean().default(false).describe("Render the pages again in the background");

/** Maximum paths per invalidation. */
export const MAX_PATHS_PER_CALL = 1_000;

// Only one path beyond the maximum is validated: enough to refuse the request, and the rest costs nothing.
const paths = z.preprocess(
  (given) => (Array.isArray(given) ? given.slice(0, MAX_PATHS_PER_CALL + 1) : given),
  z.array(path).min(1).describe("Paths with their queries; at most 1,000, or 25 with `prewarm`"),
);

export const InvalidatePageBody = z.object({ domain, path, prewarm });
export const InvalidatePathsBody = z.object({ domain, paths, prewarm });
export const InvalidatePatternBody = z.object({
  domain,
  pattern: path
    .regex(/^[^*?#]*\*$/, "must end in *, without another * or a query")
    .describe("Beginning of the paths, ending in `*`, such as `/blog/*`"),
});
export const TryRulesBody = z.object({
  domain,
  path,
  rules: RenderRules.optional().describe("Rules to try; by default, the domain's"),
  render: z.boolean().default(false).describe("Renders the page, and stores nothing"),
  screen: z
    .enum(["desktop", "mobile"])
    .optional()
    .describe("Which snapshot to render if the page has both; `desktop` by default"),
});
export const TryRulesResponse = z.object({
  cacheKey: z.string().nullable().describe("Path and query under which the page is cached; null: it is never cached"),
  index: z.int().nullable().describe("Index of the rule that applies, from 0; null: no rule applies"),
  rule: RenderRule.nullable(),
  action: z.enum(["render", "pass"]),
  ttlHours: z.int(),
  render: z
    .object({
      stored: z.literal(false),
      accepted: z.boolean().describe("Crawlers would get this render; otherwise `reason` says why not"),
      reason: z.string().nullable(),
      status: z.int().nullable(),
      location: z.string().nullable(),
      readySignal: z.enum(["flag", "quiet", "deadline", "redirect"]).nullable().describe("What ended the wait"),
      pending: z.string().nullable().describe("What was still pending when the wait ended"),
      durationMs: z.int(),
      words: z.int(),
      characters: z.int().describe("Length of the visible text"),
      requests: z
        .object({ made: z.int(), refused: z.int() })
        .describe("Requests sent; and requests refused, blocked or answered without sending, such as images"),
      failedRequests: z.array(z.string()),
      consoleErrors: z.array(z.string()),
      title: z.string(),
      html: z.string().describe("The snapshot's first 200,000 characters"),
      htmlCut: z.boolean(),
    })
    .nullable()
    .describe("Null unless requested"),
});
export const TestConnectionBody = z.object({ domain, path: path.default("/") });
const Cut = z
  .enum(["too_large", "timeout", "broken"])
  .nullable()
  .describe(
    "Why the page was not read to its end, so that words and text are of its beginning: it has more than 2 MiB, took too long or broke off; null: it was",
  );
const SeenPage = z.object({
  url: z.string().describe("The address that answered, after redirects"),
  status: z.int().nullable().describe("Null: no response, see `failure`"),
  cache: z
    .enum(["hit", "miss", "stale", "bypass"])
    .nullable()
    .describe("The header `x-crawlready-cache`; null: the response did not come through this service"),
  title: z.string().nullable(),
  words: z.int().nullable().describe("Words of the visible text without running scripts; null: not HTML"),
  cut: Cut,
  failure: z.string().nullable(),
});
export const TestConnectionResponse = z.object({
  connected: z.boolean().describe("Crawlers' requests reach this service: the response proves that it is of this test"),
  claimed: z
    .boolean()
    .describe(
      "The response has the header `x-crawlready-cache` without the proof: the site set it, or something kept it",
    ),
  asCrawler: SeenPage.describe("What Googlebot gets"),
  withoutService: SeenPage.describe("What the site itself answers"),
});
export const LookBody = z.object({
  url: z
    .url({ protocol: /^https?$/, normalize: true, error: "must be an absolute http or https URL" })
    .max(2048)
    .refine((url) => !hasCredentials(url), "must not contain credentials")
    .describe("A public page"),
});
export const LookResponse = z.object({
  url: z.string().describe("The address that answered, after redirects"),
  status: z
    .int()
    .nullable()
    .describe("Null: the page was not requested, see `robots`, or did not answer, see `failure`"),
  title: z.string().nullable(),
  words: z.int().nullable().describe("Words of the visible text without running scripts; null: not HTML"),
  scripts: z.int().nullable().describe("Script elements, which GPTBot does not run"),
  text: z.string().nullable().describe("The first 3,000 characters of the main text, to a whole word"),
  cut: Cut,
  failure: z.string().nullable(),
  robots: z.object({
    allowed: z.boolean().nullable().describe("Null: robots.txt could not be read, so that crawlers stay away"),
    rule: z.string().nullable().describe("The rule that decides; null: none matches"),
  }),
});
export const InvalidateBySitemapBody = z.object({ domain, sitemapUrl, prewarm: prewarmLater });

/** docs/serving.md, single page and paths. */
export const InvalidatePathsResponse = z.object({ ok: z.literal(true), deleted: z.int(), prewarmed: z.int() });
export const InvalidatePatternResponse = z.object({ ok: z.literal(true), deleted: z.int() });
/** docs/serving.md, site and updated paths. */
export const InvalidateBySitemapResponse = z.object({
  ok: z.literal(true),
  deleted: z.int(),
  queued: z.int(),
  pathSource: z.enum(["sitemap", "cache"]),
  totalPaths: z.int(),
});

const limit = queryNumber(1, 1000).default(100).describe("Entries per response");
const CURSOR = "nextCursor of the previous response";

export const EntriesQuery = z.object({
  domain,
  path: path.optional().describe("Only this page; `total` still counts all"),
  limit,
  cursor: z.string().max(2048).default("").describe(CURSOR),
  search: z.string().max(2048).optional().describe("Only paths that contain this text; ASCII case is ignored"),
  state: z
    .enum(FRESHNESS)
    .optional()
    .describe("Only pages in this state. A response may then have fewer than `limit` entries"),
});
export type EntriesQuery = z.output<typeof EntriesQuery>;
export const EntriesResponse = z.object({
  entries: z.array(
    z.object({
      path: z.string(),
      hasMobile: z.boolean().describe("A snapshot for phones is cached as well"),
      status: z.int(),
      state: z.enum(FRESHNESS),
      createdAt: z.int(),
      ageSeconds: z.int(),
      freshUntil: z.int(),
      bytes: z.int(),
      renderMs: z.int(),
      words: z.int(),
      location: z.string().nullable(),
    }),
  ),
  total: z.int().describe("All pages that match `search`"),
  nextCursor: z.string().nullable(),
});

export const SnapshotQuery = z.object({
  domain,
  path,
  screen: z.enum(["desktop", "mobile"]).default("desktop").describe("Which snapshot to return if the page has both"),
});
export type SnapshotQuery = z.output<typeof SnapshotQuery>;
export const SnapshotResponse = z.object({
  path: z.string().describe("Path and query under which the page is cached"),
  screen: z.enum(["desktop", "mobile"]),
  status: z.int(),
  state: z.enum(FRESHNESS),
  createdAt: z.int(),
  freshUntil: z.int(),
  bytes: z.int(),
  renderMs: z.int(),
  words: z.int(),
  headers: z.record(z.string(), z.string()).describe("Headers that crawlers get with it, such as `location`"),
  html: z.string(),
});

export const RendersQuery = z.object({
  domain,
  path: path.optional().describe("Only renders of this page"),
  outcome: z.enum(RENDER_ENDS).optional().describe("Only renders with this outcome"),
  limit,
  cursor: queryNumber(1).optional().describe(CURSOR),
});
export const RendersResponse = z.object({
  renders: z.array(
    z.object({
      id: z.int(),
      path: z.string(),
      at: z.int(),
      outcome: z.enum(RENDER_ENDS),
      reason: z.string().nullable(),
      screen: z.enum(["desktop", "mobile"]),
      status: z.int().nullable(),
      readySignal: z.enum(["flag", "quiet", "deadline", "redirect"]).nullable(),
      durationMs: z.int(),
      words: z.int(),
      failedRequests: z.array(z.string()),
      consoleErrors: z.array(z.string()),
    }),
  ),
  paused: z
    .array(
      z.object({
        path: z.string(),
        screen: z.enum(["desktop", "mobile"]),
        reason: z.string().describe("Why the last render yielded nothing"),
        tries: z.int().describe("Renders in a row that used up their time"),
        since: z.int().describe("When the first of them ended, epoch ms"),
        retryAt: z.int().describe("Not rendered before then, epoch ms; an invalidation ends the pause"),
      }),
    )
    .describe("Pages that are not rendered for now, because they never became ready; at most 100, longest pause first"),
  nextCursor: z.string().nullable(),
});

export const RenderCountsQuery = z.object({
  domain,
  since: queryNumber(0).describe("Renders that began at or after this time, epoch ms"),
});
export const RenderCountsResponse = z.object({
  pages: z.int().describe("Pages that were rendered, whatever the result"),
  byOutcome: z.array(z.object({ outcome: z.enum(RENDER_ENDS), count: z.int() })),
  latestAt: z.int().nullable().describe("When the latest of these renders began"),
});
