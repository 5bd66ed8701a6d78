import type { SitePageContext } from "../../../server/page-env";
import { page } from "../../../server/page";
import { ApiProblem, type DomainFacts } from "../../../server/read";
import { cleanText } from "../../../../lib/text/strangers-text";
import { Num, Time } from "../../../ui/format";
import { Badge, Card, EmptyState, Facts, Notice, PageHeader } from "../../../ui/panels";
import { DataTable, type Column } from "../../../ui/lists/table";
import { Untrusted, UntrustedLink } from "../../../ui/untrusted";
import { brandOf, marksOf, PROVIDER_NAMES, readAnswers, type ShownAnswer } from "../parts/data";
import { MAX_SHOWN, stretchesOf } from "../parts/highlight";
import { AnswerText, StatusBadge, ToneBadge } from "../parts/parts";
import { failureAdvice } from "../parts/problems";
import { promptOf } from "./prompt";
import type { ListedPrompt } from "./prompts";
import { Findings, Legend } from "../parts/findings";
import { sitePath } from "../../../../lib/hosts/page-paths";

type Cited = ShownAnswer["citations"][number];

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : null);

/** Whose a cited page is: a competitor's, if it is on the site that the settings name for one. */
function Whose({ cited: { url, own }, rivals }: { cited: Cited; rivals: ReadonlySet<string> }) {
  if (own) return <Badge tone="good">yours</Badge>;
  const host = hostOf(url) ?? "";
  const isRival = [...rivals].some((rival) => host === rival || host.endsWith(`.${rival}`));
  return isRival ? <Badge tone="warn">a competitor’s</Badge> : <Badge>another’s</Badge>;
}

const citedColumns = (rivals: ReadonlySet<string>): Column<Cited>[] => [
  {
    name: "Page",
    heading: true,
    cell: ({ url, title }) => (
      <>
        <UntrustedLink url={url} text={title || url} max={140} />
        {title && (
          <p class="hint">
            <Untrusted text={url} max={140} />
          </p>
        )}
      </>
    ),
  },
  { name: "Site", cell: ({ domain }) => <Untrusted text={domain} max={80} /> },
  { name: "Whose", cell: (cited) => <Whose cited={cited} rivals={rivals} /> },
];

function AnswerFacts({ answer }: { answer: ShownAnswer }) {
  const { mentionPosition, status, sentiment, toneFound, model, attempts, truncated } = answer;
  const read = status === "ok";
  return (
    <Card>
      <Facts
        items={[
          ["State", <StatusBadge status={status} />],
          ["Asked", <Time at={answer.createdAt} />],
          ["Model", <Untrusted text={model} max={120} />],
          [
            "You",
            read ? (
              mentionPosition > 0 ? (
                <>
                  named, at position <Num value={mentionPosition} />
                </>
              ) : (
                "not named"
              )
            ) : (
              "–"
            ),
          ],
          ["Tone", read && mentionPosition > 0 ? <ToneBadge value={sentiment} found={toneFound} /> : "–"],
          ["Attempts", <Num value={attempts} />],
          ...(truncated ? [["Length", "cut off by the provider's limit"] as const] : []),
        ]}
      />
    </Card>
  );
}

function Texts({ answer }: { answer: ShownAnswer }) {
  const { rawResponse: text, toneEvidence, status } = answer;
  if (text === "")
    return status === "error" ? null : (
      <EmptyState title="The answer has not arrived yet">Reload this page in a minute.</EmptyState>
    );
  const marks = marksOf(answer);
  return (
    <Card title="The answer">
      <Legend marks={marks} tone={toneEvidence !== null} />
      <AnswerText stretches={stretchesOf(text, marks, toneEvidence)} />
      {text.length > MAX_SHOWN && (
        <p class="hint">
          The first <Num value={MAX_SHOWN} /> of <Num value={text.length} /> characters; the API returns all of it.
        </p>
      )}
    </Card>
  );
}

interface SourcesProps {
  answer: ShownAnswer;
  competitors: DomainFacts["competitors"];
}

function Sources({ answer: { citations, searchQueries }, competitors }: SourcesProps) {
  const rivals = new Set(competitors.map(({ siteUrl }) => siteUrl && hostOf(siteUrl)).filter((host) => !!host));
  return (
    <>
      <Card title="Cited pages">
        <DataTable
          caption="Pages that the answer cites"
          columns={citedColumns(rivals as ReadonlySet<string>)}
          rows={citations}
          empty={<EmptyState title="No page cited">The assistant answered without naming a source.</EmptyState>}
        />
      </Card>
      {searchQueries.length > 0 && (
        <Card title="What the assistant searched for">
          <ul>
            {searchQueries.map((query) => (
              <li>
                <Untrusted text={query} max={300} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

function view(answer: ShownAnswer, { id, promptText }: Pick<ListedPrompt, "id" | "promptText">, c: SitePageContext) {
  const { domain } = c.var;
  return (
    <>
      <PageHeader
        title={`Answer of ${PROVIDER_NAMES[answer.provider]}`}
        back={{ href: sitePath(domain.domain, "mentions/prompts/:id", { id }), name: "All answers to this prompt" }}
        lead={<bdi>{cleanText(promptText, 400)}</bdi>}
      />
      {answer.status === "error" && (
        <Notice kind="bad">
          <Untrusted text={answer.analysisText} max={500} /> {failureAdvice(answer.errorCode)}
        </Notice>
      )}
      <AnswerFacts answer={answer} />
      <Texts answer={answer} />
      {answer.status === "ok" && (
        <>
          <Findings answer={answer} brand={brandOf(domain)} />
          <Sources answer={answer} competitors={domain.competitors} />
        </>
      )}
    </>
  );
}

/** `GET …/mentions/answers/:id` */
export async function answerPage(c: SitePageContext) {
  const { runs } = await readAnswers(c, { runId: c.req.param("id") ?? "", limit: "1" });
  const [answer] = runs;
  if (!answer)
    throw new ApiProblem(
      404,
      "not_found",
      "This domain has no such answer. Old answers are deleted after a while.",
      {},
    );
  const prompt = await promptOf(c, answer.promptId);
  return page(
    c,
    { title: `Answer of ${PROVIDER_NAMES[answer.provider]}`, section: "mentions" },
    view(answer, prompt, c),
  );
}
