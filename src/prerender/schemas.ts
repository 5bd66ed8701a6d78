import { z } from "zod";

const domain = z.string().min(1).max(300);
const path = z.string().min(1).max(2048).startsWith("/", "must start with /");

export const InvalidatePageBody = z.object({ domain, path, prewarm: z.boolean().default(false) });
