import { Num } from "../../../ui/format";
import { Card, Facts, Grid, Notice } from "../../../ui/panels";
import { headlineScore } from "../../overview/figures";
import { HealthChange } from "../../overview/score-change";
import { ScoreStat } from "../parts/run-parts";
import { noScoreWords, type RunDetail } from "../parts/words";

/** How the scores are made, for readers who ask. */
function Meaning({ run }: { run: RunDetail }) {
  const { crawlStats: stats } = run;
  const site = stats.siteScore;
  return (
    <details class="more">
      <summary>How the scores are calculated</summary>
      <p>
        Health is 100 minus what each kind of issue costs. An issue costs once, by what it does to readers and crawlers
        and by the share of the pages that have it; a dead page costs where it is linked. The page score is 0.6 × the
        mean score of the pages + 0.4 × the percent of pages without an error − the site's penalty.
      </p>
      <Facts
        items={[
          ["Mean score of the pages", <Num value={stats.meanPageHealth} digits={1} />],
          ["Pages without an error", <Num value={ratio(stats.errorFreePercent)} share />],
          ["Penalty of the site", <Num value={stats.sitePenalty} digits={1} />],
          ["Cost of the templates (Health)", <Num value={site?.templateCost} digits={1} />],
          ["Cost of single pages (Health)", <Num value={site?.pageCost} digits={1} />],
          ["Cost of the site (Health)", <Num value={site?.siteCost} digits={1} />],
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
          name="Health"
          score={none ? null : headlineScore(run)}
          note={
            <>
              By what the issues do to readers and crawlers, 0 to 100.
              {since && (
                <>
                  {" "}
                  Since the previous audit: <HealthChange run={run} />
                </>
              )}
            </>
          }
        />
        <ScoreStat
          name="Page score"
          score={none ? null : run.healthScore}
          note="The pages as crawlers without scripts read them."
        />
        <ScoreStat
          name="Rendered page score"
          score={run.renderedHealthScore}
          note={
            run.renderedHealthScore === null
              ? "No page was rendered in this audit."
              : "The same, as crawlers that run scripts see the site."
          }
        />
      </Grid>
      <Meaning run={run} />
    </Card>
  );
}
