import * as z from "zod";

/** The cursor of a list in the order of ids, which are UUIDs: the last id of the previous part, or empty for the first part. */
export const IdCursor = z
  .string()
  .regex(/^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/, "use the nextCursor of the previous response")
  .default("")
  .describe("nextCursor of the previous response");
