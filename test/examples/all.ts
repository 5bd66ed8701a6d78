import { EDGES } from "./edges.ts";
import { NODE_SERVERS } from "./node-servers.ts";
import { SERVERS } from "./servers.ts";
import { FRAMEWORKS } from "./frameworks.ts";
import type { Example } from "./place.ts";

/** All examples that a test runs. */
export const EXAMPLES: readonly Example[] = [...EDGES, ...NODE_SERVERS, ...SERVERS, ...FRAMEWORKS];
