import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { deleteExpiredSessions } from "./member-repo";

/** Deletes sessions that ended by themselves; nobody can use them, but nobody signed out of them either. */
export async function pruneSessions(env: Pick<Bindings, "DB">, now: number): Promise<void> {
  await deleteExpiredSessions(openDb(env.DB), now);
}
