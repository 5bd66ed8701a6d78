/** What hono-openapi uses of `zod/v4/core`. It imports the module at run time, which would keep the messages of 60 languages. */
export { toJSONSchema } from "zod";
