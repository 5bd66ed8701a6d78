import { openDb } from "../db/client";
import { settingsOf, type Bindings } from "../env";
import { ApiError } from "../errors/api-error";
import { sha256Hex } from "../lib/hash";
import { DAY_MS, HOUR_MS } from "../lib/time";
import { newSecret } from "../lib/token";
import { changeEmailMail, claimMail, mailerOf, proofMail, resetMail, sendLater, type Mail } from "../mail";
import { linkOrigin } from "./core/link-origin";
import { limitRate } from "./limit-rate";
import { insertMailToken, type MailPurpose } from "./mail-token-repo";
import { addressOf } from "./throttle-sign-in";

/** Mails per minute that one address may request. */
const MAILS_PER_ADDRESS = 30;

/** Runs work after the response, so that response times do not reveal whether an email has an account. */
export type Later = (work: Promise<unknown>) => void;

interface LinkKind {
  livesMs: number;
  path: string;
  mail: (to: string, url: string) => Mail;
}

const KINDS: Record<MailPurpose, LinkKind> = {
  prove: { livesMs: DAY_MS, path: "/verify-email", mail: proofMail },
  claim: { livesMs: DAY_MS, path: "/reset-password", mail: claimMail },
  change_email: { livesMs: DAY_MS, path: "/verify-email", mail: changeEmailMail },
  reset: { livesMs: HOUR_MS, path: "/reset-password", mail: resetMail },
};

/** Returns the mailer. @throws ApiError `mail_unavailable` if this service can't send mail. */
export function requireMailer(env: Bindings) {
  const mailer = mailerOf(env);
  if (!mailer)
    throw new ApiError(
      "mail_unavailable",
      "This service can't send mail: its operator must configure the EMAIL_… settings and API_HOSTS.",
    );
  return mailer;
}

/** Limits the mails that one address may request. @throws ApiError `rate_limited`. */
export const limitMails = (env: Bindings, request: Request) =>
  limitRate(env, `mail-from:${addressOf(request)}`, MAILS_PER_ADDRESS);

/** Sends a mail if the service can send mail; does nothing otherwise. */
export async function sendNotice(env: Bindings, mail: Mail): Promise<void> {
  const mailer = mailerOf(env);
  if (mailer) await sendLater(mailer, mail);
}

export interface Link {
  userId: string;
  purpose: MailPurpose;
  /** The recipient, and the address that using the link proves. */
  email: string;
}

/** Mails a link that works once. */
export async function mailLink(env: Bindings, request: Request, link: Link, now: number): Promise<void> {
  const mailer = mailerOf(env);
  if (!mailer) return;
  const kind = KINDS[link.purpose];
  const token = newSecret("crm_");
  const row = { hash: await sha256Hex(token), createdAt: now, expiresAt: now + kind.livesMs };
  await insertMailToken(openDb(env.DB), { ...link, ...row });
  const origin = linkOrigin(settingsOf(env).apiHosts, request.url);
  await sendLater(mailer, kind.mail(link.email, `${origin}${kind.path}?token=${token}`));
}
