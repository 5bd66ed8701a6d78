import { knowCaller, type RequestCaller } from "../accounts";
import { app } from "./app";
import { createClient, type Client } from "../client";
import type { Bindings } from "../env";

export interface OwnApiContext {
  /** The request being answered. Its cookies and origin are passed on. */
  request: Request;
  env: Bindings;
  ctx: ExecutionContext;
  /** The caller, if a middleware has already identified and counted them. */
  caller?: RequestCaller;
}

/**
 * The client of this Worker's own API, for its pages and tools: no request leaves the Worker. Each call passes the route's
 * validation and authorisation like a call from outside, so there is one set of rules. Nothing is retried: the person who waits
 * for the page or the tool decides.
 */
export function ownApi(context: OwnApiContext): Client {
  return createClient({ baseUrl: new URL(context.request.url).origin, fetch: ownFetch(context), retries: 0 });
}

/** `fetch` for this Worker's own API. See {@link ownApi}. */
export function ownFetch({ request, env, ctx, caller }: OwnApiContext): typeof fetch {
  const { origin } = new URL(request.url);
  return async (input, init) => {
    const own = new Request(input, init);
    for (const name of ["cookie", "cf-connecting-ip", "user-agent"]) {
      const value = request.headers.get(name);
      if (value !== null && !own.headers.has(name)) own.headers.set(name, value);
    }
    own.headers.set("origin", origin);
    if (caller) knowCaller(own, caller);
    return app.fetch(own, env, ctx);
  };
}
