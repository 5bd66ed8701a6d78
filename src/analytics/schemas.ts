import { z } from "zod";

/** Days that a window may look back (service-api.md 8). */
export const Days = z.coerce.number().int().min(1).max(180).default(30);
export const DailyQuery = z.object({
  domain: z.string().min(1).max(300).optional(),
  days: Days,
  token: z.string().max(200).optional(),
});

const ProviderCount = z.object({ provider: z.string(), count: z.int() });
/** service-api.md 2.4. */
export const DailyAnswer = z.object({
  daily: z.array(z.object({ date: z.string(), total: z.int(), providers: z.array(ProviderCount) })),
});
