import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { ApiError } from "../../errors/api-error";
import { sha256Hex } from "../../lib/crypto/hash";
import { emailChangedMail } from "../../mail";
import { acceptByLink } from "../members/accept-invitation";
import type { SessionCaller } from "../core/caller";
import { limitMails, mailLink, noticeKnownEmail, requireMailer, sendNotice, type Later } from "../mail-links/mail-link";
import { mailProof } from "./mail-proof";
import { endEmailChanges, useEmailChange, useProof } from "../repo/mail-tokens";
import { invalidToken, linkAction, readMailLink, type UsableLink } from "../mail-links/read-mail-link";
import { emailExists } from "../repo/accounts";
import { checkPassword, readSession } from "../sessions/sessions";
import { mayMail, throttlePassword } from "../throttle/throttle-sign-in";

/**
 * Mails the proof link again if the email's user has not proven it yet. The work runs after the response, which is the
 * same either way.
 * @throws ApiError `mail_unavailable`, `rate_limited`.
 */
export async function requestProof(
  env: Bindings,
  request: Request,
  given: string,
  later: Later,
  now: number,
): Promise<void> {
  requireMailer(env);
  await limitMails(env, request, "mail-from");
  later(mailProof(env, request, given.toLowerCase(), now));
}

/**
 * Uses a mailed proof link of a sign-up or of an email change. A change also needs the session of the user whose email
 * changes: the link may have gone to an address that they mistyped. Returns the proven email, and whether its user joined an
 * account by it.
 * @throws ApiError `invalid_token`, `rate_limited`, `sign_in_required`.
 */
export async function proveEmail(
  env: Bindings,
  request: Request,
  token: string,
  later: Later,
  now: number,
): Promise<{ email: string; joined: boolean }> {
  const link = await readMailLink(env, request, token, ["prove", "change_email"], now);
  if (!link) {
    const invited = await acceptByLink(env, await sha256Hex(token), now);
    if (invited === null) throw invalidToken();
    return { email: invited, joined: true };
  }
  const changes = link.purpose === "change_email";
  if (changes && (await readSession(env, request, false, now))?.userId !== link.userId) throw notSignedIn();
  if (!(await (changes ? changeIfFree(env, link, now) : prove(env, link, now)))) throw invalidToken();
  if (changes) later(sendNotice(env, emailChangedMail(link.email)));
  return { email: link.proves, joined: false };
}

const notSignedIn = () =>
  new ApiError(
    "sign_in_required",
    "Sign in with your current email in this browser, then open the link again. It works only for the user who requested the change.",
  );

function prove(env: Bindings, link: UsableLink, now: number): Promise<boolean> {
  return useProof(openDb(env.DB), link.hash, now, linkAction(link, "member.email_proven", now));
}

async function changeIfFree(env: Bindings, link: UsableLink, now: number): Promise<boolean> {
  const db = openDb(env.DB);
  try {
    return await useEmailChange(db, link.hash, now, linkAction(link, "member.email_changed", now));
  } catch (error) {
    // Someone else took the address before the link was used.
    if (await emailExists(db, link.proves)) return false;
    throw error;
  }
}

/**
 * Mails a link to the new address; the email changes when the link is used. Links of earlier requests end, because their
 * address may have been mistyped. If the address already has an account, only a mail to it says so.
 * @throws ApiError `invalid_credentials`, `mail_unavailable`, `rate_limited`.
 */
export async function requestEmailChange(
  env: Bindings,
  caller: SessionCaller,
  request: Request,
  input: { newEmail: string; password: string },
  later: Later,
  now: number,
): Promise<void> {
  requireMailer(env);
  const attempt = await throttlePassword(env, caller.userId);
  if (!(await checkPassword(env, request, input.password))) {
    throw new ApiError("invalid_credentials", "The password is wrong.");
  }
  await attempt.passed();
  await limitMails(env, request, "mail-from");
  await endEmailChanges(openDb(env.DB), caller.userId);
  later(sendEmailChange(env, caller.userId, request, input.newEmail.toLowerCase(), now));
}

async function sendEmailChange(
  env: Bindings,
  userId: string,
  request: Request,
  email: string,
  now: number,
): Promise<void> {
  if (await emailExists(openDb(env.DB), email)) return noticeKnownEmail(env, email);
  if (await mayMail(env, "change_email", email))
    await mailLink(env, request, { userId, purpose: "change_email", email }, now);
}
