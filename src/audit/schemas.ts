import * as z from "zod";

export const StartBody = z.object({
  domain: z.string().min(1).max(300).describe("The domain to audit: verified, in the caller's account"),
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

export const ListQuery = z.object({
  domain: z
    .string()
    .max(300)
    .optional()
    .describe(
      "Runs of this domain alone; by default of all that the caller reaches. A key of one domain stays with it",
    ),
});
export const RunParam = z.object({ runId: z.string().min(1).max(100).describe("The run, as the start answers it") });
export const DetailQuery = z.object({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .optional()
    .describe("Pages in one answer; without it all that follow the cursor, or all of the run"),
  cursor: z.string().max(200).optional().describe("nextCursor of an earlier answer"),
});
export const ExportQuery = z.object({
  format: z.enum(["csv", "jsonl"]).describe("`csv`: a row for each issue of each page; `jsonl`: a page a line"),
});
