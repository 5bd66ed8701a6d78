import { authorizeDomain, type Caller } from "../../accounts";
import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { ApiError } from "../../errors/api-error";
import { dropGone } from "../answers/drop-gone";
import { deletePromptRow } from "../repo/prompts";

/** Deletes a prompt with its runs and answers. If this dies half-way, the daily cron does the rest. @throws ApiError `prompt_not_found` and those of authorizeDomain. */
export async function deletePrompt(
  env: Bindings,
  caller: Caller,
  { domain, id }: { domain: string; id: string },
): Promise<void> {
  const db = openDb(env.DB);
  const row = await authorizeDomain(db, caller, domain);
  if (!(await deletePromptRow(db, row.id, id))) {
    throw new ApiError("prompt_not_found", "This domain has no prompt with this id.");
  }
  await dropGone(env, row.id, [id]);
}
