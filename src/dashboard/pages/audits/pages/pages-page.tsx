import { page } from "../../../server/page";
import { Num } from "../../../ui/format";
import { Badge, EmptyState } from "../../../ui/panels";
import { DataTable, type Column } from "../../../ui/table";
import { readIssues } from "../issues/issues-page";
import { PageFilters, readFilters, type Filters } from "../issues/page-filters";
import { readOrExplain } from "../issues/read-or-explain";
import { readDetail, runIdOf, type SiteContext } from "../parts/read-runs";
import { PathLink, RunHeader } from "../parts/run-parts";
import { isActive, type RunDetail, type RunPage } from "../parts/words";
import { sitePath } from "../../../../lib/hosts/page-paths";

const LIMIT = 50;
const SORTS = [
  ["", "As found"],
  ["-issueCount", "Most issues"],
  ["healthScore", "Page score, worst first"],
  ["-healthScore", "Page score, best first"],
  ["previewScore", "Preview score, worst first"],
  ["path", "Path"],
  ["statusCode", "Status"],
  ["-loadTimeMs", "Slowest"],
  ["-depth", "Deepest"],
] as const;

const columns = (run: RunDetail): Column<RunPage>[] => [
  { name: "Page", heading: true, cell: ({ path }) => <PathLink domain={run.domain} runId={run.id} path={path} /> },
  {
    name: "Status",
    number: true,
    cell: ({ statusCode, outcome }) => (statusCode === 0 ? outcome.replace("_", " ") : statusCode),
  },
  {
    name: "Search",
    cell: ({ indexable, nonIndexableReason }) =>
      indexable ? (
        <Badge tone="good">open</Badge>
      ) : (
        <Badge tone="warn">{(nonIndexableReason ?? "not open").replace("_", " ")}</Badge>
      ),
  },
  { name: "Page score", number: true, cell: ({ healthScore }) => <Num value={healthScore} digits={0} /> },
  { name: "Issues", number: true, cell: ({ issueCount }) => <Num value={issueCount} /> },
  {
    name: "Response time",
    number: true,
    cell: ({ loadTimeMs }) => (
      <>
        <Num value={loadTimeMs} /> ms
      </>
    ),
  },
  { name: "Clicks", number: true, cell: ({ depth }) => <Num value={depth} /> },
];

/** `/audits/:runId/pages`: the audit's pages with the API's filters. */
export async function pagesPage(c: SiteContext) {
  const id = await runIdOf(c);
  const filters = readFilters(c);
  const [{ answer, problem }, { issues }] = await Promise.all([
    readOrExplain((given) => readDetail(c, id, { ...given, limit: LIMIT, robots: false }), filters),
    readIssues(c, id),
  ]);
  const { run, pages, nextCursor } = answer;
  const here = (query: Filters) => sitePath(run.domain, "audits/:runId/pages", { runId: run.id, ...query });
  return page(
    c,
    { title: "Pages", section: "audits", status: problem?.status },
    <>
      <RunHeader run={run} view="pages" title="Pages" />
      <PageFilters action={here({})} filters={filters} sorts={SORTS} problem={problem} issues={issues} severity />
      <DataTable
        caption="Pages of this audit"
        columns={columns(run)}
        rows={problem ? [] : pages}
        empty={
          <EmptyState title="No such page" picture="list">
            {problem
              ? "Correct the filter."
              : isActive(run)
                ? "The audit is running; pages appear as they are fetched."
                : "No page of this audit matches. Widen the filter."}
          </EmptyState>
        }
        next={problem || nextCursor === null ? null : here({ ...filters, cursor: nextCursor })}
        first={filters.cursor ? here({ ...filters, cursor: undefined }) : null}
      />
    </>,
  );
}
