import * as z from "zod";

const coordinate = (limit: number) => z.number().min(-limit).max(limit).optional();

/** Where a question is asked from. Every part may be left out. */
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

/** Reads what is stored; anything unreadable counts as no place. */
export function parseLocation(text: string): Location {
  try {
    return Location.parse(JSON.parse(text));
  } catch {
    return {};
  }
}
