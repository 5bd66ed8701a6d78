import * as z from "zod";
import type { ResponseOf } from "../../client";
import { fitted, instant, skipCursor, somePaths } from "../define/bounded";
import {
  args,
  ListCursor,
  defineTool,
  DomainName,
  NextCursor,
  PageScore,
  PathPart,
  READS,
  HeadlineScore,
} from "../define/define-tool";
import { checkRun, finishedRuns } from "../define/finished-runs";
import { noAudit } from "../define/refusal";

const RunId = PathPart.optional();
const Summary = z.object({
  runId: z.string(),
  endedAt: z.string().nullable(),
  healthScore: PageScore,
  siteScore: HeadlineScore,
  pages: z.int(),
  issues: z.int(),
});
const Change = z.object({
  issueId: z.string(),
  severity: z.enum(["error", "warning", "notice"]),
  before: z.int(),
  now: z.int(),
  outcome: z.enum(["fixed", "better", "same", "worse", "new"]),
  fixedPages: z.int(),
  newPages: z.int(),
  fixedExamples: z.array(z.string()),
  newExamples: z.array(z.string()),
});

export const compareAuditsTool = defineTool({
  name: "compare_audits",
  title: "Compare two audits",
  description:
    "Whether the last fix worked: what changed between two audits of a domain, issue by issue, with the pages that were fixed and those that have it newly. By default the latest two.",
  input: args({
    domain: DomainName,
    runId: RunId.describe("The later audit; the latest finished one by default"),
    beforeRunId: RunId.describe("The earlier audit; the one before it by default"),
    issueId: z.string().max(100).optional().describe("Only this issue"),
    cursor: ListCursor,
  }),
  output: z.object({
    now: Summary,
    before: Summary,
    sameScope: z.boolean().describe("Whether both were set to read the same pages"),
    sharedPages: z.int().describe("Pages that both saw. The numbers per issue are over these"),
    healthChange: z.number().describe("How the average score of the shared pages changed"),
    pagesAdded: z.int(),
    pagesGone: z.int(),
    pagesNotRead: z.int().describe("Pages that the later audit lacks because it ended early: not known to be gone"),
    changes: z.array(Change).describe("Worse and new ones first, then what was fixed"),
    nextCursor: NextCursor,
  }),
  annotations: READS,
  calls: ["listAudits", "readAudit", "compareAudits"],
  run: async ({ domain, runId: asked, beforeRunId, issueId, cursor }, { api }) => {
    const { finished } =
      asked !== undefined && beforeRunId !== undefined ? { finished: [] } : await finishedRuns(api, domain);
    const runId = asked ?? finished[0]?.id;
    const at = finished.findIndex(({ id }) => id === runId);
    const otherRunId = beforeRunId ?? finished[at + 1]?.id;
    if (runId === undefined || otherRunId === undefined) throw noAudit("There are not two finished audits to compare.");
    // The API compares only runs of one domain.
    if (asked !== undefined)
      checkRun((await api.readAudit({ path: { runId }, query: { limit: 1, robots: "false" } })).run, domain);
    const compared = await api.compareAudits({ path: { runId, otherRunId } });
    const changes = compared.issues
      .filter(({ id }) => issueId === undefined || id === issueId)
      .map(changeOf)
      .sort((a, b) => RANK[a.outcome] - RANK[b.outcome] || SEVERE[a.severity] - SEVERE[b.severity]);
    return fitted(changes, skipCursor(cursor), (items, next) => ({
      now: summaryOf(compared.run),
      before: summaryOf(compared.other),
      sameScope: compared.sameScope,
      sharedPages: compared.sharedPages,
      healthChange: compared.deltaHealth,
      pagesAdded: compared.addedPages.pages,
      pagesGone: compared.removedPages,
      pagesNotRead: compared.unreadPages,
      changes: items,
      nextCursor: next === null ? null : String(next),
    }));
  },
});

type Compared = ResponseOf<"compareAudits">;
const RANK = { new: 0, worse: 1, fixed: 2, better: 3, same: 4 };
const SEVERE = { error: 0, warning: 1, notice: 2 };

function outcomeOf(before: number, now: number): keyof typeof RANK {
  if (now === before) return "same";
  if (now === 0) return "fixed";
  if (before === 0) return "new";
  return now < before ? "better" : "worse";
}

const changeOf = ({ id, severity, before, now, added, fixed }: Compared["issues"][number]) => ({
  issueId: id,
  severity,
  before,
  now,
  outcome: outcomeOf(before, now),
  fixedPages: fixed.pages,
  newPages: added.pages,
  fixedExamples: somePaths(fixed.samplePaths),
  newExamples: somePaths(added.samplePaths),
});

const summaryOf = (run: Compared["run"]) => ({
  runId: run.id,
  endedAt: instant(run.completedAt),
  healthScore: run.healthScore,
  siteScore: run.siteScore,
  pages: run.pagesCrawled,
  issues: run.issueCount,
});
