import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { mailLink } from "./mail-link";
import { findUserByEmail, findWaitingPassword } from "./mail-token-repo";
import { mayMail } from "./throttle-sign-in";

/**
 * Mails the proof of an email, if a user has it who has not proven it. A password that waits for an earlier mail waits for this one.
 */
export async function mailProof(env: Bindings, request: Request, email: string, now: number): Promise<void> {
  const db = openDb(env.DB);
  const user = await findUserByEmail(db, email);
  if (!user || user.emailVerified || !(await mayMail(env, email))) return;
  const passwordHash = await findWaitingPassword(db, user.userId, now);
  await mailLink(env, request, { userId: user.userId, purpose: "prove", email, passwordHash }, now);
}
