import * as z from "zod";
import { ROBOTS_MAX_BYTES } from "../web";
import { AUDIT_CRAWLERS } from "./model/site/crawler-agents";
import { SORT_FIELDS, type PagesWanted, type SortField } from "./model/page/page-query";

/** A path pattern as in robots.txt. Not a regular expression. */
const Pattern = z
  .string()
  .max(300)
  .regex(/^[/*][!-~]*$/, "must start with / or *, without spaces and percent-encoded")
  .regex(/^[^$]*\$?$/, "may have $ only at its end");
const Scope = z.strictObject({
  include: z.array(Pattern).max(50).optional().describe("Only paths that match one of these, e.g. `/blog/*`"),
  exclude: z.array(Pattern).max(50).optional().describe("No path that matches one of these; they win over `include`"),
  maxDepth: z.int().min(0).max(100).optional().describe("The most clicks from a start URL; sitemap URLs have 1"),
  ignoreParams: z
    .array(z.string().min(1).max(100))
    .max(50)
    .optional()
    .describe("Query parameters that make no page of their own, such as `utm_source`; `*`: all"),
  crawler: z
    .enum(AUDIT_CRAWLERS)
    .optional()
    .describe("Audits as this crawler: with its user agent, and obeying its robots.txt group"),
});

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
  files: z
    .enum(["none", "own", "all"])
    .default("own")
    .describe(
      "Which files and links that pages refer to are asked for: `own`, the site's images, scripts, styles and documents; `all`, links to other sites as well; `none`",
    ),
  scope: Scope.optional().describe("Limits the audit; it applies to start URLs, links, redirects and sitemaps alike"),
});
export type StartBody = z.infer<typeof StartBody>;

export const ListQuery = z.strictObject({
  domain: z
    .string()
    .max(300)
    .optional()
    .describe(
      "Only runs of this domain; by default, of all domains the caller can access. A key limited to one domain sees only that one",
    ),
});
const RunId = z.string().min(1).max(100);
const run = RunId.describe("The run's id, from the answer that started it");
export const RunParam = z.object({ runId: run });
export const CompareParam = z.object({
  runId: run,
  otherRunId: RunId.describe("The run to compare with, of the same domain; usually an earlier one"),
});
export const IssueParam = z.object({ runId: run, issueId: z.string().min(1).max(100).describe("The issue's id") });

const Limit = z.coerce.number().int().min(1).max(1000);
const Cursor = z.string().max(200).optional().describe("nextCursor of the previous part");
const yesOrNo = z.enum(["true", "false"]);
const SORTS = SORT_FIELDS.flatMap((field) => [field, `-${field}`] as const);
const STATUS = /^(?:[1-5]xx|0|[1-9]\d{2})$/;

const filters = {
  severity: z.enum(["error", "warning", "notice"]).optional().describe("Only pages with an issue of this severity"),
  path: z
    .string()
    .max(2048)
    .regex(/^(?:\/[^*]*\*?|\*)$/, "must start with / and may end with *")
    .optional()
    .describe("Only this path, with its query; a final `*` stands for any rest"),
  status: z
    .string()
    .regex(STATUS, "use a status such as 404, or 4xx")
    .optional()
    .describe("Only this status, or `4xx`"),
  indexable: yesOrNo.optional().describe("Only pages that are, or are not, indexable"),
  sort: z
    .enum(SORTS)
    .optional()
    .describe("Order of the pages, descending with `-`; the order of discovery by default. Implies a `limit` of 100"),
};

export const DetailQuery = z.strictObject({
  ...filters,
  issue: z.string().min(1).max(100).optional().describe("Only pages with this issue"),
  limit: Limit.optional().describe("Pages per answer; without it, all pages of the run, or all after the cursor"),
  cursor: Cursor,
  robots: yesOrNo
    .optional()
    .describe("Whether `robotsAnalysis` is filled; by default it is, except in answers to a `cursor`"),
});
export const IssuePagesQuery = z.strictObject({
  ...filters,
  limit: Limit.default(100).describe("Pages per answer"),
  cursor: Cursor,
});
export const TryRobotsBody = z.strictObject({
  domain: z.string().min(1).max(300).describe("A verified domain with a finished audit"),
  robotsTxt: z.string().max(ROBOTS_MAX_BYTES).describe("The text to try"),
  crawlers: z
    .array(z.string().regex(/^[\w.-]{1,100}$/, "must be a product token such as GPTBot"))
    .min(1)
    .max(20)
    .optional()
    .describe("Product tokens; by default our own and those as which an audit can run"),
});
export type TryRobotsBody = z.infer<typeof TryRobotsBody>;
export const NoQuery = z.strictObject({});
export const ExportQuery = z.strictObject({
  format: z.enum(["csv", "jsonl"]).describe("`csv`: one row per issue of each page; `jsonl`: one page per line"),
});
export const PageParam = z.object({
  path: z.string().min(1).max(2048).describe("The page's path, with or without the first slash; its query encoded"),
});
export const PageQueryParams = z.strictObject({ domain: z.string().min(1).max(300).describe("The page's domain") });

/** The pages that a request asks for. */
export function pageQueryOf(asked: z.output<typeof DetailQuery>): PagesWanted {
  const { issue, severity, path, status, indexable, sort } = asked;
  return {
    issue: issue ?? null,
    severity: severity ?? null,
    path: path ?? null,
    status: status === undefined ? null : statusRange(status),
    indexable: indexable === undefined ? null : indexable === "true",
    sort: sort === undefined ? null : { field: sort.replace("-", "") as SortField, descending: sort.startsWith("-") },
  };
}

function statusRange(status: string): { from: number; to: number } {
  if (!status.endsWith("xx")) return { from: Number(status), to: Number(status) };
  const from = Number(status[0]) * 100;
  return { from, to: from + 99 };
}
