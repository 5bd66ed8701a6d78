import { openDb } from "./db/client";
import {
  deleteDeadLetter,
  deleteOldDeadLetters,
  findDeadLetters,
  insertDeadLetters,
  type DeadLetter,
} from "./dead-letter-repo";
import type { Bindings } from "./env";
import { log } from "./lib/log";
import { DAY_MS } from "./lib/time";
import { resendRun } from "./mentions";

const KEPT_MS = 14 * DAY_MS;

/** A kind is a machine word of ours; whatever else stands in its place is not told. */
const KIND = /^[a-z][a-zA-Z_]{0,39}$/;

/** What a message asks for, where it says so. */
function kindOf(body: unknown): string | null {
  const { kind, job } = (typeof body === "object" && body !== null ? body : {}) as { kind?: unknown; job?: unknown };
  const name = kind ?? job;
  return typeof name === "string" && KIND.test(name) ? name : null;
}

/** Of a visitor: never kept longer than it takes to judge the visit. */
const PERSONAL = new Set(["ip", "signature"]);

/**
 * Messages that ran out of retries: kept for the operator to look at and send again. Their bodies may hold addresses of
 * people and pages, so the log names them only by id. Each area's own watchdog mends what they stood for, where it can.
 */
export async function consumeDeadLetters(batch: MessageBatch, env: Pick<Bindings, "DB">): Promise<void> {
  const arrivedAt = Date.now();
  const letters = batch.messages.map(({ id, body }) => ({ id, queue: batch.queue, body: bodyOf(body), arrivedAt }));
  for (const { id, attempts, body } of batch.messages)
    log("error", "dead_letter", { queue: batch.queue, id, kind: kindOf(body), attempts });
  await insertDeadLetters(openDb(env.DB), letters);
  batch.ackAll();
}

function bodyOf(body: unknown): string {
  return JSON.stringify(body, (name, value: unknown) => (PERSONAL.has(name) ? undefined : value)) ?? "null";
}

/** Cron, daily: forgets letters that nobody sent again. */
export async function pruneDeadLetters(env: Pick<Bindings, "DB">, now: number): Promise<null> {
  await deleteOldDeadLetters(openDb(env.DB), now - KEPT_MS);
  return null;
}

/** Sends letters to the queues that they came from. The ids that were found; a letter that is sent is kept no longer. */
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
    case "crawlready-ownership-dlq":
      return void (await env.OWNERSHIP_QUEUE.send(message));
    case "crawlready-analysis-dlq":
      return void (await env.ANALYSIS_QUEUE.send(message));
    case "crawlready-prompts-dlq":
      // Four queues share it; the run knows its provider.
      return resendRun(env, (message as { runId?: unknown }).runId);
    default:
      throw new Error(`nothing is known of the queue behind ${queue}`);
  }
}
