import * as z from "zod";

/** A UTC month as `yyyy-mm`. */
export const Month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, "must be a month such as 2026-11");
