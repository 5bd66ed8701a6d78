import { submit } from "../../../server/form";
import { page } from "../../../server/page";
import { Confirm } from "../../../ui/form";
import { Num } from "../../../ui/format";
import { Card, Grid, Progress, Stat } from "../../../ui/panels";
import { readRun, readRunList, runIdOf, type SiteContext } from "../parts/read-runs";
import { Exports, Files, LeftOut, NotIndexable, TotalFigures } from "./run-figures";
import { RunHeader } from "../parts/run-parts";
import { DifferenceCard } from "./difference-card";
import { RunHealthCard } from "./run-scores";
import { readChecks, type CheckFacts } from "../../../server/read-checks";
import { TopIssueCard } from "../issues/top-issues";
import { isActive, type Run, type RunDetail } from "../parts/words";
import { sitePath } from "../../../../lib/hosts/page-paths";

const PHASES = {
  prepare: "reading robots.txt and sitemaps",
  crawl: "fetching pages",
  files: "checking files",
  analyse: "comparing pages",
};

/** An audit while it runs. The counts follow it where scripts run; elsewhere the page reloads. */
/** For the script, which knows a phase by its name. */
const PHASE_WORDS = Object.fromEntries(Object.entries(PHASES).map(([name, words]) => [`data-${name}`, words]));

function Live({ run }: { run: RunDetail }) {
  return (
    <Card title="In progress">
      <Progress source={`/api/seo-spider/runs/${encodeURIComponent(run.id)}/progress`}>
        <Grid>
          <Stat
            name="Pages fetched"
            value={
              <span data-field="fetched">
                <Num value={run.pagesCrawled} />
              </span>
            }
          />
          <Stat name="Pages found" value={<span data-field="discovered">–</span>} />
          <Stat name="Pages waiting" value={<span data-field="queued">–</span>} />
          <Stat name="Issues so far" value={<span data-field="issues">–</span>} />
        </Grid>
        <p class="muted">
          Now:{" "}
          <strong data-field="phase" {...PHASE_WORDS}>
            {run.status === "queued" ? "waiting to start" : "reading the site"}
          </strong>
        </p>
        <progress data-field="fetched" data-max-field="discovered" aria-label="Pages fetched of those found"></progress>
      </Progress>
      <Confirm name="Cancel this audit" action={sitePath(run.domain, "audits/:runId/cancel", { runId: run.id })}>
        <p>It ends within seconds with the pages that it has. The next audit continues from there.</p>
      </Confirm>
    </Card>
  );
}

interface ResultProps {
  run: RunDetail;
  runs: readonly Run[];
  checks: ReadonlyMap<string, CheckFacts>;
}

const Result = ({ run, runs, checks }: ResultProps) => (
  <>
    <DifferenceCard run={run} runs={runs} checks={checks} />
    <RunHealthCard run={run} />
    <TopIssueCard run={run} checks={checks} />
    <LeftOut run={run} checks={checks} />
    <TotalFigures run={run} />
    <Grid wide>
      <NotIndexable run={run} checks={checks} />
      <Files run={run} />
      <Exports run={run} />
    </Grid>
  </>
);

/** `/audits/:runId`: an audit's progress, then its result. */
export async function runPage(c: SiteContext) {
  const run = await readRun(c, await runIdOf(c), true);
  const active = isActive(run);
  const [runs, checks] = active
    ? [[], new Map<string, CheckFacts>()]
    : await Promise.all([readRunList(c), readChecks(c.var.api)]);
  const title = active ? "Audit in progress" : "Result of the audit";
  return page(
    c,
    {
      title,
      section: "audits",
      scripts: active ? ["progress"] : [],
      refreshSeconds: active ? 5 : undefined,
    },
    <>
      <RunHeader run={run} view="" title={title} />
      {active ? <Live run={run} /> : <Result run={run} runs={runs} checks={checks} />}
    </>,
  );
}

/** Cancels an audit. */
export async function cancelAudit(c: SiteContext): Promise<Response> {
  const run = await readRun(c, await runIdOf(c));
  const back = sitePath(run.domain, "audits/:runId", { runId: run.id });
  return submit(c, {
    send: () => c.var.api.cancelAudit({ path: { runId: run.id } }),
    done: () => ({ to: back, text: "The audit ends within seconds." }),
    back,
  });
}
