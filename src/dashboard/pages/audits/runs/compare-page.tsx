import type { ResponseOf } from "../../../../client";
import { page } from "../../../server/page";
import { FilterForm } from "../../../ui/lists/filter-form";
import { ButtonLink, Select } from "../../../ui/form";
import { DeltaFigure } from "../../../ui/delta";
import { Num } from "../../../ui/format";
import { Card, EmptyState, Grid, Notice, Stat } from "../../../ui/panels";
import { DataTable, type Column } from "../../../ui/lists/table";
import { issueHref } from "../issues/issues-page";
import { readChecks, type CheckFacts } from "../issues/page-findings";
import { readRun, readRuns, runIdOf, type SiteContext } from "../parts/read-runs";
import { PathList, RunHeader, SeverityBadge } from "../parts/run-parts";
import { shownHealth } from "../parts/health";
import { isFinished, type Run, type RunDetail } from "../parts/words";
import { sitePath } from "../../../../lib/hosts/page-paths";

type Comparison = ResponseOf<"compareAudits">;

const SHOWN_PATHS = 3;

type Changed = Comparison["issues"][number];
/** A kind of issue of one of the two audits. `pages`: of those that both saw; false for an issue of the site. */
interface Row extends Omit<Changed, "added" | "fixed"> {
  added: Changed["added"] | null;
  fixed: Changed["fixed"] | null;
  ofSite: boolean;
}

/** Every kind of issue that one of the audits has: those that came, went and stayed. */
export function comparedKinds({
  issues,
  unchanged,
  siteIssues,
}: Pick<Comparison, "issues" | "unchanged" | "siteIssues">) {
  const rows: Row[] = [
    ...siteIssues.map((each) => ({ ...each, added: null, fixed: null, ofSite: true })),
    ...issues.map((each) => ({ ...each, ofSite: false })),
    ...unchanged.map(({ id, severity, pages }) => ({
      id,
      severity,
      before: pages,
      now: pages,
      added: null,
      fixed: null,
      ofSite: false,
    })),
  ];
  return {
    added: rows.filter(({ before, now }) => before === 0 && now > 0),
    gone: rows.filter(({ before, now }) => before > 0 && now === 0),
    remaining: rows.filter(({ before, now }) => before > 0 && now > 0),
  };
}

const columns = (run: RunDetail, otherId: string, checks: ReadonlyMap<string, CheckFacts>): Column<Row>[] => [
  {
    name: "Issue",
    heading: true,
    cell: ({ id, now }) => (
      <a href={issueHref(run.domain, now > 0 ? run.id : otherId, id)}>
        {checks.get(id)?.title ?? id.replaceAll("_", " ")}
      </a>
    ),
  },
  { name: "Severity", cell: ({ severity }) => <SeverityBadge severity={severity} /> },
  { name: "Before", number: true, cell: ({ before }) => <Num value={before} /> },
  { name: "Now", number: true, cell: ({ now }) => <Num value={now} /> },
  { name: "Change", number: true, cell: ({ before, now }) => <DeltaFigure value={now - before} better="less" /> },
  {
    name: "Pages",
    cell: ({ added, fixed, ofSite }) => (
      <>
        {added && added.pages > 0 && (
          <>
            New on:
            <PathList domain={run.domain} runId={run.id} paths={added.samplePaths.slice(0, SHOWN_PATHS)} />
          </>
        )}
        {fixed && fixed.pages > 0 && (
          <>
            Gone from:
            <PathList domain={run.domain} runId={run.id} paths={fixed.samplePaths.slice(0, SHOWN_PATHS)} />
          </>
        )}
        {!added?.pages && !fixed?.pages && <span class="muted">{ofSite ? "the whole site" : "the same pages"}</span>}
      </>
    ),
  },
];

interface ResultProps {
  run: RunDetail;
  comparison: Comparison;
  checks: ReadonlyMap<string, CheckFacts>;
}

function Figures({ comparison, run }: Omit<ResultProps, "checks">) {
  const { deltaIssues, sharedPages, addedPages, removedPages, changedStatus } = comparison;
  const [before, now] = [shownHealth(comparison.other), shownHealth(comparison.run)];
  return (
    <>
      <Grid>
        <Stat
          name="Issues"
          value={<DeltaFigure value={deltaIssues} better="less" />}
          note="On the pages that both saw."
        />
        <Stat
          name="Health"
          value={before === null || now === null || !comparison.sameScope ? "–" : <DeltaFigure value={now - before} />}
          note={
            <>
              <Num value={before} /> before, <Num value={now} /> now.
            </>
          }
        />
        <Stat name="Pages in both" value={<Num value={sharedPages} />} />
        <Stat name="New pages" value={<Num value={addedPages.pages} />} />
        <Stat name="Pages gone" value={<Num value={removedPages} />} />
        <Stat name="Status changed" value={<Num value={changedStatus.pages} />} />
      </Grid>
      {changedStatus.pages > 0 && (
        <Card title="Pages whose status changed">
          <PathList domain={run.domain} runId={run.id} paths={changedStatus.samplePaths} />
        </Card>
      )}
      {addedPages.pages > 0 && (
        <Card title="New pages">
          <PathList domain={run.domain} runId={run.id} paths={addedPages.samplePaths} />
        </Card>
      )}
    </>
  );
}

function Result({ run, comparison, checks }: ResultProps) {
  const { sameScope, other } = comparison;
  const { added, gone, remaining } = comparedKinds(comparison);
  const parts: [title: string, rows: Row[], empty: string][] = [
    ["New", added, "No new kind of issue."],
    ["Gone", gone, "No kind of issue has gone."],
    ["Still there", remaining, "Neither audit has a kind of issue that the other has too."],
  ];
  return (
    <>
      {!sameScope && (
        <Notice kind="warn">
          <p>
            The two audits were set to read different pages. Pages that only one was set to read count as new or gone.
          </p>
        </Notice>
      )}
      <Figures run={run} comparison={comparison} />
      {parts.map(([title, rows, empty]) => (
        <section>
          <h2 class="section-title">
            {title}{" "}
            <span class="muted">
              (<Num value={rows.length} />)
            </span>
          </h2>
          <DataTable
            caption={`Issues: ${title.toLowerCase()}`}
            columns={columns(run, other.id, checks)}
            rows={rows}
            empty={<p class="muted">{empty}</p>}
          />
        </section>
      ))}
    </>
  );
}

const dated = ({ startedAt }: Run) => `${new Date(startedAt).toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** `/audits/:runId/compare?with=`: what changed since another audit; by default, since the previous one. */
export async function comparePage(c: SiteContext) {
  const runId = await runIdOf(c);
  const [run, runs] = await Promise.all([readRun(c, runId), readRuns(c)]);
  const others = runs.filter((each) => each.id !== run.id && isFinished(each));
  const chosen = c.req.query("with") ?? others.find(({ startedAt }) => startedAt < run.startedAt)?.id ?? others[0]?.id;
  const compared =
    chosen === undefined
      ? null
      : await Promise.all([c.var.api.compareAudits({ path: { runId: run.id, otherRunId: chosen } }), readChecks(c)]);
  return page(
    c,
    { title: "Compare audits", section: "audits" },
    <>
      <RunHeader
        run={run}
        view="compare"
        title="Compare"
        actions={
          <ButtonLink href={sitePath(run.domain, "audits/:runId/sites", { runId: run.id })}>
            With another site
          </ButtonLink>
        }
      />
      {compared === null ? (
        <EmptyState
          title="Nothing to compare with"
          picture="audit"
          action={<ButtonLink href={sitePath(run.domain, "audits/new")}>Start another audit</ButtonLink>}
        >
          You need two finished audits. Fix something, then run another one.
        </EmptyState>
      ) : (
        <>
          <FilterForm action={sitePath(run.domain, "audits/:runId/compare", { runId: run.id })}>
            <Select
              label="With the audit of"
              name="with"
              value={chosen}
              options={others.map((each) => [each.id, dated(each)])}
            />
          </FilterForm>
          <Result run={run} comparison={compared[0]} checks={compared[1]} />
        </>
      )}
    </>,
  );
}
