import { type ListState } from "../../../ui/lists/list-state";
import { partView } from "../../../ui/lists/list-view";
import { csvOfParts, EXPORT_PART, listState, wantsCsv } from "../../../server/list";
import type { ResponseOf } from "../../../../client";
import { asTyped } from "../../../server/page-api";
import { page } from "../../../server/page";
import { FilterForm } from "../../../ui/lists/filter-form";
import { Select } from "../../../ui/form";
import { Num } from "../../../ui/format";
import { EmptyState, Grid, Stat } from "../../../ui/panels";
import { DataTable, type ListColumn } from "../../../ui/lists/table";
import { issueTitle, readChecks, type CheckFacts } from "../../../server/read-checks";
import { latestOf, readRun, runIdOf, type SiteContext } from "../parts/read-runs";
import { PathLink, RunHeader } from "../parts/run-parts";
import { isFinished, type RunDetail } from "../parts/words";
import { sitePath } from "../../../../lib/hosts/page-paths";

type Comparison = ResponseOf<"compareAuditPages">;
type Row = Comparison["pages"][number];

const ROWS = 50;
const DIFFERS = [
  ["", "Anything"],
  ["missing", "Only one has it"],
  ["status", "Status"],
  ["indexable", "Open to search"],
  ["title", "Title"],
  ["description", "Description"],
  ["text", "Main text"],
  ["fields", "Your own fields"],
  ["issues", "Issues"],
] as const;
const NAMES: ReadonlyMap<string, string> = new Map(DIFFERS);

type Titles = ReadonlyMap<string, { title: string }>;

function What({ row, checks }: { row: Row; checks: Titles }) {
  const { differs, onlyInRun, onlyInOther, fields, run, other } = row;
  const titles = (ids: readonly string[]) => ids.map((id) => issueTitle(checks, id)).join("; ");
  return (
    <>
      {differs.map((kind) => (kind === "fields" ? fields.join(", ") : NAMES.get(kind)!.toLowerCase())).join(", ")}
      {run && other && onlyInRun.length > 0 && <p class="hint">Only here: {titles(onlyInRun)}</p>}
      {run && other && onlyInOther.length > 0 && <p class="hint">Only there: {titles(onlyInOther)}</p>}
    </>
  );
}

const sideText = (side: Row["run"]) =>
  side === null ? "–" : `${side.statusCode || "no response"}${side.indexable ? "" : ", not open to search"}`;

const columns = (run: RunDetail, other: Comparison["other"], checks: Titles): ListColumn<Row>[] => [
  {
    name: "Page",
    heading: true,
    value: ({ path }) => path,
    cell: ({ path, run: own }) =>
      own === null ? (
        <PathLink domain={other.domain} runId={other.id} path={path} />
      ) : (
        <PathLink domain={run.domain} runId={run.id} path={path} />
      ),
  },
  { name: run.domain, value: (row) => sideText(row.run), cell: (row) => sideText(row.run) },
  { name: other.domain, value: (row) => sideText(row.other), cell: (row) => sideText(row.other) },
  {
    name: "What differs",
    value: ({ differs }) => differs.join(", "),
    cell: (row) => <What row={row} checks={checks} />,
  },
];

interface Part {
  cursor: string | undefined;
  limit: number;
}

/** The comparison that the reader has chosen; null: none, or the other site has no finished audit. */
async function readComparison(c: SiteContext, runId: string, site: string, part?: Part): Promise<Comparison | null> {
  const { runs } = await c.var.api.listAudits({ query: { domain: site, analyses: "false" } });
  const other = latestOf(runs);
  if (!other || !isFinished(other)) return null;
  const { differs } = c.req.query();
  const { cursor, limit } = part ?? { cursor: c.req.query("cursor"), limit: ROWS };
  const query = { ...asTyped<"compareAuditPages">({ differs: differs || undefined, cursor }), limit };
  return c.var.api.compareAuditPages({ path: { runId, otherRunId: other.id }, query });
}

interface ResultProps {
  run: RunDetail;
  comparison: Comparison;
  list: ListState;
  checks: Titles;
}

function Result({ run, comparison, list, checks }: ResultProps) {
  const { other, sharedPages, onlyInRun, onlyInOther, differences, pages, nextCursor } = comparison;
  return (
    <>
      <Grid>
        <Stat name="Pages in both" value={<Num value={sharedPages} />} />
        <Stat name={`Only on ${run.domain}`} value={<Num value={onlyInRun} />} />
        <Stat name={`Only on ${other.domain}`} value={<Num value={onlyInOther} />} />
        <Stat name="Other title" value={<Num value={differences.title ?? 0} />} />
        <Stat name="Other main text" value={<Num value={differences.text ?? 0} />} />
        <Stat name="Other status" value={<Num value={differences.status ?? 0} />} />
      </Grid>
      <DataTable
        caption="Pages that differ"
        view={partView({ rows: pages, nextCursor, perPart: ROWS }, columns(run, other, checks), list)}
        empty={<EmptyState title="No difference">The pages of both sites are the same in this.</EmptyState>}
      />
    </>
  );
}

/** `/audits/:runId/sites?with=`: this audit's pages next to those of another domain, such as staging and live. */
export async function sitesPage(c: SiteContext) {
  const [run, { domains }] = await Promise.all([
    runIdOf(c).then((id) => readRun(c, id)),
    c.var.api.listDomains({ query: { limit: 500 } }),
  ]);
  const others = domains.map(({ domain }) => domain).filter((domain) => domain !== run.domain);
  const site = c.req.query("with") ?? "";
  const differs = c.req.query("differs") ?? "";
  const [comparison, checks] =
    site === ""
      ? [null, new Map<string, CheckFacts>()]
      : await Promise.all([readComparison(c, run.id, site), readChecks(c.var.api)]);
  const list = listState(c, ["with", "differs"]);
  if (wantsCsv(c) && comparison)
    return csvOfParts(c, `${run.domain}-${site}`, columns(run, comparison.other, checks), list, async (cursor) => {
      const part = await readComparison(c, run.id, site, { cursor, limit: EXPORT_PART });
      return { rows: part?.pages ?? [], nextCursor: part?.nextCursor };
    });
  return page(
    c,
    { title: "Compare sites", section: "audits" },
    <>
      <RunHeader run={run} view="compare" title="Compare sites" />
      {others.length === 0 ? (
        <EmptyState title="Nothing to compare with">
          Add the other site, such as your staging host, as a domain and audit it.
        </EmptyState>
      ) : (
        <FilterForm action={sitePath(run.domain, "audits/:runId/sites", { runId: run.id })}>
          <Select
            label="With the latest audit of"
            name="with"
            value={site}
            options={others.map((each) => [each, each])}
          />
          <Select label="What differs" name="differs" value={differs} options={DIFFERS} />
        </FilterForm>
      )}
      {comparison && <Result run={run} comparison={comparison} list={list} checks={checks} />}
      {site !== "" && !comparison && (
        <EmptyState title="No finished audit">Audit {site} first, then compare the two.</EmptyState>
      )}
    </>,
  );
}
