import * as z from "zod";

export const StartBody = z.object({
  domain: z.string().min(1).max(300),
  urls: z.array(z.string().max(4096)).min(1, "give at least one URL").max(10_000),
  mode: z.enum(["follow", "selected", "sitemap"]),
  allowSampling: z.boolean().default(true),
  newPagesOnly: z.boolean().default(false),
  sitemapUrl: z
    .url({ protocol: /^https?$/, error: "must be an absolute http or https URL" })
    .max(2048)
    .optional(),
});
export type StartBody = z.infer<typeof StartBody>;

export const ListQuery = z.object({ domain: z.string().max(300).optional() });
export const RunParam = z.object({ runId: z.string().min(1).max(100) });
export const DetailQuery = z.object({
  limit: z.coerce.number().int().min(1).max(1000).optional(),
  cursor: z.string().max(200).optional(),
});
export const ExportQuery = z.object({ format: z.enum(["csv", "jsonl"]) });
