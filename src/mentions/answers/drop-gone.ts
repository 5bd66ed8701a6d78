import { openDb } from "../../db/client";
import { promptsDropped } from "../repo/domain-answers";
import { answersOf, type AnswersEnv } from "./answers-of";

/** Deletes the answers of deleted prompts from the object, and then the note that they must go. */
export async function dropGone(env: AnswersEnv, domainId: string, promptIds: readonly string[]): Promise<void> {
  await answersOf(env, domainId).dropPrompts(promptIds);
  await promptsDropped(openDb(env.DB), domainId, promptIds);
}
