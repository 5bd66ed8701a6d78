import { readForm, submit } from "../../server/form";
import { expectDone } from "../../server/read";
import type { SitePageContext } from "../../server/page-env";
import { mentionsPath } from "./parts";

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
