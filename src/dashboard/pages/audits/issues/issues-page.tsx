import { ListFilters } from "../../../ui/lists/filter-form";
import { wholeView } from "../../../ui/lists/list-view";
import { csvOfList, listState, wantsCsv } from "../../../server/list";
import { page } from "../../../server/page";
import { ButtonLink } from "../../../ui/form";
import { Num, Time } from "../../../ui/format";
import { EmptyState, Notice, Tabs } from "../../../ui/panels";
import { DataTable, type ListColumn } from "../../../ui/lists/table";
import { readRun, runIdOf, type SiteContext } from "../parts/read-runs";
import { RunHeader, SeverityBadge } from "../parts/run-parts";
import { causeWords, isActive, type IssueFacts, type RunDetail } from "../parts/words";
import { sitePath } from "../../../../lib/hosts/page-paths";

/** Address of one kind of issue of a run. */
export const issueHref = (domain: string, runId: string, issueId: string, query: Record<string, string> = {}) =>
  sitePath(domain, "audits/:runId/issues/:issueId", { runId, issueId, ...query });

export const readIssues = (c: SiteContext, runId: string) => c.var.api.listAuditIssues({ path: { runId } });

const whereWords = ({ cause, scope }: Pick<IssueFacts, "cause" | "scope">) =>
  causeWords(cause) ?? (scope === "site" || scope === "sitemap" ? "The whole site" : "On individual pages");

const columns = (run: RunDetail, titles: ReadonlyMap<string, string>): ListColumn<IssueFacts>[] => [
  {
    name: "Issue",
    heading: true,
    value: ({ title }) => title,
    cell: (issue) => (
      <>
        <a href={issueHref(run.domain, run.id, issue.id)}>{issue.title}</a>
        {(issue.why || issue.fix) && (
          <details class="more">
            <summary>Why, and how to fix it</summary>
            <p>{issue.why}</p>
            <p>{issue.fix}</p>
          </details>
        )}
      </>
    ),
  },
  {
    name: "Severity",
    value: ({ severity }) => severity,
    cell: ({ severity }) => <SeverityBadge severity={severity} />,
  },
  {
    name: "Where to fix it",
    value: whereWords,
    cell: ({ cause, scope, consequenceOf }) => (
      <>
        {whereWords({ cause, scope })}
        {consequenceOf && (
          <>
            {" "}
            <span class="muted">
              (comes with{" "}
              <a href={issueHref(run.domain, run.id, consequenceOf)}>{titles.get(consequenceOf) ?? consequenceOf}</a>)
            </span>
          </>
        )}
      </>
    ),
  },
  {
    name: "Pages",
    number: true,
    value: ({ pages }) => pages,
    cell: ({ pages, scope }) =>
      pages === 0 && (scope === "site" || scope === "sitemap") ? "site" : <Num value={pages} />,
  },
  {
    name: "First seen",
    value: ({ firstSeenAt }) => (firstSeenAt === null ? null : new Date(firstSeenAt).toISOString()),
    cell: ({ firstSeenAt }) =>
      firstSeenAt === null ? <span class="muted">not known</span> : <Time at={firstSeenAt} />,
  },
];

const FILTERS = [
  [undefined, "All kinds"],
  ["error", "Errors"],
  ["warning", "Warnings"],
  ["notice", "Notices"],
] as const;

const Filters = ({ run, issues, chosen }: { run: RunDetail; issues: IssueFacts[]; chosen: string | undefined }) => (
  <Tabs
    label="Severity"
    items={FILTERS.map(([severity, name]) => ({
      href: sitePath(run.domain, "audits/:runId/issues", { runId: run.id, severity }),
      name: (
        <>
          {name} <Num value={issues.filter((issue) => !severity || issue.severity === severity).length} />
        </>
      ),
      current: severity === chosen,
    }))}
  />
);

/** `/audits/:runId/issues`: the kinds of issues. */
export async function issuesPage(c: SiteContext) {
  const id = await runIdOf(c);
  const [run, { issues }] = await Promise.all([readRun(c, id), readIssues(c, id)]);
  const asked = c.req.query("severity");
  const severity = FILTERS.find(([each]) => each === asked)?.[0];
  const shown = issues.filter((issue) => !severity || issue.severity === severity);
  const [list, all] = [listState(c, ["severity"]), columns(run, new Map(issues.map(({ id, title }) => [id, title])))];
  if (wantsCsv(c)) return csvOfList(c, `issues-${run.domain}`, shown, all, list);
  const empty = isActive(run) ? (
    <EmptyState
      title="The audit is still running"
      action={<ButtonLink href={sitePath(run.domain, "audits/:runId", { runId: run.id })}>Watch it</ButtonLink>}
    >
      Its issues are listed once it ends.
    </EmptyState>
  ) : (
    <EmptyState title="No such issue">This audit found {severity ? `no ${severity}` : "no issue"}.</EmptyState>
  );
  return page(
    c,
    { title: "Issues", section: "audits" },
    <>
      <RunHeader run={run} view="issues" title="Issues" />
      {issues.length > 0 && <Filters run={run} issues={issues} chosen={severity} />}
      {run.crawlStats.estimated && (
        <Notice>
          <p>Some pages stand for others with the same URL pattern. The counts cover only the pages that were read.</p>
        </Notice>
      )}
      {issues.length > 0 && (
        <ListFilters state={list} columns={all} search="Search issues">
          {severity && <input type="hidden" name="severity" value={severity} />}
        </ListFilters>
      )}
      <DataTable
        caption="Kinds of issues, worst first"
        view={wholeView(shown, all, list, { perPage: 100, locale: c.var.locale })}
        empty={empty}
      />
    </>,
  );
}
