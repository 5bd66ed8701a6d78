import { clausesOf, isAside, joins, sentencesOf, type Range } from "./words/clauses";
import { BRAND, denials, type Phrase } from "./words/denial-phrases";
import { denialSigns, placesOf } from "./denial-signs";
import learnt from "./denial-weights.json";
import type { BrandHit } from "./names/find";
import { probability } from "./names/probability";
import { foldTerm } from "./words/fold";
import { blameIn, hasTone, holdsNegator } from "./words/lexicon";
import { onceLoaded, section } from "./words/words";

/** Longest text that "…" can match, in characters. */
const NEAR = 160;

/** Comparisons turn a denial into praise: "could not find a better tool than Acme". */
const comparison = onceLoaded(() => new RegExp(String.raw`(?<!\p{L})(?:${section("comparisons")})\p{L}*`, "giu"));
/** What a statement is about, unless it introduces the name itself: "records of a breach at Acme". */
const elsewhere = onceLoaded(
  () =>
    new RegExp(
      String.raw`(?<!\p{L})(?:${section("elsewhere")})(?!\p{L})(?! (?:\p{L}+ ){0,4}(?:${section("naming")})(?!\p{L}))`,
      "giu",
    ),
);
/** What precedes a brand that is a place and not the subject: "a breach at Acme does not exist". */
const PLACE =
  /(?<!\p{L})(?:at|with|against|from|in|bei|mit|gegen|bij|chez|contre|avec|en|em|contra|presso|con|hos|mot|pa|u|v|w|у|в|с|από|σε)\W{1,2}$/iu;

/** The same for an object: "users can't find reports in Acme". */
const WITHIN = /(?<!\p{L})(?:at|in|inside|bei|bij|chez|en|em|no|na|presso|hos|u|v|w|у|в|στο)\W{1,2}$/iu;

/** "If you cannot find Rival" is not a denial of Rival. */
const CONDITION = /^[^\p{L}\p{Cc}]*(?:if|in case|unless|wenn|falls|si|se|si no|если|如果|もし|만약)(?=\s|\p{sc=Han})/iu;

/** A clause in which every list of brands is one placeholder. */
interface Marked {
  text: string;
  /** The hits behind each placeholder, by its offset. */
  groups: Map<number, BrandHit[]>;
  /** Offsets of blame and comparison, which a phrase must not contain, in order. */
  blame: number[];
  /** The same with everything else that "…" cannot cross. */
  barriers: number[];
}

function markClause(text: string, clause: Range, hits: readonly BrandHit[]): Marked {
  const groups = new Map<number, BrandHit[]>();
  let marked = "";
  let from = clause.start;
  let last: BrandHit[] | null = null;
  for (const hit of hits) {
    const between = text.slice(from, hit.start).toLowerCase();
    if (last !== null && !isAside(text, last[0]!.start) && joins(between)) last.push(hit);
    else {
      marked += between;
      groups.set(marked.length, (last = [hit]));
      marked += BRAND;
    }
    from = hit.end;
  }
  marked += text.slice(from, clause.end).toLowerCase();
  const offsets = (pattern: RegExp) => [...marked.matchAll(pattern)].map(({ index }) => index);
  const blame = [...offsets(comparison()), ...blameIn(marked)].sort((a, b) => a - b);
  const barriers = [...groups.keys(), ...offsets(elsewhere()), ...blame].sort((a, b) => a - b);
  return { text: marked, groups, blame, barriers };
}

/** Whether a barrier is in a range. */
function blocked(barriers: readonly number[], from: number, to: number): boolean {
  let low = 0;
  for (let high = barriers.length; low < high;) {
    const middle = (low + high) >> 1;
    if (barriers[middle]! < from) low = middle + 1;
    else high = middle;
  }
  return low < barriers.length && barriers[low]! < to;
}

/** A match of the first parts of a phrase. */
interface Chain {
  end: number;
  /** Offset of the brand in the match; −1: not yet matched. */
  brand: number;
}

/**
 * Offsets of the brands that a phrase denies. Matched part by part, each continuing the nearest match of the parts
 * before it: as one regular expression with gaps, a text that repeats each part would make it try all combinations.
 */
function deniedBy(marked: Marked, parts: Phrase): number[] {
  let chains: Chain[] | null = null;
  for (const part of parts) {
    chains = continued(marked, part, chains);
    if (chains.length === 0) return [];
  }
  return chains!.map(({ brand }) => brand).filter((brand) => brand >= 0);
}

function continued({ text, blame, barriers }: Marked, part: RegExp, before: Chain[] | null): Chain[] {
  const chains: Chain[] = [];
  const earlier = before ?? [];
  let next = 0;
  part.lastIndex = 0;
  for (let match = part.exec(text); match; match = part.exec(text)) {
    const at = match.index;
    const inside = match[0].indexOf(BRAND);
    part.lastIndex = at + (text.codePointAt(at)! > 0xffff ? 2 : 1);
    while (next + 1 < earlier.length && earlier[next + 1]!.end <= at) next++;
    if (!before && inside === 0 && PLACE.test(text.slice(Math.max(0, at - 12), at))) continue;
    const chain = before?.[next];
    if (before && (chain === undefined || chain.end > at || chain.end < at - NEAR)) continue;
    const brand = inside < 0 ? (chain?.brand ?? -1) : at + inside;
    const end = at + match[0].length;
    // Its own brand is not a barrier.
    const last = inside < 0 ? at : brand;
    if (chain && blocked(barriers, chain.end, last)) continue;
    if (blocked(blame, at, end)) continue;
    if (inside > 0 && WITHIN.test(text.slice(Math.max(0, brand - 12), brand))) continue;
    chains.push({ end, brand });
  }
  return chains.sort((a, b) => a.end - b.end);
}

/** Where the words around a brand end. */
const STOP = new RegExp(`[,，、،:;${BRAND}]`, "u");

/** Whether the words around a brand name what is missing: "complaints about Acme". */
function isBlamed({ text, blame }: Marked, brand: number): boolean {
  const before = text
    .slice(Math.max(0, brand - NEAR), brand)
    .split(STOP)
    .at(-1)!;
  const [after] = text.slice(brand + 1, brand + 1 + NEAR).split(STOP);
  return blocked(blame, brand - before.length, brand + 1 + after!.length);
}

function deniedIn(text: string, clause: Range, hits: readonly BrandHit[]): BrandHit[] {
  const marked = markClause(text, clause, hits);
  if (CONDITION.test(marked.text)) return [];
  const phrases = denials().byLanguage.flatMap((language) => language.phrasesFor(marked.text));
  const brands = new Set([...phrases, ...denials().others].flatMap((parts) => deniedBy(marked, parts)));
  return [...brands].filter((brand) => !isBlamed(marked, brand)).flatMap((brand) => marked.groups.get(brand) ?? []);
}

/** What introduces the name that is asked about: "I searched for Acme", "as for Acme". */
const inquiry = onceLoaded(() => new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${section("inquiry")})`, "iu"));

/** Whether a clause only brings up its brand: "Acme?", "I searched for Acme". */
function asks(text: string, { start, end }: Range, hits: readonly BrandHit[]): boolean {
  const [first, last] = [hits[0], hits.at(-1)];
  if (!first || !last) return false;
  const rest = text.slice(start, first.start) + text.slice(last.end, end);
  return /^[^\p{L}]*$/u.test(rest) || (rest.length <= 60 && inquiry().test(rest));
}

/** Whether a clause without a brand denies knowledge of what the clause before asks about. */
function deniesIt(clause: string): boolean {
  if (blameIn(clause).next().done === false) return false;
  return denials().byLanguage.some(({ gate, bare }) => {
    bare.lastIndex = 0;
    return gate.test(clause) && bare.test(clause);
  });
}

/** The hits that a phrase of denial applies to: its object, and those in a list with it. */
function deniedByPhrases(text: string, hits: readonly BrandHit[]): { phrased: Set<BrandHit>; denied: Set<BrandHit> } {
  const denied = new Set<BrandHit>();
  const phrased = new Set<BrandHit>();
  const found = (those: readonly BrandHit[]) => {
    for (const hit of those) {
      denied.add(hit);
      phrased.add(hit);
    }
  };
  let next = 0;
  let asked: BrandHit[] = [];
  for (const sentence of hits.length === 0 ? [] : sentencesOf(text)) {
    if (asked.length === 0 && (next >= hits.length || hits[next]!.start >= sentence.end)) continue;
    let before: BrandHit[] = [];
    for (const clause of clausesOf(text, sentence)) {
      const inside: BrandHit[] = [];
      while (next < hits.length && hits[next]!.start < clause.end) inside.push(hits[next++]!);
      if (inside.length === 0 && asked.length > 0 && deniesIt(text.slice(clause.start, clause.end).toLowerCase())) {
        found(asked);
        before = asked;
      } else if (inside.length === 0 && hasTone(text.slice(clause.start, clause.end))) {
        for (const hit of before) denied.delete(hit);
      }
      // "Not listed there, but a solid choice for those who find Rival too big."
      if (inside.length > 0 && before.length > 0 && hasTone(text.slice(clause.start, inside[0]!.start))) {
        for (const hit of before) denied.delete(hit);
      }
      before = inside.length === 0 ? before : deniedIn(text, clause, inside);
      if (inside.length > 0) found(before);
      asked = asks(text, clause, inside) ? inside : [];
    }
  }
  for (const hit of denied) if (isExplained(text, hit)) denied.delete(hit);
  return { phrased, denied };
}

/** Places of a name that are weighed. Of more, the first ones decide. */
const WEIGHED = 30;

/** The inputs of the model that judges whether an answer knows nothing of a name, for each hit; null: not weighed. */
export function denialInputs(
  text: string,
  hits: readonly BrandHit[],
  languages: readonly string[],
): Array<Float64Array | null> {
  const { phrased, denied } = deniedByPhrases(text, hits);
  const places = placesOf(text, hits, languages);
  return places.map((place) => {
    if (place.rank >= WEIGHED) return null;
    const asked = asks(text, place.clause, [place.hit]);
    const rules = [1, Number(phrased.has(place.hit)), Number(denied.has(place.hit)), Number(asked)];
    return Float64Array.of(...rules, ...denialSigns(place));
  });
}

/**
 * Separates the hits that count from those the answer knows nothing of. Phrases of denial and the words around a name are
 * weighed; a denial does not count if the sentence goes on to judge the brand: "not listed there, but solid".
 */
export function separateDenied(
  text: string,
  hits: readonly BrandHit[],
  likely: ReadonlyMap<BrandHit, number>,
): { standing: BrandHit[]; denied: BrandHit[] } {
  const denied = new Set(hits.filter((hit) => likely.get(hit)! >= DENIED));
  for (const hit of laterOnes(text, hits, denied)) denied.add(hit);
  return { standing: hits.filter((hit) => !denied.has(hit)), denied: [...denied] };
}

/** How likely the answer knows nothing of each name. */
export function denialProbabilities(
  text: string,
  hits: readonly BrandHit[],
  languages: readonly string[],
): Map<BrandHit, number> {
  const inputs = denialInputs(text, hits, languages);
  return new Map(hits.map((hit, i) => [hit, inputs[i] ? probability(inputs[i], learnt) : 0]));
}

/** At least this probability denies. */
const DENIED = 0.5;

/** How far a sentence is read for what follows its colon. */
const EXPLAINED = 240;

/** "Nothing to complain about with Acme: it is fast." What follows the colon judges the brand, so it is known. */
function isExplained(text: string, { end }: BrandHit): boolean {
  const rest = text.slice(end, end + EXPLAINED);
  const [sentence] = rest.split(/[.!?。！？؟।](?=\s|$)|\n/u);
  const colon = sentence!.search(/[:：]\s?/u);
  return colon > 2 && hasTone(sentence!.slice(colon));
}

/**
 * Names after the first one, if that is denied: an answer that knows nothing of a brand says nothing of it later, unless it
 * judges it.
 */
function laterOnes(text: string, hits: readonly BrandHit[], denied: ReadonlySet<BrandHit>): BrandHit[] {
  const firsts = new Map<BrandHit["brand"], BrandHit>();
  for (const hit of hits) if (!firsts.has(hit.brand)) firsts.set(hit.brand, hit);
  return hits.filter((hit) => {
    const first = firsts.get(hit.brand)!;
    if (hit === first || !denied.has(first) || denied.has(hit)) return false;
    const line = text
      .slice(Math.max(0, hit.start - NEAR), hit.start)
      .split(/[.!?。！？؟।]\s|\n/u)
      .at(-1)!;
    // "As for Acme, if you can send me a link, I am happy to look."
    const rest = text.slice(hit.end, hit.end + NEAR).split(/[.!?。！？؟।](?=\s|$)|\n/u)[0]!;
    if ([line, ...rest.split(/[,;:]/u)].some((part) => CONDITION.test(part))) return true;
    const around = text.slice(Math.max(0, hit.start - 60), hit.end + 90).split(/[.!?。！？؟।](?=\s|$)|\n/u);
    return !around.some((part) => part.includes(text.slice(hit.start, hit.end)) && hasTone(part));
  });
}

/** Whether a text contains a word of denial in any language. */
export function isDenied(text: string): boolean {
  const folded = foldTerm(text).toLowerCase();
  return holdsNegator(folded) || denials().byLanguage.some(({ gate }) => gate.test(folded));
}
