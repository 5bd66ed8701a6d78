import { authorizeDomain, type Caller } from "../../accounts";
import type { Db } from "../../db/client";
import { hasTag } from "../core/tags";
import { presentPrompt } from "./presenters";
import { listPromptsOf } from "../repo/prompts";

/**
 * A domain's prompts, oldest first; with `tag`, only those with exactly this tag. @throws ApiError as authorizeDomain.
 */
export async function listPrompts(db: Db, caller: Caller, query: { domain: string; tag?: string | undefined }) {
  const domain = await authorizeDomain(db, caller, query.domain);
  const rows = await listPromptsOf(db, domain.id);
  const { tag } = query;
  return rows.filter((row) => tag === undefined || hasTag(row.tags, tag)).map(presentPrompt);
}
