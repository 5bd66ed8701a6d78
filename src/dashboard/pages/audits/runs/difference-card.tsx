import type { Child } from "hono/jsx";
import { DeltaFigure } from "../../../ui/delta";
import { Num } from "../../../ui/format";
import { Card, Grid, Stat } from "../../../ui/panels";
import { issueHref } from "../issues/issues-page";
import { issueTitle, type CheckFacts } from "../../../server/read-checks";
import { changedKinds } from "../parts/changed-kinds";
import { healthChange } from "../parts/health";
import { isFinished, type Run, type RunDetail } from "../parts/words";
import { sitePath } from "../../../../lib/hosts/page-paths";

/** Kinds of issues that are named; the page "Compare" has all. */
const NAMED = 5;

interface DifferenceProps {
  run: RunDetail;
  runs: readonly Run[];
  checks: ReadonlyMap<string, CheckFacts>;
}

function Named({ title, ids, nameOf }: { title: string; ids: readonly string[]; nameOf: (id: string) => Child }) {
  if (ids.length === 0) return null;
  return (
    <div>
      <h3>{title}</h3>
      <ul>
        {ids.slice(0, NAMED).map((id) => (
          <li>{nameOf(id)}</li>
        ))}
        {ids.length > NAMED && (
          <li class="muted">
            and <Num value={ids.length - NAMED} /> more
          </li>
        )}
      </ul>
    </div>
  );
}

/** Why there is no difference. */
const Nothing = ({ run, runs }: Omit<DifferenceProps, "checks">) => (
  <p class="muted">
    {runs.some((each) => each.id !== run.id && each.startedAt < run.startedAt && isFinished(each))
      ? "No earlier audit was set to read the same pages, so there is nothing to compare by itself. Choose one under Compare."
      : "This is the first audit. After the next one, this page begins with what was fixed and what is new."}
  </p>
);

/** What changed since the audit before: the result begins with it. */
export function DifferenceCard({ run, runs, checks }: DifferenceProps) {
  const changed = changedKinds(run.crawlStats.comparable);
  const change = healthChange(run, runs);
  const compare = <a href={sitePath(run.domain, "audits/:runId/compare", { runId: run.id })}>Compare</a>;
  const nameOf = (id: string) => issueTitle(checks, id);
  return (
    <Card title="Since the audit before" id="difference" actions={compare}>
      {!changed && change === null ? (
        <Nothing run={run} runs={runs} />
      ) : (
        <Grid>
          <Stat name="Change of Health" value={change === null ? "–" : <DeltaFigure value={change} />} />
          {changed && (
            <>
              <Stat name="Kinds of issues fixed" value={<Num value={changed.fixed.length} />} />
              <Stat
                name="New kinds"
                value={<Num value={changed.added.length} />}
                tone={changed.added.length > 0 ? "warn" : "none"}
              />
              <Stat name="Remaining" value={<Num value={changed.remaining} />} />
            </>
          )}
        </Grid>
      )}
      {changed && (
        <Grid wide>
          <Named title="Fixed" ids={changed.fixed} nameOf={nameOf} />
          <Named
            title="New"
            ids={changed.added}
            nameOf={(id) => <a href={issueHref(run.domain, run.id, id)}>{nameOf(id)}</a>}
          />
        </Grid>
      )}
    </Card>
  );
}
