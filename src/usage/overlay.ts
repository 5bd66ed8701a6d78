/** The same as `target`, which the runtime made, but for the methods in `instead`. */
export function overlay<T extends object>(target: T, instead: Record<string, unknown>): T {
  const bound = new Map<string | symbol, unknown>(Object.entries(instead));
  return new Proxy(target, {
    get(_, name) {
      if (bound.has(name)) return bound.get(name);
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      const method = (value as (...args: unknown[]) => unknown).bind(target);
      bound.set(name, method);
      return method;
    },
  });
}
