import { wholeView } from "../../../ui/lists/list-view";
import { csvOfList, listState, wantsCsv } from "../../../server/list";
import { page } from "../../../server/page";
import type { DomainFacts } from "../../../server/read";
import { Chart, type ChartMark } from "../../../ui/charts/chart";
import { ButtonLink } from "../../../ui/form";
import { DeltaFigure } from "../../../ui/delta";
import { Num, Time } from "../../../ui/format";
import { Card, EmptyState, Notice, PageHeader } from "../../../ui/panels";
import { DataTable, type ListColumn } from "../../../ui/lists/table";
import { besidesAudits, readMarks } from "../../../server/read-marks";
import { readRuns, type SiteContext } from "../parts/read-runs";
import { RunBadge, HealthCell } from "../parts/run-parts";
import { healthChange, shownHealth } from "../parts/health";
import { isActive, isFinished, noScoreWords, pagesRead, statusWords, triggerWords, type Run } from "../parts/words";
import { sitePath } from "../../../../lib/hosts/page-paths";

/** Fewer points make no line. */
const MIN_TREND = 2;

const Change = ({ value }: { value: number | null }) => (value === null ? <>–</> : <DeltaFigure value={value} />);

const columns = (domain: string, runs: readonly Run[]): ListColumn<Run>[] => [
  {
    name: "Started",
    heading: true,
    value: ({ startedAt }) => new Date(startedAt).toISOString(),
    cell: (run) => (
      <a href={sitePath(domain, "audits/:runId", { runId: run.id })}>
        <Time at={run.startedAt} />
      </a>
    ),
  },
  {
    name: "State",
    value: (run) => `${statusWords(run).name} ${triggerWords(run.trigger)}`,
    cell: (run) => (
      <>
        <RunBadge run={run} /> <span class="muted">{triggerWords(run.trigger)}</span>
      </>
    ),
  },
  { name: "Health", number: true, value: shownHealth, cell: (run) => <HealthCell run={run} /> },
  {
    name: "Change",
    number: true,
    value: (run) => healthChange(run, runs),
    cell: (run) => <Change value={healthChange(run, runs)} />,
  },
  { name: "Pages", number: true, value: pagesRead, cell: (run) => <Num value={pagesRead(run)} /> },
  {
    name: "Errors",
    number: true,
    value: (run) => run.crawlStats.severityCounts?.error ?? null,
    cell: (run) => <Num value={run.crawlStats.severityCounts?.error} />,
  },
  {
    name: "Warnings",
    number: true,
    value: (run) => run.crawlStats.severityCounts?.warning ?? null,
    cell: (run) => <Num value={run.crawlStats.severityCounts?.warning} />,
  },
];

/** What starts audits other than the reader. */
function Schedule({ domain }: { domain: DomainFacts }) {
  const settings = <a href={sitePath(domain.domain, "settings/audits")}>settings</a>;
  return domain.auditFrequency === "none" ? (
    <>Audits start only when you start them. Set a schedule in the {settings}.</>
  ) : (
    <>
      An audit starts {domain.auditFrequency}
      {domain.auditScope ? ", within the limits of the settings" : ""}. Change this in the {settings}.
    </>
  );
}

/** Why the latest score is missing, in full: a reader must not take it for zero. */
function NoScore({ runs }: { runs: readonly Run[] }) {
  const latest = runs.find(isFinished);
  const none = latest && noScoreWords(latest);
  return none ? (
    <Notice kind="warn">
      <p>
        The latest audit has no Health: {none.name}. {none.why}
      </p>
    </Notice>
  ) : null;
}

function Trend({ runs, marks }: { runs: readonly Run[]; marks: readonly ChartMark[] }) {
  const scored = runs.filter((run) => isFinished(run) && run.coversSite && shownHealth(run) !== null).reverse();
  if (scored.length < MIN_TREND) return null;
  return (
    <Card>
      <Chart
        title="Health of the audits"
        times={scored.map(({ startedAt }) => startedAt)}
        max={100}
        marks={besidesAudits(marks)}
        series={[{ name: "Health", values: scored.map(shownHealth) }]}
      />
    </Card>
  );
}

/** `/audits`: the domain's audits. */
export async function auditsPage(c: SiteContext) {
  const { domain } = c.var;
  const runs = await readRuns(c);
  const marks = await readMarks(c, runs);
  const [list, shown] = [listState(c), columns(domain.domain, runs)];
  if (wantsCsv(c)) return csvOfList(c, `audits-${domain.domain}`, runs, shown, list);
  const running = runs.find(isActive);
  const begin = (
    <ButtonLink
      tone="main"
      href={
        running
          ? sitePath(domain.domain, "audits/:runId", { runId: running.id })
          : sitePath(domain.domain, "audits/new")
      }
    >
      {running ? "Watch the running audit" : "Start an audit"}
    </ButtonLink>
  );
  return page(
    c,
    { title: "Audits", section: "audits", scripts: runs.length >= MIN_TREND ? ["chart"] : [] },
    <>
      <PageHeader
        title="Audits"
        lead={<Schedule domain={domain} />}
        actions={
          <>
            <ButtonLink href={sitePath(domain.domain, "audits/robots")}>Try a robots.txt</ButtonLink>
            {begin}
          </>
        }
      />
      <NoScore runs={runs} />
      <Trend runs={runs} marks={marks} />
      <DataTable
        caption="Audits of this domain, newest first"
        view={wholeView(runs, shown, list, { locale: c.var.locale })}
        empty={
          <EmptyState title="No audit yet" picture="audit" action={begin}>
            An audit reads the site as crawlers do, and shows what keeps them out and how to fix it.
          </EmptyState>
        }
      />
    </>,
  );
}
