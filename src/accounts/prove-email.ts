import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { ApiError } from "../errors/api-error";
import { sha256Hex } from "../lib/hash";
import { emailChangedMail, knownEmailMail } from "../mail";
import { acceptByLink } from "./accept-invitation";
import type { SessionCaller } from "./core/caller";
import { mailLink, requireMailer, sendNotice, type Later } from "./mail-link";
import { mailProof } from "./mail-proof";
import { findMailToken, useEmailChange, useProof, type LiveMailToken } from "./mail-token-repo";
import { actionRow } from "./record-action";
import { emailExists } from "./repo";
import { invalidToken, limitLinks, limitMails } from "./reset-password";
import { checkPassword } from "./sessions";
import { mayMail, throttlePassword } from "./throttle-sign-in";

/**
 * Mails the proof of an email again, if it has an account that waits for it. The answer does not wait for that.
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
  await limitMails(env, request);
  later(mailProof(env, request, given.toLowerCase(), now));
}

/**
 * Uses a mailed proof up: the email of a sign-up, of an invitation or of a change of email is the user's from now on.
 * @throws ApiError `invalid_token`, `rate_limited`.
 */
export async function proveEmail(
  env: Bindings,
  request: Request,
  token: string,
  later: Later,
  now: number,
): Promise<void> {
  await limitLinks(env, request);
  const db = openDb(env.DB);
  const hash = await sha256Hex(token);
  const live = await findMailToken(db, hash, now);
  if (!live && (await acceptByLink(env, hash, now))) return;
  if (!live || live.purpose === "reset" || live.purpose === "claim") throw invalidToken();
  const changes = live.purpose === "change_email";
  const row = actionRow(actionOf(live, changes ? "member.email_changed" : "member.email_proven"), now);
  const used = changes ? await changeIfFree(env, hash, live, now, row) : await useProof(db, hash, now, row);
  if (!used) throw invalidToken();
  if (changes) later(sendNotice(env, emailChangedMail(live.email)));
}

function actionOf({ accountId, userId }: LiveMailToken, action: string) {
  return { accountId, actor: { kind: "user", id: userId }, action, target: userId } as const;
}

async function changeIfFree(
  env: Bindings,
  hash: string,
  live: LiveMailToken,
  now: number,
  row: ReturnType<typeof actionRow>,
): Promise<boolean> {
  const db = openDb(env.DB);
  try {
    return await useEmailChange(db, hash, now, row);
  } catch (error) {
    // Somebody else took the address while the mail was under way.
    if (await emailExists(db, live.proves)) return false;
    throw error;
  }
}

/**
 * Mails a link to the new address. The email changes when the link is used. An address that has an account is told so by mail alone.
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
  await limitMails(env, request);
  later(sendEmailChange(env, caller.userId, request, input.newEmail.toLowerCase(), now));
}

async function sendEmailChange(
  env: Bindings,
  userId: string,
  request: Request,
  email: string,
  now: number,
): Promise<void> {
  if (!(await mayMail(env, email))) return;
  if (await emailExists(openDb(env.DB), email)) await sendNotice(env, knownEmailMail(email));
  else await mailLink(env, request, { userId, purpose: "change_email", email }, now);
}
