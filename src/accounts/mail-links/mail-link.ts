import { MAIL_PAGES } from "../../lib/hosts/page-paths";
import { openDb } from "../../db/client";
import { settingsOf, type Bindings } from "../../env";
import { ApiError } from "../../errors/api-error";
import { sha256Hex } from "../../lib/crypto/hash";
import { objectStub } from "../../lib/platform/object-stub";
import { DAY_MS, HOUR_MS } from "../../lib/time/time";
import { newSecret } from "../../lib/crypto/token";
import {
  changeEmailMail,
  claimMail,
  knownEmailMail,
  mailerOf,
  proofMail,
  resetMail,
  sendLater,
  type Mail,
  type MailClass,
} from "../../mail";
import { linkOrigin } from "../core/domains/link-origin";
import type { RateVerdict } from "../core/rate-window";
import { limitRate, rateLimitError } from "../throttle/limit-rate";
import { deleteMailToken, insertMailToken, type MailPurpose } from "../repo/mail-tokens";
import { addressOf, mayMail } from "../throttle/throttle-sign-in";

/** Requests per minute and address that cause mails, and per hour where mails are really delivered. */
const PER_MINUTE = 30;
const PER_HOUR = 20;

/** Runs work after the response, so that response times do not reveal whether an email has an account. */
export type Later = (work: Promise<unknown>) => void;

interface LinkKind {
  livesMs: number;
  path: string;
  class: MailClass;
  mail: (to: string, url: string) => Mail;
}

const KINDS: Record<MailPurpose, LinkKind> = {
  prove: { livesMs: DAY_MS, path: MAIL_PAGES.proof, class: "open", mail: proofMail },
  claim: { livesMs: DAY_MS, path: MAIL_PAGES.reset, class: "open", mail: claimMail },
  change_email: { livesMs: DAY_MS, path: MAIL_PAGES.proof, class: "open", mail: changeEmailMail },
  reset: { livesMs: HOUR_MS, path: MAIL_PAGES.reset, class: "reset", mail: resetMail },
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

/**
 * Limits what one address may do that causes mails. Sign-ups are counted separately, so that they don't use up the resets of a
 * shared address.
 * @throws ApiError `rate_limited`.
 */
export async function limitMails(env: Bindings, request: Request, kind: "sign-up" | "mail-from"): Promise<void> {
  const address = addressOf(request);
  await limitRate(env, `${kind}:${address}`, PER_MINUTE);
  await limitMailsPerHour(env, `${kind}-hour:${address}`, PER_HOUR);
}

/**
 * Limits the mails that one requester may cause in an hour, if mails are really delivered: a printed mail takes nothing
 * from others.
 * @throws ApiError `rate_limited`.
 */
export async function limitMailsPerHour(env: Bindings, name: string, perHour: number): Promise<void> {
  const { allowed, retryAfterSeconds } = await takeMail(env, name, perHour);
  if (!allowed) throw rateLimitError(`The limit is ${perHour} such requests per hour`, retryAfterSeconds);
}

/** Whether a sign-in may cause a mail: it counts as a request for one, but is not refused itself. */
export async function mayCauseMail(env: Bindings, request: Request): Promise<boolean> {
  return (await takeMail(env, `mail-from-hour:${addressOf(request)}`, PER_HOUR)).allowed;
}

async function takeMail(env: Bindings, name: string, perHour: number): Promise<RateVerdict> {
  if (!mailerOf(env)?.reaches) return { allowed: true, retryAfterSeconds: 0 };
  return objectStub(env.RATE_LIMITER, name).take(perHour, HOUR_MS);
}

/** Notifies users of what happened to their own account. Mails about its webhooks are counted separately. */
export async function sendNotice(
  env: Bindings,
  mail: Mail,
  kind: "own_account" | "webhook" = "own_account",
): Promise<void> {
  if (await mayMail(env, kind, mail.to)) await sendLater(env, mail, "notice");
}

/** Notifies the owner of an account that somebody entered its email. */
export async function noticeKnownEmail(env: Bindings, email: string): Promise<void> {
  if (await mayMail(env, "notice", email)) await sendLater(env, knownEmailMail(email), "open");
}

export interface Link {
  userId: string;
  purpose: MailPurpose;
  /** The recipient, and the address that using the link proves. */
  email: string;
}

/**
 * Mails a link that works once. A link whose mail is not accepted does not stay: it would keep the next one from being
 * mailed.
 */
export async function mailLink(env: Bindings, request: Request, link: Link, now: number): Promise<void> {
  if (!mailerOf(env)) return;
  const kind = KINDS[link.purpose];
  const token = newSecret("crm_");
  const row = { hash: await sha256Hex(token), createdAt: now, expiresAt: now + kind.livesMs };
  const db = openDb(env.DB);
  await insertMailToken(db, { ...link, ...row });
  const origin = linkOrigin(settingsOf(env).apiHosts, request.url);
  const mail = kind.mail(link.email, `${origin}${kind.path}?token=${token}`);
  if (!(await sendLater(env, mail, kind.class))) await deleteMailToken(db, row.hash);
}
