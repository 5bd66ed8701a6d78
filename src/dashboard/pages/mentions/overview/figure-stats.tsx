import { Count, Num } from "../../../ui/format";
import { Grid, Stat } from "../../../ui/panels";
import { type Figures } from "../parts/data";
import { Between, IntervalNote, Percent, SmallSample, ToneBadge } from "../parts/parts";

function Change({ previous }: { previous: Figures["previous"] }) {
  const { visibilityChange, visibilityRate, totalResponses } = previous;
  if (totalResponses === 0) return <>no answers in the period before to compare with</>;
  const { significant, shift } = visibilityChange;
  const direction = (shift ?? 0) >= 0 ? "risen" : "fallen";
  return (
    <>
      {significant ? `clearly ${direction}` : "no clear change"} from <Percent value={visibilityRate} /> in the period
      before
    </>
  );
}

export function FigureStats({ figures: { summary, previous } }: { figures: Figures }) {
  const { totalResponses, totalMentions, toned, avgTone, intervals, confidence } = summary;
  const named = totalMentions > 0;
  return (
    <>
      <SmallSample confidence={confidence} />
      <Grid>
        <Stat
          name="Visibility"
          value={<Percent value={summary.visibilityRate} />}
          note={
            <>
              <Num value={totalMentions} /> of{" "}
              <Count value={totalResponses} one="answer names you" many="answers name you" />; likely{" "}
              <Between {...summary.likelyVisibility} />
            </>
          }
        />
        <Stat
          name="Share of voice"
          value={<Percent value={summary.shareOfVoice} />}
          note="Your share of all brand mentions in the answers"
        />
        <Stat
          name="Tone"
          value={avgTone === null ? <Num value={null} /> : <ToneBadge value={avgTone} />}
          note={
            <>
              Mean of the <Count value={toned} one="answer that shows" many="answers that show" /> a tone towards you,
              from −1 to 1
            </>
          }
        />
        <Stat
          name="Average position"
          value={<Num value={named ? summary.avgPosition : null} digits={1} />}
          note="1: named before every other brand"
        />
        <Stat
          name="Answers that cite your site"
          value={<Percent value={summary.citationRate} />}
          note={
            <>
              likely <Between {...intervals.citationRate} />
            </>
          }
        />
      </Grid>
      <p>
        Visibility: <Change previous={previous} />.
      </p>
      <IntervalNote />
    </>
  );
}
