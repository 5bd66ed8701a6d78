import { hc } from "hono/client";
import { knowCaller, type Caller } from "./accounts";
import { app, type AppType } from "./app";
import type { Bindings } from "./env";

export interface OwnApiContext {
  /** The request being answered. Its cookies and its origin go along. */
  request: Request;
  env: Bindings;
  ctx: ExecutionContext;
  /** Who asks, if a middleware has identified and counted them already. */
  caller?: Caller;
}

/**
 * A typed client for the API of this Worker, for its own pages and tools: no request leaves the Worker. Each call passes
 * the route's validation and authorisation as a call from outside does, so there is one set of rules.
 */
export function ownApi(context: OwnApiContext) {
  return hc<AppType>(new URL(context.request.url).origin, { fetch: ownFetch(context) });
}

export type OwnApi = ReturnType<typeof ownApi>;

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
