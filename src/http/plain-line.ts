import type * as z from "zod";

/** A text of one line, such as a name: without control characters. */
export const plainLine = (text: z.ZodString): z.ZodString =>
  text.regex(/^\P{Cc}*$/u, "must not contain control characters");
