import { type ListState } from "../../../ui/lists/list-state";
import { partView } from "../../../ui/lists/list-view";
import { listState } from "../../../server/list";
import type { SitePageContext } from "../../../server/page-env";
import { page } from "../../../server/page";
import { ApiProblem } from "../../../server/read";
import { cleanText } from "../../../../lib/text/strangers-text";
import { FilterForm } from "../../../ui/lists/filter-form";
import { Button, ButtonLink, Confirm } from "../../../ui/form";
import { Num } from "../../../ui/format";
import { Card, EmptyState, PageHeader } from "../../../ui/panels";
import { DataTable, type Column } from "../../../ui/lists/table";
import {
  filtersOf,
  openRuns,
  PROVIDER_NAMES,
  readAnswers,
  readFigures,
  type ShownAnswer,
  type Answers,
  type Figures,
} from "../parts/data";
import { Between, Percent, ProviderSelect } from "../parts/parts";
import { reloadAfter, RunProgress } from "../parts/problems";
import { type ListedPrompt } from "./prompts";
import { answerColumns } from "./prompt-answers";
import { PromptSettings, PromptStats } from "./prompt-figures";
import { sitePath } from "../../../../lib/hosts/page-paths";

const ANSWERS_PER_PAGE = "20";

/** A prompt, by default that of the address. @throws ApiProblem 404. */
export async function promptOf(c: SitePageContext, id = c.req.param("id")): Promise<ListedPrompt> {
  const { api, domain } = c.var;
  const prompts = await api.listPrompts({ query: { domain: domain.domain } });
  const prompt = prompts.find((each) => each.id === id);
  if (!prompt)
    throw new ApiProblem(404, "prompt_not_found", "This domain has no such prompt. It may have been deleted.", {});
  return prompt;
}

const providerColumns: Column<Figures["matrix"][number]>[] = [
  { name: "AI provider", heading: true, cell: ({ provider }) => PROVIDER_NAMES[provider] },
  { name: "Answers", number: true, cell: ({ responses }) => <Num value={responses} /> },
  { name: "Visibility", number: true, cell: ({ visibilityPercent }) => <Percent value={visibilityPercent} /> },
  { name: "Likely range", number: true, cell: ({ interval }) => <Between {...interval} /> },
  { name: "Cite your site", number: true, cell: ({ citationRate }) => <Percent value={citationRate} /> },
];

function PromptActions({ domain, prompt: { id, active } }: { domain: string; prompt: ListedPrompt }) {
  return (
    <>
      <ButtonLink href={sitePath(domain, "mentions/prompts/:id/edit", { id })}>Change</ButtonLink>
      <form method="post" action={sitePath(domain, "mentions/prompts/:id/state", { id })} class="inline">
        <Button tone="plain" name="active" value={active === 1 ? "0" : "1"}>
          {active === 1 ? "Pause" : "Resume"}
        </Button>
      </form>
    </>
  );
}

interface BodyProps {
  domain: string;
  prompt: ListedPrompt;
  figures: Figures;
  answers: Answers;
  provider: ShownAnswer["provider"] | undefined;
  list: ListState;
}

function Body({ domain, prompt, figures, answers, provider, list }: BodyProps) {
  const path = sitePath(domain, "mentions/prompts/:id", { id: prompt.id });
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
            <EmptyState title="No answers in this period">
              Each provider's figures appear with its first answer.
            </EmptyState>
          }
        />
      </Card>
      <FilterForm action={path}>
        <ProviderSelect value={provider} />
      </FilterForm>
      <DataTable
        caption="Answers, newest first"
        showCaption
        view={partView(
          { rows: answers.runs, nextCursor: answers.nextCursor, perPart: Number(ANSWERS_PER_PAGE) },
          answerColumns(domain),
          list,
        )}
        empty={
          <EmptyState title="No answers yet" picture="mentions">
            {prompt.active === 1
              ? "The assistants are asked at the prompt's next turn."
              : "Resume the prompt to ask the assistants."}
          </EmptyState>
        }
      />
      <PromptSettings prompt={prompt} />
      <Confirm name="Delete this prompt" action={sitePath(domain, "mentions/prompts/:id/delete", { id: prompt.id })}>
        The prompt and all of its answers are deleted. This can't be undone. To keep the answers, pause it instead.
      </Confirm>
    </>
  );
}

/** `GET …/mentions/prompts/:id` */
export async function promptPage(c: SitePageContext) {
  const { domain } = c.var.domain;
  const { provider } = filtersOf(c);
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
        back={{ href: sitePath(domain, "mentions/prompts"), name: "Prompts" }}
        actions={<PromptActions domain={domain} prompt={prompt} />}
      />
      <RunProgress answers={answers} now={now} />
      <Body {...{ domain, prompt, figures, answers, provider }} list={listState(c, ["provider"])} />
    </>,
  );
}
