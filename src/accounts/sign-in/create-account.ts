import { ApiError } from "../../errors/api-error";
import type { Db } from "../../db/client";
import { hashPassword } from "../core/password";
import type { Plan } from "../core/plans";
import { actionRow, type Action } from "../repo/record-action";
import { emailExists, insertAccount } from "../repo/accounts";

export interface NewAccountInput {
  email: string;
  password: string;
  name?: string;
  plan: Plan;
}

/**
 * Creates an account with its first owner. The email counts as proven because the operator vouches for it.
 * @throws ApiError `email_taken`.
 */
export async function createAccount(
  db: Db,
  input: NewAccountInput,
  actor: Action["actor"],
  now: number,
): Promise<{ accountId: string; userId: string }> {
  const email = input.email.toLowerCase();
  // Hash before the lookup, so that a known email takes as long as a new one.
  const passwordHash = await hashPassword(input.password);
  if (await emailExists(db, email)) throw emailTaken(email);
  const ids = { accountId: crypto.randomUUID(), userId: crypto.randomUUID() };
  const emailVerified = actor.kind === "operator";
  try {
    const row = { ...ids, email, emailVerified, name: input.name ?? email, passwordHash, plan: input.plan, now };
    await insertAccount(db, row, created(ids.accountId, ids.userId, actor, input.plan, now));
  } catch (error) {
    if (await emailExists(db, email)) throw emailTaken(email);
    throw error;
  }
  return ids;
}

/** In the log, the user who signs up is the actor. */
function created(accountId: string, userId: string, actor: Action["actor"], plan: Plan, now: number) {
  const who = actor.kind === "user" ? { kind: actor.kind, id: userId } : actor;
  return actionRow({ accountId, actor: who, action: "account.created", target: accountId, detail: { plan } }, now);
}

function emailTaken(email: string): ApiError {
  return new ApiError("email_taken", `A user with the email ${email} already exists.`);
}
