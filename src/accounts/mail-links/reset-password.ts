import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { passwordChangedMail } from "../../mail";
import { hashPassword } from "../core/password";
import { limitMails, mailLink, requireMailer, sendNotice, type Later } from "./mail-link";
import { findUserByEmail, hasLiveLink, useReset } from "../repo/mail-tokens";
import { invalidToken, linkAction, readMailLink } from "./read-mail-link";
import { mayMailLink, trustAddress } from "../throttle/throttle-sign-in";

/**
 * Mails a reset link if the email has an account. The work runs after the response, which is the same either way.
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
  await limitMails(env, request, "mail-from");
  const email = given.toLowerCase();
  later(sendReset(env, request, email, now));
}

async function sendReset(env: Bindings, request: Request, email: string, now: number): Promise<void> {
  const db = openDb(env.DB);
  const user = await findUserByEmail(db, email);
  if (!user) return;
  const hasLink = () => hasLiveLink(db, user.userId, ["reset"], now);
  if (!(await mayMailLink(env, "reset", email, hasLink))) return;
  await mailLink(env, request, { userId: user.userId, purpose: "reset", email }, now);
}

/**
 * Sets a new password with a mailed link and ends the user's sessions. Reading the mail proves the email, so others'
 * failed sign-ins no longer delay this address.
 * @throws ApiError `invalid_token`, `rate_limited`.
 */
export async function resetPassword(
  env: Bindings,
  request: Request,
  { token, newPassword }: { token: string; newPassword: string },
  later: Later,
  now: number,
): Promise<void> {
  const link = await readMailLink(env, request, token, ["reset", "claim"], now);
  if (!link) throw invalidToken();
  const passwordHash = await hashPassword(newPassword);
  const action = linkAction(link, "member.password_reset", now);
  if (!(await useReset(openDb(env.DB), link.hash, passwordHash, now, action))) throw invalidToken();
  await trustAddress(env, request, link.email, now);
  later(sendNotice(env, passwordChangedMail(link.email)));
}
