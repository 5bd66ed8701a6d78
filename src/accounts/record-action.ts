import type { Db } from "../db/client";
import type { Caller } from "./core/caller";
import { insertAction, type ActionRow } from "./action-repo";

export interface Action {
  accountId: string;
  actor: { kind: "user" | "key" | "operator" | "system"; id: string | null };
  /** Dotted verb, e.g. `api_key.created`. */
  action: string;
  /** What the action changed. Never a secret. */
  target: string | null;
  detail?: Record<string, unknown>;
}

/** How the action log identifies a caller. */
export function actorOf(caller: Caller): Action["actor"] {
  if (caller.kind === "session") return { kind: "user", id: caller.userId };
  return caller.kind === "key" ? { kind: "key", id: caller.keyId } : { kind: "system", id: caller.tokenId };
}

/** An action's log row. */
export function actionRow({ actor, ...rest }: Action, now: number): ActionRow {
  return { id: crypto.randomUUID(), actorKind: actor.kind, actorId: actor.id, ...rest, at: now };
}

/** Appends to the account's action log. */
export async function recordAction(db: Db, action: Action, now: number): Promise<void> {
  await insertAction(db, actionRow(action, now));
}
