import type { SitePageContext } from "../../../server/page-env";
import type { ResponseOf } from "../../../../client";
import { page } from "../../../server/page";
import { cleanText } from "../../../../lib/text/strangers-text";
import { Button, ButtonLink, Form, Select } from "../../../ui/form";
import { Num, Time } from "../../../ui/format";
import { Badge, EmptyState, PageHeader } from "../../../ui/panels";
import { DataTable, type Column } from "../../../ui/table";
import { openRuns, readAnswers, readFigures, type Figures } from "../parts/data";
import { Between, IntervalNote, MentionTabs, Percent, providerList } from "../parts/parts";
import { BrandNotices, ProviderNotices, reloadAfter, RunProgress } from "../parts/problems";
import { sitePath } from "../../../../lib/hosts/page-paths";

export type ListedPrompt = ResponseOf<"listPrompts">[number];
interface Row {
  prompt: ListedPrompt;
  figures: Figures["prompts"][number] | undefined;
}

/** Prompts per page. The API lists all at once; a plan bounds them. */
const PER_PAGE = 50;
/** Latest runs that show whether a provider can be asked. */
const LATEST_RUNS = "40";

export const INTERVALS: Record<ListedPrompt["monitorInterval"], string> = {
  dynamic: "adaptive",
  weekly: "every 7 days",
  monthly: "every 30 days",
};

export function PromptStateBadge({ active }: { active: number }) {
  return active === 1 ? <Badge tone="good">active</Badge> : <Badge tone="warn">paused</Badge>;
}

const columns = (domain: string): Column<Row>[] => [
  {
    name: "Prompt",
    heading: true,
    cell: ({ prompt: { id, promptText } }) => (
      <a href={sitePath(domain, "mentions/prompts/:id", { id })}>
        <bdi>{cleanText(promptText, 160)}</bdi>
      </a>
    ),
  },
  { name: "State", cell: ({ prompt }) => <PromptStateBadge active={prompt.active} /> },
  { name: "Asked", cell: ({ prompt }) => INTERVALS[prompt.monitorInterval] },
  { name: "AI providers", cell: ({ prompt }) => providerList(prompt.aiProviders) },
  { name: "Answers", number: true, cell: ({ figures }) => <Num value={figures?.responses ?? 0} /> },
  {
    name: "Visibility",
    number: true,
    cell: ({ figures }) => <Percent value={figures && figures.responses > 0 ? figures.visibilityPercent : null} />,
  },
  {
    name: "95%",
    number: true,
    cell: ({ figures }) =>
      figures && figures.responses > 0 ? <Between {...figures.intervals.visibility} /> : <span class="muted">–</span>,
  },
  { name: "Last answer", cell: ({ figures }) => <Time at={figures?.lastRunAt || null} /> },
];

const tagsOf = (prompts: readonly ListedPrompt[]) =>
  [...new Set(prompts.flatMap(({ tags }) => tags.split(",").filter(Boolean)))].sort();

function TagFilter({ domain, tags, chosen }: { domain: string; tags: readonly string[]; chosen: string }) {
  if (tags.length === 0) return null;
  return (
    <Form method="get" action={sitePath(domain, "mentions/prompts")} row>
      <Select
        label="Tag"
        name="tag"
        value={chosen}
        options={[["", "All tags"], ...tags.map((tag) => [tag, tag] as const)]}
      />
      <Button tone="plain">Show</Button>
    </Form>
  );
}

/** `GET …/mentions/prompts` */
export async function promptsPage(c: SitePageContext) {
  const { api, domain } = c.var;
  const tag = c.req.query("tag") ?? "";
  const at = Math.max(1, Math.trunc(Number(c.req.query("page"))) || 1);
  const now = Date.now();
  const [prompts, figures, answers] = await Promise.all([
    api.listPrompts({ query: { domain: domain.domain } }),
    readFigures(c, { days: 30, provider: undefined }),
    readAnswers(c, { limit: LATEST_RUNS }),
  ]);
  const byId = new Map(figures.prompts.map((each) => [each.promptId, each]));
  const chosen = tag === "" ? prompts : prompts.filter(({ tags }) => tags.split(",").includes(tag));
  const rows = chosen.slice((at - 1) * PER_PAGE, at * PER_PAGE);
  const create = (
    <ButtonLink tone="main" href={sitePath(domain.domain, "mentions/prompts/new")}>
      New prompt
    </ButtonLink>
  );
  const open = openRuns(answers) > 0;
  return page(
    c,
    {
      title: "Prompts",
      section: "mentions",
      scripts: open ? ["reload"] : [],
      ...(open && { refreshSeconds: reloadAfter(answers, now) * 4 }),
    },
    <>
      <PageHeader
        title="AI mentions"
        actions={create}
        lead="The questions that the service asks AI assistants for you."
      />
      <MentionTabs domain={domain.domain} current="prompts" />
      <BrandNotices domain={domain} />
      <ProviderNotices answers={answers} />
      <RunProgress answers={answers} now={now} />
      <TagFilter domain={domain.domain} tags={tagsOf(prompts)} chosen={tag} />
      <DataTable
        caption="Your prompts, with the figures of the last 30 days"
        showCaption
        columns={columns(domain.domain)}
        rows={rows.map((prompt) => ({ prompt, figures: byId.get(prompt.id) }))}
        first={at > 1 ? sitePath(domain.domain, "mentions/prompts", { tag }) : null}
        next={chosen.length > at * PER_PAGE ? sitePath(domain.domain, "mentions/prompts", { tag, page: at + 1 }) : null}
        empty={
          <EmptyState title={tag === "" ? "No prompts yet" : "No prompt has this tag"} action={create}>
            Write a question as your customers would ask it. Don't name your brand in it: the answer should name you on
            its own.
          </EmptyState>
        }
      />
      {rows.length > 0 && <IntervalNote />}
    </>,
  );
}
