import { Num } from "../../../ui/format";
import { Card, Facts, Grid, Notice } from "../../../ui/panels";
import { ScoreStat } from "../parts/run-parts";
import { shownHealth } from "../parts/health";
import { noScoreWords, type RunDetail } from "../parts/words";

/** How the score is made, and the others of this audit, for readers who ask. */
function Meaning({ run }: { run: RunDetail }) {
  const { crawlStats: stats } = run;
  const site = stats.siteScore;
  return (
    <details class="more">
      <summary>How Health is calculated</summary>
      <p>
        Health is 100 minus what each kind of issue costs. An issue costs once, by what it does to readers and crawlers
        and by the share of the pages that have it; a dead page costs where it is linked. Two more figures compare how
        crawlers read the site: both count every issue on every page that has it.
      </p>
      <Facts
        items={[
          ["Cost of the templates", <Num value={site?.templateCost} digits={1} />],
          ["Cost of single pages", <Num value={site?.pageCost} digits={1} />],
          ["Cost of the site", <Num value={site?.siteCost} digits={1} />],
          [
            "As crawlers without scripts read every page",
            noScoreWords(run) ? "none" : <Num value={run.healthScore} digits={1} />,
          ],
          ["As crawlers that run scripts read every page", <Num value={run.renderedHealthScore} digits={1} />],
        ]}
      />
    </details>
  );
}

/** An audit's Health, and the scores that it is explained with. A run without Health says why. */
export function RunHealthCard({ run }: { run: RunDetail }) {
  const none = noScoreWords(run);
  const health = shownHealth(run);
  return (
    <Card title="Health">
      {none && (
        <Notice kind="warn">
          <p>
            <strong>No Health: {none.name}.</strong> {none.why}
          </p>
        </Notice>
      )}
      <Grid>
        <ScoreStat name="Health" score={health} note="0 to 100." />
      </Grid>
      <Meaning run={run} />
    </Card>
  );
}
