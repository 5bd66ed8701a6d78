import { clausesOf, sentencesOf, type Range } from "./words/clauses";
import { CLASSES, denials, type PhraseGroup } from "./words/denial-phrases";
import type { BrandHit } from "./names/find";
import { commonness } from "./names/evidence";
import { blameIn, hasTone, holdsNegator } from "./words/lexicon";
import { onceLoaded, section } from "./words/words";

/** Pairs of classes that deny together. */
const PAIRS = ["info", "about", "sources", "mention", "called", "know", "appear"] as const;

/** What speaks for or against an answer knowing nothing of a name. Each value is 0 to 1. */
export const DENIAL_SIGNS: readonly string[] = [
  ...CLASSES.flatMap((name) => [`${name} before`, `${name} after`]),
  ...PAIRS.map((name) => `no and ${name}`),
  "negator",
  "judged",
  "judged after",
  "blamed",
  "compared",
  "question",
  "other brand in the clause",
  "other brand before in the clause",
  "rival in the answer",
  "place before",
  "quoted",
  "opens the clause",
  "colon after",
  "possessive after",
  "inflected",
  "no word",
  "first of its name",
  "named again",
  "named three times",
  "next part denies",
  "next part denies and judges",
  "next part judges",
  "next part follows at once",
  "part before denies",
  "long clause",
  "number in the clause",
  "next part knows no source",
  "no word, denied around",
  "figures follow",
];

const NEAR = 130;
const PLACE =
  /(?<!\p{L})(?:at|with|against|from|in|by|bei|mit|gegen|von|bij|chez|contre|avec|par|en|em|con|contra|presso|hos|mot|av|pa|u|v|w|od|у|в|от|від|με|από|σε)\W{1,2}$/iu;

const comparison = onceLoaded(
  () => new RegExp(String.raw`(?<!\p{L})(?:${section("comparisons")}|${section("than")})(?!\p{L})`, "iu"),
);

/** The groups of words of an answer's languages. */
function groupsOf(languages: readonly string[]): PhraseGroup[] {
  const own = denials().byLanguage.filter(({ code }) => languages.slice(0, 3).includes(code));
  return own.length > 0 ? own : denials().byLanguage.filter(({ code }) => code === "en");
}

const has = (groups: readonly PhraseGroup[], name: string, text: string) =>
  groups.some(({ classes }) => classes.get(name)?.test(text) === true);

/** Whether a text denies by itself: "I found nothing". */
function denies(groups: readonly PhraseGroup[], text: string): boolean {
  if (has(groups, "absent", text)) return true;
  return has(groups, "no", text) && ["info", "know", "appear", "mention"].some((name) => has(groups, name, text));
}

/** What the places of names in an answer are read in. */
interface Scene {
  text: string;
  hits: readonly BrandHit[];
  groups: readonly PhraseGroup[];
  languages: readonly string[];
  brands: number;
}

/** One place of a name. */
export interface Place {
  scene: Scene;
  hit: BrandHit;
  /** Its index among the hits. */
  index: number;
  clause: Range;
  /** How many places of its brand come before it, and how many there are. */
  rank: number;
  times: number;
}

/** The places of all hits, in order. */
export function placesOf(text: string, hits: readonly BrandHit[], languages: readonly string[]): Place[] {
  const times = Map.groupBy(hits, (hit) => hit.brand);
  const scene = { text, hits, languages, groups: groupsOf(languages), brands: times.size };
  const clauses = hits.length === 0 ? [] : sentencesOf(text).flatMap((sentence) => clausesOf(text, sentence));
  const seen = new Map<BrandHit["brand"], number>();
  let at = 0;
  return hits.map((hit, index) => {
    while (at + 1 < clauses.length && clauses[at]!.end <= hit.start) at++;
    const rank = seen.get(hit.brand) ?? 0;
    seen.set(hit.brand, rank + 1);
    return { scene, hit, index, clause: clauses[at]!, rank, times: times.get(hit.brand)!.length };
  });
}

/** The signs of a place, read in its clause and the parts beside it, in a bounded window. */
export function denialSigns({ scene, hit, index, clause, rank, times }: Place): Float64Array {
  const { text, hits, groups, languages, brands } = scene;
  const lower = (start: number, end: number) => text.slice(start, end).toLowerCase();
  const before = lower(Math.max(clause.start, hit.start - NEAR), hit.start);
  const after = lower(hit.end, Math.min(clause.end, hit.end + NEAR));
  const around = `${before} ${after}`;
  const [previous, following] = [hits[index - 1], hits[index + 1]];
  const next = lower(clause.end, Math.min(following?.start ?? text.length, clause.end + NEAR, text.length));
  const earlier = lower(Math.max(previous?.end ?? 0, clause.start - NEAR, 0), clause.start);
  const inClause = (other: BrandHit | undefined) =>
    other !== undefined && other.brand !== hit.brand && other.end > clause.start && other.start < clause.end;
  const unknown = commonness(hit.spelling, languages).most === 0;
  const nextDenies = denies(groups, next);
  const values: Array<boolean | number> = [
    ...CLASSES.flatMap((name) => [has(groups, name, before), has(groups, name, after)]),
    ...PAIRS.map((name) => has(groups, "no", around) && has(groups, name, around)),
    holdsNegator(around),
    hasTone(around),
    hasTone(after),
    blameIn(around).next().done === false,
    comparison().test(around),
    /[?？؟]\s*$/.test(after),
    inClause(previous) || inClause(following),
    inClause(previous),
    brands > 1,
    PLACE.test(before),
    /["'«“„‘「『《]\s?$/u.test(before) && /^\s?["'»”“’」』》]/u.test(after),
    /^[^\p{L}]*$/u.test(before),
    /^["'»”)*]*\s?[:：]/u.test(after),
    /^'s?(?!\p{L})/u.test(after),
    hit.inflected,
    unknown,
    rank === 0,
    times > 1,
    times > 2,
    nextDenies,
    nextDenies && hasTone(next),
    hasTone(next),
    clause.end - hit.end < 12,
    denies(groups, earlier),
    Math.min(1, around.length / (2 * NEAR)),
    /\d/.test(around),
    has(groups, "no", next) && has(groups, "sources", next),
    unknown && (holdsNegator(around) || has(groups, "no", around)),
    // "I don't know Acme's prices for next year. Today it costs 4 €."
    /\p{Sc}|\d\s?%|\d[.,]\d/u.test(next) && !nextDenies,
  ];
  return Float64Array.from(values, Number);
}
