/** What a Durable Object's tables are upgraded through; its writes form one transaction. */
export type ObjectStorage = Pick<DurableObjectStorage, "kv" | "sql" | "transactionSync">;

/** One change of an object's tables or kept values. The first steps also run on objects made before versions were kept. */
export type SchemaStep = (storage: Pick<ObjectStorage, "kv" | "sql">) => void;

const VERSION = "schemaVersion";

/**
 * Brings an object's tables and kept values to this release's form: runs the steps that the object has not run, all or none,
 * and keeps their number. Call it when the object wakes. Append steps and never change one that was released. A step only
 * adds, so an isolate of the release before can go on with an object that a newer one has upgraded.
 */
export function upgradeObject(storage: ObjectStorage, steps: readonly SchemaStep[]): void {
  const version = storage.kv.get<number>(VERSION) ?? 0;
  if (version >= steps.length) return;
  storage.transactionSync(() => {
    for (const step of steps.slice(version)) step(storage);
    storage.kv.put(VERSION, steps.length);
  });
}
