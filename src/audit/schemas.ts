import * as z from "zod";

export const StartBody = z.object({
  domain: z.string().min(1).max(300).describe("The domain to audit; it must be verified and in the caller's account"),
  urls: z
    .array(z.string().max(4096))
    .min(1, "give at least one URL")
    .max(10_000)
    .describe("URLs of the domain to start from; with `selected`, the only URLs audited"),
  mode: z
    .enum(["follow", "selected", "sitemap"])
    .describe(
      "`follow` follows links, `selected` audits only the given URLs, `sitemap` audits those and the sitemap's URLs",
    ),
  allowSampling: z
    .boolean()
    .default(true)
    .describe("If many URLs share a pattern, audits a sample that represents the others in the score"),
  newPagesOnly: z
    .boolean()
    .default(false)
    .describe("With `sitemap`: audits only pages that are new or changed since the last audit"),
  sitemapUrl: z
    .url({ protocol: /^https?$/, error: "must be an absolute http or https URL" })
    .max(2048)
    .optional()
    .describe("Sitemap to read instead of the domain's own"),
});
export type StartBody = z.infer<typeof StartBody>;

export const ListQuery = z.object({
  domain: z
    .string()
    .max(300)
    .optional()
    .describe(
      "Only runs of this domain; by default, of all domains the caller can access. A key limited to one domain sees only that one",
    ),
});
export const RunParam = z.object({
  runId: z.string().min(1).max(100).describe("The run's id, from the answer that started it"),
});
export const DetailQuery = z.object({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .optional()
    .describe("Pages per answer; without it, all pages of the run, or all after the cursor"),
  cursor: z.string().max(200).optional().describe("nextCursor of the previous page"),
});
export const ExportQuery = z.object({
  format: z.enum(["csv", "jsonl"]).describe("`csv`: one row per issue of each page; `jsonl`: one page per line"),
});
