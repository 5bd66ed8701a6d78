/** The Durable Object storage that an upgrade uses. All writes of one upgrade form a transaction. */
export type ObjectStorage = Pick<DurableObjectStorage, "kv" | "sql" | "transactionSync">;

/** One change to an object's tables or stored values. The first makes the tables of 1.0.0. */
export type SchemaStep = (storage: Pick<ObjectStorage, "kv" | "sql">) => void;

const VERSION = "schemaVersion";

/** Whether the object has tables: it was used, and not emptied since. */
export const hasTables = ({ kv }: Pick<ObjectStorage, "kv">): boolean => kv.get<number>(VERSION) !== undefined;

/**
 * Upgrades an object's tables and stored values to this release. Runs all missing steps in one transaction and stores
 * the new version. Call it when the object wakes. Append steps and never change a released one. Steps must only add, so
 * that an isolate of the previous release can still use an upgraded object.
 */
export function upgradeObject(storage: ObjectStorage, steps: readonly SchemaStep[]): void {
  const version = storage.kv.get<number>(VERSION) ?? 0;
  if (version >= steps.length) return;
  storage.transactionSync(() => {
    for (const step of steps.slice(version)) step(storage);
    storage.kv.put(VERSION, steps.length);
  });
}
