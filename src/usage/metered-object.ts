import type { DurableObject } from "cloudflare:workers";
import type { Bindings } from "../env";
import type { Meter } from "./meter";
import { meteredEnv, meterOf } from "./metered-env";
import { overlay } from "./overlay";

type ObjectClass<T> = new (ctx: DurableObjectState, env: Bindings) => T;

/**
 * The same class of Durable Objects, which count what they use. An object whose name is the id of a domain or a webhook
 * counts for its account.
 */
export function metered<T extends DurableObject<Bindings>>(Base: ObjectClass<T>): ObjectClass<T> {
  return class extends (Base as ObjectClass<DurableObject<Bindings>>) {
    readonly #meter: Meter;

    constructor(ctx: DurableObjectState, raw: Bindings) {
      const env = meteredEnv(raw, ctx.id.name ?? "");
      const meter = meterOf(env);
      Object.defineProperty(ctx, "storage", { value: meterStorage(ctx.storage, meter) });
      super(ctx, env);
      this.#meter = meter;
    }

    override alarm(info?: AlarmInvocationInfo): void | Promise<void> {
      this.#meter.add("objectCalls", 1);
      return super.alarm?.(info);
    }
  } as unknown as ObjectClass<T>;
}

function meterStorage(storage: DurableObjectStorage, meter: Meter): DurableObjectStorage {
  const { kv, sql } = storage;
  const writes = (rows: number) => meter.add("objectRowsWritten", rows);
  const meteredSql = {
    // Of the same kind as the runtime's, without the price of a proxy per statement.
    __proto__: Object.getPrototypeOf(sql) as object,
    exec(query: string, ...bindings: unknown[]) {
      const cursor = sql.exec(query, ...bindings);
      meter.watch(cursor);
      return cursor;
    },
    get databaseSize() {
      return sql.databaseSize;
    },
  };
  const meteredKv = overlay(kv, {
    get: (key: string) => {
      meter.add("objectRowsRead", 1);
      return kv.get(key);
    },
    put: (key: string, value: unknown) => {
      writes(1);
      kv.put(key, value);
    },
    delete: (key: string) => {
      writes(1);
      return kv.delete(key);
    },
  });
  return overlay(storage, {
    sql: meteredSql,
    kv: meteredKv,
    put: (...args: [string, unknown]) => {
      writes(1);
      return storage.put(...args);
    },
    setAlarm: (...args: Parameters<DurableObjectStorage["setAlarm"]>) => {
      writes(1);
      return storage.setAlarm(...args);
    },
  });
}
