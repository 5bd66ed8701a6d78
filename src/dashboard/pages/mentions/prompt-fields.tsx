import type { InferResponseType } from "hono/client";
import type { OwnApi } from "../../../own-api";
import { type FormFields } from "../../server/form";
import { type ApiProblem } from "../../server/read";
import { Button, Checkbox, Field, Form, Select } from "../../ui/form";
import { Num } from "../../ui/format";
import { EmptyState, Notice } from "../../ui/panels";
import { Untrusted } from "../../ui/untrusted";
import { PROVIDER_IDS, PROVIDER_NAMES, type ProviderId } from "./data";
import { mentionsPath } from "./parts";
import type { ListedPrompt } from "./prompts";

type Suggestions = InferResponseType<OwnApi["api"]["ai-mentions"]["prompt-suggestions"]["$get"], 200>;

type Account = InferResponseType<OwnApi["api"]["account"]["$get"], 200>;

/** What a form holds: a prompt's settings as text. */
export interface PromptFields {
  promptText: string;
  intent: ListedPrompt["intent"];
  providers: ProviderId[];
  monitorInterval: ListedPrompt["monitorInterval"];
  tags: string;
  country: string;
}

export const INTENTS = [
  ["info", "Informational: to learn something"],
  ["comm", "Commercial: to compare offers"],
  ["trans", "Transactional: to buy or book"],
] as const;

const SCHEDULES = [
  ["dynamic", "Adaptive: daily at first, more often while answers change, less often while they don't"],
  ["weekly", "Every 7 days"],
  ["monthly", "Every 30 days"],
] as const;

export const oneOf = <T extends string>(options: readonly (readonly [T, string])[], text: string): T =>
  options.find(([each]) => each === text)?.[0] ?? options[0]![0];

export function fieldsOf(form: FormFields): PromptFields {
  return {
    promptText: form.text("promptText"),
    intent: oneOf(INTENTS, form.text("intent")),
    providers: PROVIDER_IDS.filter((provider) => form.all("providers").includes(provider)),
    monitorInterval: oneOf(SCHEDULES, form.text("monitorInterval")),
    tags: form.text("tags"),
    country: form.text("country").toUpperCase(),
  };
}

export function Budget({ account: { limits, usage, plan } }: { account: Account }) {
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

export function PromptForm({ action, values, problem, button }: FormProps) {
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

export function SuggestionList({ domain, suggestions }: { domain: string; suggestions: Suggestions }) {
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
