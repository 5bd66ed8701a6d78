import { CRONS, type JobName } from "../../../src/jobs/crons";
import type { Bindings } from "../../../src/env";
import { consumeHousekeeping } from "../../../src/jobs/housekeeping";
import worker from "../../../src/index";
import { env } from "./api.ts";

/** Messages that a queue was sent. */
export interface Recorder<T> {
  bodies: T[];
  /** Calls of `send` and `sendBatch`. */
  calls: number;
  queue: { send: (body: T) => Promise<void>; sendBatch: (messages: Array<{ body: T }>) => Promise<void> };
}

/** A queue that records its messages and delivers none. */
export function recorder<T>(): Recorder<T> {
  const record = (bodies: T[]) => {
    recorded.calls++;
    recorded.bodies.push(...bodies);
    return Promise.resolve();
  };
  const recorded: Recorder<T> = {
    bodies: [],
    calls: 0,
    queue: {
      send: (body) => record([body]),
      sendBatch: (messages) => record(messages.map(({ body }) => body)),
    },
  };
  return recorded;
}

/** Delivers one message to the housekeeping consumer. Returns whether it was acknowledged. */
export async function deliver(body: unknown, bindings: object = env): Promise<boolean> {
  let acked = false;
  const message = { id: crypto.randomUUID(), body, attempts: 1, ack: () => (acked = true), retry: () => {} };
  const batch = { queue: "crawlready-housekeeping", messages: [message] };
  await consumeHousekeeping(batch as unknown as MessageBatch, bindings as Bindings);
  return acked;
}

/** Most messages that one tick may take in a test. */
const MOST = 1_000;

/** Delivers these messages and those that they lead to, one after another, until none is left. */
async function deliverAll(sent: Recorder<unknown>, bindings: object): Promise<void> {
  for (let next = 0; next < sent.bodies.length; next++) {
    if (next === MOST) throw new Error("the tick does not end");
    if (!(await deliver(sent.bodies[next], bindings))) throw new Error(JSON.stringify(sent.bodies[next]));
  }
}

/** Runs a cron's tick to its end, as the queue would. */
export async function tickCron(cron: keyof typeof CRONS, now: number, bindings: object = env): Promise<void> {
  const sent = recorder<unknown>();
  const bound = { ...bindings, HOUSEKEEPING_QUEUE: sent.queue };
  await worker.scheduled({ cron, scheduledTime: now, noRetry: () => {} }, bound as unknown as Bindings);
  await deliverAll(sent, bound);
}

/** Runs one job of a tick to its end, as the queue would. */
export async function tickJob(job: JobName, now: number, bindings: object = env): Promise<void> {
  const sent = recorder<unknown>();
  const bound = { ...bindings, HOUSEKEEPING_QUEUE: sent.queue };
  sent.bodies.push({ job, at: now, after: null });
  await deliverAll(sent, bound);
}
