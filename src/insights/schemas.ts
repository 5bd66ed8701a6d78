import { z } from "zod";
import { Days, ProviderCount, ServedByCount, Token } from "../analytics";

export const PageInsightsQuery = z.object({
  url: z
    .string()
    .max(4_096)
    .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ""), "is not an absolute http or https URL"),
  days: Days,
  token: Token,
});

/** service-api.md 2.4. */
export const PageInsightsAnswer = z.object({
  url: z.string(),
  domain: z.string(),
  path: z.string(),
  window: z.object({ days: z.int(), from: z.iso.datetime(), to: z.iso.datetime() }),
  crawlerVisits: z.object({
    total: z.int(),
    byProvider: z.array(ProviderCount),
    byServedBy: z.array(ServedByCount),
    spoofed: z.int(),
  }),
  seoSpider: z.object({
    latestRun: z
      .object({ id: z.string(), status: z.string(), startedAt: z.int(), completedAt: z.int().nullable() })
      .nullable(),
    page: z.object({
      found: z.boolean(),
      issueCount: z.int(),
      issues: z.array(z.object({ issueId: z.string(), severity: z.string() })),
      statusCode: z.int(),
      healthScore: z.number(),
      previewScore: z.number(),
      indexable: z.boolean(),
    }),
  }),
});
