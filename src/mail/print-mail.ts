import type { Db } from "../db/client";
import { log } from "../lib/text/log";
import type { Mail } from "./core/mails";
import { insertPrintedMail } from "./printed-mail-repo";

/** Writes a mail to the log and the operator's list, where a local operator finds it. */
export async function printMail(db: Db, mail: Mail, now: number): Promise<void> {
  log("info", "mail", { to: mail.to, subject: mail.subject, text: mail.text });
  await insertPrintedMail(db, { id: crypto.randomUUID(), ...mail, at: now });
}
