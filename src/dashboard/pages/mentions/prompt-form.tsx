import type { SitePageContext } from "../../server/page-env";
import { readForm, submit } from "../../server/form";
import { page } from "../../server/page";
import { expectDone, read, type ApiProblem } from "../../server/read";
import { cleanText } from "../../ui/clean-text";
import { Card, PageHeader } from "../../ui/panels";
import { PROVIDER_IDS } from "./data";
import { mentionsPath } from "./parts";
import { BrandNotices } from "./problems";
import type { ListedPrompt } from "./prompts";
import { Budget, fieldsOf, INTENTS, oneOf, PromptForm, SuggestionList, type PromptFields } from "./prompt-fields";

const countryOf = (location: string) => (JSON.parse(location || "{}") as { country?: string }).country ?? "";

function bodyOf({ country, ...fields }: PromptFields, location = "{}") {
  const { country: _before, ...rest } = JSON.parse(location || "{}") as Record<string, unknown>;
  return { ...fields, personaLocation: country === "" ? rest : { ...rest, country } };
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
