import type { Bindings } from "../env";

/** Hono's types for every route of the API. */
export interface AppEnv {
  Bindings: Bindings;
  Variables: { requestId: string };
}
