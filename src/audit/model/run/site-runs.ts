/** What tells whether a finished run says something of the whole site. */
export interface RunCoverage {
  /** As launch-run writes it: mode, sitemap, new pages alone, scope, and more. */
  scopeKey: string;
  status: string;
  trigger: string;
}

/** Runs of given URLs, and of new pages alone: each has pages of its own. */
const OWN_PAGES = /^(?:selected(?:\||$)|[^|]*\|[^|]*\|new(?:\||$))/;
const SCOPE = /\|(\{.*\})(?:\||$)/;
const UNLIMITED = ['"include":[]', '"exclude":[]', '"maxDepth":null'];

export const hasOwnPages = (scopeKey: string): boolean => OWN_PAGES.test(scopeKey);

/** Whether a run was set to read the whole site. Scheduled ones have the limits that the owner gave the site. */
export function isOfSite({ scopeKey, trigger }: Pick<RunCoverage, "scopeKey" | "trigger">): boolean {
  if (hasOwnPages(scopeKey)) return false;
  const scope = SCOPE.exec(scopeKey)?.[1];
  return trigger === "schedule" || scope === undefined || UNLIMITED.every((part) => scope.includes(part));
}

/** Whether a run read the whole site as far as it may: it was neither cancelled, nor did most pages fail. */
export const isSiteRun = (run: RunCoverage): boolean =>
  isOfSite(run) && (run.status === "success" || run.status === "limit_reached");

/**
 * Of finished runs, the newest first, the one that speaks for the site: the latest of the whole site, or else the latest. A run of a few
 * pages says nothing of the others.
 */
export function siteRunOf<Run extends RunCoverage>(runs: readonly Run[]): Run | undefined {
  return runs.find(isSiteRun) ?? runs.find(isOfSite) ?? runs[0];
}

/** A look at a site: its run's scope, and whether it read all of that. Null: no run. */
export interface SiteView {
  scopeKey: string;
  isAll: boolean;
}

export const viewOf = ({
  scopeKey,
  status,
  needsContinuation,
}: RunCoverage & { needsContinuation: boolean }): SiteView => ({
  scopeKey,
  isAll: !hasOwnPages(scopeKey) && status === "success" && !needsContinuation,
});

/** Whether what the earlier look had and the later one lacks is gone. Undefined: the earlier one is not known. */
export function sawTheSame(before: SiteView | null | undefined, after: SiteView | null): boolean {
  if (!before || !after) return before === null && after === null;
  return after.isAll && before.scopeKey === after.scopeKey;
}
