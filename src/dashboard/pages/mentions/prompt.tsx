import { readForm, submit } from "../../server/form";
import { page } from "../../server/page";
import { ApiProblem, expectDone, read } from "../../server/read";
import { cleanText } from "../../ui/clean-text";
import { Button, ButtonLink, Confirm, Form } from "../../ui/form";
import { Num, Time } from "../../ui/format";
import { Badge, Card, EmptyState, Facts, Grid, PageHeader, Stat } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/table";
import { UntrustedLink, Untrusted } from "../../ui/untrusted";
import {
  choiceOf,
  marksOf,
  openRuns,
  PROVIDER_NAMES,
  readAnswers,
  readFigures,
  type ShownAnswer,
  type Answers,
  type Figures,
  type SitePageContext,
} from "./data";
import { excerptOf } from "./highlight";
import {
  AnswerText,
  Between,
  mentionsPath,
  Percent,
  providerList,
  ProviderSelect,
  SmallSample,
  StatusBadge,
  ToneBadge,
} from "./parts";
import { failureAdvice, reloadAfter, RunProgress } from "./problems";
import { INTERVALS, StateBadge, type ListedPrompt } from "./prompts";

const ANSWERS_PER_PAGE = "20";
const EXCERPT = 160;

const INTENT_NAMES = { info: "informational", comm: "commercial", trans: "transactional" };

/** A prompt, by default that of the address. @throws ApiProblem 404. */
export async function promptOf(c: SitePageContext, id = c.req.param("id")): Promise<ListedPrompt> {
  const { api, domain } = c.var;
  const prompts = await read(api.api["ai-mentions"].prompts.$get({ query: { domain: domain.domain } }));
  const prompt = prompts.find((each) => each.id === id);
  if (!prompt)
    throw new ApiProblem(404, "prompt_not_found", "This domain has no such prompt. It may have been deleted.", {});
  return prompt;
}

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
    cell: ({ id, provider }) => <a href={mentionsPath(domain, `answers/${id}`)}>{PROVIDER_NAMES[provider]}</a>,
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

const providerColumns: Column<Figures["matrix"][number]>[] = [
  { name: "AI provider", heading: true, cell: ({ provider }) => PROVIDER_NAMES[provider] },
  { name: "Answers", number: true, cell: ({ responses }) => <Num value={responses} /> },
  { name: "Visibility", number: true, cell: ({ visibilityPercent }) => <Percent value={visibilityPercent} /> },
  { name: "95 %", number: true, cell: ({ interval }) => <Between {...interval} /> },
  { name: "Cite your site", number: true, cell: ({ citationRate }) => <Percent value={citationRate} /> },
];

function PromptStats({ figures }: { figures: Figures["prompts"][number] }) {
  const { responses, mentions, visibilityPercent, intervals, difficulty, topCompetitors } = figures;
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
              {mentions} of {responses} answers; 95 %: <Between {...intervals.visibility} />
            </>
          }
        />
        <Stat name="Average position" value={<Num value={mentions > 0 ? figures.avgPosition : null} digits={1} />} />
        <Stat name="Tone" value={mentions > 0 ? <ToneBadge value={figures.avgSentiment} /> : <Num value={null} />} />
        <Stat name="Cite your site" value={<Percent value={figures.citationRate} />} />
        <Stat
          name="Difficulty"
          value={difficulty < 0 ? <Num value={null} /> : <Num value={difficulty} />}
          note={difficulty < 0 ? "needs four answers" : "of 100: how firmly others hold this question"}
        />
      </Grid>
      {rival && (
        <p>
          Named most often beside you:{" "}
          {rival.siteUrl ? (
            <UntrustedLink url={rival.siteUrl} text={rival.name} max={80} />
          ) : (
            <Untrusted text={rival.name} max={80} />
          )}
          , in <Num value={rival.count} /> {rival.count === 1 ? "answer" : "answers"}.
        </p>
      )}
    </>
  );
}

function PromptActions({ domain, prompt: { id, active } }: { domain: string; prompt: ListedPrompt }) {
  return (
    <>
      <ButtonLink href={mentionsPath(domain, `prompts/${id}/edit`)}>Change</ButtonLink>
      <form method="post" action={mentionsPath(domain, `prompts/${id}/state`)} class="inline">
        <Button tone="plain" name="active" value={active === 1 ? "0" : "1"}>
          {active === 1 ? "Pause" : "Resume"}
        </Button>
      </form>
    </>
  );
}

function PromptSettings({ prompt }: { prompt: ListedPrompt }) {
  return (
    <Card title="Settings">
      <Facts
        items={[
          ["State", <StateBadge active={prompt.active} />],
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

interface BodyProps {
  domain: string;
  prompt: ListedPrompt;
  figures: Figures;
  answers: Answers;
  provider: ShownAnswer["provider"] | undefined;
  first: boolean;
}

function Body({ domain, prompt, figures, answers, provider, first }: BodyProps) {
  const path = mentionsPath(domain, `prompts/${prompt.id}`);
  const own = figures.prompts.find(({ promptId }) => promptId === prompt.id);
  return (
    <>
      {own && own.responses > 0 && <PromptStats figures={own} />}
      <Card title="By AI provider, last 30 days">
        <DataTable
          caption="Figures by AI provider"
          columns={providerColumns}
          rows={figures.matrix.filter(({ promptId }) => promptId === prompt.id)}
          empty={
            <EmptyState title="No answers in these days">
              Each provider's figures appear with its first answer.
            </EmptyState>
          }
        />
      </Card>
      <Form method="get" action={path} row>
        <ProviderSelect value={provider} />
        <Button tone="plain">Show</Button>
      </Form>
      <DataTable
        caption="Answers, newest first"
        showCaption
        columns={answerColumns(domain)}
        rows={answers.runs}
        next={
          answers.nextCursor && mentionsPath(domain, `prompts/${prompt.id}`, { provider, cursor: answers.nextCursor })
        }
        first={first ? null : mentionsPath(domain, `prompts/${prompt.id}`, { provider })}
        empty={
          <EmptyState title="No answers yet">
            {prompt.active === 1
              ? "The assistants are asked at the prompt's next turn."
              : "Resume the prompt to ask the assistants."}
          </EmptyState>
        }
      />
      <PromptSettings prompt={prompt} />
      <Confirm name="Delete this prompt" action={mentionsPath(domain, `prompts/${prompt.id}/delete`)}>
        The prompt and all of its answers are deleted. This can't be undone. To keep the answers, pause it instead.
      </Confirm>
    </>
  );
}

/** `GET …/mentions/prompts/:id` */
export async function promptPage(c: SitePageContext) {
  const { domain } = c.var.domain;
  const { provider } = choiceOf(c);
  const cursor = c.req.query("cursor");
  const promptId = c.req.param("id");
  const [prompt, figures, answers] = await Promise.all([
    promptOf(c),
    readFigures(c, { days: 30, provider: undefined }),
    readAnswers(c, { promptId, limit: ANSWERS_PER_PAGE, ...(provider && { provider }), ...(cursor && { cursor }) }),
  ]);
  const open = openRuns(answers) > 0;
  const now = Date.now();
  return page(
    c,
    {
      title: cleanText(prompt.promptText, 60),
      section: "mentions",
      scripts: open ? ["reload"] : [],
      ...(open && { refreshSeconds: reloadAfter(answers, now) * 4 }),
    },
    <>
      <PageHeader
        title={<bdi>{cleanText(prompt.promptText, 300)}</bdi>}
        back={{ href: mentionsPath(domain, "prompts"), name: "Prompts" }}
        actions={<PromptActions domain={domain} prompt={prompt} />}
      />
      <RunProgress answers={answers} now={now} />
      <Body {...{ domain, prompt, figures, answers, provider }} first={cursor === undefined} />
    </>,
  );
}

/** `POST …/mentions/prompts/:id/state`: pauses or resumes. */
export async function setPromptState(c: SitePageContext) {
  const active = (await readForm(c)).text("active") === "1" ? (1 as const) : (0 as const);
  const { api, domain } = c.var;
  const id = c.req.param("id") ?? "";
  const to = mentionsPath(domain.domain, `prompts/${encodeURIComponent(id)}`);
  return submit(c, {
    send: () =>
      expectDone(
        api.api["ai-mentions"].prompts.$post({ json: { action: "update", domain: domain.domain, id, active } }),
      ),
    done: () => ({
      to,
      text: active === 1 ? "The prompt is asked again." : "The prompt is paused. Its answers stay.",
    }),
    back: to,
  });
}

/** `POST …/mentions/prompts/:id/delete` */
export function removePrompt(c: SitePageContext) {
  const { api, domain } = c.var;
  const id = c.req.param("id") ?? "";
  const to = mentionsPath(domain.domain, "prompts");
  return submit(c, {
    send: () =>
      expectDone(api.api["ai-mentions"].prompts.$post({ json: { action: "delete", domain: domain.domain, id } })),
    done: () => ({ to, text: "The prompt and its answers are deleted." }),
    back: to,
  });
}
