import { ApiError } from "../../errors/api-error";
import type { Db } from "../../db/client";
import { normalizeDomain } from "../../lib/hosts/domain";
import { DAY_MS } from "../../lib/time/time";
import type { SessionCaller } from "../core/caller";
import { hashPassword } from "../core/password";
import { findDomain } from "../repo/domains";
import {
  deleteInvitation,
  insertInvitation,
  listInvitations,
  MOST_MEMBERS,
  NO_PASSWORD,
  type InvitationRow,
} from "../repo/invitations";
import { deleteMember, isMember, listMembers } from "../repo/members";
import { actionRow, actorOf } from "../repo/record-action";
import type { MemberBody } from "../schemas";

/** How long an invitation can be accepted. */
const INVITED_MS = 7 * DAY_MS;

/**
 * Invites a member to the caller's account. The result is the same whether or not the email has a user. Without a password, the
 * reader of the mail chooses one.
 * @throws ApiError `domain_not_owned` if `domains` names a domain that the account does not have; `email_taken` if the email
 * already belongs to a member or an invitation of this account; `member_limit_reached`.
 */
export async function addMember(db: Db, caller: SessionCaller, body: MemberBody, now: number) {
  const { accountId } = caller;
  const { role } = body;
  const email = body.email.toLowerCase();
  const domains = body.domains && (await ownDomains(db, accountId, body.domains));
  const passwordHash = body.password === undefined ? NO_PASSWORD : await hashPassword(body.password);
  if (await isOwn(db, accountId, email, now)) throw ownEmail(email);
  const id = crypto.randomUUID();
  const name = body.name ?? email;
  const action = {
    accountId,
    actor: actorOf(caller),
    action: "member.added",
    target: id,
    detail: { role, domains },
  };
  const times = { createdAt: now, expiresAt: now + INVITED_MS };
  const row = { id, accountId, email, name, passwordHash, role, domains, tokenHash: null, ...times };
  try {
    if (!(await insertInvitation(db, row, actionRow(action, now)))) {
      throw new ApiError("member_limit_reached", `An account has at most ${MOST_MEMBERS} members and invitations.`);
    }
  } catch (error) {
    if (!(error instanceof ApiError) && (await isOwn(db, accountId, email, now))) throw ownEmail(email);
    throw error;
  }
  return { ...presentInvitation(row), passwordHash };
}

/** The people of an account whom the caller may see: members who are restricted to some domains see only themselves. */
export async function listVisiblePeople(db: Db, caller: SessionCaller, now: number) {
  const people = await listPeople(db, caller.accountId, now);
  const seesAll = caller.role === "owner" || caller.domains === null;
  return seesAll ? people : people.filter(({ userId }) => userId === caller.userId);
}

/** An account's members and pending invitations. */
export async function listPeople(db: Db, accountId: string, now: number) {
  const [members, invited] = await Promise.all([listMembers(db, accountId), listInvitations(db, accountId, now)]);
  return [...members.map((member) => Object.assign(member, { pending: false })), ...invited.map(presentInvitation)];
}

const isOwn = async (db: Db, accountId: string, email: string, now: number) =>
  (await listPeople(db, accountId, now)).some((each) => each.email === email);

function ownEmail(email: string): ApiError {
  return new ApiError("email_taken", `${email} is a member of this account or invited to it.`);
}

const presentInvitation = ({ id, email, name, role, domains, createdAt }: InvitationRow) => ({
  userId: id,
  email,
  name,
  role,
  domains,
  createdAt,
  pending: true,
});

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
 * Deletes a user of the caller's account, whose sessions end immediately, or withdraws an invitation.
 * @throws ApiError `member_not_found`, `last_owner`.
 */
export async function removeMember(db: Db, caller: SessionCaller, userId: string, now: number): Promise<void> {
  const { accountId } = caller;
  const action = { accountId, actor: actorOf(caller), action: "member.removed", target: userId };
  if (await deleteMember(db, accountId, userId, actionRow(action, now))) return;
  if (await deleteInvitation(db, accountId, userId, actionRow(action, now))) return;
  if (!(await isMember(db, accountId, userId))) throw new ApiError("member_not_found", "No member has this id.");
  throw new ApiError("last_owner", "The account's last owner can't be removed; add another owner first.");
}
