import type { InferResponseType } from "hono/client";
import type { OwnApi } from "../../../own-api";
import { readForm, submit, type FormFields } from "../../server/form";
import { page } from "../../server/page";
import { expectDone, read, type ApiProblem } from "../../server/read";
import { cleanText } from "../../ui/clean-text";
import { Button, Checkbox, Field, Form, Select } from "../../ui/form";
import { Num } from "../../ui/format";
import { Card, EmptyState, Notice, PageHeader } from "../../ui/panels";
import { Untrusted } from "../../ui/untrusted";
import { PROVIDER_IDS, PROVIDER_NAMES, type ProviderId, type SitePageContext } from "./data";
import { mentionsPath } from "./parts";
import { BrandNotices } from "./problems";
import type { ListedPrompt } from "./prompts";

type Suggestions = InferResponseType<OwnApi["api"]["ai-mentions"]["prompt-suggestions"]["$get"], 200>;
type Account = InferResponseType<OwnApi["api"]["account"]["$get"], 200>;

/** What a form holds: a prompt's settings as text. */
interface PromptFields {
  promptText: string;
  intent: ListedPrompt["intent"];
  providers: ProviderId[];
  monitorInterval: ListedPrompt["monitorInterval"];
  tags: string;
  country: string;
}

const INTENTS = [
  ["info", "Informational: to learn something"],
  ["comm", "Commercial: to compare offers"],
  ["trans", "Transactional: to buy or book"],
] as const;
const SCHEDULES = [
  ["dynamic", "Adaptive: daily at first, more often while answers change, less often while they don't"],
  ["weekly", "Every 7 days"],
  ["monthly", "Every 30 days"],
] as const;

const oneOf = <T extends string>(options: readonly (readonly [T, string])[], text: string): T =>
  options.find(([each]) => each === text)?.[0] ?? options[0]![0];

function fieldsOf(form: FormFields): PromptFields {
  return {
    promptText: form.text("promptText"),
    intent: oneOf(INTENTS, form.text("intent")),
    providers: PROVIDER_IDS.filter((provider) => form.all("providers").includes(provider)),
    monitorInterval: oneOf(SCHEDULES, form.text("monitorInterval")),
    tags: form.text("tags"),
    country: form.text("country").toUpperCase(),
  };
}

const countryOf = (location: string) => String((JSON.parse(location || "{}") as { country?: string }).country ?? "");

function bodyOf({ country, ...fields }: PromptFields, location = "{}") {
  const { country: _before, ...rest } = JSON.parse(location || "{}") as Record<string, unknown>;
  return { ...fields, personaLocation: country === "" ? rest : { ...rest, country } };
}

function Budget({ account: { limits, usage, plan } }: { account: Account }) {
  const left = Math.max(0, limits.prompts - usage.prompts);
  return (
    <Notice kind={left === 0 ? "warn" : "info"}>
      <p>
        {left === 0 ? (
          <>Your plan's prompts are used up. Delete one, or upgrade, to add another.</>
        ) : (
          <>
            <Num value={usage.prompts} /> of <Num value={limits.prompts} /> prompts of the {plan} plan are used.
          </>
        )}{" "}
        Each question to one provider is one call, and your plan includes <Num value={limits.answersPerDay} /> calls a
        day. With four providers, a daily prompt takes four of them a day, and a weekly one about 17 a month. What is
        beyond the day's calls waits for the next day (UTC).
      </p>
    </Notice>
  );
}

interface FormProps {
  action: string;
  values: PromptFields;
  problem?: ApiProblem | undefined;
  button: string;
}

function PromptForm({ action, values, problem, button }: FormProps) {
  return (
    <Form action={action} problem={problem?.message}>
      <Field
        label="Question"
        name="promptText"
        rows={4}
        required
        maxlength={4_000}
        value={values.promptText}
        hint="Sent to the assistants exactly as written. Don't name your brand: the answer should name it by itself."
        error={problem?.fieldMessage("promptText")}
      />
      <fieldset class="choices">
        <legend>AI providers</legend>
        {PROVIDER_IDS.map((id) => (
          <Checkbox label={PROVIDER_NAMES[id]} name="providers" value={id} checked={values.providers.includes(id)} />
        ))}
        {problem?.fieldMessage("providers") && <p class="field-error">{problem.fieldMessage("providers")}</p>}
      </fieldset>
      <Select label="How often to ask" name="monitorInterval" value={values.monitorInterval} options={SCHEDULES} />
      <Select label="What the customer wants" name="intent" value={values.intent} options={INTENTS} />
      <Field
        label="Tags"
        name="tags"
        value={values.tags}
        maxlength={700}
        hint="Comma-separated, to group prompts, such as “touring, shops”."
        error={problem?.fieldMessage("tags")}
      />
      <Field
        label="Country"
        name="country"
        value={values.country}
        maxlength={2}
        hint="Two letters, such as DE: the assistant is asked as if from there."
        error={problem?.fieldMessage("personaLocation")}
      />
      <Button>{button}</Button>
    </Form>
  );
}

function SuggestionList({ domain, suggestions }: { domain: string; suggestions: Suggestions }) {
  if (suggestions.length === 0)
    return (
      <EmptyState title="No suggestions yet">
        They come from the pages that crawlers visit most and that the latest audit found sound. Audit the site first.
      </EmptyState>
    );
  return (
    <ul class="suggestions">
      {suggestions.map(({ promptText, intent, topic, path, crawlerVisits }) => (
        <li>
          <a href={mentionsPath(domain, "prompts/new", { text: promptText, intent })}>
            <Untrusted text={promptText} max={300} />
          </a>
          <p class="hint">
            About <Untrusted text={topic} max={80} /> (<Untrusted text={path} max={80} />
            ), <Num value={crawlerVisits} /> crawler visits in 30 days
          </p>
        </li>
      ))}
    </ul>
  );
}

async function createView(c: SitePageContext, values: PromptFields, problem?: ApiProblem) {
  const { api, domain } = c.var;
  const name = domain.domain;
  const [suggestions, account] = await Promise.all([
    read(api.api["ai-mentions"]["prompt-suggestions"].$get({ query: { domain: name, limit: "8" } })),
    read(api.api.account.$get({ query: {} })),
  ]);
  return page(
    c,
    { title: "New prompt", section: "mentions", ...(problem && { status: problem.status }) },
    <>
      <PageHeader title="New prompt" back={{ href: mentionsPath(name, "prompts"), name: "Prompts" }} />
      <BrandNotices domain={domain} />
      <Budget account={account} />
      <div class="grid grid-wide">
        <Card title="Your question">
          <PromptForm
            action={mentionsPath(name, "prompts/new")}
            values={values}
            problem={problem}
            button="Create and ask now"
          />
        </Card>
        <Card title="Suggestions">
          <p class="hint">A choice fills in the question; you can change it before it is asked.</p>
          <SuggestionList domain={name} suggestions={suggestions} />
        </Card>
      </div>
    </>,
  );
}

/** `GET …/mentions/prompts/new`. `text` and `intent` fill in the form. */
export function newPromptPage(c: SitePageContext) {
  const promptText = cleanText(c.req.query("text") ?? "", 1_000);
  const intent = oneOf(INTENTS, c.req.query("intent") ?? "");
  const start = { providers: [...PROVIDER_IDS], monitorInterval: "dynamic" as const, tags: "", country: "" };
  return createView(c, { ...start, promptText, intent });
}

/** `POST …/mentions/prompts/new` */
export async function createPromptFrom(c: SitePageContext) {
  const values = fieldsOf(await readForm(c));
  const { api, domain } = c.var;
  const json = { action: "create" as const, domain: domain.domain, ...bodyOf(values) };
  return submit(c, {
    send: async () =>
      (await expectDone(api.api["ai-mentions"].prompts.$post({ json }))).json<{
        id: string;
        queued: number;
        postponed: number;
      }>(),
    done: ({ id, queued, postponed }) => ({
      to: mentionsPath(domain.domain, `prompts/${id}`),
      text: `The prompt is created. ${queued} ${queued === 1 ? "assistant is" : "assistants are"} being asked.${postponed > 0 ? ` ${postponed} more follow tomorrow, when new calls are available.` : ""}`,
    }),
    again: (problem) => createView(c, values, problem),
  });
}

function editView(c: SitePageContext, { id, promptText }: ListedPrompt, values: PromptFields, problem?: ApiProblem) {
  const { domain } = c.var.domain;
  return page(
    c,
    { title: "Change the prompt", section: "mentions", ...(problem && { status: problem.status }) },
    <>
      <PageHeader
        title="Change the prompt"
        back={{ href: mentionsPath(domain, `prompts/${id}`), name: cleanText(promptText, 60) }}
        lead="A changed question is asked at once, and so is an added provider. Earlier answers stay."
      />
      <Card>
        <PromptForm
          action={mentionsPath(domain, `prompts/${id}/edit`)}
          values={values}
          problem={problem}
          button="Save"
        />
      </Card>
    </>,
  );
}

/** `GET …/mentions/prompts/:id/edit` */
export function editPromptPage(c: SitePageContext, prompt: ListedPrompt) {
  const { promptText, intent, aiProviders, monitorInterval, tags, personaLocation } = prompt;
  const country = countryOf(personaLocation);
  return editView(c, prompt, { promptText, intent, providers: aiProviders, monitorInterval, tags, country });
}

/** `POST …/mentions/prompts/:id/edit` */
export async function changePromptFrom(c: SitePageContext, prompt: ListedPrompt) {
  const values = fieldsOf(await readForm(c));
  const { api, domain } = c.var;
  const { id, personaLocation } = prompt;
  const json = { action: "update" as const, domain: domain.domain, id, ...bodyOf(values, personaLocation) };
  return submit(c, {
    send: () => expectDone(api.api["ai-mentions"].prompts.$post({ json })),
    done: () => ({ to: mentionsPath(domain.domain, `prompts/${id}`), text: "The prompt is changed." }),
    again: (problem) => editView(c, prompt, values, problem),
  });
}
