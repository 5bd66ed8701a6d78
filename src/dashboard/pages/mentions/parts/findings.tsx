import { Card } from "../../../ui/panels";
import { Untrusted } from "../../../ui/untrusted";
import { type ShownAnswer } from "./data";
import { type NameMark } from "./highlight";

const LEGEND = [
  ["own", "your brand"],
  ["rival", "a competitor"],
  ["denied", "denied: not counted"],
] as const;

export function Legend({ marks, tone }: { marks: readonly NameMark[]; tone: boolean }) {
  const shown = LEGEND.filter(([kind]) => marks.some((mark) => mark.kind === kind));
  if (shown.length === 0 && !tone) return null;
  return (
    <ul class="legend" aria-label="Marks in the answer">
      {shown.map(([kind, name]) => (
        <li>
          <mark class={`name-${kind}`}>{name}</mark> ×{marks.filter((mark) => mark.kind === kind).length}
        </li>
      ))}
      {tone && (
        <li>
          <span class="answer-tone">the sentence that shows the tone</span>
        </li>
      )}
    </ul>
  );
}

function ToneWords({ answer }: { answer: ShownAnswer }) {
  const { toneFound, mentionPosition, toneEvidence, competitorMentions } = answer;
  if (mentionPosition === 0) return <p>An answer that does not name you has no tone towards you.</p>;
  if (!toneFound) return <p>The answer names you without judging you, so it has no tone. That is not a bad sign.</p>;
  return (
    <p>
      {toneEvidence ? "The underlined sentence shows the tone most clearly." : "The tone comes from the whole answer."}
      {competitorMentions !== "[]" &&
        " In a comparison, praise counts for the side that is praised and against the other."}
    </p>
  );
}

export function Findings({ answer, brand }: { answer: ShownAnswer; brand: string }) {
  const { denied, unsure, toneMixed, byRules, recommended, analysisMethod, inflections } = answer;
  const deniedOwn = denied.some(({ name }) => name === brand);
  return (
    <Card title="What was found">
      <p>
        <Untrusted text={answer.analysisText} max={1_500} />
      </p>
      {denied.length > 0 && (
        <p>
          {deniedOwn ? "Your name" : "A name"} is struck through in the answer: the assistant says that it knows nothing
          about it. Such a name is not counted as a mention. Criticism would be.
        </p>
      )}
      {unsure.length > 0 && (
        <p>
          Unsure: “
          <Untrusted text={[...new Set(unsure.map(({ name }) => name))].join(", ")} max={200} />” may mean a company or
          an ordinary word here. It is not counted.
        </p>
      )}
      <ToneWords answer={answer} />
      {toneMixed && <p>The answer both praises and blames you.</p>}
      {byRules && (
        <p>
          The rules alone read this answer differently:{" "}
          {byRules.mentionPosition === 0 ? "not named" : `rank ${byRules.mentionPosition}`}.
        </p>
      )}
      {recommended !== null && (
        <p>
          {recommended
            ? "According to a language model, the answer recommends you."
            : "According to a language model, the answer does not recommend you."}
        </p>
      )}
      <p>
        {analysisMethod === "model"
          ? "Read by rules and a language model. The model's claims count only with a literal quote from the answer."
          : "Read by rules alone: the same answer always gives the same result."}
      </p>
      {inflections.map(({ seen, alias }) => (
        <p>
          “<Untrusted text={seen} max={80} />” looks like an inflected form of a name. The alias “
          <Untrusted text={alias} max={80} />” in the settings would count it.
        </p>
      ))}
    </Card>
  );
}
