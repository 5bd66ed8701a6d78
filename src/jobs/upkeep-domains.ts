import * as z from "zod";
import { findDomainById, openUpkeep, settleUpkeep, upkeepShards, type UpkeepTick } from "../accounts";
import { upkeepVisits } from "../analytics";
import { upkeepAudits } from "../audit";
import { watchVisits } from "../automation/webhooks/watch-visits";
import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { usedBy } from "../usage/metered-env";
import { mapBounded } from "../lib/platform/async-pool";
import { withDeadline } from "../lib/time/deadline";
import { log } from "../lib/text/log";
import { sendAll } from "../lib/platform/send-all";
import { MINUTE_MS } from "../lib/time/time";

/**
 * Recurring work on one domain: pruning, archiving, looking at its robots.txt. It may run twice, late or out of order.
 * `now` is the tick's scheduled time in epoch ms. It should cost about three subrequests if nothing is due, and must do
 * at most one bounded step of what is due: the next tick does more.
 */
export type DomainUpkeep = (env: Bindings, domainId: string, now: number) => Promise<void>;

/** The daily upkeep of every domain, in this order. A failure of one does not stop the others. */
const DAILY_UPKEEP: readonly DomainUpkeep[] = [upkeepAudits, upkeepVisits, watchVisits];

/** What is also due between two daily runs, every six hours: robots.txt and impostors. */
const FREQUENT_UPKEEP: readonly DomainUpkeep[] = [upkeepVisits, watchVisits];

/** Domains per message. Their upkeep fits into one invocation: 1,000 subrequests. */
const SHARD = 100;
/** Shards that one step finds. They fit into one call of sendBatch. */
const SHARDS_A_STEP = 100;
/** An invocation may have six open connections. */
const AT_ONCE = 6;
/** A shard starts no more domains after this time; its message is sent again for the rest. */
const SHARD_MS = MINUTE_MS;
/** A domain that takes longer counts as failed. */
const DOMAIN_MS = 5 * MINUTE_MS;

const Id = z.string().min(1).max(100);
export const UpkeepMessage = z.discriminatedUnion("kind", [
  /** The open domains with ids after `after` up to `upTo`. */
  z.object({ kind: z.literal("upkeep"), after: z.string().max(100), upTo: Id, at: z.number(), daily: z.boolean() }),
  /** One domain whose upkeep failed. */
  z.object({ kind: z.literal("upkeepAgain"), domainId: Id, at: z.number() }),
]);
export type UpkeepMessage = z.infer<typeof UpkeepMessage>;

/** Sends the next shards of open domains to the queue. Returns where the next step starts. */
async function sendShards(env: Bindings, tick: UpkeepTick, after: string): Promise<string | null> {
  const ends = await upkeepShards(openDb(env.DB), tick, after, { shards: SHARDS_A_STEP, size: SHARD });
  const messages = ends.map((upTo, i): UpkeepMessage => ({
    kind: "upkeep",
    after: ends[i - 1] ?? after,
    upTo,
    ...tick,
  }));
  await sendAll<UpkeepMessage>(env.HOUSEKEEPING_QUEUE, messages);
  return ends.length < SHARDS_A_STEP ? null : ends.at(-1)!;
}

/** Cron: sends shards of the domains whose upkeep is due, every six hours for each domain. */
export function upkeepDueDomains(env: Bindings, now: number, after: string | null): Promise<string | null> {
  return sendShards(env, { at: now, daily: false }, after ?? "");
}

/** Daily cron: sends shards of all domains. */
export function upkeepAllDomains(env: Bindings, now: number, after: string | null): Promise<string | null> {
  return sendShards(env, { at: now, daily: true }, after ?? "");
}

/**
 * Handles one message. A domain that fails gets a message of its own, so that it does not hold back the others.
 * @throws the failure of a domain's own message, which the queue then retries.
 */
export async function upkeepDomains(
  env: Bindings,
  message: UpkeepMessage,
  upkeep: readonly DomainUpkeep[] = message.kind === "upkeep" && !message.daily ? FREQUENT_UPKEEP : DAILY_UPKEEP,
): Promise<void> {
  const db = openDb(env.DB);
  const { at } = message;
  if (message.kind === "upkeepAgain") {
    if (await findDomainById(db, message.domainId)) await upkeepDomain(env, message.domainId, at, upkeep);
    return;
  }
  const ids = await openUpkeep(db, message, message, SHARD);
  const until = Date.now() + SHARD_MS;
  const done: string[] = [];
  const failed: string[] = [];
  await mapBounded(ids, AT_ONCE, async (id) => {
    if (Date.now() >= until) return;
    try {
      await upkeepDomain(env, id, at, upkeep);
      done.push(id);
    } catch (error) {
      log("warn", "upkeep_failed", { domainId: id, error: String(error) });
      failed.push(id);
    }
  });
  await settleUpkeep(db, at, { done, failed });
  const again = failed.map((domainId): UpkeepMessage => ({ kind: "upkeepAgain", domainId, at }));
  const hasRest = done.length + failed.length < ids.length;
  await sendAll<UpkeepMessage>(env.HOUSEKEEPING_QUEUE, hasRest ? [...again, message] : again);
}

/** Does all upkeep of a domain. @throws the first failure after everything was tried. */
async function upkeepDomain(env: Bindings, id: string, at: number, upkeep: readonly DomainUpkeep[]): Promise<void> {
  const failures: unknown[] = [];
  for (const each of upkeep) {
    const work = each(usedBy(env, id), id, at).then(() => true);
    const ended = await withDeadline(work, DOMAIN_MS).catch((error: unknown) => void failures.push(error));
    if (ended === null) failures.push(new Error(`the upkeep takes longer than ${DOMAIN_MS} ms`));
  }
  if (failures.length > 0) throw failures[0];
}
