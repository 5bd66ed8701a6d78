import { readForm, submit } from "../../../server/form";
import type { SitePageContext } from "../../../server/page-env";
import { sitePath } from "../../../../lib/hosts/page-paths";

/** `POST …/mentions/prompts/:id/state`: pauses or resumes. */
export async function setPromptState(c: SitePageContext) {
  const active = (await readForm(c)).text("active") === "1" ? (1 as const) : (0 as const);
  const { api, domain } = c.var;
  const id = c.req.param("id") ?? "";
  const to = sitePath(domain.domain, "mentions/prompts/:id", { id });
  return submit(c, {
    send: () => api.changePrompt({ body: { action: "update", domain: domain.domain, id, active } }),
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
  const to = sitePath(domain.domain, "mentions/prompts");
  return submit(c, {
    send: () => api.changePrompt({ body: { action: "delete", domain: domain.domain, id } }),
    done: () => ({ to, text: "The prompt and its answers are deleted." }),
    back: to,
  });
}
