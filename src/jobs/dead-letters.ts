import { openDb } from "../db/client";
import {
  deleteDeadLetter,
  deleteOldDeadLetters,
  findDeadLetters,
  insertDeadLetters,
  type DeadLetter,
} from "./dead-letter-repo";
import type { Bindings } from "../env";
import { log } from "../lib/text/log";
import { DAY_MS } from "../lib/time/time";
import { resendRun } from "../mentions";
import { knownQueue } from "./queue-names";

const KEPT_MS = 14 * DAY_MS;

/** Message kinds are our own machine-readable words; we do not log anything else. */
const KIND = /^[a-z][a-zA-Z_]{0,39}$/;

/** The kind of a message, if it has one. */
function kindOf(body: unknown): string | null {
  const { kind, job } = (typeof body === "object" && body !== null ? body : {}) as { kind?: unknown; job?: unknown };
  const name = kind ?? job;
  return typeof name === "string" && KIND.test(name) ? name : null;
}

/** Personal data of visitors, which we never keep after the visit is judged. */
const PERSONAL = new Set(["ip", "signature"]);

/**
 * Stores messages that ran out of retries, so that the operator can inspect and resend them. The log identifies them
 * only by id, because their bodies may contain addresses of people and pages. Where possible, a module's own watchdog
 * redoes the lost work.
 */
export async function consumeDeadLetters(batch: MessageBatch, env: Pick<Bindings, "DB">): Promise<void> {
  const arrivedAt = Date.now();
  const queue = knownQueue(batch.queue) ?? batch.queue;
  const letters = batch.messages.map(({ id, body }) => ({ id, queue, body: bodyOf(body), arrivedAt }));
  for (const { id, attempts, body } of batch.messages)
    log("error", "dead_letter", { queue: batch.queue, id, kind: kindOf(body), attempts });
  await insertDeadLetters(openDb(env.DB), letters);
  batch.ackAll();
}

function bodyOf(body: unknown): string {
  return JSON.stringify(body, (name, value: unknown) => (PERSONAL.has(name) ? undefined : value)) ?? "null";
}

/** Daily cron: deletes letters that nobody resent. */
export async function pruneDeadLetters(env: Pick<Bindings, "DB">, now: number): Promise<null> {
  await deleteOldDeadLetters(openDb(env.DB), now - KEPT_MS);
  return null;
}

/** Resends letters to their original queues and removes them. Returns the ids that were found. */
export async function requeueDeadLetters(env: Bindings, ids: readonly string[]): Promise<string[]> {
  const db = openDb(env.DB);
  const letters = await findDeadLetters(db, ids);
  for (const letter of letters) {
    await requeue(env, letter);
    await deleteDeadLetter(db, letter.id);
  }
  return letters.map(({ id }) => id);
}

async function requeue(env: Bindings, { queue, body }: DeadLetter): Promise<void> {
  const message: unknown = JSON.parse(body);
  switch (queue) {
    case "crawlready-crawl-dlq":
      return void (await env.CRAWL_QUEUE.send(message));
    case "crawlready-render-dlq":
      return void (await env.RENDER_QUEUE.send(message));
    case "crawlready-visits-dlq":
      return void (await env.VISIT_QUEUE.send(message));
    case "crawlready-housekeeping-dlq":
      return void (await env.HOUSEKEEPING_QUEUE.send(message));
    case "crawlready-purge-dlq":
      return void (await env.PURGE_QUEUE.send(message));
    case "crawlready-ownership-dlq":
      return void (await env.OWNERSHIP_QUEUE.send(message));
    case "crawlready-analysis-dlq":
      return void (await env.ANALYSIS_QUEUE.send(message));
    case "crawlready-prompts-dlq":
      // Four queues share it; the run knows its provider.
      return resendRun(env, (message as { runId?: unknown }).runId);
    default:
      throw new Error(`unknown source queue of ${queue}`);
  }
}
