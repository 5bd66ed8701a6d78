import * as z from "zod";
import { args, defineTool, PageScore, PathPart, READS, HeadlineScore } from "../define/define-tool";
import { isUnfinished } from "../define/finished-runs";

const MAX_SECONDS = 25;
const POLL_SECONDS = 2;

export const waitForAuditTool = defineTool({
  name: "wait_for_audit",
  title: "Wait for an audit",
  description: `Waits until an audit has ended, at most ${MAX_SECONDS} seconds per call, and reports its progress. If \`done\` is false, call it again.`,
  input: args({
    runId: PathPart.describe("`runId` of start_audit"),
    seconds: z.int().min(0).max(MAX_SECONDS).default(MAX_SECONDS).describe("How long to wait; 0: only look"),
  }),
  output: z.object({
    runId: z.string(),
    done: z.boolean(),
    status: z.string(),
    pagesAudited: z.int(),
    healthScore: PageScore.nullable(),
    siteScore: HeadlineScore,
    issues: z.int().nullable(),
    closeReason: z.string().nullable(),
    next: z.string(),
  }),
  annotations: READS,
  calls: ["readAudit"],
  run: async ({ runId, seconds }, { api, signal, progress, wait }) => {
    const look = async () =>
      (await api.readAudit({ path: { runId }, query: { limit: 1, robots: "false" } }, { signal })).run;
    let run = await look();
    for (let left = seconds; left > 0 && isUnfinished(run) && !signal.aborted; left -= POLL_SECONDS) {
      await progress(seconds - left, seconds, `${run.pagesCrawled} pages audited`);
      await wait(Math.min(left, POLL_SECONDS) * 1000);
      run = await look();
    }
    const done = !isUnfinished(run);
    return {
      runId,
      done,
      status: run.status,
      pagesAudited: run.pagesCrawled,
      healthScore: done ? run.healthScore : null,
      siteScore: run.siteScore,
      issues: done ? run.issueCount : null,
      closeReason: run.closeReason,
      next: done
        ? "what_to_fix and compare_audits read the result."
        : "It is still running. Call wait_for_audit again.",
    };
  },
});
