import type { Db } from "../db/client";
import { log } from "../lib/log";
import type { Mail } from "./core/mails";
import { insertPrintedMail } from "./printed-mail-repo";

/** Puts a mail where the person who runs the service locally finds it: the log and the operator's list. */
export async function printMail(db: Db, mail: Mail, now: number): Promise<void> {
  log("info", "mail", { to: mail.to, subject: mail.subject, text: mail.text });
  await insertPrintedMail(db, { id: crypto.randomUUID(), ...mail, at: now });
}
