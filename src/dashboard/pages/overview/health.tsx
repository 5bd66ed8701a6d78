import { ApiProblem, type DomainFacts } from "../../server/read";
import { Chart, type ChartMark } from "../../ui/charts/chart";
import { DeltaFigure } from "../../ui/delta";
import { ButtonLink } from "../../ui/form";
import { Count, Num, Time } from "../../ui/format";
import { Card, EmptyState, Notice, Stat } from "../../ui/panels";
import { besidesAudits } from "../../server/read-marks";
import { healthChange, scoreTone, shownHealth, siteRun } from "../audits/parts/health";
import { healthLines, UNSCORED, type RunFacts } from "./figures";
import { sitePath } from "../../../lib/hosts/page-paths";

/** The health that the latest finished audit found. */
export function HealthStat({ runs, domain }: { runs: readonly RunFacts[] | ApiProblem; domain: string }) {
  if (runs instanceof ApiProblem) return <Stat name="Health" value="–" note={runs.message} />;
  const run = siteRun(runs);
  if (!run) return <Stat name="Health" value="–" note="no audit has finished" />;
  const href = sitePath(domain, "audits/:runId", { runId: run.id });
  const health = shownHealth(run);
  const change = healthChange(run, runs);
  if (health === null)
    return <Stat name="Health" href={href} value="Not scored" tone="bad" note={<Unscored {...run} />} />;
  return (
    <Stat
      name="Health"
      href={href}
      value={
        <>
          <Num value={health} /> <small>of 100</small>
        </>
      }
      tone={scoreTone(health)}
      trend={{ values: healthLines(runs).series[0]?.values ?? [], label: "Health of each audit", max: 100 }}
      delta={change !== null && <DeltaFigure value={change} />}
      note={
        <>
          {change !== null && "since the audit before. "}
          Audited <Time at={run.completedAt} />
        </>
      }
    />
  );
}

function Unscored({ scoreState }: RunFacts) {
  return <>{scoreState === "scored" || scoreState === null ? "This audit has no score." : UNSCORED[scoreState]}</>;
}

interface HealthCardProps {
  runs: readonly RunFacts[];
  domain: DomainFacts;
  marks: readonly ChartMark[];
}

/** Health over time, and the audit that runs now. */
export function HealthCard({ runs, domain, marks }: HealthCardProps) {
  const { times, series } = healthLines(runs);
  const active = runs.find(({ completedAt }) => completedAt === null);
  const audits = sitePath(domain.domain, "audits");
  return (
    <Card title="Health" actions={<a href={audits}>All audits</a>}>
      {active && (
        <Notice>
          An audit is running: <Count value={active.pagesCrawled} one="page" many="pages" /> so far.{" "}
          <a href={sitePath(domain.domain, "audits/:runId", { runId: active.id })}>Watch it</a>
        </Notice>
      )}
      {times.length > 1 && (
        <Chart title="Health of each audit" times={times} series={series} max={100} marks={besidesAudits(marks)} />
      )}
      {times.length === 1 && <p class="muted">The trend begins with the second audit.</p>}
      {times.length === 0 && !active && (
        <EmptyState
          title="No audit has a score yet"
          picture="audit"
          action={
            <ButtonLink tone="main" href={audits}>
              Start an audit
            </ButtonLink>
          }
        >
          An audit reads your pages as a crawler does, and finds what to fix.
        </EmptyState>
      )}
    </Card>
  );
}
