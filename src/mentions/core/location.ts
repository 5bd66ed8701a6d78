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

/** The 249 assigned ISO 3166-1 alpha-2 codes: a first letter, then the second letters. */
const ISO_3166 =
  "Adefgilmoqrstuwxz Babdefghijlmnoqrstvwyz Cacdfghiklmnoruvwxyz Dejkmoz Eceghrst Fijkmor Gabdefghilmnpqrstuwy Hkmnrtu Idelmnoqrst Jemop Keghimnprwyz Labcikrstuvy Macdefghklmnopqrstuvwxyz Nacefgilopruz Om Paefghklmnrstwy Qa Reosuw Sabcdeghijklmnorstvxyz Tcdfghjklmnortvwz Uagmsyz Vaceginu Wfs Yet Zamw";
const COUNTRIES = new Set(
  ISO_3166.split(" ").flatMap(([first, ...seconds]) => seconds.map((second) => first + second.toUpperCase())),
);

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** A location as given by a caller: its country and time zone must exist. */
export const AskedLocation = Location.extend({
  country: Location.shape.country.refine(
    (code) => code === undefined || COUNTRIES.has(code),
    "must be an ISO 3166 country code",
  ),
  timezone: Location.shape.timezone.refine(
    (name) => name === undefined || isTimeZone(name),
    "must be an IANA time zone",
  ),
});

/** Parses a stored location. Unreadable text counts as no location. */
export function parseLocation(text: string): Location {
  try {
    return Location.parse(JSON.parse(text));
  } catch {
    return {};
  }
}
