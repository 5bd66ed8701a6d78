import * as z from "zod";
import type { ResponseOf } from "../../client";
import { cursorTo, fitted, partCursor, Quoted, quoted, shortPath } from "../define/bounded";
import { args, ListCursor, defineTool, DomainName, NextCursor, PathPart, READS } from "../define/define-tool";
import { checkRun, finishedRuns } from "../define/finished-runs";
import { noAudit } from "../define/refusal";

/** Pages that are read at once. A result has room for about as many. */
const PART = 50;

const Found = z.object({
  found: Quoted,
  expected: Quoted,
  count: z.int().nullable(),
  samples: z.array(Quoted),
});

export const issuePagesTool = defineTool({
  name: "issue_pages",
  title: "Pages with an issue",
  description: "The pages that have one issue, with what was found on each, what was expected, and how to fix it.",
  input: args({
    domain: DomainName,
    issueId: PathPart.describe("`issueId` of what_to_fix or compare_audits"),
    runId: PathPart.optional().describe("An audit; the latest finished one by default"),
    cursor: ListCursor,
  }),
  output: z.object({
    runId: z.string(),
    issueId: z.string(),
    title: z.string(),
    severity: z.string(),
    why: z.string().nullable(),
    fix: z.string().nullable(),
    pagesWithIssue: z.int(),
    findings: z.array(Found).describe("What was found for the whole site, for issues that do not concern single pages"),
    pages: z.array(z.object({ path: z.string(), status: z.int(), indexable: z.boolean() }).extend(Found.shape)),
    nextCursor: NextCursor,
  }),
  annotations: READS,
  calls: ["listAudits", "readAudit", "readAuditIssue"],
  run: async ({ domain, issueId, runId: asked, cursor: given }, { api }) => {
    const runId = asked ?? (await finishedRuns(api, domain)).finished[0]?.id;
    if (runId === undefined) throw noAudit();
    const { skip, cursor } = partCursor(given);
    if (asked !== undefined)
      checkRun((await api.readAudit({ path: { runId }, query: { limit: 1, robots: "false" } })).run, domain);
    const query = { limit: PART, ...(cursor !== undefined && { cursor }) };
    const { issue, findings, pages, nextCursor } = await api.readAuditIssue({ path: { runId, issueId }, query });
    return fitted(pages.map(pageOf), skip, (items, nextSkip) => ({
      runId,
      issueId: issue.id,
      title: issue.title,
      severity: issue.severity,
      why: issue.why,
      fix: issue.fix,
      pagesWithIssue: issue.pages,
      findings: findings.slice(0, 5).map((finding) => foundOf(detailOf(finding))),
      pages: items,
      nextCursor: nextSkip !== null ? cursorTo(nextSkip, cursor) : nextCursor === null ? null : cursorTo(0, nextCursor),
    }));
  },
});

type Page = ResponseOf<"readAuditIssue">["pages"][number];
type Detail = Page["detail"];

const pageOf = ({ path, statusCode, indexable, detail }: Page) => ({
  path: shortPath(path),
  status: statusCode,
  indexable,
  ...foundOf(detail),
});

/** Findings of the site have `detail`, those of sitemaps a text of it. */
function detailOf({ detail }: Record<string, unknown>): Detail {
  if (typeof detail === "object" && detail !== null) return detail as Detail;
  return { found: typeof detail === "string" ? detail : "", expected: "" };
}

const foundOf = ({ found, expected, count, samples = [] }: Detail) => ({
  found: quoted(found),
  expected: quoted(expected),
  count: count ?? null,
  samples: samples.slice(0, 3).map((sample) => quoted(sample, 150)),
});
