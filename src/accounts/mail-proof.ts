import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { mailLink } from "./mail-link";
import { findUserByEmail, findWaitingPassword } from "./mail-token-repo";
import { mayMail } from "./throttle-sign-in";

/**
 * Mails the link that proves an email, if a user has this email and has not proven it yet. If an earlier link carries a
 * new password, the new link carries it too.
 */
export async function mailProof(env: Bindings, request: Request, email: string, now: number): Promise<void> {
  const db = openDb(env.DB);
  const user = await findUserByEmail(db, email);
  if (!user || user.emailVerified || !(await mayMail(env, email))) return;
  const passwordHash = await findWaitingPassword(db, user.userId, now);
  await mailLink(env, request, { userId: user.userId, purpose: "prove", email, passwordHash }, now);
}
