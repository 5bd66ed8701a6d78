import { env } from "./api.ts";

/** Operations on the stores of bodies, by name. */
export type StoreCounts = Record<"r2Put" | "r2Get" | "r2Delete" | "kvPut" | "kvGet" | "kvDelete", number>;

/** The stores of bodies with each operation counted. */
export function countedStores(): { stores: Pick<typeof env, "SNAPSHOTS" | "KV">; counts: StoreCounts } {
  const counts: StoreCounts = { r2Put: 0, r2Get: 0, r2Delete: 0, kvPut: 0, kvGet: 0, kvDelete: 0 };
  const counting = <T extends object>(of: T, names: Record<string, keyof StoreCounts>) =>
    new Proxy(of, {
      get: (target, name) => {
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          const counted = names[String(name)];
          if (counted) counts[counted]++;
          return value.apply(target, args) as unknown;
        };
      },
    });
  const stores = {
    SNAPSHOTS: counting(env.SNAPSHOTS, { put: "r2Put", get: "r2Get", delete: "r2Delete" }),
    KV: counting(env.KV, { put: "kvPut", get: "kvGet", delete: "kvDelete" }),
  };
  return { stores, counts };
}

/** Bindings whose objects of domains record each call as `name.method`. */
export function countedCalls() {
  const calls: string[] = [];
  const counted = (name: string, namespace: { getByName: (id: string) => object }) => ({
    getByName: (given: string) =>
      new Proxy(namespace.getByName(given), {
        get: (stub, method: string) => {
          const value = (stub as Record<string, unknown>)[method];
          if (typeof value !== "function") return value;
          return (...args: unknown[]) => {
            calls.push(`${name}.${method}`);
            return (stub as Record<string, (...given: unknown[]) => unknown>)[method]!(...args);
          };
        },
      }),
  });
  const bound = {
    ...env,
    DOMAIN_VISITS: counted("visits", env.DOMAIN_VISITS),
    SNAPSHOT_INDEX: counted("index", env.SNAPSHOT_INDEX),
    DOMAIN_AUDIT: counted("audit", env.DOMAIN_AUDIT),
    DOMAIN_ANSWERS: counted("answers", env.DOMAIN_ANSWERS),
  } as unknown as typeof env;
  return { calls, bound };
}
