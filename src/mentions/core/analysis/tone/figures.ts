import type { Range } from "../words/clauses";
import { onceLoaded, section } from "../words/words";

/** A rating, as a range of a clause: 1 high, −1 low. Those in between, and what is none, are left out. */
export interface Rating extends Range {
  side: 1 | -1;
}

const NUMBER = String.raw`(?<![\p{L}\p{N}.,:/$€£¥#+-])(\d{1,3}(?:[.,]\d{1,2})?)`;
/** What "/" or "out of" is followed by: scales that people rate on. */
const SCALE = String.raw`(5|10|20|100)(?:[.,]0)?(?![\p{N}]|[.,/:-]\d|[%€$£°]|\s?(?:%|€|\$|£|eur|usd|gb|mb\p{L}*|mbit\p{L}*|gbit\p{L}*|km|min|kg|mm|cm)(?!\p{L}))`;
/** "4.9/5", and "4.9 / 5" unless it may be a date or two prices. */
const FRACTION = new RegExp(String.raw`${NUMBER}\s?/\s?${SCALE}`, "giu");
/** Introduces a day: "on 9/10". */
const DAY = /(?<!\p{L})(?:on|by|since|until|from|am|vom|bis|seit|le|du|el|del|dal|op|den|dnia|от|с|до|на)\s$/iu;
const OF = onceLoaded(() => new RegExp(String.raw`${NUMBER}(?:\s|-){1,2}(?:${section("out_of")})\s?${SCALE}`, "giu"));
const STAR = onceLoaded(
  () =>
    new RegExp(String.raw`${NUMBER}\s?-?(?:${section("stars")})(?![-\s]{1,2}(?:hotel|hôtel|resort|отел)\p{L}*)`, "giu"),
);
const STAR_BEFORE = /(?:⭐|★|별점)\s{0,2}(\d(?:[.,]\d{1,2})?)(?![\p{N}%]|[.,/]\d)/gu;
/** "Rated 4.8": a number behind a word that rates. */
const RATED = onceLoaded(
  () =>
    new RegExp(
      String.raw`(?<![\p{L}\p{M}])(?:${section("rated")})(?:\s\p{L}{1,4})?[\s:(|*]{1,3}(10|\d[.,]\d{1,2})(?![\p{N}%]|[.,/:]\d|\s?(?:%|€|\$|£|/|x|mio|million|von|out|of|sur|de|su|van|av|af|z|из|з)(?!\p{L}))`,
      "giu",
    ),
);
/** The scale first: "5点満点中4.8", "10 üzerinden 9". */
const MIRRORED =
  /(?<!\d)(5|10|100)\s?(?:点満点(?:中|で)|점 만점에|分制|uzerinden|分满分|分滿分)\s?(\d{1,3}(?:[.,]\d{1,2})?)(?![\d%])|满分\s?(5|10|100)\s?分?[^\d\n]{0,6}(\d{1,3}(?:[.,]\d{1,2})?)(?![\d%])/giu;
/** "9.2分（满分10分）". */
const FULL_BEHIND = /(?<![\d.])(\d{1,3}(?:[.,]\d{1,2})?)\s?分[（(]满分\s?(5|10|100)/gu;
const SPELLED = onceLoaded(() => {
  const lines = section("spelled_ratings").split("\n");
  const [high, low] = lines.map((line) => new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${line})(?![\p{L}\p{M}])`, "giu"));
  return { high: high!, low: low! };
});
const STARS = /[★☆⭐🌟]{1,10}/gu;
const GLAD = /[👍😍🥰🤩💯🥇🏆👌❤💚💙🙌👏]/u;
const SIGNS = new RegExp(`${GLAD.source}|[👎😡🤬😠😤🤮💩😞😢😭🚩🤦😒🙄]`, "gu");

/** From where on a share of the scale is high, and up to where it is low. */
const HIGH = 0.8;
const LOW = 0.45;
/** People rate with many stars: 4.1 of 5 is no praise, 4 of 5 is. */
const HIGH_DECIMALS = 0.86;
const LOW_OF_FIVE = 0.5;

function sideOf(written: string, scale: number): 1 | -1 | 0 {
  const value = Number(written.replace(",", "."));
  if (value > scale) return 0;
  const share = value / scale;
  const decimals = /[.,]/.test(written);
  if (share >= (scale === 5 && decimals ? HIGH_DECIMALS : HIGH)) return 1;
  return share <= (scale === 5 ? LOW_OF_FIVE : LOW) ? -1 : 0;
}

const rangeOf = ({ index, 0: all }: RegExpExecArray): Range => ({ start: index, end: index + all.length });

function* candidates(text: string): Generator<Range & { side: number }> {
  for (const match of text.matchAll(FRACTION)) {
    const [, number = "", scale] = match;
    const isDay = !/[.,]/.test(number) && DAY.test(text.slice(Math.max(0, match.index - 8), match.index));
    if (!isDay) yield { ...rangeOf(match), side: sideOf(number, Number(scale)) };
  }
  for (const match of text.matchAll(OF())) {
    const [, number = "", scale] = match;
    const range = rangeOf(match);
    // "4 of 5 customers" is a share, unless stars or points follow.
    const next = text.slice(range.end, range.end + 14);
    const isShare = !/[.,]/.test(number) && /^\s(?!\p{L}{1,3}(?!\p{L}))\p{L}/u.test(next) && !STAR_WORD().test(next);
    if (!isShare) yield { ...range, side: sideOf(number, Number(scale)) };
  }
  for (const match of text.matchAll(MIRRORED)) {
    const [, scale, number, full, points] = match;
    yield { ...rangeOf(match), side: sideOf(number ?? points!, Number(scale ?? full)) };
  }
  for (const match of text.matchAll(FULL_BEHIND))
    yield { ...rangeOf(match), side: sideOf(match[1]!, Number(match[2])) };
  for (const pattern of [STAR(), STAR_BEFORE])
    for (const match of text.matchAll(pattern)) yield { ...rangeOf(match), side: sideOf(match[1]!, 5) };
  for (const match of text.matchAll(RATED())) {
    const number = match[1]!;
    yield { ...rangeOf(match), side: sideOf(number, Number(number.replace(",", ".")) > 5 ? 10 : 5) };
  }
  for (const match of text.matchAll(SPELLED().high)) yield { ...rangeOf(match), side: 1 };
  for (const match of text.matchAll(SPELLED().low)) yield { ...rangeOf(match), side: -1 };
}
const STAR_WORD = onceLoaded(() => new RegExp(String.raw`^[\s-](?:${section("stars")}|${section("points")})`, "iu"));

/** Rows of stars: four or more full ones praise, and up to two beside empty ones blame. A single one adorns. */
function* rows(text: string): Generator<Rating> {
  for (const { index, 0: row } of text.matchAll(STARS)) {
    const empty = row.match(/☆/gu)?.length ?? 0;
    const full = row.match(/[★⭐🌟]/gu)?.length ?? 0;
    const side = full >= 4 ? 1 : full <= 2 && empty > 0 ? -1 : 0;
    if (side !== 0) yield { start: index, end: index + row.length, side };
  }
}

/** Figures that are read in one clause. */
const MOST = 60;

/** The ratings of a clause by figures, stars and signs, without those inside others. */
export function ratingsIn(text: string): Rating[] {
  const found: Rating[] = [];
  const taken: Range[] = [];
  const isFree = (range: Range) => !taken.some((each) => each.start < range.end && each.end > range.start);
  if (/\d|[★☆⭐🌟]/u.test(text) || text.search(SPELLED().high) >= 0 || text.search(SPELLED().low) >= 0) {
    for (const { start, end, side } of candidates(text)) {
      if (taken.length >= MOST) break;
      if (!isFree({ start, end })) continue;
      taken.push({ start, end });
      if (side !== 0) found.push({ start, end, side: side > 0 ? 1 : -1 });
    }
    for (const row of rows(text)) if (isFree(row)) found.push(row);
  }
  // Many equal signs say it once.
  let last = "";
  for (const { index, 0: sign } of text.matchAll(SIGNS)) {
    if (sign !== last) found.push({ start: index, end: index + sign.length, side: GLAD.test(sign) ? 1 : -1 });
    last = sign;
  }
  return found.slice(0, 2 * MOST);
}
