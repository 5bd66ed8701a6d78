import * as z from "zod";
import { queryNumber } from "../http/query-number";
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

const WindowResponse = z.object({ days: z.int(), from: z.iso.datetime(), to: z.iso.datetime() });
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
      visits: z.int(),
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
