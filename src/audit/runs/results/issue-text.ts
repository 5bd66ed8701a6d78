import type { presentPage } from "../pages/presenters";
import type { FoundIssue } from "./list-issues";
import type { RunRow } from "../../repo";
import type { PagesEnv, PageText } from "../pages/run-pages";
import { pagesText, type DetailOrder } from "./stream-run";

/** A kind of issue with the pages that have it, as JSON text. */
export function issueText(
  env: PagesEnv,
  run: RunRow,
  { issue, findings }: FoundIssue,
  order: Omit<DetailOrder, "robots">,
): AsyncGenerator<string> {
  const head = `{"issue":${JSON.stringify(issue)},"findings":${JSON.stringify(findings)},"pages":[`;
  return pagesText(env, run, head, order, (page) => JSON.stringify(shown(page, issue.id)));
}

function shown({ json }: PageText, issueId: string) {
  const page = JSON.parse(json) as ReturnType<typeof presentPage>;
  const { id, path, statusCode, indexable, healthScore } = page;
  const detail = page.issues.find((each) => each.id === issueId)?.detail;
  return { id, path, statusCode, indexable, healthScore, detail };
}
