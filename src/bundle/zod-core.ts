/**
 * The only part of `zod/v4/core` that hono-openapi uses. It imports the module at run time, which would bundle messages
 * in 60 languages.
 */
export { toJSONSchema } from "zod";
