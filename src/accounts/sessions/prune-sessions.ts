import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { deleteOldClients } from "../repo/oauth-clients";
import { deleteExpiredSessions } from "../repo/sessions";

const QUERIES_A_STEP = 60;

/** Deletes expired sessions, mailed links, connected apps and their registrations. */
export async function pruneSessions(env: Pick<Bindings, "DB">, now: number): Promise<string | null> {
  const [db, budget] = [openDb(env.DB), { left: QUERIES_A_STEP }];
  const isDone = (await deleteExpiredSessions(db, now, budget)) && (await deleteOldClients(db, now, budget));
  return isDone ? null : "more";
}
