/** Methods that the runtime calls, not other objects. */
type Handler = "alarm" | "fetch" | "webSocketMessage" | "webSocketClose" | "webSocketError";

/**
 * A Durable Object as its callers see it: its public methods, each of which promises its result. The runtime copies
 * arguments and results, so they must be plain data, streams or bytes. The runtime's own type can't say what interfaces
 * with optional or unknown fields become, and would give `never` for them.
 */
export type ObjectStub<T> = {
  [Name in Exclude<keyof T, Handler> as T[Name] extends (...args: never[]) => unknown ? Name : never]: T[Name] extends (
    ...args: infer Args
  ) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : never;
};

/** The object of this name. It costs nothing until one of its methods is called. */
export function objectStub<T extends Rpc.DurableObjectBranded>(
  namespace: DurableObjectNamespace<T>,
  name: string,
): ObjectStub<T> {
  return namespace.getByName(name) as unknown as ObjectStub<T>;
}
