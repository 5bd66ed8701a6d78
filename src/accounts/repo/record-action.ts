import type { Db } from "../../db/client";
import type { Caller } from "../core/caller";
import { boundedDetail, boundedTarget } from "../core/log-entry";
import { insertAction, type ActionRow } from "./actions";

export interface Action {
  accountId: string;
  actor: { kind: "user" | "key" | "connection" | "operator" | "system"; id: string | null };
  /** Dotted verb, e.g. `api_key.created`. */
  action: string;
  /** What the action changed. Never a secret. */
  target: string | null;
  /** Names what changed. Text that a customer chose belongs here only if it is short. */
  detail?: Record<string, unknown>;
}

/** How the action log identifies a caller. */
export function actorOf(caller: Caller): Action["actor"] {
  switch (caller.kind) {
    case "session":
      return { kind: "user", id: caller.userId };
    case "key":
      return { kind: "key", id: caller.keyId };
    case "connection":
      return { kind: "connection", id: caller.connectionId };
    case "stats-token":
      return { kind: "system", id: caller.tokenId };
    case "system":
      return { kind: "system", id: caller.name };
  }
}

/** An action's log row, bounded. */
export function actionRow({ accountId, actor, action, target, detail }: Action, now: number): ActionRow {
  return {
    id: crypto.randomUUID(),
    accountId,
    actorKind: actor.kind,
    actorId: actor.id,
    action,
    target: boundedTarget(target),
    ...(detail && { detail: boundedDetail(detail) }),
    at: now,
  };
}

/** Appends to the account's action log. */
export async function recordAction(db: Db, action: Action, now: number): Promise<void> {
  await insertAction(db, actionRow(action, now));
}
