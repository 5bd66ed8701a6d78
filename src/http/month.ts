import * as z from "zod";
import { schemaError } from "../errors/api-error";
import { utcMonth } from "../lib/time/time";

/** A UTC month as `yyyy-mm`. */
export const Month = z.string().regex(/^[2-9]\d{3}-(?:0[1-9]|1[0-2])$/, "must be a month such as 2026-11");
export const MonthQuery = Month.optional().describe("UTC month, `yyyy-mm`; the current one if omitted");

/** The month of a query, by default the present one. @throws ApiError `invalid_request` for a month that has not begun. */
export function begunMonth(month: string | undefined, now: number): string {
  const present = utcMonth(now);
  if (month === undefined || month <= present) return month ?? present;
  throw schemaError([{ path: "month", message: `must not be after ${present}, the present month` }]);
}
