import { openDb } from "../db/client";
import { settingsOf, type Bindings } from "../env";
import { sha256Hex } from "../lib/hash";
import { newSecret } from "../lib/token";
import { invitationMail, knownEmailMail, mailerOf, sendLater } from "../mail";
import { linkOrigin } from "./core/link-origin";
import { setInvitationToken, type InvitationRow } from "./invitation-repo";
import { findUserByEmail } from "./mail-token-repo";
import { mayMail } from "./throttle-sign-in";

/** Mails the link that accepts an invitation, or a notice if the email already has a proven account. */
export async function mailInvitation(
  env: Bindings,
  request: Request,
  { id, email }: Pick<InvitationRow, "id" | "email">,
): Promise<void> {
  const mailer = mailerOf(env);
  if (!mailer || !(await mayMail(env, email))) return;
  const db = openDb(env.DB);
  const user = await findUserByEmail(db, email);
  if (user?.emailVerified) return sendLater(mailer, knownEmailMail(email));
  const token = newSecret("crm_");
  await setInvitationToken(db, id, await sha256Hex(token));
  const origin = linkOrigin(settingsOf(env).apiHosts, request.url);
  await sendLater(mailer, invitationMail(email, `${origin}/verify-email?token=${token}`));
}
