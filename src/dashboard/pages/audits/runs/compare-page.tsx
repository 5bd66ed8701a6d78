import type { ResponseOf } from "../../../../client";
import { page } from "../../../server/page";
import { FilterForm } from "../../../ui/lists/filter-form";
import { ButtonLink, Select } from "../../../ui/form";
import { DeltaFigure } from "../../../ui/delta";
import { Num, timeWords } from "../../../ui/format";
import { Card, EmptyState, Grid, Notice, Stat } from "../../../ui/panels";
import { type ListState } from "../../../ui/lists/list-state";
import { wholeView } from "../../../ui/lists/list-view";
import { DataTable, type ListColumn } from "../../../ui/lists/table";
import { csvOfList, listState, wantsCsv } from "../../../server/list";
import { issueHref } from "../issues/issues-page";
import { issueTitle, readChecks, type CheckFacts } from "../../../server/read-checks";
import { readRun, readRuns, runIdOf, type SiteContext } from "../parts/read-runs";
import { PathList, RunHeader, SeverityBadge, StillRunning } from "../parts/run-parts";
import { shownHealth } from "../parts/health";
import { isActive, isFinished, type Run, type RunDetail } from "../parts/words";
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

/** What became of a kind of issue, worst first. */
const STATES = ["new", "more", "fewer", "still there", "gone"] as const;

const stateOf = ({ before, now }: Row): (typeof STATES)[number] =>
  before === 0 ? "new" : now === 0 ? "gone" : now > before ? "more" : now < before ? "fewer" : "still there";

/** Every kind of issue that one of the audits has, first those that changed. */
export function comparedKinds({
  issues,
  unchanged,
  siteIssues,
}: Pick<Comparison, "issues" | "unchanged" | "siteIssues">) {
  const rows: Row[] = [
    ...issues.map((each) => ({ ...each, ofSite: false })),
    ...siteIssues.map((each) => ({ ...each, added: null, fixed: null, ofSite: true })),
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
  const ranked = rows.toSorted((a, b) => STATES.indexOf(stateOf(a)) - STATES.indexOf(stateOf(b)));
  const added = rows.filter(({ before }) => before === 0).length;
  const gone = rows.filter(({ now }) => now === 0).length;
  return { rows: ranked, added, gone, remaining: rows.length - added - gone };
}

const pagesWords = ({ added, fixed, ofSite }: Row): string => {
  const named = (title: string, part: Row["added"]) =>
    part && part.pages > 0 ? [`${title}: ${part.samplePaths.join(" ")}`] : [];
  const parts = [...named("new on", added), ...named("gone from", fixed)];
  return parts.length > 0 ? parts.join("; ") : ofSite ? "the whole site" : "the same pages";
};

const columns = (run: RunDetail, otherId: string, checks: ReadonlyMap<string, CheckFacts>): ListColumn<Row>[] => [
  {
    name: "Issue",
    heading: true,
    value: ({ id }) => issueTitle(checks, id),
    cell: ({ id, now }) => <a href={issueHref(run.domain, now > 0 ? run.id : otherId, id)}>{issueTitle(checks, id)}</a>,
  },
  { name: "Since then", value: stateOf, cell: stateOf },
  {
    name: "Severity",
    value: ({ severity }) => severity,
    cell: ({ severity }) => <SeverityBadge severity={severity} />,
  },
  { name: "Before", number: true, value: ({ before }) => before, cell: ({ before }) => <Num value={before} /> },
  { name: "Now", number: true, value: ({ now }) => now, cell: ({ now }) => <Num value={now} /> },
  {
    name: "Change",
    number: true,
    value: ({ before, now }) => now - before,
    cell: ({ before, now }) => <DeltaFigure value={now - before} better="less" />,
  },
  {
    name: "Pages",
    value: pagesWords,
    cell: (row) => (
      <>
        {row.added && row.added.pages > 0 && (
          <>
            New on:
            <PathList domain={run.domain} runId={run.id} paths={row.added.samplePaths.slice(0, SHOWN_PATHS)} />
          </>
        )}
        {row.fixed && row.fixed.pages > 0 && (
          <>
            Gone from:
            <PathList domain={run.domain} runId={run.id} paths={row.fixed.samplePaths.slice(0, SHOWN_PATHS)} />
          </>
        )}
        {!row.added?.pages && !row.fixed?.pages && <span class="muted">{pagesWords(row)}</span>}
      </>
    ),
  },
];

interface ResultProps {
  run: RunDetail;
  comparison: Comparison;
}

function Figures({ comparison, run }: ResultProps) {
  const { sharedPages, addedPages, removedPages, unreadPages, changedStatus, sameScope } = comparison;
  const whole = comparison.run.readAll && comparison.other.readAll;
  const [before, now] = [shownHealth(comparison.other), shownHealth(comparison.run)];
  const kinds = comparedKinds(comparison);
  return (
    <>
      <Grid>
        <Stat
          name="Change of Health"
          value={before === null || now === null || !sameScope || !whole ? "–" : <DeltaFigure value={now - before} />}
          note={
            <>
              <Num value={before} /> before, <Num value={now} /> now.
            </>
          }
        />
        <Stat name="Kinds of issues fixed" value={<Num value={kinds.gone} />} />
        <Stat name="New kinds" value={<Num value={kinds.added} />} tone={kinds.added > 0 ? "warn" : "none"} />
        <Stat name="Remaining" value={<Num value={kinds.remaining} />} />
        <Stat name="Pages in both" value={<Num value={sharedPages} />} />
        <Stat
          name={comparison.other.readAll ? "New pages" : "Not read before"}
          value={<Num value={addedPages.pages} />}
        />
        {comparison.run.readAll ? (
          <Stat name="Pages gone" value={<Num value={removedPages} />} />
        ) : (
          <Stat name="Not read now" value={<Num value={unreadPages} />} />
        )}
        <Stat name="Status changed" value={<Num value={changedStatus.pages} />} />
      </Grid>
      {changedStatus.pages > 0 && (
        <Card title="Pages whose status changed">
          <PathList domain={run.domain} runId={run.id} paths={changedStatus.samplePaths} />
        </Card>
      )}
      {addedPages.pages > 0 && (
        <Card title={comparison.other.readAll ? "New pages" : "Pages that were not read before"}>
          <PathList domain={run.domain} runId={run.id} paths={addedPages.samplePaths} />
        </Card>
      )}
    </>
  );
}

interface ListProps {
  rows: readonly Row[];
  columns: ListColumn<Row>[];
  list: ListState;
  locale: string;
}

function Result({ run, comparison, rows, columns: shown, list, locale }: ResultProps & ListProps) {
  return (
    <>
      {!comparison.sameScope && (
        <Notice kind="warn">
          <p>
            The two audits were set to read different pages. Pages that only one was set to read count as new or gone.
          </p>
        </Notice>
      )}
      {!(comparison.run.readAll && comparison.other.readAll) && (
        <Notice kind="warn">
          <p>
            {comparison.run.readAll
              ? "The audit before"
              : comparison.other.readAll
                ? "This audit"
                : "Each of the two audits"}{" "}
            ended early. Pages that it did not come to are not gone or new, and Health is not compared.
          </p>
        </Notice>
      )}
      <Figures run={run} comparison={comparison} />
      <h2 class="section-title">Kinds of issues</h2>
      <p class="muted">On the pages that both audits saw, and on the site as a whole.</p>
      <DataTable
        caption="Kinds of issues in both audits"
        view={wholeView(rows, shown, list, { perPage: 100, locale })}
        empty={<p class="muted">Neither audit has an issue on the pages that both saw.</p>}
      />
    </>
  );
}

/** The audit to compare with at first: the one before, if possible of the same pages. */
const defaultOf = (run: RunDetail, others: readonly Run[]): Run | undefined => {
  const earlier = others.filter(({ startedAt }) => startedAt < run.startedAt);
  return earlier.find(({ scope }) => scope === run.scope) ?? earlier[0] ?? others[0];
};

/** `/audits/:runId/compare?with=`: what changed since another audit; by default, since the previous one. */
export async function comparePage(c: SiteContext) {
  const runId = await runIdOf(c);
  const [run, runs] = await Promise.all([readRun(c, runId), readRuns(c)]);
  const others = runs.filter((each) => each.id !== run.id && isFinished(each));
  const chosen = c.req.query("with") ?? defaultOf(run, others)?.id;
  const compared =
    chosen === undefined
      ? null
      : await Promise.all([
          c.var.api.compareAudits({ path: { runId: run.id, otherRunId: chosen } }),
          readChecks(c.var.api),
        ]);
  const list = listState(c, ["with"]);
  const shown = compared && {
    rows: comparedKinds(compared[0]).rows,
    columns: columns(run, compared[0].other.id, compared[1]),
  };
  if (wantsCsv(c) && shown) return csvOfList(c, `compared-${run.domain}`, shown.rows, shown.columns, list);
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
      {isActive(run) ? (
        <StillRunning run={run} />
      ) : compared === null || shown === null ? (
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
              options={others.map(({ id, startedAt }) => [id, timeWords(startedAt, c.var.locale)])}
            />
          </FilterForm>
          <Result run={run} comparison={compared[0]} {...shown} list={list} locale={c.var.locale} />
        </>
      )}
    </>,
  );
}
