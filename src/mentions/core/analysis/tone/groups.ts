import type { BrandHit } from "../names/find";
import { isAside, joins, type Range } from "../words/clauses";
import { onceLoaded, section } from "../words/words";
import type { ToneWord } from "./tone-word";

/** The last of some ranges in order that begins before an offset. */
export function lastBefore<T extends Range>(ranges: readonly T[], offset: number): T | undefined {
  let low = 0;
  for (let high = ranges.length; low < high;) {
    const middle = (low + high) >> 1;
    if (ranges[middle]!.start >= offset) high = middle;
    else low = middle + 1;
  }
  return ranges[low - 1];
}

/** The brands of one list: "Acme and Rival". */
export interface BrandGroup extends Range {
  own: boolean;
  other: boolean;
}

export function groupsOf(text: string, hits: readonly BrandHit[], key: number): BrandGroup[] {
  const groups: BrandGroup[] = [];
  for (const { brand, start, end } of hits) {
    const last = groups.at(-1);
    if (last && !isAside(text, last.start) && joins(text.slice(last.end, Math.min(start, last.end + 25)))) {
      last.end = end;
      last.own ||= brand.key === key;
      last.other ||= brand.key !== key;
    } else groups.push({ start, end, own: brand.key === key, other: brand.key !== key });
  }
  return groups;
}

/** Follows a comparison's first side and introduces the second, which comes within four words. */
const than = onceLoaded(
  () =>
    new RegExp(
      String.raw`(?<![\p{L}\p{M}])(?:${section("than")})(?![\p{L}\p{M}])\W{1,2}(?:[\p{L}\p{M}']+[^\p{L}\p{M},;:.]+){0,4}$|(?:比|优于|不如)$`,
      "iu",
    ),
);
/** Follows the second side of a comparison: より, 보다, -dan. */
const THAN_AFTER =
  /^(?:より|보다|'?(?:dan|den|tan|ten)(?=[^\p{L}].{0,60}(?<!\p{L})daha(?!\p{L}))|\s?(?:से|থেকে)(?!\p{L}))/iu;

/** Whether a brand is the second side of a comparison that begins after `from`. */
export function isSecond(text: string, from: number, start: number): boolean {
  const before = text.slice(Math.max(from, start - 60), start);
  return than().test(before) && !MANY.test(before.slice(-30));
}
/** "More than one million Acmes" compares with nothing. */
const MANY =
  /\d|(?<!\p{L})(?:one|two|three|half|a|hundred|thousand|million|dozen|hundert|tausend|millionen?|dutzend|cents?|mille|millions?|mil|millon|millones|milhao|milhoes|milione|milioni|honderd|duizend|miljoen|tusen|miljon|tysi\p{L}*|milion\p{L}*|tisic\p{L}*|тысяч\p{L}*|миллион\p{L}*|тисяч\p{L}*|мільйон\p{L}*) [^.!?]{0,12}$/iu;

/** How far before the second side of a comparison its word is: "mejor que Acme". */
const COMPARED_REACH = 26;

/** Whether a word that judges stands shortly before what begins here. */
export function isCompared(tones: readonly ToneWord[], at: number): boolean {
  return tones.some(
    (tone) => tone.choice !== true && tone.idiom !== true && tone.end < at && at - tone.end <= COMPARED_REACH,
  );
}

/** Whether what begins here is only followed by a word for the second side of a comparison: より, 보다, -dan. */
export const isYardstick = (behind: string): boolean => THAN_AFTER.test(behind);

/** Introduces the one that somebody competes with: "gegen Acme". */
const against = onceLoaded(() => new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${section("against")})\s$`, "iu"));

/** Follows the second side in languages that put the verb last: "XはYに劣る", "X, Y'nin gerisinde". */
const FACED = /^(?:['’]\p{L}{1,5}\s.?|\s?[\p{sc=Hiragana}\p{sc=Hangul}\p{sc=Devanagari}])$/u;

/** The two sides of a contest that a clause tells of, by its words: "Acme is no match for Rival", "gegen Acme kommt Rival nicht an". */
export function sidesOf(
  text: string,
  groups: readonly BrandGroup[],
  { start, end }: Range,
): { subject: BrandGroup | undefined; object: BrandGroup | undefined } {
  const facing = (group: BrandGroup) =>
    against().test(text.slice(Math.max(0, group.start - 24), group.start)) ||
    (group.end <= start && group !== groups[0] && FACED.test(text.slice(group.end, start + 1)));
  const free = groups.filter((group) => !facing(group));
  const subject =
    free.findLast((group) => group.end <= start) ?? free.find((group) => group.start >= start && group.end <= end);
  const others = groups.filter((group) => group !== subject);
  return { subject, object: others.find((group) => group.start >= start) ?? others.findLast(facing) };
}
