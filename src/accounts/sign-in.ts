import type { Bindings } from "../env";
import { openDb } from "../db/client";
import { ApiError } from "../errors/api-error";
import { sha256Hex } from "../lib/hash";
import type { SessionCaller } from "./core/caller";
import { createAccount } from "./create-account";
import { giveBackRate, limitRate } from "./limit-rate";
import { actorOf, recordAction } from "./record-action";
import { findMemberOfUser, type MemberRecord } from "./member-repo";
import { closeSession, openSession, readSession, renewPassword } from "./sessions";

/** Failed sign-ins a minute that one email and one address may have; sign-ups a minute of one address. */
const FAILURES_PER_EMAIL = 10;
const FAILURES_PER_ADDRESS = 30;
const SIGN_UPS_PER_ADDRESS = 30;

export interface Credentials {
  email: string;
  password: string;
}

export interface SignInResult {
  member: MemberRecord;
  headers: Headers;
}

const addressOf = (request: Request) => request.headers.get("cf-connecting-ip") ?? "unknown";

/**
 * Opens a session. Every attempt takes a place in the minute's count of failures before the password is looked at, and a
 * success gives it back: guessing in parallel gains nothing.
 * @throws ApiError `invalid_credentials`, `rate_limited`, `sessions_unavailable`.
 */
export async function signIn(env: Bindings, request: Request, input: Credentials, now: number): Promise<SignInResult> {
  const email = input.email.toLowerCase();
  const counters: Array<[name: string, limit: number]> = [
    [`sign-in:${addressOf(request)}`, FAILURES_PER_ADDRESS],
    [`sign-in:${await sha256Hex(email)}`, FAILURES_PER_EMAIL],
  ];
  for (const [name, limit] of counters) await limitRate(env, name, limit);
  const db = openDb(env.DB);
  const opened = await openSession(env, request, { email, password: input.password });
  const member = opened && (await findMemberOfUser(db, opened.userId));
  if (!member) throw new ApiError("invalid_credentials", "The email or the password is wrong.");
  for (const [name] of counters) await giveBackRate(env, name);
  const action = { accountId: member.accountId, action: "session.opened", target: null };
  await recordAction(db, { ...action, actor: { kind: "user", id: member.userId } }, now);
  return { member, headers: opened.headers };
}

/**
 * Changes the password of the signed-in user; wrong ones count as failed sign-ins.
 * @throws ApiError `invalid_credentials`, `rate_limited`.
 */
export async function changePassword(
  env: Bindings,
  caller: SessionCaller,
  request: Request,
  input: { currentPassword: string; newPassword: string },
  now: number,
): Promise<Headers> {
  const counter = `sign-in:${await sha256Hex(caller.email)}`;
  await limitRate(env, counter, FAILURES_PER_EMAIL);
  const headers = await renewPassword(env, request, input);
  if (!headers) throw new ApiError("invalid_credentials", "The current password is wrong.");
  await giveBackRate(env, counter);
  const { accountId, userId } = caller;
  const action = { accountId, actor: actorOf(caller), action: "member.password_changed", target: userId };
  await recordAction(openDb(env.DB), action, now);
  return headers;
}

/**
 * Makes a free account with this user as its owner, all of it in one transaction, and signs the user in.
 * @throws ApiError `email_taken`, `rate_limited`, `sessions_unavailable`.
 */
export async function signUp(
  env: Bindings,
  request: Request,
  input: Credentials & { name?: string },
  now: number,
): Promise<SignInResult> {
  if (!env.AUTH_SECRET) throw new ApiError("sessions_unavailable");
  await limitRate(env, `sign-up:${addressOf(request)}`, SIGN_UPS_PER_ADDRESS);
  await createAccount(openDb(env.DB), { ...input, plan: "free" }, { kind: "user", id: null }, now);
  return signIn(env, request, input, now);
}

/** Ends the session, if there is one. The headers clear the cookie either way. */
export async function signOut(env: Bindings, request: Request, now: number): Promise<Headers> {
  const live = await readSession(env, request, false);
  const headers = await closeSession(env, request);
  const db = openDb(env.DB);
  const member = live && (await findMemberOfUser(db, live.userId));
  if (member) {
    const action = { accountId: member.accountId, action: "session.closed", target: null };
    await recordAction(db, { ...action, actor: { kind: "user", id: member.userId } }, now);
  }
  return headers;
}
