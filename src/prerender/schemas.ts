import { z } from "zod";

const domain = z.string().min(1).max(300);
const path = z.string().min(1).max(2048).startsWith("/", "must start with /");

export const InvalidatePageBody = z.object({ domain, path, prewarm: z.boolean().default(false) });

/** service-api.md 2.3. */
export const InvalidatePageAnswer = z.object({ ok: z.literal(true), deleted: z.int(), prewarmed: z.int() });
