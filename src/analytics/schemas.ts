import * as z from "zod";
import { parseUtcDay } from "../lib/time";
import { MAX_PATH_LENGTH } from "./core/visit-path";
import { DEFAULT_DAYS, RETENTION_DAYS } from "./core/window";

/** Days that a window may look back (service-api.md 8). */
export const Days = z.coerce
  .number()
  .int()
  .min(1)
  .max(RETENTION_DAYS)
  .default(DEFAULT_DAYS)
  .describe("UTC days to look back, today being the last");
/** A stats token; read by authentication. */
export const Token = z
  .string()
  .max(200)
  .optional()
  .describe("A public stats token, crs_…, where one is taken in place of a key or session");
const Domain = z
  .string()
  .min(1)
  .max(300)
  .optional()
  .describe("A verified domain; required, but with a stats token, which has its own");

export const DaysQuery = z.object({ domain: Domain, days: Days, token: Token });

const Day = z
  .string()
  .refine((text) => parseUtcDay(text) !== null, "is not a day of the calendar as yyyy-mm-dd")
  .optional();

export const BotsQuery = z
  .object({
    domain: Domain,
    from: Day.describe("First UTC day, yyyy-mm-dd, inclusive; 30 days ago by default"),
    to: Day.describe("Last UTC day, yyyy-mm-dd, inclusive; today by default"),
    path: z
      .string()
      .max(MAX_PATH_LENGTH)
      .startsWith("/", "must start with /")
      .optional()
      .describe("Visits of exactly this path"),
    search: z
      .string()
      .max(MAX_PATH_LENGTH)
      .optional()
      .describe("Visits of paths that contain this text, whatever the case"),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(10_000)
      .optional()
      .describe("Paths, the most visited first; without it all"),
    cursor: z
      .string()
      .max(2_100)
      .regex(/^\d{1,15}[/(]/, "use the nextCursor of an earlier answer")
      .optional()
      .describe("nextCursor of an earlier answer; needs `limit`"),
    format: z.enum(["json", "csv"]).default("json").describe("`csv`: a line for each path and provider"),
    token: Token,
  })
  .refine(({ limit, cursor }) => cursor === undefined || limit !== undefined, {
    path: ["limit"],
    message: "give it with `cursor`",
  });

export const ProviderCount = z.object({ provider: z.string(), count: z.int() });
export type ProviderCount = z.infer<typeof ProviderCount>;
export const ServedByCount = z.object({ servedBy: z.enum(["cache", "render"]), count: z.int() });
const Path = z.object({ path: z.string() });

/** An instant with its zone; one that the calendar does not have (February 30th) is none. */
const Instant = z.iso
  .datetime({ offset: true })
  .refine((text) => parseUtcDay(text.slice(0, 10)) !== null && !Number.isNaN(Date.parse(text)), "is not an instant");

/** No server takes a longer header line; only the beginning of it is looked at. */
const MAX_USER_AGENT = 16_384;

/** Visits that a site counted itself, with ids of its own. */
export const VisitsBody = z.object({
  domain: z.string().min(1).max(300).describe("The domain that was visited: verified, in the caller's account"),
  events: z
    .array(
      z.object({
        id: z.string().min(1).max(200).describe("Your id of the visit; it counts once a domain"),
        at: Instant.describe("When: ISO 8601 with its zone, within the last 180 days"),
        path: z
          .string()
          .max(MAX_PATH_LENGTH)
          .startsWith("/", "must start with /")
          .describe("The path that was asked for"),
        userAgent: z
          .string()
          .max(MAX_USER_AGENT)
          .describe("The request's User-Agent; what names no crawler is ignored"),
        servedBy: z.enum(["cache", "render"]).describe("What the page came from: a stored copy or a new rendering"),
        ip: z
          .union([z.ipv4(), z.ipv6()])
          .optional()
          .describe("The visitor's address; with it the crawler can be verified"),
      }),
    )
    .min(1)
    .max(1_000)
    .describe("All are taken or, when one does not fit, none"),
});
export type VisitsBody = z.output<typeof VisitsBody>;

export const VisitsAnswer = z.object({ accepted: z.int(), ignored: z.int() });

/** service-api.md 2.4. */
export const BotsAnswer = z.object({
  byProvider: z.array(ProviderCount.extend(Path.shape)),
  byServedBy: z.array(ServedByCount.extend(Path.shape)),
  spoofed: z.object({ total: z.int(), byProvider: z.array(ProviderCount) }),
  nextCursor: z.string().nullable().optional(),
});

/** service-api.md 2.4. */
export const DailyAnswer = z.object({
  daily: z.array(z.object({ date: z.string(), total: z.int(), providers: z.array(ProviderCount), spoofed: z.int() })),
});

/** service-api.md 2.4. */
export const SummaryAnswer = z.object({
  topSearchCrawler: ProviderCount,
  topLlmCrawler: ProviderCount,
  newPagesCrawled: z.int(),
  totalPagesCrawled: z.int(),
  totalCrawlsServed: z.int(),
  crawlBudgetSaved: z.object({ percentage: z.number(), minutesSaved: z.number(), cacheHits: z.int() }),
  verification: z.object({ verified: z.int(), unknown: z.int(), spoofed: z.int() }),
});
