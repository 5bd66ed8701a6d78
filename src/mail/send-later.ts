import { log } from "../lib/log";
import type { Mail } from "./core/mails";
import type { Mailer } from "./mailer";

/** Sends a mail. A failure is logged without the address or the text; the recipient can request the mail again. */
export async function sendLater(mailer: Mailer, mail: Mail): Promise<void> {
  try {
    await mailer.send(mail);
  } catch (error) {
    log("error", "mail_failed", { subject: mail.subject, error: String(error).slice(0, 200) });
  }
}
