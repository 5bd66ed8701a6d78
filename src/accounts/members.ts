import { ApiError } from "../errors/api-error";
import type { Db } from "../db/client";
import { normalizeDomain } from "../lib/domain";
import type { SessionCaller } from "./core/caller";
import { hashPassword } from "./core/password";
import { emailTaken } from "./create-account";
import { findDomain } from "./domain-repo";
import { deleteMember, insertMember, isMember } from "./member-repo";
import { actionRow, actorOf } from "./record-action";
import { emailExists } from "./repo";
import type { MemberBody } from "./schemas";

/**
 * Creates a user in the caller's account. @throws ApiError `domain_not_owned` if `domains` names a domain that the
 * account does not have; `email_taken`.
 */
export async function addMember(db: Db, caller: SessionCaller, body: MemberBody, now: number) {
  const { accountId } = caller;
  const { role } = body;
  const email = body.email.toLowerCase();
  const domains = body.domains && (await ownDomains(db, accountId, body.domains));
  if (await emailExists(db, email)) throw emailTaken(email);
  const userId = crypto.randomUUID();
  const name = body.name ?? email;
  const action = {
    accountId,
    actor: actorOf(caller),
    action: "member.added",
    target: userId,
    detail: { role, domains },
  };
  const member = {
    accountId,
    userId,
    email,
    emailVerified: false,
    name,
    role,
    domains,
    passwordHash: await hashPassword(body.password),
    now,
  };
  try {
    await insertMember(db, member, actionRow(action, now));
  } catch (error) {
    if (await emailExists(db, email)) throw emailTaken(email);
    throw error;
  }
  return { userId, email, name, role, domains, createdAt: now };
}

async function ownDomains(db: Db, accountId: string, names: readonly string[]): Promise<string[]> {
  const own = new Set<string>();
  for (const name of names) {
    const row = await findDomain(db, accountId, normalizeDomain(name) ?? name);
    if (!row) throw new ApiError("domain_not_owned", `${name} is not a domain of this account.`);
    own.add(row.domain);
  }
  return [...own];
}

/**
 * Deletes a user of the caller's account; their sessions end immediately.
 * @throws ApiError `member_not_found`, `last_owner`.
 */
export async function removeMember(db: Db, caller: SessionCaller, userId: string, now: number): Promise<void> {
  const { accountId } = caller;
  const action = { accountId, actor: actorOf(caller), action: "member.removed", target: userId };
  if (await deleteMember(db, accountId, userId, actionRow(action, now))) return;
  if (!(await isMember(db, accountId, userId))) throw new ApiError("member_not_found", "No member has this id.");
  throw new ApiError("last_owner", "The account's last owner can't be removed; add another owner first.");
}
