import { DIFFERENCES } from "./model/run/site-difference";
import * as z from "zod";
import { queryNumber } from "../http/query-number";
import { AuditAccess, AuditScope } from "../accounts/schemas";
import { hasCredentials } from "../lib/hosts/url";
import { ROBOTS_MAX_BYTES } from "../web";
import { RENDERING_POLICIES } from "./model/page/rendering-policy";
import { SORT_FIELDS, type PagesWanted, type SortField } from "./model/page/page-query";

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
    .url({ protocol: /^https?$/, normalize: true, error: "must be an absolute http or https URL" })
    .max(2048)
    .refine((url) => !hasCredentials(url), "must not contain credentials")
    .optional()
    .describe(
      "Sitemap to read instead of the domain's own; on the domain, named by its robots.txt, or on another verified domain of the account that you may use",
    ),
  files: z
    .enum(["none", "own", "all"])
    .default("own")
    .describe(
      "Which files and links that pages refer to are requested: `own`, the site's images, scripts, styles and documents; `all`, links to other sites as well; `none`",
    ),
  rendering: z
    .enum(RENDERING_POLICIES)
    .default("auto")
    .describe(
      "Which pages are rendered, within the run's budget: `auto`, those that look empty, one per template, and all of a template whose sample scripts change; `sample`, one per template; `all`; `never`",
    ),
  scope: AuditScope.optional().describe("Limits the audit; applies to start URLs, links, redirects and sitemaps"),
  mailWhenDone: z
    .boolean()
    .optional()
    .describe("Mails the signed-in member when the audit ends, at their proven address. Without a session, nobody"),
  access: AuditAccess.optional().describe(
    "Headers and basic authentication for a site that is not public, instead of the domain's `auditAccess`; forgotten when the run ends",
  ),
});
export type StartBody = z.infer<typeof StartBody>;

export const FromListQuery = z.object({
  domain: StartBody.shape.domain,
  crawler: AuditScope.shape.crawler,
});

export const ListQuery = z.object({
  domain: z
    .string()
    .max(300)
    .optional()
    .describe(
      "Only runs of this domain; by default, of all domains the caller can access. A key limited to one domain sees only that one",
    ),
  analyses: z
    .enum(["true", "false"])
    .default("true")
    .describe(
      "`false` leaves `robotsAnalysis`, `agentReadiness` and `crawlStats` empty, which are most of the response",
    ),
});
// Ids have no longest length: one that nothing has is not found, however long it is.
const RunId = z.string().min(1);
const run = RunId.describe("The run's id, from the response that started it");
export const RunParam = z.object({ runId: run });
export const CompareParam = z.object({
  runId: run,
  otherRunId: RunId.describe("The run to compare with, of the same domain; usually an earlier one"),
});
export const ComparePagesQuery = z.object({
  differs: z.enum(DIFFERENCES).optional().describe("Only pages that differ in this"),
  limit: queryNumber(1, 1000).default(100).describe("Pages per part"),
  cursor: z
    .string()
    .regex(/^d[1-9]\d{0,5}$/, "use the nextCursor of the previous response")
    .optional()
    .describe("nextCursor of the previous response"),
});
export const IssueParam = z.object({ runId: run, issueId: z.string().min(1).describe("The issue's id") });

const Limit = queryNumber(1, 1000);
/** The place of a page in its run, which has at most 15 digits to be a safe integer. */
const Cursor = z
  .string()
  .regex(/^p[1-9]\d{0,14}$/, "use the nextCursor of the previous response")
  .optional()
  .describe("nextCursor of the previous response");
const yesOrNo = z.enum(["true", "false"]);
const SORTS = SORT_FIELDS.flatMap((field) => [field, `-${field}`] as const);
const STATUS = /^(?:[1-5]xx|0|[1-9]\d{2})$/;

const filters = {
  severity: z.enum(["error", "warning", "notice"]).optional().describe("Only pages with an issue of this severity"),
  path: z
    .string()
    .max(2048)
    .regex(/^(?:\/[^*]*\*?|\*|\*[^*]+\*)$/, "must start with / and may end with *, or be *a part*")
    .optional()
    .describe(
      "Only this path, with its query; a final `*` matches any ending, and `*shoes*` paths that contain this text; ASCII case is then ignored",
    ),
  status: z
    .string()
    .regex(STATUS, "use a status such as 404, or 4xx")
    .optional()
    .describe("Only this status, or `4xx`"),
  indexable: yesOrNo.optional().describe("Only pages that are, or are not, indexable"),
  extracted: z
    .string()
    .regex(/^-?[a-z][a-zA-Z0-9_]{0,39}$|^[a-z][a-zA-Z0-9_]{0,39}=.{0,500}$/su, "use field, -field or field=value")
    .optional()
    .describe(
      "Only pages where this field of `auditExtractors` has a value; `-field`: has none; `field=value`: has this",
    ),
  sort: z
    .enum(SORTS)
    .optional()
    .describe("Order of the pages, descending with `-`; the order of discovery by default. Implies a `limit` of 100"),
};

export const DetailQuery = z.object({
  ...filters,
  issue: z.string().min(1).max(100).optional().describe("Only pages with this issue"),
  limit: Limit.optional().describe("Pages per response; without it, all pages of the run, or all after the cursor"),
  cursor: Cursor,
  robots: yesOrNo
    .optional()
    .describe("Whether `robotsAnalysis` is filled; by default it is, except in responses to a `cursor`"),
});
export const IssuePagesQuery = z.object({
  ...filters,
  limit: Limit.default(100).describe("Pages per response"),
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
    .describe("Product tokens; by default our own and those that an audit can run as"),
  list: z
    .strictObject({
      crawler: z.string().min(1).max(100).describe("One of `crawlers`"),
      limit: z.int().min(1).max(1000).default(100).describe("Paths per response"),
      cursor: Cursor,
    })
    .optional()
    .describe("Lists the pages that change for one crawler in `paths`"),
});
export type TryRobotsBody = z.infer<typeof TryRobotsBody>;
export const ExportQuery = z.object({
  format: z.enum(["csv", "jsonl"]).describe("`csv`: one row per issue of each page; `jsonl`: one page per line"),
});
export const PageParam = z.object({
  path: z
    .string()
    .min(1)
    .max(2048)
    .regex(/^\P{Cc}*$/u, "must have no control characters")
    .describe("The page's path, with or without the first slash; its query encoded"),
});
export const PageQueryParams = z.object({ domain: z.string().min(1).max(300).describe("The page's domain") });

/** The pages that a request selects. */
export function pageQueryOf(asked: z.output<typeof DetailQuery>): PagesWanted {
  const { issue, severity, path, status, indexable, extracted, sort } = asked;
  return {
    issue: issue ?? null,
    severity: severity ?? null,
    path: path ?? null,
    status: status === undefined ? null : statusRange(status),
    indexable: indexable === undefined ? null : indexable === "true",
    extracted: extracted === undefined ? null : extractedWanted(extracted),
    sort: sort === undefined ? null : { field: sort.replace("-", "") as SortField, descending: sort.startsWith("-") },
  };
}

function extractedWanted(text: string): PagesWanted["extracted"] {
  const at = text.indexOf("=");
  if (at > 0) return { field: text.slice(0, at), value: text.slice(at + 1), isThere: true };
  return { field: text.replace("-", ""), value: null, isThere: !text.startsWith("-") };
}

function statusRange(status: string): { from: number; to: number } {
  if (!status.endsWith("xx")) return { from: Number(status), to: Number(status) };
  const from = Number(status[0]) * 100;
  return { from, to: from + 99 };
}
