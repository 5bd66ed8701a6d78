import * as z from "zod";
import { parseUtcDay } from "../lib/time";
import { DEFAULT_DAYS, RETENTION_DAYS } from "./core/window";

/** Days that a window may look back (service-api.md 8). */
export const Days = z.coerce.number().int().min(1).max(RETENTION_DAYS).default(DEFAULT_DAYS);
/** A stats token; read by authentication. */
export const Token = z.string().max(200).optional();
const Domain = z.string().min(1).max(300).optional();

export const DaysQuery = z.object({ domain: Domain, days: Days, token: Token });

const Day = z
  .string()
  .refine((text) => parseUtcDay(text) !== null, "is not a day of the calendar as yyyy-mm-dd")
  .optional();

export const BotsQuery = z
  .object({
    domain: Domain,
    from: Day,
    to: Day,
    path: z.string().startsWith("/", "must start with /").optional(),
    search: z.string().optional(),
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
    format: z.enum(["json", "csv"]).default("json"),
    token: Token,
  })
  .refine(({ limit, cursor }) => cursor === undefined || limit !== undefined, {
    path: ["limit"],
    message: "give it with `cursor`",
  });

export const ProviderCount = z.object({ provider: z.string(), count: z.int() });
export const ServedByCount = z.object({ servedBy: z.enum(["cache", "render"]), count: z.int() });
const Path = z.object({ path: z.string() });

/** An instant with its zone; one that the calendar does not have (February 30th) is none. */
const Instant = z.iso
  .datetime({ offset: true })
  .refine((text) => parseUtcDay(text.slice(0, 10)) !== null && !Number.isNaN(Date.parse(text)), "is not an instant");

/** Visits that a site counted itself, with ids of its own. */
export const VisitsBody = z.object({
  domain: z.string().min(1).max(300),
  events: z
    .array(
      z.object({
        id: z.string().min(1).max(200),
        at: Instant,
        path: z.string().startsWith("/", "must start with /"),
        userAgent: z.string(),
        servedBy: z.enum(["cache", "render"]),
        ip: z.union([z.ipv4(), z.ipv6()]).optional(),
      }),
    )
    .min(1)
    .max(1_000),
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
