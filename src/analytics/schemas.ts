import { z } from "zod";

/** Days that a window may look back (service-api.md 8). */
export const Days = z.coerce.number().int().min(1).max(180).default(30);
export const DailyQuery = z.object({
  domain: z.string().min(1).max(300).optional(),
  days: Days,
  token: z.string().max(200).optional(),
});
