import * as z from "zod";

/** Decimal digits only. `Number` would also read `0x10`, `1e2`, `+5` and `" 5"`. */
const DECIMAL = /^(?:0|[1-9]\d{0,14})$/;

/** A whole number in a query. Any other spelling than plain decimal digits is refused. */
export function queryNumber(least: number, most = Number.MAX_SAFE_INTEGER) {
  const number = z.int("must be a whole number in decimal digits").min(least).max(most);
  return z.preprocess((text) => (typeof text === "string" && DECIMAL.test(text) ? Number(text) : text), number);
}
