import { Num, Time } from "../../../ui/format";
import { Badge } from "../../../ui/panels";
import { type Column } from "../../../ui/lists/table";
import { Untrusted } from "../../../ui/untrusted";
import { marksOf, PROVIDER_NAMES, type ShownAnswer } from "../parts/data";
import { excerptOf } from "../parts/highlight";
import { AnswerText, StatusBadge, ToneBadge } from "../parts/parts";
import { failureAdvice } from "../parts/problems";
import { sitePath } from "../../../../lib/hosts/page-paths";

const EXCERPT = 160;

function Named({ answer: { status, mentionPosition, denied } }: { answer: ShownAnswer }) {
  if (status !== "ok") return <StatusBadge status={status} />;
  if (mentionPosition > 0) return <Badge tone="good">position {String(mentionPosition)}</Badge>;
  return <Badge tone="warn">{denied.length > 0 ? "denied" : "not named"}</Badge>;
}

function Excerpt({ answer }: { answer: ShownAnswer }) {
  if (answer.status === "error")
    return (
      <>
        <Untrusted text={answer.analysisText} max={200} /> <span class="muted">{failureAdvice(answer.errorCode)}</span>
      </>
    );
  if (answer.rawResponse === "") return <span class="muted">no answer yet</span>;
  return <AnswerText stretches={excerptOf(answer.rawResponse, marksOf(answer), EXCERPT)} inline />;
}

export const answerColumns = (domain: string): Column<ShownAnswer>[] => [
  {
    name: "Answer",
    heading: true,
    cell: ({ id, provider }) => (
      <a href={sitePath(domain, "mentions/answers/:id", { id })}>{PROVIDER_NAMES[provider]}</a>
    ),
  },
  { name: "Asked", cell: ({ createdAt }) => <Time at={createdAt} /> },
  { name: "You", cell: (answer) => <Named answer={answer} /> },
  {
    name: "Tone",
    cell: ({ status, mentionPosition, sentiment, toneFound }) =>
      status === "ok" && mentionPosition > 0 ? (
        <ToneBadge value={sentiment} found={toneFound} />
      ) : (
        <span class="muted">–</span>
      ),
  },
  { name: "Cited pages", number: true, cell: ({ citationCount }) => <Num value={citationCount} /> },
  { name: "Text", cell: (answer) => <Excerpt answer={answer} /> },
];
