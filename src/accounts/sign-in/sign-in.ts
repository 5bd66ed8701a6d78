import type { Bindings } from "../../env";
import { openDb } from "../../db/client";
import { ApiError } from "../../errors/api-error";
import { passwordChangedMail } from "../../mail";
import { acceptBySignIn } from "../members/accept-invitation";
import type { SessionCaller } from "../core/caller";
import { MOST_SESSIONS } from "../core/session-rules";
import { mayCauseMail, sendNotice, type Later } from "../mail-links/mail-link";
import { mailProof } from "./mail-proof";
import { deleteMailTokens } from "../repo/mail-tokens";
import { deleteUserConnections } from "../repo/connections";
import { findMemberOfUser, type MemberRecord } from "../repo/members";
import { needsProof } from "../sessions/open-auth";
import { actorOf, recordAction } from "../repo/record-action";
import { deleteChallenges, endOldestSessions } from "../repo/sessions";
import { closeSession, openSession, readSession, renewPassword } from "../sessions/sessions";
import { throttlePassword, throttleSignIn, trustAddress } from "../throttle/throttle-sign-in";

export interface Credentials {
  email: string;
  password: string;
}

/** A session or a request for the second factor. The headers set the cookie of either. */
export type SignInResult =
  | { kind: "session"; member: MemberRecord; headers: Headers }
  | { kind: "second_factor"; headers: Headers };

/**
 * Opens a session. Each attempt counts as failed before the password is checked, and success takes it back, so guessing
 * in parallel gains nothing.
 * @throws ApiError `invalid_credentials`, `rate_limited`, `sessions_unavailable`.
 */
export async function signIn(
  env: Bindings,
  request: Request,
  input: Credentials,
  later: Later,
  now: number,
): Promise<SignInResult> {
  const email = input.email.toLowerCase();
  const attempt = await throttleSignIn(env, request, email);
  const credentials = { email, password: input.password };
  let opened = await openSession(env, request, credentials);
  if (!opened && (await acceptBySignIn(env, credentials, now))) opened = await openSession(env, request, credentials);
  if (opened?.kind === "unproven") later(mailProofAgain(env, request, email, now));
  if (!opened || opened.kind === "unproven") throw wrongCredentials(env);
  await attempt.passed();
  if (opened.kind === "second_factor") return opened;
  const member = await noteSignIn(env, request, opened.userId, now);
  if (!member) throw wrongCredentials(env);
  return { kind: "session", member, headers: opened.headers };
}

async function mailProofAgain(env: Bindings, request: Request, email: string, now: number): Promise<void> {
  if (await mayCauseMail(env, request)) await mailProof(env, request, email, now);
}

/** The same error for an unknown email, a wrong password and an unproven email. */
function wrongCredentials(env: Bindings): ApiError {
  const proof = needsProof(env) ? " To use a new account, first confirm its email with the link we mailed." : "";
  return new ApiError("invalid_credentials", `The email or password is wrong.${proof}`);
}

/** Logs the sign-in. From now on, others' failures no longer delay sign-ins of this user from this address. */
export async function noteSignIn(env: Bindings, request: Request, userId: string, now: number) {
  const db = openDb(env.DB);
  const member = await findMemberOfUser(db, userId);
  if (!member) return null;
  await trustAddress(env, request, member.email, now);
  await endOldestSessions(db, userId, MOST_SESSIONS);
  const action = { accountId: member.accountId, action: "session.opened", target: null };
  await recordAction(db, { ...action, actor: { kind: "user", id: userId } }, now);
  return member;
}

/**
 * Changes the signed-in user's password, and ends mailed links, connected apps and sign-ins that wait for a code. Wrong passwords count as failures of this user.
 * @throws ApiError `invalid_credentials`, `rate_limited`.
 */
export async function changePassword(
  env: Bindings,
  caller: SessionCaller,
  request: Request,
  input: { currentPassword: string; newPassword: string },
  later: Later,
  now: number,
): Promise<Headers> {
  const { accountId, userId, email } = caller;
  const attempt = await throttlePassword(env, userId);
  const headers = await renewPassword(env, request, input);
  if (!headers) throw new ApiError("invalid_credentials", "The current password is wrong.");
  await attempt.passed();
  const db = openDb(env.DB);
  await deleteMailTokens(db, userId);
  await deleteChallenges(db, userId);
  await deleteUserConnections(db, userId);
  const action = { accountId, actor: actorOf(caller), action: "member.password_changed", target: userId };
  await recordAction(db, action, now);
  later(sendNotice(env, passwordChangedMail(email)));
  return headers;
}

/** Ends the session if there is one. The headers clear the cookie either way. */
export async function signOut(env: Bindings, request: Request, now: number): Promise<Headers> {
  const live = await readSession(env, request, false, now);
  const headers = await closeSession(env, request);
  const db = openDb(env.DB);
  const member = live && (await findMemberOfUser(db, live.userId));
  if (member) {
    const action = { accountId: member.accountId, action: "session.closed", target: null };
    await recordAction(db, { ...action, actor: { kind: "user", id: member.userId } }, now);
  }
  return headers;
}
