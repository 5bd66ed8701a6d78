import * as z from "zod";

const coordinate = (limit: number) => z.number().min(-limit).max(limit).optional();

/** The location to ask a question from. Every field is optional. */
export const Location = z.strictObject({
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, "must be a two-letter ISO 3166 code")
    .transform((code) => code.toUpperCase())
    .optional(),
  region: z.string().trim().min(1).max(100).optional(),
  city: z.string().trim().min(1).max(100).optional(),
  timezone: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/, "must be an IANA time zone")
    .max(60)
    .optional(),
  latitude: coordinate(90),
  longitude: coordinate(180),
});
export type Location = z.infer<typeof Location>;

/** Parses a stored location. Unreadable text counts as no location. */
export function parseLocation(text: string): Location {
  try {
    return Location.parse(JSON.parse(text));
  } catch {
    return {};
  }
}
