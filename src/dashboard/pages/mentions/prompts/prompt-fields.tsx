import type { ResponseOf } from "../../../../client";
import { type FormFields } from "../../../server/form";
import type { ApiProblem } from "../../../server/read";
import { readFields, type FieldValues } from "../../../server/read-fields";
import { TableFields, type FieldTable } from "../../../ui/fields";
import { Button, Checkbox, Form } from "../../../ui/form";
import { Count, Num } from "../../../ui/format";
import { EmptyState, Notice } from "../../../ui/panels";
import { Untrusted } from "../../../ui/untrusted";
import { PROVIDER_IDS, PROVIDER_NAMES } from "../parts/data";
import { sitePath } from "../../../../lib/hosts/page-paths";

type Suggestions = ResponseOf<"suggestPrompts">;

type Account = ResponseOf<"readAccount">;

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

const PROMPT = {
  promptText: {
    kind: "text",
    label: "Question",
    rows: 4,
    required: true,
    maxlength: 4_000,
    hint: "Sent to the assistants exactly as written. Don't name your brand: the answer should name it on its own.",
  },
  providers: {
    kind: "choices",
    label: "AI providers",
    options: PROVIDER_IDS.map((id) => [id, PROVIDER_NAMES[id]] as const),
    hint: "What people see is read by another service. Until the operator has set one up, such questions end as errors.",
  },
  monitorInterval: { kind: "choice", label: "How often to ask", options: SCHEDULES },
  intent: { kind: "choice", label: "What the customer wants", options: INTENTS },
  tags: {
    kind: "text",
    label: "Tags",
    maxlength: 700,
    hint: "Comma-separated, to group prompts, such as “touring, shops”.",
  },
  country: {
    kind: "text",
    label: "Country",
    maxlength: 2,
    hint: "Two letters, such as DE: the assistant is asked as if from there.",
    apiName: "personaLocation",
  },
} as const satisfies FieldTable;

/** What a form holds: a prompt's settings. Empty tags and an empty country are empty texts. */
export type PromptFields = Omit<FieldValues<typeof PROMPT>, "tags" | "country"> & { tags: string; country: string };

export function fieldsOf(form: FormFields): PromptFields {
  const { tags = "", country = "", ...others } = readFields(form, PROMPT);
  return { ...others, tags, country: country.toUpperCase() };
}

export function Budget({ account: { limits, left: unused, plan } }: { account: Account }) {
  const left = unused.prompts;
  return (
    <Notice kind={left === 0 ? "warn" : "info"}>
      <p>
        {left === 0 ? (
          <>Your plan's prompts are used up. Delete one, or ask for a larger plan, to add another.</>
        ) : (
          <>
            <Num value={Math.max(0, limits.prompts - left)} /> of <Num value={limits.prompts} /> prompts of the {plan}{" "}
            plan are used.
          </>
        )}{" "}
        Each question to one provider is one call, and your plan includes <Num value={limits.answersPerDay} /> calls a
        day. With four providers, a daily prompt takes four of them a day, and a weekly one about 17 a month. Questions
        beyond the day's calls wait for the next day (UTC).
      </p>
    </Notice>
  );
}

/** The code of a new prompt that the domain has already. */
export const ASKED_ALREADY = "asked_already";

interface FormProps {
  action: string;
  values: PromptFields;
  problem?: ApiProblem | undefined;
  button: string;
}

export function PromptForm({ action, values, problem, button }: FormProps) {
  return (
    <Form action={action} problem={problem?.message}>
      <TableFields table={PROMPT} values={values} problem={problem} />
      {problem?.code === ASKED_ALREADY && <Checkbox label="Ask it twice" name="twice" />}
      <Button>{button}</Button>
    </Form>
  );
}

export function SuggestionList({ domain, suggestions }: { domain: string; suggestions: Suggestions }) {
  if (suggestions.length === 0)
    return (
      <EmptyState title="No suggestion">
        They come from what titles and addresses of sound pages name, and leave out what you ask already. The latest
        audit has no such page, or there is no audit yet.
      </EmptyState>
    );
  return (
    <ul class="suggestions">
      {suggestions.map(({ promptText, intent, topic, path, crawlerVisits }) => (
        <li>
          <a href={sitePath(domain, "mentions/prompts/new", { text: promptText, intent })}>
            <Untrusted text={promptText} max={300} />
          </a>
          <p class="hint">
            About “
            <Untrusted text={topic} max={80} />” (<Untrusted text={path} max={80} />
            ), <Count value={crawlerVisits} one="crawler visit" many="crawler visits" /> in 30 days
          </p>
        </li>
      ))}
    </ul>
  );
}
