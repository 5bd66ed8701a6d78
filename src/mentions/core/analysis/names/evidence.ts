import { actsAfter, isDesignated } from "./acts";
import type { BrandHit } from "./find";
import { isLinked } from "./linked";
import { choicesIn } from "../words/choosing";
import { joins, sentencesOf, type Range } from "../words/clauses";
import { hasTone } from "../words/lexicon";
import { isCompound, namesAround, wordsOfName } from "./known-names";
import { aroundName, hasOfAfter, isPersonsName, sidesIn, type Sides } from "./surroundings";
import { zipfOf } from "../words/languages";
import { onceLoaded, section } from "../words/words";

/** What speaks for or against a name being meant at one place. Each value is 0 to 1. */
export type Signs = Float64Array;

/** The signs, in the order of the weights (weights.json). */
export const SIGNS = [
  "lower case",
  "capital inside a sentence",
  "capital at a sentence's start",
  "capital among capitals",
  "capital in German",
  "all capitals",
  "no case in this script",
  "spelled as configured",
  "emphasised",
  "quoted",
  "label",
  "alone in its line",
  "rival in the sentence",
  "rival in the answer",
  "listed with a rival",
  "listed with another name",
  "named otherwise, too",
  "domain linked",
  "capital elsewhere",
  "lower case elsewhere",
  "category near",
  "category in the answer",
  "business near",
  "capitalised word before",
  "capitalised word before, rare",
  "capitalised word after",
  "capitalised word after, rare",
  "product after",
  "number after",
  "article before",
  "frequent word before",
  "nothing before",
  "frequent word after",
  "other word after",
  "punctuation after",
  "possessive after",
  "hyphen around",
  "letters joined before",
  "letters joined after",
  "cut by words",
  "inflected",
  "several words",
  "names near",
  "initials",
  "foreign script",
  "rival perhaps in the sentence",
  "number or price near",
  "compared",
  "judged",
  "lower-case form elsewhere",
  "interjection",
  "frequent word after a sentence's start",
  "article before a capital in a Romance language",
  "emphasised at a sentence's start",
  "label without case",
  "rival without case",
  "no rival in the answer",
  "another sentence has a rival only",
  "part of a longer emphasis",
  "part of a longer quotation",
  "two rivals in the answer",
  "named twice",
  "other word before",
  "other word before in German",
  "article before in German",
  "only at sentences' starts",
  "capital inside, no capital beside",
  "rarity of a capital at a start",
  "given name before",
  "given name, family name after",
  "given name, capital after",
  "given name",
  "family name",
  "place",
  "place after a frequent word",
  "place with a neighbour",
  "street around",
  "compound",
  "loses a capital inside",
  "known everywhere before",
  "known everywhere after",
  "longer form elsewhere",
  "trade in the sentence",
  "trade in the answer",
  "another sense in the sentence",
  "another sense in the answer",
  "another sense, no trade in the sentence",
  "praise or blame in the sentence",
  "particle of a person's name before",
  "of and a capital after",
  "capital after, article before",
  "capital after, nothing before",
  "capital before, family name",
  "another form in lower case",
  "bare capital at a start",
  "possessive, capital after",
  "inflected, capital after",
  "much trade in the sentence",
  "much of another sense in the sentence",
  "trade prevails in the answer",
  "another sense prevails in the answer",
  "quoted, no rival in the sentence",
  "lower case, article before",
  "space left out",
  "chosen in the sentence",
  "chosen in the answer",
  "likeliest rival in the sentence",
  "likeliest rival in the answer",
  "least likely rival in the answer",
  "likeliest other place",
  "label, and a rival's",
  "acts as a company",
  "acts as a company, at a start",
  "designation after",
  "listed with a common word",
  "bare capital at a start, rival elsewhere only",
  "function word with a capital after",
  "no rival in the sentence, no trade",
  "described as a company",
] as const;

/** Words more frequent than this are mostly function words. */
const FUNCTION = 5.5;
/** A capitalised word that is less common than this is probably a name. */
const NAME = 4;
/** A word that begins a sentence and is at least this common has its capital for that. */
const OPENING = 5;
/** How far from the name a word of its category may be. */
const NEAR = 60;
/** How much of an answer tells what it is about. */
const WHOLE = 3_000;
const GERMAN = "de";
/** Names take an article in these. */
const ROMANCE = new Set(["pt", "it", "es", "fr", "ca", "gl", "ro", "el"]);

const business = onceLoaded(
  () =>
    new RegExp(
      String.raw`(?<![\p{L}\p{M}])(?:${section("business")})(?![\p{L}\p{M}])|${section("business_inside")}`,
      "iu",
    ),
);
const article = onceLoaded(() => new RegExp(`^(?:${section("articles")})$`, "u"));
/** May follow a brand's name with a capital. */
const PRODUCT =
  /^(?:app|crm|pro|plus|cloud|ai|hq|inc|ltd|llc|gmbh|ag|business|enterprise|premium|api|software|team|teams|free|go|one|max|mini|lite|prime)$/iu;
const LABEL_BEFORE =
  /(?:^|\n)[ \t|>"'(]*(?:[-+•·#]\s*|\p{So}\s*|\d{1,2}\s*[.):、|]\s*|[IVX]{1,4}[.)]\s*|第?[\d一二三四五六七八九十]{1,2}[位名위、.:]*\s*[:、]?\s*|\|\s*)*$/u;
const LABEL_AFTER = /^["')]*\s{0,2}(?:[-:|(,]|$|\n)/u;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

const comparison = onceLoaded(
  () => new RegExp(String.raw`(?<!\p{L})(?:${section("comparisons")}|${section("than")})(?!\p{L})`, "iu"),
);

/** What is the same for all hits of an answer. */
export interface NameScene {
  /** What was computed at the first look: how common neighbouring words are, and whether a hit's surroundings judge. */
  known: {
    rarities: Map<string, number>;
    judged: Map<number, boolean>;
    sides: Map<string, Sides>;
    whole?: Sides;
    chosen: Map<number, boolean>;
    choosing?: boolean;
  };
  /** The prose. */
  text: string;
  /** The stored answer, and where each unit of the prose is in it. */
  answer: string;
  lower: string;
  starts: readonly number[];
  ends: readonly number[];
  languages: readonly string[];
  /** URLs of the citations, in lower case. */
  cited: string;
}

/** What is the same for all hits of a brand. */
interface BrandScene {
  linked: boolean;
  otherwise: boolean;
  capitals: number;
  times: number;
  lowers: number;
  categoryInside: boolean;
  /** A word that begins like the name is in lower case somewhere: "розетку" for "Розетка". */
  lowerForms: boolean;
  /** Another form of the name, by the rules of inflection, is in lower case: "pumy" for "Puma". */
  otherForms: boolean;
  /** A word is the name and an ending that no hit has: "Wanderfreunde". */
  longerForms: boolean;
}

const isUpper = (char: string) => char !== char.toLowerCase();
const hasCase = (char: string) => char.toLowerCase() !== char.toUpperCase();

/** Languages of different families. A word that is common in many of them is a name: "Google", but not "target". */
const APART = ["en", "es", "de", "pl", "fi", "tr", "id", "hu"];

/** How common a name is as a word, 0 to 1. */
export interface Commonness {
  here: number;
  english: number;
  /** Share of unrelated languages that know it. */
  spread: number;
  /** In the answer's language or English, less what is known everywhere. */
  most: number;
}

const scaled = (zipf: number) => Math.min(1.2, Math.max(0, (zipf - 1.6) / 3.4));

/** Share of unrelated languages that know a word: great for the names of the world's companies. */
const spreadOf = (word: string) => APART.filter((code) => zipfOf(word.toLowerCase(), code) >= 3).length / APART.length;
const EVERYWHERE = 0.75;

/** How common a name is as a word. The rarest of its words counts. */
export function commonness(name: string, languages: readonly string[], worldwide = name): Commonness {
  const language = languages[0]!;
  const of = (code: string, each = name) => {
    const words = wordsOfName(each, language);
    return scaled(Math.min(...words.map((word) => zipfOf(word, code))) - (words.length - 1) * 0.7);
  };
  const here = Math.max(...languages.slice(0, 2).map((code) => of(code)));
  const english = of("en");
  const known = Math.max(here, english);
  const spread =
    known > 0 && /\p{sc=Latin}/u.test(worldwide)
      ? APART.filter((code) => of(code, worldwide) > 0).length / APART.length
      : 0;
  return { here, english, spread, most: known * (1 - 0.7 * spread) };
}

/** Signs for each hit, in order. Linear in the answer: each hit is read in a window around it. */
export function weighable(
  scene: NameScene,
  hits: readonly BrandHit[],
  isSure: (hit: BrandHit) => boolean,
  likely: readonly number[],
): Signs[] {
  const { text } = scene;
  const sentences = sentencesOf(text);
  const sure = hits.map(isSure);
  const sureBrands = new Set(hits.filter((_, i) => sure[i]).map((hit) => hit.brand.key));
  const brands = new Map<number, BrandScene>();
  const starts = new Set(hits.map((hit) => hit.start));
  const folded = text.toLowerCase();
  for (const [key, own] of Map.groupBy(hits, (hit) => hit.brand.key)) {
    const { brand } = own[0]!;
    const spellings = [...new Set(own.map((hit) => hit.spelling))];
    const upper = own.filter(({ start }) => isUpper(text[start]!) && !OPENS.test(lineBefore(text, start)));
    brands.set(key, {
      linked: brand.host !== "" && (isLinked(scene.lower, brand.host) || isLinked(scene.cited, brand.host)),
      otherwise: new Set(own.map((hit) => hit.term)).size > 1 || own.some((hit) => hit.kind === "domain"),
      capitals: upper.length,
      times: own.filter(({ end }) => !inHost(text, end)).length,
      lowerForms: spellings.some((spelling) => hasLowerForm(text, spelling)),
      longerForms: spellings.some((spelling) => hasLongerForm(folded, spelling, starts)),
      otherForms: hasOtherForm(brand, scene),
      lowers: own.filter(({ start, end }) => hasCase(text[start]!) && !isUpper(text[start]!) && !inHost(text, end))
        .length,
      categoryInside: brand.category.some((word) => word.length > 2 && holdsWord(folded, word)),
    });
  }
  const company = companyOf(hits, likely);
  const labels = new Set(hits.filter((hit) => isLabel(text, hit)).map((hit) => hit.brand.key));
  let at = 0;
  return hits.map((hit, i) => {
    while (at + 1 < sentences.length && sentences[at]!.end <= hit.start) at++;
    return evidenceOf(scene, sentences[at]!, hits, i, brands.get(hit.brand.key)!, sure, {
      brands: sureBrands,
      likely,
      company,
      labels,
    });
  });
}

/** What is known of the other names of an answer. */
interface Company {
  brands: ReadonlySet<number>;
  likely: readonly number[];
  company: ReturnType<typeof companyOf>;
  labels: ReadonlySet<number>;
}

/** How likely the likeliest place of each brand is, sorted by it, and the two likeliest places of each. */
function companyOf(hits: readonly BrandHit[], likely: readonly number[]) {
  const places = new Map<number, [first: number, second: number]>();
  for (const [i, { brand }] of hits.entries()) {
    const p = likely[i]!;
    const [first, second] = places.get(brand.key) ?? [0, 0];
    places.set(brand.key, p > first ? [p, first] : [first, Math.max(second, p)]);
  }
  const sorted = [...places].map(([key, [p]]) => ({ key, p })).sort((a, b) => b.p - a.p);
  return {
    best: (key: number) => sorted.find((each) => each.key !== key)?.p ?? 0,
    least: (key: number) => sorted.findLast((each) => each.key !== key)?.p,
    otherPlace: (key: number, p: number) => {
      const [first, second] = places.get(key)!;
      return p === first ? second : first;
    },
  };
}

const isLabel = (text: string, { start, end }: Range): boolean =>
  LABEL_BEFORE.test(text.slice(Math.max(0, start - 24), start)) && LABEL_AFTER.test(text.slice(end, end + 4));

/** Words that begin like a name and have a capital only for another reason do not count. */
function hasLowerForm(text: string, spelling: string): boolean {
  if (!isUpper(spelling[0]!) || spelling.length < 4) return false;
  const stem = spelling.slice(0, Math.max(4, spelling.length - 2)).toLowerCase();
  for (let at = text.indexOf(stem); at >= 0; at = text.indexOf(stem, at + 1))
    if (!/[\p{L}\p{M}.@/-]/u.test(text[at - 1] ?? " ") && !inHost(text, at + stem.length)) return true;
  return false;
}

/** Longest ending of another form of a word. */
const ENDING = 3;

function hasLongerForm(folded: string, spelling: string, starts: ReadonlySet<number>): boolean {
  const name = spelling.toLowerCase();
  if (name.length < 4) return false;
  for (let at = folded.indexOf(name); at >= 0; at = folded.indexOf(name, at + 1)) {
    const ending = /^\p{L}+/u.exec(folded.slice(at + name.length, at + name.length + 12))?.[0] ?? "";
    if (ending === "" || ending.length > ENDING || /\p{L}/u.test(folded[at - 1] ?? " ")) continue;
    if (!starts.has(at)) return true;
  }
  return false;
}

/** Whether an inflected form of a name that has a capital is somewhere in lower case. */
function hasOtherForm({ terms }: BrandHit["brand"], { text, languages }: NameScene): boolean {
  return terms.some(
    (term) =>
      term.kind !== "domain" &&
      isUpper(term.spelling[0] ?? "") &&
      term.inflected(languages).some(({ pattern }) => {
        for (const { 0: form, index } of text.matchAll(pattern))
          if (!isUpper(form[0]!) && !inHost(text, index + form.length)) return true;
        return false;
      }),
  );
}

/** Whether the word that ends here is part of a host: "acme.example". */
const inHost = (text: string, end: number): boolean => /^\.\p{L}{2}/u.test(text.slice(end, end + 4));

/** What precedes a word that begins a sentence. */
const OPENS = /(?:^|[.!?:"«“„(|*])[^\p{L}\p{N}]*$/u;

const lineBefore = (text: string, start: number) => {
  const before = text.slice(Math.max(0, start - 40), start);
  return before.slice(before.lastIndexOf("\n") + 1);
};

function evidenceOf(
  scene: NameScene,
  sentence: Range,
  hits: readonly BrandHit[],
  index: number,
  of: BrandScene,
  sure: readonly boolean[],
  { brands: sureBrands, likely, company, labels }: Company,
): Signs {
  const hit = hits[index]!;
  const { text, answer, languages } = scene;
  const { start, end, brand } = hit;
  const name = text.slice(start, end);
  const signs = new Float64Array(SIGNS.length);
  let next = 0;
  const sign = (value: boolean | number) => {
    signs[next++] = Number(value);
  };
  const before = text.slice(Math.max(sentence.start, start - NEAR), start);
  const after = text.slice(end, Math.min(sentence.end, end + NEAR));
  const cased = hasCase(name[0]!);
  const upper = isUpper(name[0]!);
  const atStart =
    /(?:^|[:"«“(|])[^\p{L}\p{N}]*$/u.test(before) &&
    (start - sentence.start < NEAR || /[:"«“(|][^\p{L}\p{N}]*$/u.test(before));
  const around = (before + after).match(/\p{L}[\p{L}\p{M}'-]*/gu) ?? [];
  const capitals = around.filter((word) => isUpper(word[0]!));
  const crowded = around.length >= 3 && capitals.length > 0.6 * around.length;
  const german = languages[0] === GERMAN;
  const inside = upper && !atStart;
  sign(cased && !upper && isUpper(hit.spelling[0] ?? ""));
  sign(inside && !crowded && !german);
  sign(upper && atStart);
  sign(inside && crowded);
  sign(inside && german && !crowded);
  sign(name.length > 1 && name === name.toUpperCase() && cased && hit.spelling !== hit.spelling.toUpperCase());
  sign(!cased);
  sign(name === hit.spelling);
  const [from, to] = [scene.starts[start]!, scene.ends[end - 1]!];
  const [markBefore, markAfter] = [answer.slice(Math.max(0, from - 3), from), answer.slice(to, to + 3)];
  const emphasised = /[*_[]$/.test(markBefore) && /^(?:[*_\]:]|\s?\()/.test(markAfter);
  sign(emphasised);
  sign(/["'«“„‘「『《(]$/u.test(markBefore) && /^["'»”“’」』》)]/u.test(markAfter));
  const label = isLabel(text, hit);
  sign(label);
  sign(label && /^["')]*\s*(?:\n|$)/u.test(text.slice(end, end + 8)));
  // Other tracked companies.
  let rival = false;
  let joined = false;
  let perhaps = false;
  let likeliest = 0;
  for (const step of [-1, 1])
    for (let i = index + step, looked = 0; hits[i] && looked < 12; i += step, looked++) {
      const other = hits[i]!;
      if (other.start < sentence.start || other.start >= sentence.end) break;
      if (other.brand === brand) continue;
      rival ||= sure[i]!;
      likeliest = Math.max(likeliest, likely[i]!);
      perhaps ||= !sure[i] && (isUpper(text[other.start]!) || !hasCase(text[other.start]!));
      const between = step < 0 ? text.slice(other.end, start) : text.slice(end, other.start);
      if (between.length < 26 && joins(between)) joined = true;
    }
  sign(rival);
  sign(sureBrands.size > (sureBrands.has(brand.key) ? 1 : 0));
  sign(joined);
  const left = /(\p{L}[\p{L}\p{M}\p{N}.'-]*)["')*]{0,2}([\s"'(]*(?:[,、،/&+·]|\p{L}{1,4})[\s"'(]*)$/u.exec(before);
  const right = /^(["')]{0,2}\s*(?:[,、،/&+·]|\s\p{L}{1,4})\s["'(]?)(\p{L}[\p{L}\p{M}\p{N}.'-]*)/u.exec(after);
  const isName = (word: string | undefined) => word !== undefined && isUpper(word[0]!) && rarity(word, scene) < NAME;
  sign((isName(left?.[1]) && joins(left![2]!)) || (isName(right?.[2]) && joins(right![1]!)));
  sign(of.otherwise);
  sign(of.linked);
  sign(of.capitals > (inside ? 1 : 0));
  sign(of.lowers > (cased && !upper && !inHost(text, end) ? 1 : 0));
  const [lowBefore, lowAfter] = [before.toLowerCase(), after.toLowerCase()];
  sign(brand.category.some((word) => holdsWord(lowBefore, word) || holdsWord(lowAfter, word)));
  sign(of.categoryInside);
  sign(business().test(before) || business().test(after));
  // The words beside it.
  const previous = /(?:^|[^\p{L}\p{M}\p{N}])(\p{L}[\p{L}\p{M}'.-]*) $/u.exec(before);
  const following = /^ (\p{L}[\p{L}\p{M}'-]*)/u.exec(after);
  const [word, then] = [previous?.[1], following?.[1]];
  const tracked = (offset: number, step: -1 | 1) => {
    const other = hits[index + step];
    return other !== undefined && (step < 0 ? other.end === offset : other.start === offset);
  };
  const isOwn = (each: string) => PRODUCT.test(each) || brand.category.includes(each.toLowerCase());
  const beginsSentence =
    previous !== null && /(?:^|[.!?:\n"(])\s*$/u.test(before.slice(0, before.length - 1 - word!.length));
  // "The Acme" has a capital because it begins the sentence; "Nikola Tesla" has one anyway.
  const opens = beginsSentence && rarity(word!, scene) >= OPENING;
  const capitalBefore =
    word !== undefined &&
    isUpper(word[0]!) &&
    !opens &&
    !isOwn(word) &&
    !tracked(start - 1, -1) &&
    (!crowded || german);
  const rareBefore = capitalBefore && rarity(word, scene) < 5;
  const nounBefore = german && word !== undefined && rarity(word, scene) >= 3;
  sign(capitalBefore && !beginsSentence && !nounBefore);
  sign(rareBefore && !nounBefore);
  const capitalAfter =
    then !== undefined && isUpper(then[0]!) && !isOwn(then) && !tracked(end + 1, 1) && (!crowded || german);
  const nounAfter = german && then !== undefined && rarity(then, scene) >= 3;
  sign(capitalAfter && !nounAfter);
  sign(capitalAfter && !nounAfter && rarity(then, scene) < NAME);
  sign(then !== undefined && isUpper(then[0]!) && isOwn(then));
  sign(/^ ?\d/.test(after));
  sign(word !== undefined && article().test(word.toLowerCase()));
  sign(word !== undefined && !isUpper(word[0]!) && rarity(word, scene) >= FUNCTION);
  sign(/^[^\p{L}\p{N}]*$/u.test(before));
  sign(then !== undefined && rarity(then, scene) >= FUNCTION);
  sign(then !== undefined && !isUpper(then[0]!) && rarity(then, scene) < FUNCTION);
  sign(/^["')*]*\s?(?:[.,;:!?)(|。、，؟।-]|$|\n)/u.test(after));
  sign(/^'s?(?!\p{L})/u.test(after));
  sign(/[-/]$/.test(before) || /^[-/]\p{L}/u.test(after));
  const [charBefore, charAfter] = [text[start - 1] ?? " ", text[end] ?? " "];
  sign(/[\p{L}\p{M}]/u.test(charBefore) && !/[\p{sc=Arabic}\p{sc=Hebrew}]/u.test(charBefore));
  sign(/[\p{L}\p{M}]/u.test(charAfter));
  sign(UNSPACED.test(name) && isCut(text, start, end, languages[0]!));
  sign(hit.inflected);
  sign(/\S[\s_-]\S/.test(name));
  sign(Math.min(1, capitals.filter((each) => rarity(each, scene) < NAME).length / 3));
  sign(/^[A-Z]{1,3}$/.test(name));
  sign(
    cased &&
      /\p{sc=Latin}/u.test(name) &&
      !/\p{sc=Latin}/u.test(before.slice(-12) + after.slice(0, 12)) &&
      around.length > 0,
  );
  sign(perhaps);
  sign(/[$€£¥₹₺₽%]|\d/u.test(before + after));
  sign(comparison().test(before) || comparison().test(after));
  sign(isJudged(scene, start, before + after));
  sign(of.lowerForms && upper);
  const frequentAfter = then !== undefined && rarity(then, scene) >= FUNCTION;
  sign(/^[^\p{L}\p{N}*]*$/u.test(before) && /^["']?[,!]/.test(after));
  sign(atStart && frequentAfter);
  sign(inside && word !== undefined && article().test(word.toLowerCase()) && ROMANCE.has(languages[0]!));
  sign(atStart && upper && emphasised);
  sign(label && !cased);
  sign(rival && !cased);
  const others = sureBrands.size > (sureBrands.has(brand.key) ? 1 : 0);
  sign(!others);
  sign(others && !rival && !joined);
  const [opened, closed] = [/[*_]$/.test(markBefore), /^[*_]/.test(markAfter)];
  sign((opened && /^ \p{L}/u.test(after)) !== (closed && /\p{L} $/u.test(before)) && opened !== closed);
  const [quoteBefore, quoteAfter] = [/["«“„‘「『《]$/u.test(markBefore), /^["»”“’」』》]/u.test(markAfter)];
  sign(quoteBefore !== quoteAfter);
  sign(sureBrands.size - (sureBrands.has(brand.key) ? 1 : 0) > 1);
  sign(of.times > 1);
  const otherBefore = word !== undefined && !isUpper(word[0]!) && rarity(word, scene) < FUNCTION;
  sign(otherBefore);
  sign(otherBefore && german);
  sign(german && word !== undefined && article().test(word.toLowerCase()));
  sign(cased && of.capitals === 0);
  sign(inside && !crowded && !german && !capitalBefore && !capitalAfter);
  sign(upper && atStart ? 1 - rarity(name, scene) / 6 : 0);
  const frequentBefore = word !== undefined && !isUpper(word[0]!) && rarity(word, scene) >= FUNCTION;
  const known = namesAround(hit.spelling, capitalBefore ? word : undefined, capitalAfter ? then : undefined);
  sign(known.givenBefore);
  sign(known.given && known.familyAfter);
  sign(known.given && capitalAfter);
  sign(known.given);
  sign(known.family);
  sign(known.place);
  sign(known.place && frequentBefore);
  sign(known.placeWithNeighbour);
  sign(known.street);
  sign(isCompound(hit.spelling, languages[0]!));
  sign(/[\s_-]\p{Lu}/u.test(hit.spelling) && !/[\s_-]\p{Lu}/u.test(name));
  sign(capitalBefore && spreadOf(word) >= EVERYWHERE);
  sign(capitalAfter && spreadOf(then) >= EVERYWHERE);
  sign(of.longerForms);
  const whole = (scene.known.whole ??= sidesIn("settings", text.slice(0, WHOLE), languages));
  const near = sidesOf(scene, "settings", sentence, hit);
  sign(Math.min(1, near.first / 2));
  sign(Math.min(1, whole.first / 4));
  sign(Math.min(1, near.second / 2));
  sign(Math.min(1, whole.second / 4));
  sign(near.first === 0 && near.second > 0);
  const judging = sidesOf(scene, "judging", sentence, hit);
  sign(Math.min(1, (judging.first + judging.second) / 2));
  sign(isPersonsName(before));
  sign(hasOfAfter(after));
  sign(capitalAfter && word !== undefined && article().test(word.toLowerCase()));
  sign(capitalAfter && !nounAfter && /^[^\p{L}\p{N}]*$/u.test(before));
  sign(capitalBefore && known.family);
  sign(of.otherForms && upper);
  sign(upper && atStart && then !== undefined && !isUpper(then[0]!) && rarity(then, scene) < FUNCTION);
  sign(/^'\p{L}{1,3} \p{Lu}/u.test(after));
  sign(hit.inflected && capitalAfter);
  sign(near.first > 2);
  sign(near.second > 2);
  sign(whole.first >= 2 * whole.second && whole.first > 1);
  sign(whole.second >= 2 * whole.first && whole.second > 1);
  sign(!rival && quoteBefore && quoteAfter);
  sign(cased && !upper && word !== undefined && article().test(word.toLowerCase()));
  sign(/\s/.test(hit.spelling) && !/[\s_-]/.test(name));
  sign(isChosen(scene, sentence, hit));
  sign((scene.known.choosing ??= choicesIn(text.slice(0, WHOLE), languages).length > 0));
  sign(likeliest);
  sign(company.best(brand.key));
  sign(1 - (company.least(brand.key) ?? 1));
  sign(company.otherPlace(brand.key, likely[index]!));
  sign(label && (labels.size > 1 || (labels.size === 1 && !labels.has(brand.key))));
  const acts = actsAfter(after, languages);
  sign(acts);
  sign(acts && atStart);
  sign(isDesignated(after));
  const isCommon = (each: string | undefined) => each !== undefined && rarity(each, scene) >= NAME;
  sign((isCommon(left?.[1]) && joins(left![2]!)) || (isCommon(right?.[2]) && joins(right![1]!)));
  sign(upper && atStart && others && !rival && !acts && then !== undefined && !isUpper(then[0]!));
  sign(capitalAfter && rarity(then, scene) >= FUNCTION);
  sign(others && !rival && near.first === 0);
  sign(frequentAfter && business().test(after));
  return signs;
}

/** How common a neighbouring word is in the answer's language. */
function rarity(word: string, { languages, known: { rarities } }: NameScene): number {
  const lower = word.toLowerCase().replace(/'s$/, "");
  const found = rarities.get(lower);
  if (found !== undefined) return found;
  const zipf = Math.max(...languages.slice(0, 2).map((code) => zipfOf(lower, code)));
  rarities.set(lower, zipf);
  return zipf;
}

/** What the words around a hit speak for. */
function sidesOf(
  { text, languages, known: { sides } }: NameScene,
  section: "settings" | "judging",
  sentence: Range,
  hit: Range,
): Sides {
  const key = `${section} ${hit.start}`;
  const found = sides.get(key) ?? sidesIn(section, aroundName(text, sentence, hit), languages);
  sides.set(key, found);
  return found;
}

/** Whether the words around a hit choose or reject. */
function isChosen({ text, languages, known: { chosen } }: NameScene, sentence: Range, hit: Range): boolean {
  const found = chosen.get(hit.start) ?? choicesIn(aroundName(text, sentence, hit), languages).length > 0;
  chosen.set(hit.start, found);
  return found;
}

/** Whether the words around a hit praise or blame. */
function isJudged({ known: { judged } }: NameScene, start: number, around: string): boolean {
  const found = judged.get(start) ?? hasTone(around);
  judged.set(start, found);
  return found;
}

const segmenters = new Map<string, Intl.Segmenter>();
/** Whether a language's words end inside a range, or begin there: 小米 in 小米粥. */
function isCut(text: string, start: number, end: number, language: string): boolean {
  const segmenter = segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: "word" });
  segmenters.set(language, segmenter);
  const from = Math.max(0, start - 16);
  let [opens, closes] = [false, false];
  for (const { index, segment } of segmenter.segment(text.slice(from, end + 16))) {
    opens ||= from + index === start;
    closes ||= from + index + segment.length === end;
  }
  return !opens || !closes;
}

/** Whether a text has a word that begins like this one: "sklepie" for "sklep". */
function holdsWord(text: string, whole: string): boolean {
  const singular = /^\p{L}{3}s$/u.test(whole) ? whole.slice(0, -1) : whole;
  const word = whole.length > 4 ? whole.slice(0, Math.max(4, Math.ceil(whole.length * 0.75))) : singular;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (
      /[^\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u.test(word) &&
      /\p{L}/u.test(text[at - 1] ?? " ")
    )
      continue;
    // "car" of "cars" is in "car maker", not in "care".
    if (word !== whole && word.length === 3 && /^s?\p{L}/u.test(text.slice(at + 3).replace(/^s(?!\p{L})/u, "")))
      continue;
    return true;
  }
  return false;
}
