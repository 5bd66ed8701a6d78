import { MAIL_PAGES } from "../../lib/hosts/page-paths";
import { openDb } from "../../db/client";
import { settingsOf, type Bindings } from "../../env";
import { sha256Hex } from "../../lib/crypto/hash";
import { newSecret } from "../../lib/crypto/token";
import { invitationMail, mailerOf, sendLater } from "../../mail";
import { linkOrigin } from "../core/domains/link-origin";
import { NO_PASSWORD, restoreInvitationToken, setInvitationToken, type InvitationRow } from "../repo/invitations";
import { noticeKnownEmail } from "../mail-links/mail-link";
import { findUserByEmail } from "../repo/mail-tokens";
import { mayMail } from "../throttle/throttle-sign-in";

/**
 * Mails the link that accepts an invitation, or a notice if the email already has a proven account. The link of an
 * earlier mail works until the next mail is accepted.
 */
export async function mailInvitation(
  env: Bindings,
  request: Request,
  { id, email, tokenHash, passwordHash }: Pick<InvitationRow, "id" | "email" | "tokenHash" | "passwordHash">,
): Promise<void> {
  if (!mailerOf(env)) return;
  const db = openDb(env.DB);
  const user = await findUserByEmail(db, email);
  if (user?.emailVerified) return noticeKnownEmail(env, email);
  if (!(await mayMail(env, "invitation", email))) return;
  const token = newSecret("crm_");
  const hash = await sha256Hex(token);
  await setInvitationToken(db, id, hash);
  const origin = linkOrigin(settingsOf(env).apiHosts, request.url);
  const chooses = passwordHash === NO_PASSWORD;
  const page = chooses ? MAIL_PAGES.reset : MAIL_PAGES.proof;
  const mail = invitationMail(email, `${origin}${page}?token=${token}`, chooses);
  if (!(await sendLater(env, mail, "open"))) await restoreInvitationToken(db, id, hash, tokenHash);
}
