import type { Bindings } from "../../env";
import { openDb } from "../../db/client";
import { ApiError } from "../../errors/api-error";
import { hashPassword, verifyPassword } from "../core/password";
import { createAccount } from "./create-account";
import { decoyCookie } from "../sessions/decoy-cookie";
import { limitMails, noticeKnownEmail, type Later } from "../mail-links/mail-link";
import { mailProof } from "./mail-proof";
import { contestSignUp, findUserByEmail } from "../repo/mail-tokens";
import { passwordHashOf } from "../repo/members";
import { needsProof } from "../sessions/open-auth";
import { openSession } from "../sessions/sessions";
import { noteSignIn, signIn, type Credentials } from "./sign-in";

type NewUser = Credentials & { name?: string };

/**
 * If mails are really delivered, the user must prove the email before signing in; otherwise the new user is signed in
 * at once.
 */
export type SignUpResult =
  | { kind: "check_mail" }
  | { kind: "session"; user: { userId: string; email: string; name: string }; headers: Headers };

/**
 * Creates a free account with this user as its owner, in one transaction. An email that already has an account gets the
 * same response; its owner is informed by mail.
 * @throws ApiError `rate_limited`, `sessions_unavailable`.
 */
export async function signUp(
  env: Bindings,
  request: Request,
  given: NewUser,
  later: Later,
  now: number,
): Promise<SignUpResult> {
  if (!env.AUTH_SECRET) throw new ApiError("sessions_unavailable");
  await limitMails(env, request, "sign-up");
  const input = { ...given, email: given.email.toLowerCase() };
  const isNew = await createIfNew(env, input, now);
  const mail = () => (isNew ? mailProof(env, request, input.email, now) : mailOwner(env, request, input, now));
  if (needsProof(env)) {
    later(mail());
    return { kind: "check_mail" };
  }
  const result = isNew ? await firstSession(env, request, input, now) : await sessionIfRight(env, request, input, now);
  // Signing up again with the same password signs the user in, so no mail is needed.
  if (isNew || !result) later(mail());
  return result ?? decoy(request, input);
}

async function createIfNew(env: Bindings, input: NewUser, now: number): Promise<boolean> {
  try {
    await createAccount(openDb(env.DB), { ...input, plan: "free" }, { kind: "user", id: null }, now);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === "email_taken") return false;
    throw error;
  }
}

/** A new user's session. Failed guesses for this email or address do not block it. */
async function firstSession(
  env: Bindings,
  request: Request,
  input: NewUser,
  now: number,
): Promise<SignUpResult | null> {
  const opened = await openSession(env, request, { email: input.email, password: input.password });
  const user = opened?.kind === "session" ? await noteSignIn(env, request, opened.userId, now) : null;
  return user && opened?.kind === "session" ? { kind: "session", user, headers: opened.headers } : null;
}

/** The session of a user who signs up again with the right password. It counts as a sign-in attempt. */
async function sessionIfRight(
  env: Bindings,
  request: Request,
  input: NewUser,
  now: number,
): Promise<SignUpResult | null> {
  try {
    const result = await signIn(env, request, input, () => {}, now);
    return result.kind === "session" ? { kind: "session", user: result.member, headers: result.headers } : null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === "rate_limited") await hashPassword(input.password); // Takes as long as checking a password.
    else if (error.code !== "invalid_credentials") throw error;
    return null;
  }
}

/** The same response as for a new user, but its cookie opens nothing. */
function decoy(request: Request, { email, name }: NewUser): SignUpResult {
  const headers = new Headers({ "set-cookie": decoyCookie(request.url) });
  return { kind: "session", user: { userId: crypto.randomUUID(), email, name: name ?? email }, headers };
}

/** Informs the owner of a proven email. For an unproven email, mails a proof link, or a link to choose the password. */
async function mailOwner(env: Bindings, request: Request, { email, password }: NewUser, now: number): Promise<void> {
  const db = openDb(env.DB);
  const user = await findUserByEmail(db, email);
  if (!user) return;
  if (user.emailVerified) return noticeKnownEmail(env, email);
  const hash = await passwordHashOf(db, user.userId);
  const contested = hash === null || !(await verifyPassword({ hash, password }));
  if (contested) await contestSignUp(db, user.userId, needsProof(env));
  await mailProof(env, request, email, now, contested);
}
