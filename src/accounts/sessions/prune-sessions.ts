import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { deleteExpiredSessions } from "../repo/sessions";

const QUERIES_A_STEP = 60;

/** Deletes expired sessions and mailed links. */
export async function pruneSessions(env: Pick<Bindings, "DB">, now: number): Promise<string | null> {
  return (await deleteExpiredSessions(openDb(env.DB), now, { left: QUERIES_A_STEP })) ? null : "more";
}
