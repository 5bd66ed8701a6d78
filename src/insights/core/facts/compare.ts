import type { Claim } from "./claims";
import { isOthersProduct } from "./names";
import type { PageValue } from "./subject";
import { isComparable } from "./values";

/**
 * What a page's text says of a claim. says: the same of the same subject. differs: another value of the same subject, and the
 * claimed one nowhere. silent: neither can be told.
 */
export type Said = { says: "says" | "differs"; value: PageValue } | { says: "silent" };

const SILENT: Said = { says: "silent" };
/** The best place must fit so many times as well as the next one with another value. */
const CLEAR = 1.5;

/** How well each place fits a claim: the words they share, each the less the more places have it. */
function scoresOf(subject: ReadonlySet<string>, places: readonly PageValue[]): number[] {
  const counts = new Map<string, number>();
  for (const { near } of places)
    for (const stem of near) if (subject.has(stem)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const weightOf = (stem: string) => {
    const count = counts.get(stem) ?? 0;
    return count === 0 ? 0 : Math.log(1 + places.length / count);
  };
  return places.map(({ near }) => {
    let sum = 0;
    for (const stem of near) if (subject.has(stem)) sum += weightOf(stem);
    return sum;
  });
}

/** Compares a claim with the values of a page. */
export function compareClaim(claim: Claim, values: readonly PageValue[]): Said {
  const places = values.filter(
    (value) =>
      !value.past &&
      !value.foreign &&
      isComparable(claim, value) &&
      !isOthersProduct(claim.subject, claim.words, value.before),
  );
  if (places.length === 0) return SILENT;
  const scores = scoresOf(claim.subject, places);
  const best = scores.reduce((top, score, i) => (score > scores[top]! ? i : top), 0);
  const place = places[best]!;
  const same = places.findIndex((value, i) => value.value === claim.value && scores[i]! > 0);
  const hasSame = places.some(({ value }) => value === claim.value);
  // The claimed value stands at the best place, or at one that fits as well.
  if (same >= 0 && scores[same]! >= scores[best]!) return { says: "says", value: places[same]! };
  const isOnly = places.every(({ value }) => value === place.value);
  if (isOnly && hasSame) return { says: "says", value: place };
  const rival = Math.max(0, ...places.map(({ value }, i) => (value === place.value ? 0 : scores[i]!)));
  const isClear = scores[best]! > 0 && scores[best]! >= CLEAR * rival && (!isOnly || claim.subject.size > 0);
  // A price without a period is hardly one of a year.
  const isOfYear = claim.period === "year" && place.period === null;
  return hasSame || !isClear || isOfYear || place.loose || claim.loose ? SILENT : { says: "differs", value: place };
}
