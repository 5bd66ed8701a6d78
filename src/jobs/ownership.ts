import * as z from "zod";
import { checkOwnership, listReleased, releasedAtOf, settleRelease, sweepOwnership } from "../accounts";
import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { log } from "../lib/text/log";
import { noteReason } from "../lib/platform/failed-message";
import { readMessage } from "../lib/platform/read-message";
import { sendAll } from "../lib/platform/send-all";
import { deleteSnapshots } from "../prerender";

const Id = z.string().min(1);
const OwnershipMessage = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("sweep"), after: z.string(), at: z.number() }),
  z.object({ kind: z.literal("check"), domainId: Id, at: z.number() }),
  z.object({ kind: z.literal("released"), domainId: Id }),
]);
type OwnershipMessage = z.infer<typeof OwnershipMessage>;

/** Released domains per query. */
const PAGE = 500;

/** Handles the daily check of every domain's proof and the purge of released domains. */
export async function consumeOwnership(batch: MessageBatch, env: Bindings): Promise<void> {
  for (const message of batch.messages) {
    const body = readMessage(OwnershipMessage, batch.queue, message);
    if (!body) continue;
    try {
      await act(env, body);
      message.ack();
    } catch (error) {
      log("warn", "ownership_job_failed", { kind: body.kind, id: message.id, error: String(error) });
      noteReason(message, error);
      message.retry();
    }
  }
}

async function act(env: Bindings, message: OwnershipMessage): Promise<void> {
  if (message.kind === "sweep") return sweepOwnership(env, message.after, message.at);
  if (message.kind === "check") return checkOwnership(env, message.domainId, message.at);
  await purgeReleased(env, message.domainId);
}

/** Deletes the snapshots of a domain that the account no longer owns. */
async function purgeReleased(env: Bindings, domainId: string): Promise<void> {
  const db = openDb(env.DB);
  const releasedAt = await releasedAtOf(db, domainId);
  if (releasedAt === null) return;
  await deleteSnapshots(env, domainId, Date.now());
  await settleRelease(db, domainId, releasedAt);
}

/** Cron: resends messages for released domains whose purge has not finished, starting after `after`. */
export async function resendReleased(env: Bindings, _now: number, after: string | null): Promise<string | null> {
  const rows = await listReleased(openDb(env.DB), after ?? "", PAGE);
  const messages = rows.map(({ id }): OwnershipMessage => ({ kind: "released", domainId: id }));
  await sendAll<OwnershipMessage>(env.OWNERSHIP_QUEUE, messages);
  return rows.length < PAGE ? null : rows.at(-1)!.id;
}
