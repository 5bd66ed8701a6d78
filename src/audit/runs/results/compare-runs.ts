import { schemaError } from "../../../errors/api-error";
import { RunDifference, type DifferingPage } from "../../model/run/run-difference";
import { withoutChecks } from "../../checks/without-checks";
import { filesOf } from "../../model/run/files-of";
import { incomparableChecks } from "../../model/site/file-statuses";
import type { RunRow } from "../../repo";
import { runPages, type PagesEnv } from "../pages/run-pages";
import { wholeRuns } from "./whole-runs";

const shown = ({ id, startedAt, completedAt, status, mode, healthScore, issueCount, pagesCrawled }: RunRow) => ({
  id,
  startedAt,
  completedAt,
  status,
  mode,
  healthScore,
  issueCount,
  pagesCrawled,
});

/**
 * What changed from one run to another of the same domain: pages, statuses and issues, over the pages that both saw.
 * @throws ApiError `invalid_request`: they are of different domains.
 */
export async function compareRuns(env: PagesEnv, run: RunRow, other: RunRow) {
  if (run.domainId !== other.domainId)
    throw schemaError([{ path: "otherRunId", message: "this run audited another domain" }]);
  const difference = new RunDifference();
  const [files, otherFiles] = (await wholeRuns(env, [run, other])).map(filesOf);
  const leftOut = incomparableChecks(files!, otherFiles!);
  for await (const page of pagesOf(env, other)) difference.addOther(withoutChecks(page, leftOut));
  for await (const page of pagesOf(env, run)) difference.addOwn(withoutChecks(page, leftOut));
  return { run: shown(run), other: shown(other), sameScope: run.scopeKey === other.scopeKey, ...difference.summary() };
}

async function* pagesOf(env: PagesEnv, run: RunRow): AsyncGenerator<DifferingPage> {
  for await (const batch of runPages(env, run)) for (const { json } of batch) yield JSON.parse(json) as DifferingPage;
}
