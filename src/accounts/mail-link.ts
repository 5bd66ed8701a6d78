import { openDb } from "../db/client";
import { settingsOf, type Bindings } from "../env";
import { ApiError } from "../errors/api-error";
import { sha256Hex } from "../lib/hash";
import { DAY_MS, HOUR_MS } from "../lib/time";
import { newSecret } from "../lib/token";
import { changeEmailMail, claimMail, mailerOf, proofMail, resetMail, sendLater, type Mail } from "../mail";
import { linkOrigin } from "./core/link-origin";
import { insertMailToken, type MailPurpose } from "./mail-token-repo";

/** Takes work to do after the answer, so that the time of the answer does not reveal what was found. */
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

/** @throws ApiError `mail_unavailable` where this service can't send mail. */
export function requireMailer(env: Bindings) {
  const mailer = mailerOf(env);
  if (!mailer) throw new ApiError("mail_unavailable", "This service can't send mail: its operator has to set EMAIL_…");
  return mailer;
}

/** Sends a mail where the service can, and lets it be where it can't. */
export async function sendNotice(env: Bindings, mail: Mail): Promise<void> {
  const mailer = mailerOf(env);
  if (mailer) await sendLater(mailer, mail);
}

export interface Link {
  userId: string;
  purpose: MailPurpose;
  /** Where the mail goes, and what using the link proves. */
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
