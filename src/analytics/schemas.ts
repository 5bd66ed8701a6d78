import * as z from "zod";
import { queryNumber } from "../http/query-number";
import { parseUtcDay } from "../lib/time/time";
import { CatalogueCrawler } from "./catalogue/catalogue-crawler";
import { ANSWER_FORMS, ANSWER_SOURCES } from "./core/response-form";
import { VISIT_WAYS } from "./core/visit-way";
import { MAX_PATH_LENGTH } from "./core/visit-path";
import { DEFAULT_DAYS, RETENTION_DAYS } from "./core/window";

/** Days that a window may look back (docs/visits.md). */
export const Days = queryNumber(1, RETENTION_DAYS)
  .default(DEFAULT_DAYS)
  .describe("UTC days to look back, including today");
/** A stats token. The authentication code reads it. */
export const Token = z
  .string()
  .max(200)
  .optional()
  .describe("A public stats token, crs_…, accepted here instead of a key or session");
export const Domain = z
  .string()
  .min(1)
  .max(300)
  .optional()
  .describe("A verified domain; required unless you send a stats token, which implies its own domain");

export const DaysQuery = z.object({ domain: Domain, days: Days });
export const PublicDaysQuery = DaysQuery.extend({ token: Token });
export const DailyQuery = PublicDaysQuery.extend({
  detail: z.enum(["none", "purpose"]).default("none").describe("`purpose`: each day also has its visits by purpose"),
});

export const Day = z
  .string()
  .refine((text) => parseUtcDay(text) !== null, "is not a valid date in the form yyyy-mm-dd")
  .optional();

export const From = Day.describe("First UTC day, yyyy-mm-dd, inclusive; 30 days ago by default");
export const To = Day.describe("Last UTC day, yyyy-mm-dd, inclusive; today by default");

/** What `nextCursor` in core/page-cursor.ts makes. */
export const Cursor = z
  .string()
  .max(2_100)
  .regex(/^\d{1,15}[/(]/, "use the nextCursor of the previous response")
  .optional()
  .describe("nextCursor of the previous response");

export const BotsQuery = z
  .object({
    domain: Domain,
    from: From,
    to: To,
    path: z
      .string()
      .max(MAX_PATH_LENGTH)
      .startsWith("/", "must start with /")
      .optional()
      .describe("Only visits to exactly this path"),
    search: z
      .string()
      .max(MAX_PATH_LENGTH)
      .optional()
      .describe("Only visits to paths that contain this text; case is ignored"),
    limit: queryNumber(1, 10_000)
      .optional()
      .describe("Paths per response, most visited first; all by default, or 10,000 with a stats token"),
    cursor: Cursor.describe("nextCursor of the previous response; requires `limit`"),
    format: z.enum(["json", "csv"]).default("json").describe("`csv`: one line per path and provider"),
    token: Token,
  })
  .refine(({ limit, cursor }) => cursor === undefined || limit !== undefined, {
    path: ["limit"],
    message: "is required with `cursor`",
  });

export const CrawlerResponsesQuery = z.object({
  domain: Domain,
  from: From,
  to: To,
  limit: queryNumber(1, 1_000).default(100).describe("Paths per response, most responses first"),
  cursor: Cursor,
  format: z
    .enum(["json", "csv"])
    .default("json")
    .describe("`csv`: all paths that the origin answered, one line per path, form, status and provider"),
});

export const ProviderCount = z.object({ provider: z.string(), count: z.int() });
export type ProviderCount = z.infer<typeof ProviderCount>;
/** Visits of a provider's crawlers that have one purpose, such as `llm-training`. */
const PurposeCount = ProviderCount.extend({ kind: z.string() });
export type PurposeCount = z.infer<typeof PurposeCount>;
export const OperatorCount = z.object({ operator: z.string(), count: z.int() });
export type OperatorCount = z.infer<typeof OperatorCount>;
export const ServedByCount = z.object({ servedBy: z.enum(["cache", "render"]), count: z.int() });
const Path = z.object({ path: z.string() });

/** A timestamp with a time zone. Rejects dates that do not exist, such as February 30th. */
export const Instant = z.iso
  .datetime({ offset: true })
  .refine(
    (text) => parseUtcDay(text.slice(0, 10)) !== null && !Number.isNaN(Date.parse(text)),
    "is not a valid timestamp",
  );

/** No server accepts a longer header line. We only read its start. */
export const MAX_USER_AGENT = 16_384;

/** Visits that a site counted itself, with its own ids. */
export const VisitsBody = z.object({
  domain: z.string().min(1).max(300).describe("The visited domain; it must be verified and in your account"),
  events: z
    .array(
      z.object({
        id: z.string().min(1).max(200).describe("Your id for the visit; each id counts once per domain"),
        at: Instant.describe("Time of the visit: ISO 8601 with a time zone, within the last 180 days"),
        path: z.string().max(MAX_PATH_LENGTH).startsWith("/", "must start with /").describe("The requested path"),
        userAgent: z
          .string()
          .max(MAX_USER_AGENT)
          .describe("The request's User-Agent; visits that name no crawler are ignored"),
        servedBy: z.enum(["cache", "render"]).describe("Where the page came from: a stored copy or a new render"),
        ip: z.union([z.ipv4(), z.ipv6()]).optional().describe("The visitor's IP address, used to verify the crawler"),
      }),
    )
    .min(1)
    .max(1_000)
    .describe("All are accepted, or none if one is invalid"),
});
export type VisitsBody = z.output<typeof VisitsBody>;

export const VerifyCrawlerQuery = z.object({
  userAgent: z.string().min(1).max(MAX_USER_AGENT).describe("The request's User-Agent"),
  ip: z
    .union([z.ipv4(), z.ipv6()])
    .optional()
    .describe("The address that the request came from; without it, only the claimed crawler is looked up"),
});

export const VerifyCrawlerResponse = z.object({
  claims: z.enum(["crawler", "person"]).describe("What the user agent says"),
  crawler: CatalogueCrawler.nullable().describe(
    "The crawler that the user agent names; null if the catalogue does not list it",
  ),
  verdict: z
    .enum(["verified", "unknown", "spoofed"])
    .nullable()
    .describe(
      "`spoofed`: every verification method that the operator publishes was checked and failed; null for people",
    ),
  reason: z
    .enum([
      "checked",
      "no_crawler_named",
      "nothing_published",
      "no_address",
      "private_address",
      "verification_off",
      "proof_unavailable",
    ])
    .describe("What the verdict is based on, or why there is none"),
});

export const VisitsResponse = z.object({ accepted: z.int(), ignored: z.int() });

/** docs/visits.md. */
export const BotsResponse = z.object({
  byProvider: z.array(ProviderCount.extend(Path.shape)),
  byServedBy: z.array(ServedByCount.extend(Path.shape)),
  spoofed: z.object({ total: z.int(), byProvider: z.array(ProviderCount) }),
  nextCursor: z.string().nullable().optional(),
});

/** docs/visits.md. */
export const DailyResponse = z.object({
  daily: z.array(
    z.object({
      date: z.string(),
      total: z.int(),
      providers: z.array(ProviderCount),
      spoofed: z.int(),
      purposes: z.array(PurposeCount).optional(),
    }),
  ),
});

/** docs/visits.md. */
export const SummaryResponse = z.object({
  topSearchCrawler: ProviderCount,
  topLlmCrawler: ProviderCount,
  newPagesCrawled: z.int(),
  totalPagesCrawled: z.int(),
  totalCrawlsServed: z.int(),
  crawlBudgetSaved: z
    .object({ percentage: z.number(), minutesSaved: z.number(), cacheHits: z.int() })
    .describe(
      "Of all these visits, reported and imported ones too. `ways` of `GET /api/analytics/answers` has what passed through this service alone",
    ),
  verification: z.object({ verified: z.int(), unknown: z.int(), spoofed: z.int() }),
});

const Answered = z.object({
  servedBy: z
    .enum(ANSWER_SOURCES)
    .describe("`origin`: the site's own server; `generated`: our own llms.txt or redirect to a canonical page"),
  form: z.enum(ANSWER_FORMS),
  status: z.int().nullable().describe("Null: unknown"),
  way: z
    .enum(VISIT_WAYS)
    .describe("`connected`: it passed through this service; `reported`: the site reported it; `imported`: from a log"),
  count: z.int(),
});
const WayCounts = z.object({
  requests: z.int().describe("Without spoofed ones"),
  visits: z.int().describe("Of these, the ones that the cache or a render answered"),
  cacheHits: z.int(),
  spoofed: z.int(),
});
const AnsweredProvider = Answered.extend({ provider: z.string() });

export const CrawlerResponsesResponse = z.object({
  total: z.int().describe("All requests of crawlers, without spoofed ones"),
  spoofed: z.int(),
  byAnswer: z.array(Answered),
  ways: z
    .object({ connected: WayCounts, reported: WayCounts, imported: WayCounts })
    .describe("The same requests by the way in which they became known"),
  countedSince: z.string().nullable().describe("First UTC day that has counts, of any window; null: none has"),
  byProvider: z.array(AnsweredProvider),
  originPaths: z
    .array(z.object({ path: z.string(), count: z.int(), answers: z.array(AnsweredProvider) }))
    .describe("What was not served as a snapshot; `(other)`: paths beyond 2,000 per day, and those of spoofed visits"),
  nextCursor: z.string().nullable(),
});
