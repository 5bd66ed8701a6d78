import { openDb } from "../../db/client";
import type { QueryBudget } from "../../db/delete-chunks";
import { deletePacks } from "../answers/answers-bucket";
import { answersOf, type AnswersEnv } from "../answers/answers-of";
import { deleteDomainPrompts } from "../repo/prompts";

/** Deletes a domain's prompts with their runs, answers and reports. The ledgers stay. False: something is left. */
export async function deletePrompts(env: AnswersEnv, domainId: string, budget: QueryBudget): Promise<boolean> {
  if (!(await deleteDomainPrompts(openDb(env.DB), domainId, budget))) return false;
  await answersOf(env, domainId).purge();
  await deletePacks(env, domainId);
  return true;
}
