import { partView } from "../../../ui/lists/list-view";
import { csvOfParts, EXPORT_PART, listState, wantsCsv } from "../../../server/list";
import { page } from "../../../server/page";
import { Num } from "../../../ui/format";
import { Badge, EmptyState } from "../../../ui/panels";
import { DataTable, type ListColumn } from "../../../ui/lists/table";
import { readIssues } from "../issues/issues-page";
import { FILTER_NAMES, isNarrowed, PageFilters, readFilters, type Filters } from "../issues/page-filters";
import { readOrExplain } from "../issues/read-or-explain";
import { readDetail, runIdOf, type SiteContext } from "../parts/read-runs";
import { PathLink, RunHeader } from "../parts/run-parts";
import { isActive, pagesRead, type IssueFacts, type RunDetail, type RunPage } from "../parts/words";

const LIMIT = 50;
const columns = (run: RunDetail): ListColumn<RunPage>[] => [
  {
    name: "Page",
    heading: true,
    sort: "path",
    value: ({ path }) => path,
    cell: ({ path }) => <PathLink domain={run.domain} runId={run.id} path={path} />,
  },
  {
    name: "Status",
    number: true,
    sort: "statusCode",
    value: ({ statusCode, outcome }) => (statusCode === 0 ? outcome : statusCode),
    cell: ({ statusCode, outcome }) => (statusCode === 0 ? outcome.replace("_", " ") : statusCode),
  },
  {
    name: "Search",
    value: ({ indexable, nonIndexableReason }) => (indexable ? "open" : (nonIndexableReason ?? "not open")),
    cell: ({ indexable, nonIndexableReason }) =>
      indexable ? (
        <Badge tone="good">open</Badge>
      ) : (
        <Badge tone="warn">{(nonIndexableReason ?? "not open").replace("_", " ")}</Badge>
      ),
  },
  {
    name: "Page score",
    number: true,
    sort: "healthScore",
    value: ({ healthScore }) => healthScore,
    cell: ({ healthScore }) => <Num value={healthScore} digits={0} />,
  },
  {
    name: "Issues",
    number: true,
    sort: "issueCount",
    value: ({ issueCount }) => issueCount,
    cell: ({ issueCount }) => <Num value={issueCount} />,
  },
  {
    name: "Response time",
    number: true,
    sort: "loadTimeMs",
    value: ({ loadTimeMs }) => loadTimeMs,
    cell: ({ loadTimeMs }) => (
      <>
        <Num value={loadTimeMs} /> ms
      </>
    ),
  },
  {
    name: "Clicks",
    number: true,
    sort: "depth",
    value: ({ depth }) => depth,
    cell: ({ depth }) => <Num value={depth} />,
  },
  {
    name: "Preview score",
    number: true,
    extra: true,
    sort: "previewScore",
    value: ({ previewScore }) => previewScore,
    cell: ({ previewScore }) => <Num value={previewScore} digits={0} />,
  },
];

/** How many pages match, where that is known without counting them: of all pages, and of one issue. */
function totalOf(run: RunDetail, filters: Filters, issues: readonly IssueFacts[]): number | null {
  if (!isNarrowed(filters)) return isActive(run) ? null : pagesRead(run);
  if (isNarrowed(filters, ["issue"])) return null;
  return issues.find(({ id }) => id === filters.issue)?.pages ?? null;
}

/** `/audits/:runId/pages`: the audit's pages with the API's filters. */
export async function pagesPage(c: SiteContext) {
  const id = await runIdOf(c);
  const filters = readFilters(c);
  const [{ answer, problem }, { issues }] = await Promise.all([
    readOrExplain((given) => readDetail(c, id, { ...given, limit: LIMIT, robots: false }), filters),
    readIssues(c, id),
  ]);
  const { run, pages, nextCursor } = answer;
  const list = listState(c, FILTER_NAMES);
  if (wantsCsv(c) && !problem)
    return csvOfParts(c, `pages-${run.domain}`, columns(run), list, async (cursor) => {
      const part = await readDetail(c, id, { ...filters, cursor, limit: EXPORT_PART, robots: false });
      return { rows: part.pages, nextCursor: part.nextCursor };
    });
  return page(
    c,
    { title: "Pages", section: "audits", status: problem?.status },
    <>
      <RunHeader run={run} view="pages" title="Pages" />
      <PageFilters state={list} columns={columns(run)} filters={filters} problem={problem} issues={issues} severity />
      <DataTable
        caption="Pages of this audit"
        view={partView(
          problem ? { rows: [], nextCursor: null } : { rows: pages, nextCursor, total: totalOf(run, filters, issues) },
          columns(run),
          list,
        )}
        empty={
          <EmptyState title="No such page" picture="list">
            {problem
              ? "Correct the filter."
              : isActive(run)
                ? "The audit is running; pages appear as they are fetched."
                : "No page of this audit matches. Widen the filter."}
          </EmptyState>
        }
      />
    </>,
  );
}
