const GROUPED = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?|\d{1,3}(?:['’\u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?`;
const PLAIN = String.raw`\d{1,9}(?:[.,]\d{1,4})?`;

/** Digits with separators, as people write numbers in any country: `1.299,00`, `1,299`, `1'299`. */
export const NUMBER = String.raw`(?:${GROUPED}|${PLAIN})(?!\d)`;
/** The same, also with spaces between thousands. In front of a sign only: in `5 120 GB` there may be two numbers. */
export const SPACED = String.raw`(?:\d{1,3}(?: \d{3})+(?:[.,]\d{1,2})?|${GROUPED}|${PLAIN})(?!\d)`;

/** The value of such digits; null: two readings are possible, as of `1,2345`. */
export function readNumber(text: string): number | null {
  const plain = text.replaceAll(/['’\s\u00a0\u202f]/g, "");
  const last = Math.max(plain.lastIndexOf("."), plain.lastIndexOf(","));
  if (last < 0) return Number(plain);
  const [whole, rest] = [plain.slice(0, last).replaceAll(/[.,]/g, ""), plain.slice(last + 1)];
  const mark = plain[last]!;
  const isRepeated = plain.indexOf(mark) < last;
  // Three digits behind a mark are thousands, unless nothing or only a zero is in front of it.
  if (rest.length === 3 && (isRepeated || !plain.slice(0, last).includes(mark === "." ? "," : ".")))
    return whole === "0" ? Number(`0.${rest}`) : Number(whole + rest);
  return rest.length > 3 ? null : Number(`${whole}.${rest}`);
}

/** Every number of a text, as `readNumber` reads it. */
export function numbersIn(text: string): Set<string> {
  const found = new Set<string>();
  for (const [digits] of text.matchAll(/\d{1,12}(?:[.,'’\u00a0\u202f]\d{1,4}){0,4}/g)) {
    const value = readNumber(digits);
    if (value !== null) found.add(String(value));
    found.add(String(Number(digits.replaceAll(/\D/g, ""))));
  }
  return found;
}
