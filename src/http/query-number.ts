import * as z from "zod";

/** Decimal digits only. `Number` would also read `0x10`, `1e2`, `+5` and `" 5"`. */
const DECIMAL = /^(?:0|-?[1-9]\d*)$/;

const MOST = 999_999_999_999_999;

/** A whole number in a query. Any other spelling than plain decimal digits is refused. */
export function queryNumber(least: number, most = MOST) {
  const range = `must be from ${least} to ${most}`;
  const number = z.int("must be a whole number in decimal digits").min(least, range).max(most, range);
  // Any number beyond the range causes the right error.
  const read = (text: string) => Math.max(least - 1, Math.min(most + 1, Number(text)));
  return z.preprocess((text) => (typeof text === "string" && DECIMAL.test(text) ? read(text) : text), number);
}
