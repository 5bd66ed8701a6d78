import type { Bindings } from "../env";
import { mailsPerHourOf } from "../env";
import { log } from "../lib/text/log";
import { objectStub } from "../lib/platform/object-stub";
import { HOUR_MS } from "../lib/time/time";
import type { Mail } from "./core/mails";
import { mailerOf, type MailEnv } from "./mailer";

export type SendingEnv = MailEnv & Pick<Bindings, "RATE_LIMITER" | "MAILS_PER_HOUR">;

/**
 * `digest`: what happened in a week, which can wait, and the end of an audit, for who asked. `open`: anybody can have it mailed to any address. `notice`: what happened to the recipient's own account. `reset`: a
 * link that sets a new password.
 */
export type MailClass = "digest" | "open" | "notice" | "reset";

/** The share of the hour's mails after which a class is refused. The rest is kept for the classes after it. */
const SHARES: Record<MailClass, number> = { digest: 0.5, open: 0.8, notice: 0.9, reset: 1 };

/** `sent`: accepted for delivery. `ceiling`: the hour's mails are used up. `refused`: this mail was not accepted, or none can be sent. */
export type MailOutcome = "sent" | "ceiling" | "refused";

/** Sends a mail as {@link trySending}. Returns whether it was accepted for delivery. */
export const sendLater = async (env: SendingEnv, mail: Mail, kind: MailClass): Promise<boolean> =>
  (await trySending(env, mail, kind)) === "sent";

/**
 * Sends a mail if the service can send mail; does nothing otherwise. Returns what became of it. A failure is logged without the
 * address or the text; the recipient can request the mail again.
 */
export async function trySending(env: SendingEnv, mail: Mail, kind: MailClass): Promise<MailOutcome> {
  const mailer = mailerOf(env);
  if (!mailer) return "refused";
  if (mailer.reaches && !(await isWithinCeiling(env, mail, kind))) return "ceiling";
  try {
    await mailer.send(mail);
    return "sent";
  } catch (error) {
    log("error", "mail_failed", { subject: mail.subject, error: String(error).slice(0, 200) });
    return "refused";
  }
}

/** Counts a mail against the whole service's mails of the hour. A refusal is logged for the operator. */
async function isWithinCeiling(env: SendingEnv, { subject }: Mail, kind: MailClass): Promise<boolean> {
  const limit = Math.floor(mailsPerHourOf(env) * SHARES[kind]);
  const { allowed } = await objectStub(env.RATE_LIMITER, "mails-of-the-service").take(limit, HOUR_MS);
  if (!allowed) log("error", "mail_ceiling_reached", { subject, kind, limit, setting: "MAILS_PER_HOUR" });
  return allowed;
}
