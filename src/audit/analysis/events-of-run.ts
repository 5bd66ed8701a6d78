import type { NewEvent } from "../../events";
import type { SitemapIssue } from "../model/site/sitemap-report";
import type { RunRow } from "../repo";
import { newErrors } from "./figures/new-errors";
import type { ComparedPages, JudgedSite, RunFigures } from "./gathered";

/** The events of a finished run compared with the one before, in addition to its end. */
export function eventsOfRun(
  { id, accountId, domainId }: RunRow,
  previous: RunRow,
  { completedAt, sitemapIssues }: { completedAt: number; sitemapIssues: readonly SitemapIssue[] },
  { issues: siteIssues }: JudgedSite,
  { comparison, unreadable }: ComparedPages,
  { index }: RunFigures,
): NewEvent[] {
  const about = { accountId, domainId, at: completedAt };
  const { newIssueIds } = comparison?.summary() ?? { newIssueIds: [] };
  const errors = newErrors({ newIssueIds, pages: index.list(), others: [...siteIssues, ...sitemapIssues] }, previous);
  const lost = unreadable.summary();
  const events: NewEvent[] = [];
  if (errors.total > 0)
    events.push({ ...about, id: `audit.new_errors:${id}`, type: "audit.new_errors", data: { runId: id, ...errors } });
  if (lost.total > 0)
    events.push({ ...about, id: `pages.unreadable:${id}`, type: "pages.unreadable", data: { runId: id, ...lost } });
  return events;
}
