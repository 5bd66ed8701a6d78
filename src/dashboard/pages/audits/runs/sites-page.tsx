import type { ResponseOf } from "../../../../client";
import { asTyped } from "../../../server/page-api";
import { page } from "../../../server/page";
import { Button, Form, Select } from "../../../ui/form";
import { Num } from "../../../ui/format";
import { EmptyState, Grid, Stat } from "../../../ui/panels";
import { DataTable, type Column } from "../../../ui/table";
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

const titleOf = (id: string) => id.replaceAll("_", " ");

function What({ row: { differs, onlyInRun, onlyInOther, fields, run, other } }: { row: Row }) {
  return (
    <>
      {differs.map((kind) => (kind === "fields" ? fields.join(", ") : NAMES.get(kind)!.toLowerCase())).join(", ")}
      {run && other && onlyInRun.length > 0 && <p class="hint">Only here: {onlyInRun.map(titleOf).join(", ")}</p>}
      {run && other && onlyInOther.length > 0 && <p class="hint">Only there: {onlyInOther.map(titleOf).join(", ")}</p>}
    </>
  );
}

const sideText = (side: Row["run"]) =>
  side === null ? "–" : `${side.statusCode || "no response"}${side.indexable ? "" : ", not open to search"}`;

const columns = (run: RunDetail, other: Comparison["other"]): Column<Row>[] => [
  {
    name: "Page",
    heading: true,
    cell: ({ path, run: own }) =>
      own === null ? (
        <PathLink domain={other.domain} runId={other.id} path={path} />
      ) : (
        <PathLink domain={run.domain} runId={run.id} path={path} />
      ),
  },
  { name: run.domain, cell: (row) => sideText(row.run) },
  { name: other.domain, cell: (row) => sideText(row.other) },
  { name: "What differs", cell: (row) => <What row={row} /> },
];

/** The comparison that the reader has chosen; null: none, or the other site has no finished audit. */
async function readComparison(c: SiteContext, runId: string, site: string): Promise<Comparison | null> {
  const { runs } = await c.var.api.listAudits({ query: { domain: site, analyses: "false" } });
  const other = latestOf(runs);
  if (!other || !isFinished(other)) return null;
  const { differs, cursor } = c.req.query();
  const query = { ...asTyped<"compareAuditPages">({ differs: differs || undefined, cursor }), limit: ROWS };
  return c.var.api.compareAuditPages({ path: { runId, otherRunId: other.id }, query });
}

function Result({ run, comparison, differs }: { run: RunDetail; comparison: Comparison; differs: string }) {
  const { other, sharedPages, onlyInRun, onlyInOther, differences, pages, nextCursor } = comparison;
  const here = (cursor?: string) =>
    sitePath(run.domain, "audits/:runId/sites", {
      runId: run.id,
      with: other.domain,
      differs: differs || undefined,
      cursor,
    });
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
        columns={columns(run, other)}
        rows={pages}
        empty={<EmptyState title="No difference">The pages of both sites are the same in this.</EmptyState>}
        next={nextCursor === null ? null : here(nextCursor)}
        first={null}
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
  const comparison = site === "" ? null : await readComparison(c, run.id, site);
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
        <Form action={sitePath(run.domain, "audits/:runId/sites", { runId: run.id })} method="get" row>
          <Select
            label="With the latest audit of"
            name="with"
            value={site}
            options={others.map((each) => [each, each])}
          />
          <Select label="What differs" name="differs" value={differs} options={DIFFERS} />
          <Button tone="plain">Compare</Button>
        </Form>
      )}
      {comparison && <Result run={run} comparison={comparison} differs={differs} />}
      {site !== "" && !comparison && (
        <EmptyState title="No finished audit">Audit {site} first, then compare the two.</EmptyState>
      )}
    </>,
  );
}
