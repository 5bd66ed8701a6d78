import { isDeadLetterQueue } from "../lib/queue-names";
import { overlay } from "./overlay";
import type { Meter } from "./meter";
import type { CountedUnit } from "./units";

const MESSAGE_BYTES = 64 * 1024;
/** A message is written, read and deleted. */
const MESSAGE_OPS = 3;

interface D1Answer {
  meta?: { rows_read?: number; rows_written?: number };
}
type Send = (...args: unknown[]) => Promise<D1Answer | D1Answer[]>;
/** The parts of the runtime's D1 binding through which all statements go: only there do `raw` and `first` have their `meta`. */
interface D1Session {
  _sendOrThrow?: Send;
  _queryOrThrow?: Send;
}

export function meterD1(database: D1Database, meter: Meter): D1Database {
  const session = (database as unknown as { alwaysPrimarySession?: D1Session }).alwaysPrimarySession;
  if (!session) return database;
  const counted = (send: Send): Send =>
    async function (this: D1Session, ...args) {
      const answer = await send.apply(this, args);
      for (const { meta } of Array.isArray(answer) ? answer : [answer]) {
        meter.add("d1RowsRead", meta?.rows_read ?? 0);
        meter.add("d1RowsWritten", meta?.rows_written ?? 0);
      }
      return answer;
    };
  const metered = Object.create(session) as D1Session;
  if (session._sendOrThrow) metered._sendOrThrow = counted(session._sendOrThrow);
  if (session._queryOrThrow) metered._queryOrThrow = counted(session._queryOrThrow);
  return Object.create(database, { alwaysPrimarySession: { value: metered } }) as D1Database;
}

type Method = (...args: unknown[]) => unknown;

/** The methods of `target` that are listed, each with the unit that a call counts: as many as keys are asked for. */
function countCalls<T extends object>(target: T, units: Partial<Record<keyof T, CountedUnit>>, meter: Meter) {
  return Object.fromEntries(
    Object.entries(units).map(([name, unit]) => [
      name,
      (...args: unknown[]) => {
        meter.add(unit as CountedUnit, Array.isArray(args[0]) ? args[0].length : 1);
        return (target[name as keyof T] as Method).apply(target, args);
      },
    ]),
  );
}

const KV_UNITS = { get: "kvReads", getWithMetadata: "kvReads", put: "kvWrites", delete: "kvDeletes" } as const;

export function meterKv(kv: KVNamespace, meter: Meter): KVNamespace {
  return overlay(kv, countCalls(kv, KV_UNITS, meter));
}

/** Deleting is free. */
const R2_UNITS = { get: "r2ClassB", head: "r2ClassB", put: "r2ClassA", list: "r2ClassA" } as const;

export function meterR2(bucket: R2Bucket, meter: Meter): R2Bucket {
  return overlay(bucket, {
    ...countCalls(bucket, R2_UNITS, meter),
    createMultipartUpload: async (...args: Parameters<R2Bucket["createMultipartUpload"]>) => {
      meter.add("r2ClassA", 1);
      const upload = await bucket.createMultipartUpload(...args);
      return overlay(upload, countCalls(upload, { uploadPart: "r2ClassA", complete: "r2ClassA" }, meter));
    },
  });
}

function opsOf(body: unknown): number {
  const json = JSON.stringify(body) as string | undefined;
  return MESSAGE_OPS * Math.max(1, Math.ceil((json?.length ?? 0) / MESSAGE_BYTES));
}

export function meterQueue(queue: Queue, meter: Meter): Queue {
  return overlay(queue, {
    send: (body: unknown, options?: QueueSendOptions) => {
      meter.add("queueOps", opsOf(body));
      return queue.send(body, options);
    },
    sendBatch: (messages: Iterable<MessageSendRequest>, options?: QueueSendBatchOptions) => {
      const all = [...messages];
      for (const { body } of all) meter.add("queueOps", opsOf(body));
      return queue.sendBatch(all, options);
    },
  });
}

/** Each method of an object that is looked up is called once. */
export function meterObjects(namespace: DurableObjectNamespace, meter: Meter): DurableObjectNamespace {
  const handler: ProxyHandler<DurableObjectStub> = {
    get(stub, name) {
      if (typeof name === "string" && name !== "then") meter.add("objectCalls", 1);
      return Reflect.get(stub, name) as unknown;
    },
  };
  return overlay(namespace, { getByName: (name: string) => new Proxy(namespace.getByName(name), handler) });
}

/** Sending counts the first delivery. A further attempt reads again, and a dead letter is a message of its own. */
export function countDeliveries({ queue, messages }: MessageBatch, meter: Meter): void {
  const isDead = isDeadLetterQueue(queue);
  for (const { attempts } of messages)
    if (attempts > 1 || isDead) meter.add("queueOps", isDead && attempts === 1 ? MESSAGE_OPS : 1);
}
