import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { hashPassword, verifyPassword } from "../core/password";
import {
  acceptInvitation,
  findInvitation,
  invitationsOf,
  NO_PASSWORD,
  setInvitationPassword,
  type InvitationRow,
} from "../repo/invitations";
import { findUserByEmail } from "../repo/mail-tokens";
import { needsProof } from "../sessions/open-auth";
import { actionRow } from "../repo/record-action";

/** Most invitations of one email whose passwords are checked, because each check takes time. */
const MOST_LOOKS = 5;

function accept(env: Bindings, row: InvitationRow, proven: boolean, now: number): Promise<boolean> {
  const { accountId, id } = row;
  const action = { accountId, actor: { kind: "user", id }, action: "member.joined", target: id } as const;
  return acceptInvitation(openDb(env.DB), row, proven, now, actionRow(action, now));
}

/** Accepts by a mailed link, which proves the email that it returns. Null: the link does not work, or the email already has a user. */
export async function acceptByLink(env: Bindings, tokenHash: string, now: number): Promise<string | null> {
  const row = await findInvitation(openDb(env.DB), tokenHash, now);
  if (row === undefined || row.passwordHash === NO_PASSWORD || !(await accept(env, row, true, now))) return null;
  return row.email;
}

/** The same, with the password that the reader of the mail chooses. */
export async function acceptWithPassword(
  env: Bindings,
  tokenHash: string,
  password: string,
  now: number,
): Promise<boolean> {
  const db = openDb(env.DB);
  const row = await findInvitation(db, tokenHash, now);
  if (!row || row.passwordHash !== NO_PASSWORD) return false;
  await setInvitationPassword(db, row.id, tokenHash, await hashPassword(password));
  return accept(env, row, true, now);
}

/**
 * Accepts by signing in with the invitation's password. Only if no mail is delivered; otherwise the address's owner accepts by
 * the mailed link. True: the email now has a user with this password.
 */
export async function acceptBySignIn(
  env: Bindings,
  { email, password }: { email: string; password: string },
  now: number,
): Promise<boolean> {
  const db = openDb(env.DB);
  if (needsProof(env) || (await findUserByEmail(db, email))) return false;
  for (const row of await invitationsOf(db, email, now, MOST_LOOKS)) {
    if (row.passwordHash === NO_PASSWORD || !(await verifyPassword({ hash: row.passwordHash, password }))) continue;
    await accept(env, row, false, now);
    return true;
  }
  return false;
}
