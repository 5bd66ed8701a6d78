import { cleanText } from "../../../../lib/text/strangers-text";
import { Count, Num, Time } from "../../../ui/format";
import { Card, Facts, Grid, Stat } from "../../../ui/panels";
import { UntrustedLink, Untrusted } from "../../../ui/untrusted";
import { type Figures } from "../parts/data";
import { Between, Percent, providerList, SmallSample, ToneBadge } from "../parts/parts";
import { INTERVALS, PromptStateBadge, type ListedPrompt } from "./prompts";

const INTENT_NAMES = { info: "informational", comm: "commercial", trans: "transactional" };

export function PromptStats({ figures }: { figures: Figures["prompts"][number] }) {
  const { responses, mentions, visibilityPercent, avgTone, intervals, difficulty, topCompetitors } = figures;
  const [rival] = topCompetitors;
  return (
    <>
      <SmallSample confidence={figures.confidence} />
      <Grid>
        <Stat
          name="Visibility"
          value={<Percent value={visibilityPercent} />}
          note={
            <>
              <Num value={mentions} /> of <Count value={responses} one="answer" many="answers" />; likely{" "}
              <Between {...intervals.visibility} />
            </>
          }
        />
        <Stat name="Average position" value={<Num value={mentions > 0 ? figures.avgPosition : null} digits={1} />} />
        <Stat name="Tone" value={avgTone === null ? <Num value={null} /> : <ToneBadge value={avgTone} />} />
        <Stat name="Cite your site" value={<Percent value={figures.citationRate} />} />
        <Stat
          name="Difficulty"
          value={difficulty < 0 ? <Num value={null} /> : <Num value={difficulty} />}
          note={difficulty < 0 ? "needs four answers" : "of 100: how strongly others dominate this question"}
        />
      </Grid>
      {rival && (
        <p>
          Named most often alongside you:{" "}
          {rival.siteUrl ? (
            <UntrustedLink url={rival.siteUrl} text={rival.name} max={80} />
          ) : (
            <Untrusted text={rival.name} max={80} />
          )}
          , in <Count value={rival.count} one="answer" many="answers" />.
        </p>
      )}
    </>
  );
}

export function PromptSettings({ prompt }: { prompt: ListedPrompt }) {
  return (
    <Card title="Settings">
      <Facts
        items={[
          ["State", <PromptStateBadge active={prompt.active} />],
          ["Asked", INTERVALS[prompt.monitorInterval]],
          ["AI providers", providerList(prompt.aiProviders)],
          ["Intent", INTENT_NAMES[prompt.intent]],
          ["Tags", prompt.tags ? cleanText(prompt.tags.replaceAll(",", ", "), 700) : "none"],
          ["Asked from", prompt.personaLocation === "{}" ? "anywhere" : cleanText(prompt.personaLocation, 300)],
          ["Created", <Time at={prompt.createdAt} />],
        ]}
      />
    </Card>
  );
}
