import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { ApiError } from "../errors/api-error";
import { sha256Hex } from "../lib/hash";
import { passwordChangedMail } from "../mail";
import { hashPassword } from "./core/password";
import { limitRate } from "./limit-rate";
import { mailLink, requireMailer, sendNotice, type Later } from "./mail-link";
import { findMailToken, findUserByEmail, useReset } from "./mail-token-repo";
import { actionRow } from "./record-action";
import { addressOf, mayMail, trustAddress } from "./throttle-sign-in";

/** Mails per minute that one address may ask for; links per minute that it may try. */
const MAILS_PER_ADDRESS = 30;
const LINKS_PER_ADDRESS = 30;

export const limitMails = (env: Bindings, request: Request) =>
  limitRate(env, `mail-from:${addressOf(request)}`, MAILS_PER_ADDRESS);
export const limitLinks = (env: Bindings, request: Request) =>
  limitRate(env, `mail-link:${addressOf(request)}`, LINKS_PER_ADDRESS);

export const invalidToken = () =>
  new ApiError("invalid_token", "The link is used, expired or unknown; request a new one.");

/**
 * Mails a link for a new password if the email has an account. The answer does not wait for that, so it is the same either way.
 * @throws ApiError `mail_unavailable`, `rate_limited`.
 */
export async function requestReset(
  env: Bindings,
  request: Request,
  given: string,
  later: Later,
  now: number,
): Promise<void> {
  requireMailer(env);
  await limitMails(env, request);
  const email = given.toLowerCase();
  later(sendReset(env, request, email, now));
}

async function sendReset(env: Bindings, request: Request, email: string, now: number): Promise<void> {
  const user = await findUserByEmail(openDb(env.DB), email);
  if (user && (await mayMail(env, email))) {
    await mailLink(env, request, { userId: user.userId, purpose: "reset", email }, now);
  }
}

/**
 * Sets a new password by a mailed link and ends the user's sessions. Who reads the mail has proven the email, and is not held up
 * by others' failures when signing in from here.
 * @throws ApiError `invalid_token`, `rate_limited`.
 */
export async function resetPassword(
  env: Bindings,
  request: Request,
  { token, newPassword }: { token: string; newPassword: string },
  later: Later,
  now: number,
): Promise<void> {
  await limitLinks(env, request);
  const db = openDb(env.DB);
  const hash = await sha256Hex(token);
  const live = await findMailToken(db, hash, now);
  if (live?.purpose !== "reset" && live?.purpose !== "claim") throw invalidToken();
  const { userId, accountId, email } = live;
  const action = {
    accountId,
    actor: { kind: "user", id: userId },
    action: "member.password_reset",
    target: userId,
  } as const;
  if (!(await useReset(db, hash, await hashPassword(newPassword), now, actionRow(action, now)))) throw invalidToken();
  await trustAddress(env, request, email, now);
  later(sendNotice(env, passwordChangedMail(email)));
}
