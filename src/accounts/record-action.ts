import type { Db } from "../db/client";
import type { Caller } from "./core/caller";
import { insertAction, type ActionRow } from "./action-repo";

export interface Action {
  accountId: string;
  actor: { kind: "user" | "key" | "operator" | "system"; id: string | null };
  /** Dotted verb, e.g. `api_key.created`. */
  action: string;
  /** What it was done to. Never a secret. */
  target: string | null;
  detail?: Record<string, unknown>;
}

/** Who a caller is in the log of actions. */
export function actorOf(caller: Caller): Action["actor"] {
  if (caller.kind === "session") return { kind: "user", id: caller.userId };
  return caller.kind === "key" ? { kind: "key", id: caller.keyId } : { kind: "system", id: caller.tokenId };
}

/** The log's row for an action. */
export function actionRow({ actor, ...rest }: Action, now: number): ActionRow {
  return { id: crypto.randomUUID(), actorKind: actor.kind, actorId: actor.id, ...rest, at: now };
}

/** Appends to the account's log of who did what. */
export async function recordAction(db: Db, action: Action, now: number): Promise<void> {
  await insertAction(db, actionRow(action, now));
}
