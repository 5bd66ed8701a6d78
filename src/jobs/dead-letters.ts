import { openDb } from "../db/client";
import type { OperatorAction } from "../operations/operator-log-repo";
import {
  claimLetters,
  countLetters,
  deleteOldDeadLetters,
  findDeadLetters,
  insertDeadLetters,
  openLetters,
  settleLetters,
  type DeadLetter,
} from "./dead-letter-repo";
import type { Bindings } from "../env";
import { log } from "../lib/text/log";
import { DAY_MS, MINUTE_MS } from "../lib/time/time";
import { resendRun } from "../mentions";
import { knownQueue, sourcesOf } from "../lib/queue-names";

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

/** Letters that are meant: some, or those of a dead letter queue, the oldest first. */
export type LetterChoice = { ids: readonly string[] } | { queue: string };

export interface Handled {
  /** Ids of the letters that are gone from the list. */
  ids: string[];
  /** Letters of the queue that are left. Call again for the next ones. */
  left: number;
}

/** Letters of a queue that one call handles. Each is a subrequest, of which the free plan allows 50. */
const LETTERS_A_CALL = 40;
/** A call that has not ended by then is taken for dead, and its letters may be handled again. */
const CLAIM_MS = MINUTE_MS;

/**
 * Sends letters back to the queues they came from and removes them. At least once: only a call that dies between the two
 * leaves letters that a later one sends again. A second call meanwhile finds them claimed and sends nothing. Null: there
 * are no such letters.
 */
export function requeueDeadLetters(env: Bindings, choice: LetterChoice): Promise<Handled | null> {
  return handleLetters(env, choice, "dead_letters.requeued", (letter) => requeue(env, letter));
}

/** Removes letters without sending them. Null: there are no such letters. */
export function dropDeadLetters(env: Bindings, choice: LetterChoice): Promise<Handled | null> {
  return handleLetters(env, choice, "dead_letters.dropped", () => Promise.resolve());
}

async function handleLetters(
  env: Bindings,
  choice: LetterChoice,
  action: string,
  handle: (letter: DeadLetter) => Promise<void>,
): Promise<Handled | null> {
  const db = openDb(env.DB);
  const now = Date.now();
  const ids = "ids" in choice ? choice.ids : await openLetters(db, choice.queue, now, LETTERS_A_CALL);
  const letters = await claimLetters(db, ids, { now, until: now + CLAIM_MS });
  const done: string[] = [];
  try {
    for (const letter of letters) {
      await handle(letter);
      done.push(letter.id);
    }
  } finally {
    const handled = letters.filter(({ id }) => done.includes(id));
    await settleLetters(
      db,
      { done, left: letters.flatMap(({ id }) => (done.includes(id) ? [] : id)) },
      logOf(action, handled, now),
    );
  }
  if ("queue" in choice) return { ids: done, left: await countLetters(db, choice.queue) };
  if (done.length === 0 && (await findDeadLetters(db, ids)).length === 0) return null;
  return { ids: done, left: 0 };
}

/** Ids that an entry of the log names. */
const NAMED_IDS = 10;

/** The entries of the operator's log: one for each queue. */
function logOf(action: string, letters: readonly DeadLetter[], now: number): OperatorAction[] {
  return [...Map.groupBy(letters, ({ queue }) => queue)].map(([queue, own]) => {
    const detail = { letters: own.length, ids: own.slice(0, NAMED_IDS).map(({ id }) => id) };
    return { id: crypto.randomUUID(), action, target: queue, detail, at: now };
  });
}

/** @throws if no queue of this release sends its dead letters there. */
async function requeue(env: Bindings, { queue, body }: DeadLetter): Promise<void> {
  const message: unknown = JSON.parse(body);
  const sources = sourcesOf(queue);
  // Several queues share it; the run knows its provider.
  if (sources.length > 1) return resendRun(env, (message as { runId?: unknown }).runId);
  const [binding] = sources;
  if (binding === undefined) throw new Error(`unknown source queue of ${queue}`);
  await (env[binding as keyof Bindings] as Queue).send(message);
}
