/**
 * The only part of `zod/v4/core` that hono-openapi uses. It imports the module at run time, which would bundle messages
 * in 60 languages: 55 KiB gzipped (docs/decisions/0001).
 */
export { toJSONSchema } from "zod";
