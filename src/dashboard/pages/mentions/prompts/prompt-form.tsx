import { countWords } from "../../../ui/count-words";
import type { SitePageContext } from "../../../server/page-env";
import { readForm, submit } from "../../../server/form";
import { page } from "../../../server/page";
import { ApiProblem } from "../../../server/read";
import { oneOf } from "../../../server/read-fields";
import { cleanText } from "../../../../lib/text/strangers-text";
import { Card, PageHeader } from "../../../ui/panels";
import { API_PROVIDERS } from "../../../../lib/ai-providers";
import { BrandNotices } from "../parts/problems";
import type { ListedPrompt } from "./prompts";
import {
  ASKED_ALREADY,
  Budget,
  fieldsOf,
  INTENTS,
  PromptForm,
  SuggestionList,
  type PromptFields,
} from "./prompt-fields";
import { sitePath } from "../../../../lib/hosts/page-paths";

const countryOf = (location: string) => (JSON.parse(location || "{}") as { country?: string }).country ?? "";

function bodyOf({ country, ...fields }: PromptFields, location = "{}") {
  const { country: _before, ...rest } = JSON.parse(location || "{}") as Record<string, unknown>;
  return { ...fields, personaLocation: country === "" ? rest : { ...rest, country } };
}

async function createView(c: SitePageContext, values: PromptFields, problem?: ApiProblem) {
  const { api, domain } = c.var;
  const name = domain.domain;
  const [suggestions, account] = await Promise.all([
    api.suggestPrompts({ query: { domain: name, limit: 8 } }),
    api.readAccount(),
  ]);
  return page(
    c,
    { title: "New prompt", section: "mentions", ...(problem && { status: problem.status }) },
    <>
      <PageHeader title="New prompt" back={{ href: sitePath(name, "mentions/prompts"), name: "Prompts" }} />
      <BrandNotices domain={domain} />
      <Budget account={account} />
      <div class="grid grid-wide">
        <Card title="Your question">
          <PromptForm
            action={sitePath(name, "mentions/prompts/new")}
            values={values}
            problem={problem}
            button="Create and ask now"
          />
        </Card>
        <Card title="Suggestions">
          <p class="hint">Choosing one fills in the question; you can change it before it is asked.</p>
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
  const start = { providers: [...API_PROVIDERS], monitorInterval: "dynamic" as const, tags: "", country: "" };
  return createView(c, { ...start, promptText, intent });
}

const plain = (text: string) => text.trim().replaceAll(/\s+/g, " ").toLowerCase();

/** The API takes a prompt that there is already, so people are asked whether they mean it: every copy costs calls. */
async function refuseTwice(c: SitePageContext, text: string): Promise<void> {
  const prompts = await c.var.api.listPrompts({ query: { domain: c.var.domain.domain } });
  if (prompts.some(({ promptText }) => plain(promptText) === plain(text)))
    throw new ApiProblem(409, ASKED_ALREADY, "You ask this already. Tick the box below the form to ask it twice.", {});
}

/** `POST …/mentions/prompts/new` */
export async function createPromptFrom(c: SitePageContext) {
  const form = await readForm(c);
  const values = fieldsOf(form);
  const { api, domain } = c.var;
  const body = { action: "create" as const, domain: domain.domain, ...bodyOf(values) };
  return submit(c, {
    send: async () => {
      if (!form.checked("twice")) await refuseTwice(c, values.promptText);
      return api.changePrompt({ body });
    },
    done: (created) => {
      // Only a change and a deletion return no body.
      const { id, queued, postponed } = created!;
      const asked = c.var.emailVerified
        ? `${countWords(queued, "assistant is", "assistants are")} being asked.`
        : "No assistant is asked before an owner of the account has confirmed their email.";
      const later =
        postponed > 0
          ? ` ${countWords(postponed, "more follows", "more follow")} tomorrow, when new calls are available.`
          : "";
      return {
        to: sitePath(domain.domain, "mentions/prompts/:id", { id }),
        text: `The prompt is created. ${asked}${later}`,
      };
    },
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
        back={{ href: sitePath(domain, "mentions/prompts/:id", { id }), name: cleanText(promptText, 60) }}
        lead="A changed question is asked at once, and so is an added provider. Earlier answers stay."
      />
      <Card>
        <PromptForm
          action={sitePath(domain, "mentions/prompts/:id/edit", { id })}
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
  const body = { action: "update" as const, domain: domain.domain, id, ...bodyOf(values, personaLocation) };
  return submit(c, {
    send: () => api.changePrompt({ body }),
    done: () => ({ to: sitePath(domain.domain, "mentions/prompts/:id", { id }), text: "The prompt is changed." }),
    again: (problem) => editView(c, prompt, values, problem),
  });
}
