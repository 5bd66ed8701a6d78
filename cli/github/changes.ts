import { identityOf, type Group, type Report } from "../report/report.ts";
import type { Page, SavedRun, Severity } from "../report/saved-run.ts";

/** A kind of issue with how many places it was fixed in. */
export interface FixedKind {
  title: string;
  severity: Severity;
  count: number;
}

export interface PageChanges {
  added: string[];
  gone: string[];
  /** Pages whose status, indexability or kinds of issues are others than before. */
  changed: string[];
}

/** How the pages of a run differ from those of an earlier one, by their paths. */
export function pageChanges(before: Pick<SavedRun, "pages">, now: Pick<SavedRun, "pages">): PageChanges {
  const earlier = new Map(before.pages.map((page) => [page.path, stateOf(page)]));
  const paths = new Set(now.pages.map(({ path }) => path));
  return {
    added: [...paths].filter((path) => !earlier.has(path)),
    gone: [...earlier.keys()].filter((path) => !paths.has(path)),
    changed: now.pages
      .filter((page) => earlier.has(page.path) && earlier.get(page.path) !== stateOf(page))
      .map(({ path }) => path),
  };
}

const stateOf = ({ statusCode, indexable, issues }: Page) =>
  [statusCode, indexable, ...new Set(issues.map(({ id }) => id).toSorted())].join(" ");

/** What the baseline's report has and this one lacks, by kind, the worst first. */
export function fixedKinds(before: Report, now: Report): FixedKind[] {
  const left = new Set(now.groups.flatMap(placesOf));
  return before.groups
    .map((group) => ({
      title: group.title,
      severity: group.severity,
      count: placesOf(group).filter((place) => !left.has(place)).length,
    }))
    .filter(({ count }) => count > 0);
}

const placesOf = ({ id, findings }: Group) => findings.map((finding) => identityOf({ id, finding }));
