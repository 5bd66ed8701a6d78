import type { ComparedPage } from "../model/page/compared-page";
import { pageHealth } from "./page-health";
import { CHECKS } from "./run-checks";

/** A page as it would be without some checks, to compare it with another run that could not finish them. */
export function withoutChecks<T extends ComparedPage>(page: T, leftOut: ReadonlySet<string>): T {
  const issues = page.issues.filter(({ id }) => !leftOut.has(id));
  if (issues.length === page.issues.length) return page;
  return { ...page, issues, healthScore: pageHealth(issues.flatMap(({ id }) => CHECKS.get(id) ?? [])) };
}
