import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { DAY_MS } from "../../lib/time/time";
import { deleteAccount } from "./delete-account";
import { pageOfAbandoned } from "../repo/sign-ups";

/** How long a sign-up may wait for its proof. */
const KEPT_MS = 30 * DAY_MS;
/** Accounts looked at per step, and how many of them it may delete: each takes about ten statements. */
const LOOKED_AT = 1_000;
const DELETED = 15;

const SYSTEM = { kind: "system", id: null } as const;

/** Daily cron: deletes sign-ups whose email was never proven and that nobody used. */
export async function pruneSignUps(
  env: Pick<Bindings, "DB" | "PURGE_QUEUE" | "KV">,
  now: number,
  after: string | null,
): Promise<string | null> {
  const before = now - KEPT_MS;
  const page = { before, now, size: LOOKED_AT, limit: DELETED };
  const { ids, next } = await pageOfAbandoned(openDb(env.DB), after ?? "", page);
  for (const id of ids) await deleteAccount(env, id, SYSTEM, now, before);
  return next;
}
