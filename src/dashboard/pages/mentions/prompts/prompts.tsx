import { ListFilters } from "../../../ui/lists/filter-form";
import { wholeView } from "../../../ui/lists/list-view";
import { csvOfList, listState, wantsCsv } from "../../../server/list";
import type { SitePageContext } from "../../../server/page-env";
import type { ResponseOf } from "../../../../client";
import { page } from "../../../server/page";
import { cleanText } from "../../../../lib/text/strangers-text";
import { ButtonLink, Select } from "../../../ui/form";
import { Num, Time } from "../../../ui/format";
import { Badge, EmptyState, PageHeader } from "../../../ui/panels";
import { DataTable, type ListColumn } from "../../../ui/lists/table";
import { openRuns, readAnswers, readFigures, type Figures, PROVIDER_NAMES } from "../parts/data";
import { Between, IntervalNote, MentionTabs, Percent, providerList } from "../parts/parts";
import { BrandNotices, ProviderNotices, reloadAfter, RunProgress } from "../parts/problems";
import { sitePath } from "../../../../lib/hosts/page-paths";

export type ListedPrompt = ResponseOf<"listPrompts">[number];
interface Row {
  prompt: ListedPrompt;
  figures: Figures["prompts"][number] | undefined;
}

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

const columns = (domain: string): ListColumn<Row>[] => [
  {
    name: "Prompt",
    heading: true,
    value: ({ prompt }) => prompt.promptText,
    cell: ({ prompt: { id, promptText } }) => (
      <a href={sitePath(domain, "mentions/prompts/:id", { id })}>
        <bdi>{cleanText(promptText, 160)}</bdi>
      </a>
    ),
  },
  {
    name: "State",
    value: ({ prompt }) => (prompt.active === 1 ? "active" : "paused"),
    cell: ({ prompt }) => <PromptStateBadge active={prompt.active} />,
  },
  {
    name: "Asked",
    value: ({ prompt }) => INTERVALS[prompt.monitorInterval],
    cell: ({ prompt }) => INTERVALS[prompt.monitorInterval],
  },
  {
    name: "AI providers",
    value: ({ prompt }) => prompt.aiProviders.map((id) => PROVIDER_NAMES[id]).join(", "),
    cell: ({ prompt }) => providerList(prompt.aiProviders),
  },
  {
    name: "Answers",
    number: true,
    value: ({ figures }) => figures?.responses ?? 0,
    cell: ({ figures }) => <Num value={figures?.responses ?? 0} />,
  },
  {
    name: "Visibility",
    number: true,
    value: ({ figures }) => (figures && figures.responses > 0 ? figures.visibilityPercent : null),
    cell: ({ figures }) => <Percent value={figures && figures.responses > 0 ? figures.visibilityPercent : null} />,
  },
  {
    name: "Likely range",
    number: true,
    value: ({ figures }) =>
      figures && figures.responses > 0
        ? `${Math.round(figures.intervals.visibility.low)} to ${Math.round(figures.intervals.visibility.high)}`
        : null,
    cell: ({ figures }) =>
      figures && figures.responses > 0 ? <Between {...figures.intervals.visibility} /> : <span class="muted">–</span>,
  },
  {
    name: "Last answer",
    value: ({ figures }) => figures?.lastRunAt || null,
    cell: ({ figures }) => <Time at={figures?.lastRunAt || null} />,
  },
];

const tagsOf = (prompts: readonly ListedPrompt[]) =>
  [...new Set(prompts.flatMap(({ tags }) => tags.split(",").filter(Boolean)))].sort();

function TagFilter({ tags, chosen }: { tags: readonly string[]; chosen: string }) {
  if (tags.length === 0) return null;
  return (
    <Select
      label="Tag"
      name="tag"
      value={chosen}
      options={[["", "All tags"], ...tags.map((tag) => [tag, tag] as const)]}
    />
  );
}

/** `GET …/mentions/prompts` */
export async function promptsPage(c: SitePageContext) {
  const { api, domain } = c.var;
  const tag = c.req.query("tag") ?? "";
  const now = Date.now();
  const [prompts, figures, answers] = await Promise.all([
    api.listPrompts({ query: { domain: domain.domain } }),
    readFigures(c, { days: 30, provider: undefined }),
    readAnswers(c, { limit: LATEST_RUNS }),
  ]);
  const byId = new Map(figures.prompts.map((each) => [each.promptId, each]));
  const chosen = tag === "" ? prompts : prompts.filter(({ tags }) => tags.split(",").includes(tag));
  const rows = chosen.map((prompt) => ({ prompt, figures: byId.get(prompt.id) }));
  const [list, shown] = [listState(c, ["tag"]), columns(domain.domain)];
  if (wantsCsv(c)) return csvOfList(c, `prompts-${domain.domain}`, rows, shown, list);
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
      {prompts.length > 0 && (
        <ListFilters state={list} columns={shown} search="Search prompts">
          <TagFilter tags={tagsOf(prompts)} chosen={tag} />
        </ListFilters>
      )}
      <DataTable
        caption="Your prompts, with the figures of the last 30 days"
        showCaption
        view={wholeView(rows, shown, list, { locale: c.var.locale })}
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
