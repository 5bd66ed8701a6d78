import * as z from "zod";

export const StartBody = z.object({
  domain: z.string().min(1).max(300),
  urls: z
    .array(z.string().max(4096))
    .min(1, "give at least one URL")
    .max(10_000)
    .describe("URLs of the domain to begin with; with `selected`, all that is audited"),
  mode: z
    .enum(["follow", "selected", "sitemap"])
    .describe(
      "`follow` follows links, `selected` audits the given URLs alone, `sitemap` these and what the sitemap lists",
    ),
  allowSampling: z
    .boolean()
    .default(true)
    .describe("Audits a part of many URLs of one pattern; it stands for the others in the score"),
  newPagesOnly: z
    .boolean()
    .default(false)
    .describe("With `sitemap`: only pages that are new, or changed since the last audit"),
  sitemapUrl: z
    .url({ protocol: /^https?$/, error: "must be an absolute http or https URL" })
    .max(2048)
    .optional()
    .describe("Read instead of the domain's own sitemap"),
});
export type StartBody = z.infer<typeof StartBody>;

export const ListQuery = z.object({ domain: z.string().max(300).optional() });
export const RunParam = z.object({ runId: z.string().min(1).max(100) });
export const DetailQuery = z.object({
  limit: z.coerce.number().int().min(1).max(1000).optional(),
  cursor: z.string().max(200).optional(),
});
export const ExportQuery = z.object({ format: z.enum(["csv", "jsonl"]) });
