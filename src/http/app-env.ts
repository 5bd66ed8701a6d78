import type { Bindings } from "../env";
import type { Caller } from "../accounts";

/** Hono's types for every route of the API. */
export interface AppEnv {
  Bindings: Bindings;
  Variables: { requestId: string; caller: Caller };
}
