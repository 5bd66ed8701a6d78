import { runPageChecks } from "../../../../../src/audit/checks/run-checks";
import type { Finding } from "../../../../../src/audit/model/issue";
import type { FetchedPage } from "../../../../../src/audit/model/page/page";
import { factsOf, pageOf } from "../../makers.ts";

export const ADDRESS = "https://walks.example/tour";

/** What a check finds on a page with this HTML; null: nothing. */
export function findingOf(id: string, html: string, fetched: Partial<FetchedPage> = {}): Finding | null {
  const page = pageOf(fetched.url ?? ADDRESS, { facts: factsOf(html), bytes: html.length, ...fetched });
  return runPageChecks(page).find((issue) => issue.id === id)?.detail ?? null;
}
