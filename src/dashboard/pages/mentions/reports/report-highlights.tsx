import { unmovedText } from "../../../../mentions/core/report/document";
import { Count } from "../../../ui/format";
import { Card } from "../../../ui/panels";
import { Untrusted } from "../../../ui/untrusted";
import type { Report } from "../parts/data";
import { Percent } from "../parts/parts";
import { List } from "./report-advice";
import { sitePath } from "../../../../lib/hosts/page-paths";

type Highlight = Report["promptHighlights"]["wins"][number];

function PromptLine({ prompt, domain }: { prompt: Highlight; domain: string }) {
  const {
    promptId,
    promptText,
    responses,
    visibilityPercent,
    previousVisibilityPercent: before,
    topCompetitor,
  } = prompt;
  return (
    <>
      <a href={sitePath(domain, "mentions/prompts/:id", { id: promptId })}>
        <Untrusted text={promptText} max={200} />
      </a>
      : named in <Percent value={visibilityPercent} /> of <Count value={responses} one="answer" many="answers" />
      {before !== null && (
        <>
          , after <Percent value={before} /> in the week before
        </>
      )}
      {topCompetitor !== null && (
        <>
          ; most named otherwise: <Untrusted text={topCompetitor} max={80} />
        </>
      )}
    </>
  );
}

/** The prompts that clearly gained or lost, and those that never name the brand, each linked to its answers. */
export function Highlights({ report, domain }: { report: Report; domain: string }) {
  const { wins, losses, gaps } = report.promptHighlights;
  const lines = (of: readonly Highlight[]) => of.map((prompt) => <PromptLine prompt={prompt} domain={domain} />);
  return (
    <Card title="Prompts won and lost">
      <List name="Won: named clearly more often than the week before" items={lines(wins)} />
      <List name="Lost: named clearly less often" items={lines(losses)} />
      <List name="Never named, while others are" items={lines(gaps)} />
      {wins.length + losses.length === 0 && <p class="hint">{unmovedText(report)}</p>}
    </Card>
  );
}
