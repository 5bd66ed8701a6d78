import { env } from "./api.ts";

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
