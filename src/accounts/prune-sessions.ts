import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { deleteExpiredMailTokens } from "./mail-token-repo";
import { deleteExpiredSessions } from "./session-repo";

/** Deletes sessions and mailed links that ended by themselves; nobody can use them, but nobody took them back either. */
export async function pruneSessions(env: Pick<Bindings, "DB">, now: number): Promise<void> {
  const db = openDb(env.DB);
  await deleteExpiredSessions(db, now);
  await deleteExpiredMailTokens(db, now);
}
