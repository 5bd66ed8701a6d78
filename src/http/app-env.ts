import type { Bindings } from "../env";

/** Hono's types for all routes of the API. */
export interface AppEnv {
  Bindings: Bindings;
  Variables: { requestId: string };
}
