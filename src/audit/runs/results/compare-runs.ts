import { schemaError } from "../../../errors/api-error";
import { RunDifference, type DifferingPage } from "../../model/run/run-difference";
import { withoutChecks } from "../../checks/without-checks";
import { filesOf } from "../../model/run/files-of";
import { incomparableChecks } from "../../model/site/file-statuses";
import type { RunRow } from "../../repo";
import { runPages, type PagesEnv } from "../pages/run-pages";
import { scoresOf } from "../../model/run/score-state";
import { listIssues, type IssueKind } from "./list-issues";
import { wholeRuns } from "./whole-runs";

/** Whether a run came to an end with no page waiting, so that a page it lacks is gone. */
const readAll = ({ status, needsContinuation }: RunRow) => status !== "error" && !needsContinuation;

export const shownComparedRun = (run: RunRow) => {
  const { id, startedAt, completedAt, status, mode, healthScore, issueCount, pagesCrawled } = run;
  const { scoreState, siteScore } = scoresOf(run);
  const own = { id, startedAt, completedAt, status, mode, issueCount, pagesCrawled };
  return { ...own, healthScore, scoreState, siteScore, readAll: readAll(run) };
};

/** The issues of the site and of its sitemaps, which are on no page: how often each run has them, worst first. */
function siteIssues(run: RunRow, other: RunRow) {
  const counts = ([run, other] as const).map(
    (each) => new Map(listIssues(each).flatMap((kind) => (ofSite(kind) ? [[kind.id, kind] as const] : []))),
  );
  const [now, before] = counts as [Map<string, IssueKind>, Map<string, IssueKind>];
  return [...new Map([...before, ...now]).values()].map(({ id, severity }) => ({
    id,
    severity,
    before: before.get(id)?.count ?? 0,
    now: now.get(id)?.count ?? 0,
  }));
}

const ofSite = ({ scope }: IssueKind) => scope === "site" || scope === "sitemap";

/**
 * What changed from one run to another of the same domain, and what stayed: pages, statuses and issues, over the pages
 * that both saw, and the issues of the site.
 * @throws ApiError `invalid_request`: they are of different domains.
 */
export async function compareRuns(env: PagesEnv, run: RunRow, other: RunRow) {
  if (run.domainId !== other.domainId)
    throw schemaError([{ path: "otherRunId", message: "this run audited another domain" }]);
  const difference = new RunDifference();
  const [own, others] = (await wholeRuns(env, [run, other])) as [RunRow, RunRow];
  const leftOut = incomparableChecks(filesOf(own), filesOf(others));
  for await (const page of pagesOf(env, other)) difference.addOther(withoutChecks(page, leftOut));
  for await (const page of pagesOf(env, run)) difference.addOwn(withoutChecks(page, leftOut));
  const { removedPages, ...summary } = difference.summary();
  const complete = readAll(own);
  return {
    run: shownComparedRun(own),
    other: shownComparedRun(others),
    sameScope: run.scopeKey === other.scopeKey,
    ...summary,
    removedPages: complete ? removedPages : 0,
    unreadPages: complete ? 0 : removedPages,
    // What a run that ended early did not find on the site may be there all the same.
    siteIssues: siteIssues(own, others).filter(
      ({ before, now }) => (now > 0 || complete) && (before > 0 || readAll(others)),
    ),
  };
}

async function* pagesOf(env: PagesEnv, run: RunRow): AsyncGenerator<DifferingPage> {
  for await (const batch of runPages(env, run)) for (const { json } of batch) yield JSON.parse(json) as DifferingPage;
}
