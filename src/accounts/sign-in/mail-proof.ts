import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { invitationsOf } from "../repo/invitations";
import { mailInvitation } from "../members/mail-invitation";
import { mailLink } from "../mail-links/mail-link";
import { findUserByEmail, hasLiveLink } from "../repo/mail-tokens";
import { passwordHashOf } from "../repo/members";
import { mayMailLink } from "../throttle/throttle-sign-in";

/**
 * Mails the link that proves an email, if its user has not proven it yet. After two sign-ups with different passwords
 * (`contested`), the link lets its reader choose the password. An email without a user gets its newest invitation again.
 */
export async function mailProof(
  env: Bindings,
  request: Request,
  email: string,
  now: number,
  contested = false,
): Promise<void> {
  const db = openDb(env.DB);
  const user = await findUserByEmail(db, email);
  if (!user) {
    const [invited] = await invitationsOf(db, email, now, 1);
    return invited && mailInvitation(env, request, invited);
  }
  if (user.emailVerified) return;
  const hasLink = () => hasLiveLink(db, user.userId, ["prove", "claim"], now);
  if (!(await mayMailLink(env, "proof", email, hasLink))) return;
  const chooses = contested || (await passwordHashOf(db, user.userId)) === null;
  await mailLink(env, request, { userId: user.userId, purpose: chooses ? "claim" : "prove", email }, now);
}
