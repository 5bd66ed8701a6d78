import * as z from "zod";

/** A whole number. What is out of bounds is told by them, not as if it were no number. */
export const wholeNumber = (least: number, most: number) =>
  z
    .int({ error: ({ code }) => (code === "invalid_type" ? "must be a whole number" : undefined) })
    .min(least)
    .max(most);
