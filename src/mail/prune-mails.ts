import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { DAY_MS } from "../lib/time/time";
import { deletePrintedMails } from "./printed-mail-repo";

const KEPT_MS = 7 * DAY_MS;

/** Deletes printed mails that are more than a week old. */
export async function pruneMails(env: Pick<Bindings, "DB">, now: number): Promise<null> {
  await deletePrintedMails(openDb(env.DB), now - KEPT_MS);
  return null;
}
