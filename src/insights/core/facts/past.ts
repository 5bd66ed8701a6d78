import type { FactValue } from "./values";

/** In front of a price that is not the present one. */
const OLD =
  /(?<![\p{L}])(?:old|former(?:ly)?|previous(?:ly)?|was|were|until|till|before(?! (?:tax|vat))|instead of|(?:reg\.?|regular|original|list) price|originally|rrp|msrp|statt|anstatt|früher(?:er)?|bisher(?:ige[rsn]?)?|vorher|alte[rsn]?|bis (?:heute|gestern|jetzt|zum|ende)|uvp|avant(?! taxe)|ancien(?:ne)?|au lieu de|jusqu['’](?:à (?:hier|présent)|ici|alors)|prix barré|antes(?! de)|precio anterior|en vez de|hasta (?:ayer|hoy|ahora)|prezzo precedente|invece di|fino a (?:ieri|oggi|ora)|voorheen|tot (?:gisteren|vandaag|nu)|adviesprijs|dawniej|przedtem)(?![\p{L}])/giu;
/** Right behind it. */
const ENDS = /^\s?\(?(?:until|till|bis zum|bis ende|old\b|jusqu['’]au|hasta el|fino al|tot en met)/iu;
const NEW =
  /(?<![\p{L}])(?:now|new|from (?:now|today)|jetzt|neu|nun|ab sofort|désormais|maintenant|ahora|nuevo|ora|adesso|nuovo|nu|nieuw)(?![\p{L}])/giu;

/** Where text is struck out, as lines of pages and answers have it. */
const STRUCK = /~~[^~\n]{1,200}~~/gu;

const isStruck = (line: string, { start, end }: FactValue) =>
  Array.from(line.matchAll(STRUCK)).some(({ index, 0: text }) => index <= start && end <= index + text.length);

/** Whether a line of a page has a value as one of before. `before`: where the value of its kind in front of it ends. */
export function isPast(line: string, value: FactValue, before: number): boolean {
  if (isStruck(line, value)) return true;
  const ahead = line.slice(before, value.start);
  // Of several words, the last counts: "until May €49, now €59".
  const sentence = ahead.slice(
    Math.max(0, ...Array.from(ahead.matchAll(/(?<!\breg)[.!?]\s/gi), ({ index }) => index + 1)),
  );
  const [old, fresh] = [lastOf(OLD, sentence), lastOf(NEW, sentence)];
  return old > fresh || ENDS.test(line.slice(value.end, value.end + 12));
}

function lastOf(words: RegExp, text: string): number {
  let last = -1;
  for (const { index } of text.matchAll(words)) last = index;
  return last;
}

/** Whether a heading over values of a row tells old ones from new ones. */
export const headsPast = (line: string): boolean => !/\d/.test(line) && lastOf(OLD, line) >= 0;
