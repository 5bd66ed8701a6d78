import type { RequestCaller } from "../core/caller";

const known = new WeakMap<Request, RequestCaller>();

/**
 * Notes who makes a request that this Worker sends to its own API, so that the API neither authenticates nor counts it
 * again. Only code of this Worker can do so: the note belongs to the object, not to anything that a request carries.
 */
export function knowCaller(request: Request, caller: RequestCaller): void {
  known.set(request, caller);
}

/** The caller noted for this request; null for requests from outside. */
export function knownCaller(request: Request): RequestCaller | null {
  return known.get(request) ?? null;
}
