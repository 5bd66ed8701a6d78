import * as z from "zod";
import type { ResponseOf, Client } from "../../client";
import { fitted, instant, skipCursor, Quoted, quoted, shortPath, somePaths } from "../define/bounded";
import {
  args,
  ListCursor,
  LookBack,
  defineTool,
  DomainName,
  NextCursor,
  PageScore,
  READS,
  HeadlineScore,
} from "../define/define-tool";
import { finishedRuns, type ListedRun } from "../define/finished-runs";

const Severity = z.enum(["error", "warning", "notice"]);
const Priority = z.object({
  rank: z.int(),
  issueId: z.string(),
  title: z.string(),
  severity: Severity,
  pages: z.int(),
  crawlerVisits: z.int().nullable().describe("Crawler visits that met this in the last 30 days; null: not counted"),
  points: z.number().nullable().describe("Estimate of what fixing it adds to the site score"),
  fixOnce: z.boolean().describe("It is in a template: one change fixes all pages"),
  why: z.string().nullable(),
  fix: z.string().nullable(),
  element: Quoted.nullable(),
  examplePaths: z.array(z.string()),
  since: z.string().nullable().describe("The first of the audits in a row that had it"),
});
type Priority = z.output<typeof Priority>;

const Waste = z.object({
  reason: z.string(),
  visits: z.int(),
  paths: z.int(),
  examples: z.array(z.object({ path: z.string(), visits: z.int(), suggestedRedirect: z.string().nullable() })),
});

const NO_AUDIT = "No audit of this domain has finished. Call start_audit, then wait_for_audit.";
const NEXT =
  "Fix the first priority; issue_pages lists its pages. Then start_audit, wait_for_audit, and compare_audits shows whether it worked.";

export const whatToFixTool = defineTool({
  name: "what_to_fix",
  title: "What to fix first",
  description:
    "What is wrong with a site and what to fix first: the issues of its latest audit, ranked by their cost to crawlers, each with its crawler visits, why it matters and how to fix it; and the crawler visits that were wasted.",
  input: args({ domain: DomainName, days: LookBack, cursor: ListCursor }),
  output: z.object({
    domain: z.string(),
    audit: z
      .object({
        runId: z.string(),
        endedAt: z.string().nullable(),
        healthScore: PageScore,
        siteScore: HeadlineScore,
        scoreState: z.string().nullable().describe("`scored`, or why healthScore says nothing"),
        pages: z.int(),
        issues: z.int(),
      })
      .nullable(),
    runningAudit: z.string().nullable().describe("The id of a running audit"),
    visits: z.object({ days: z.int(), total: z.int(), wasted: z.int(), wastedPercent: z.number() }),
    waste: z.array(Waste).describe("Why crawler visits were wasted"),
    priorities: z.array(Priority),
    nextCursor: NextCursor,
    next: z.string(),
  }),
  annotations: READS,
  calls: ["listAudits", "readAudit", "listAuditIssues", "readCrawlWaste"],
  run: async ({ domain, days, cursor }, { api }) => {
    const [{ ofSite: run, active }, waste] = await Promise.all([
      finishedRuns(api, domain),
      api.readCrawlWaste({ query: { domain, days } }),
    ]);
    const priorities = run ? await prioritiesOf(api, run) : [];
    const skip = skipCursor(cursor);
    return fitted(priorities, skip, (items, nextSkip) => ({
      domain: run?.domain ?? domain,
      audit: run && auditOf(run),
      runningAudit: active?.id ?? null,
      visits: {
        days,
        total: waste.totalVisits,
        wasted: waste.wastedVisits,
        wastedPercent: waste.wastedPercentage,
      },
      waste: waste.reasons.filter(({ visits }) => visits > 0).map(wasteOf),
      priorities: items,
      nextCursor: nextSkip === null ? null : String(nextSkip),
      next: run ? NEXT : NO_AUDIT,
    }));
  },
});

/** The ranked issues, and after them those that the ranking leaves out. */
async function prioritiesOf(
  api: Pick<Client, "readAudit" | "listAuditIssues">,
  { id: runId }: ListedRun,
): Promise<Priority[]> {
  const [{ run }, { issues }] = await Promise.all([
    api.readAudit({ path: { runId }, query: { limit: 1, robots: "false" } }),
    api.listAuditIssues({ path: { runId } }),
  ]);
  const firstSeen = new Map(issues.map((issue) => [issue.id, issue.firstSeenAt]));
  const known = new Set<string>();
  for (const { id, consequences } of run.topIssues) for (const each of [{ id }, ...consequences]) known.add(each.id);
  const others = issues.filter(({ id, consequenceOf }) => !known.has(id) && consequenceOf === null);
  return [
    ...run.topIssues.map((issue, index) => rankedIssue(issue, index + 1, firstSeen.get(issue.id) ?? null)),
    ...others.map((issue, index) => otherIssue(issue, run.topIssues.length + index + 1)),
  ];
}

const rankedIssue = (issue: TopIssue, rank: number, firstSeenAt: number | null): Priority => ({
  rank,
  ...text(issue),
  pages: issue.pages,
  crawlerVisits: issue.visits,
  points: issue.gain,
  element: issue.element === null ? null : quoted(issue.element),
  examplePaths: somePaths(issue.samplePaths),
  since: instant(firstSeenAt),
});

const otherIssue = (issue: Issue, rank: number): Priority => ({
  rank,
  ...text(issue),
  pages: issue.pages,
  crawlerVisits: null,
  points: null,
  element: null,
  examplePaths: [],
  since: instant(issue.firstSeenAt),
});

type TopIssue = ResponseOf<"readAudit">["run"]["topIssues"][number];
type Issue = ResponseOf<"listAuditIssues">["issues"][number];
const text = ({
  id,
  title,
  severity,
  cause,
  why,
  fix,
}: Pick<Issue, "id" | "title" | "severity" | "cause" | "why" | "fix">) => ({
  issueId: id,
  title,
  severity,
  why,
  fix,
  fixOnce: cause === "template",
});

const auditOf = (run: ListedRun) => ({
  runId: run.id,
  endedAt: instant(run.completedAt),
  healthScore: run.healthScore,
  siteScore: run.siteScore,
  scoreState: run.scoreState,
  pages: run.pagesCrawled,
  issues: run.issueCount,
});

const wasteOf = ({ reason, visits, paths, top }: ResponseOf<"readCrawlWaste">["reasons"][number]) => ({
  reason,
  visits,
  paths,
  examples: top.slice(0, 2).map(({ path, visits, suggestedRedirect }) => ({
    path: shortPath(path, 150),
    visits,
    suggestedRedirect: suggestedRedirect ? shortPath(suggestedRedirect, 150) : null,
  })),
});
