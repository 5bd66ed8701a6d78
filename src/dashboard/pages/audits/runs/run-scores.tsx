import { Num } from "../../../ui/format";
import { Card, Facts, Grid, Notice } from "../../../ui/panels";
import { ScoreChange, ScoreStat } from "../parts/run-parts";
import { noScoreWords, type RunDetail } from "../parts/words";

/** How the scores are made, for readers who ask. */
function Meaning({ run }: { run: RunDetail }) {
  const { crawlStats: stats } = run;
  const site = stats.siteScore;
  return (
    <details class="more">
      <summary>How the scores are calculated</summary>
      <p>
        The health score is 0.6 × the mean score of the pages + 0.4 × the percent of pages without an error − the site's
        penalty. The site score counts what a template repeats once instead of on every page, and a dead page where it
        is linked.
      </p>
      <Facts
        items={[
          ["Mean score of the pages", <Num value={stats.meanPageHealth} digits={1} />],
          ["Pages without an error", <Num value={ratio(stats.errorFreePercent)} share />],
          ["Penalty of the site", <Num value={stats.sitePenalty} digits={1} />],
          ["Cost of the templates (site score)", <Num value={site?.templateCost} digits={1} />],
          ["Cost of the site (site score)", <Num value={site?.siteCost} digits={1} />],
        ]}
      />
    </details>
  );
}

const ratio = (percent: number | undefined) => (percent === undefined ? null : percent / 100);

/** An audit's scores, each with what it says. A run without a score says why. */
export function ScoreCard({ run }: { run: RunDetail }) {
  const none = noScoreWords(run);
  const since = run.runCount > 1 && !none;
  return (
    <Card title="Scores">
      {none && (
        <Notice kind="warn">
          <p>
            <strong>No score: {none.name}.</strong> {none.why}
          </p>
        </Notice>
      )}
      <Grid>
        <ScoreStat
          name="Health score"
          score={none ? null : run.healthScore}
          note={
            <>
              As crawlers without scripts read the site, 0 to 100.
              {since && (
                <>
                  {" "}
                  Since the previous audit: <ScoreChange value={run.deltaHealth} />
                </>
              )}
            </>
          }
        />
        <ScoreStat
          name="Rendered score"
          score={run.renderedHealthScore}
          note={
            run.renderedHealthScore === null
              ? "No page was rendered in this audit."
              : "The same, as crawlers that run scripts see the site."
          }
        />
        <ScoreStat
          name="Site score"
          score={none ? null : run.siteScore}
          note="Counts what a template repeats once: closest to the work that is left."
        />
      </Grid>
      <Meaning run={run} />
    </Card>
  );
}
