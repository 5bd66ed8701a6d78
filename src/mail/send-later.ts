import { log } from "../lib/log";
import type { Mail } from "./core/mails";
import type { Mailer } from "./mailer";

/** Sends a mail; one that fails is noted without its address or text. Whoever waits for it asks again. */
export async function sendLater(mailer: Mailer, mail: Mail): Promise<void> {
  try {
    await mailer.send(mail);
  } catch (error) {
    log("error", "mail_failed", { subject: mail.subject, error: String(error).slice(0, 200) });
  }
}
