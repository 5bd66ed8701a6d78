import { parseJson } from "../../../lib/text/json";
import { controlsFor, passesControls } from "./controls";
import { isDenied } from "./denial";
import { findHits, type BrandHit } from "./names/find";
import { Reply, type Judgement } from "./judgement-schema";
import { quotedData } from "./quoted-data";
import { readProse } from "./names/prose";
import { foldTerm } from "./words/fold";
import { brandsOf } from "./names/terms";
import type { Subject, TrackedCompetitor } from "./types";
import { hasTone, holdsNegator } from "./words/lexicon";
import { onceLoaded, section } from "./words/words";

/** Longest text that is judged. The rest of a longer answer is ignored. */
const MAX_ANSWER = 24_000;
const MAX_EXTRACTED = 20;
const MAX_NAME = 200;

/** The question for the model, from its template in the file of words. Names and the answer are quoted as data. */
export function judgementQuestion({ brandName, competitors, category }: Subject, answer: string): string {
  const control = controlsFor(answer);
  const values: Record<string, string> = {
    own: quotedData(brandName, MAX_NAME),
    tracked: [brandName, ...competitors.map(({ name }) => name)].map((name) => quotedData(name, MAX_NAME)).join(", "),
    control: quotedData(control.text, MAX_NAME),
    controls: control.expected
      .map(({ name }) => name)
      .sort()
      .join(", "),
    category: category ? ` (${quotedData(category, MAX_NAME)})` : "",
  };
  const asked = section("question").replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name]!);
  return `${asked}\n${quotedData(answer, MAX_ANSWER)}`;
}

/** A text with each run of white space as one space, and where each of its characters was. */
function squeeze(text: string): { text: string; at: number[] } {
  const parts: string[] = [];
  const at: number[] = [];
  for (const { 0: run, index } of text.matchAll(/\s+|\S+/g)) {
    const part = run.trim() === "" ? " " : run;
    parts.push(part);
    for (let i = 0; i < part.length; i++) at.push(index + i);
  }
  return { text: parts.join(""), at };
}

/** JSON without the Markdown fence or the sentence that some models put around it. */
function unfenced(text: string): string {
  const [first, last] = [text.indexOf("{"), text.lastIndexOf("}")];
  return first < 0 || last < first ? text : text.slice(first, last + 1);
}

/**
 * Parses the model's reply. Drops every claim whose quote is not in the answer. Returns null if the reply does not fit
 * the schema.
 */
export function readJudgement(text: string, answer: string): Judgement | null {
  const reply = Reply.safeParse(parseJson(unfenced(text))).data;
  if (!reply) return null;
  const judged = squeeze(answer.slice(0, MAX_ANSWER));
  const locate = (quote: string) => {
    const sought = squeeze(quote.trim()).text;
    const found = sought.length < 2 ? -1 : judged.text.indexOf(sought);
    return found < 0 ? null : { start: judged.at[found]!, end: judged.at[found + sought.length - 1]! + 1 };
  };
  const { value, quote } = reply.tone;
  const span = locate(quote);
  const passed = passesControls(reply.controls, answer);
  return {
    ...(passed === undefined ? {} : { passed }),
    names: reply.names.flatMap(({ quote: shows, ...claim }) => {
      const range = locate(shows);
      return range ? [{ ...claim, ...range }] : [];
    }),
    tone: span ? { value, ...span } : value === 0 && quote === "" ? { value: 0, start: 0, end: 0 } : null,
    further: reply.further.flatMap(({ name, isCompetitor, quote: shows }) => {
      const range = isCompetitor && shows.includes(name.trim()) ? locate(shows) : null;
      return range ? [{ name: name.trim(), ...range }] : [];
    }),
  };
}

/** Whether the analysis can use any of the model's claims. */
export function hasClaims({ names, tone, further }: Judgement, answer: string): boolean {
  return (
    tone !== null ||
    further.length > 0 ||
    names.some(({ sense, start, end }) => sense !== "denied" || isDenied(answer.slice(start, end)))
  );
}

/** Whether this may be a company's name: it has a capital, a digit or no case, and few words. */
function isName(name: string): boolean {
  return /^["'(]?[^\p{Ll}\s]|\p{Lu}|\d/u.test(name) && name.split(/\s+/).length <= 6;
}

/** Longest word that is taken for an inflected name. */
const MAX_FORM = 60;

/**
 * The subject with the forms of its names that the model's quotes show and the rules do not know: words that begin like
 * the name and have its capital.
 */
export function withSeenForms(subject: Subject, { names }: Judgement, answer: string): Subject {
  const formsOf = (name: string): string[] => {
    const stem = foldTerm(name).slice(0, Math.max(3, foldTerm(name).length - 2));
    if (stem.length < 3 || /\s/.test(stem)) return [];
    const quotes = names.filter((claim) => claim.sense === "company" && claim.name.trim() === name);
    const words = quotes.flatMap(
      ({ start, end }) => answer.slice(start, end).match(/\p{L}[\p{L}\p{M}\p{N}'-]*/gu) ?? [],
    );
    return words.filter(
      (word) => word.length <= MAX_FORM && foldTerm(word).startsWith(stem) && word.length <= name.length + 6,
    );
  };
  const own = formsOf(subject.brandName);
  const competitors = subject.competitors.map((each) => {
    const forms = formsOf(each.name);
    return forms.length === 0 ? each : { ...each, aliases: [...(each.aliases ?? []), ...new Set(forms)] };
  });
  return { ...subject, aliases: [...subject.aliases, ...new Set(own)], competitors };
}

/**
 * Untracked competitors that the model found. The rules check that the answer names them, which filters out invented
 * ones.
 */
export function extractedCompetitors(subject: Subject, { further }: Judgement): TrackedCompetitor[] {
  const known = brandsOf(subject);
  return Array.from(new Set(further.map(({ name }) => name)))
    .filter((name) => name.length >= 2 && isName(name) && findHits(readProse(name, []), known).length === 0)
    .slice(0, MAX_EXTRACTED)
    .map((name) => ({ name }));
}

const deniesKnowledge = (clause: string) => isDenied(clause) && !hasTone(clause);

/** What recommends: words for it, and superlatives. */
const recommending = onceLoaded(() => new RegExp(section("recommendations"), "iu"));

/** Whether a quote recommends: it has a word that does, and denies nothing. */
export function recommends(quote: string): boolean {
  const folded = foldTerm(quote).toLowerCase();
  return recommending().test(folded) && !holdsNegator(folded);
}

/** What the model says about the hits inside its quotes. */
export interface Verdicts {
  company: ReadonlySet<BrandHit>;
  other: ReadonlySet<BrandHit>;
  denied: ReadonlySet<BrandHit>;
}

/** What the rules read of the names in an answer. */
export interface ReadNames {
  hits: readonly BrandHit[];
  /** How likely each hit means its company, and how likely the answer knows nothing of it. */
  likely: readonly number[];
  denied: ReadonlyMap<BrandHit, number>;
  rangeOf: (hit: BrandHit) => { start: number; end: number };
}

/** A denial that the rules find at all likely needs no word for it in its own clause. */
const DENIABLE = 0.1;

/** The hits that a claim about a name is about: those inside its quote. */
export function hitsOf({ name, start, end }: Judgement["names"][number], { hits, rangeOf }: ReadNames): BrandHit[] {
  return hits.filter((hit) => {
    if (hit.brand.name.toLowerCase() !== name.trim().toLowerCase()) return false;
    const range = rangeOf(hit);
    return range.start >= start && range.end <= end;
  });
}

/**
 * Applies each claim about a name to the hits of that name inside the quote. A quote without the name proves nothing. A
 * denial needs, at one place of the name, a word of denial in its clause and no word that judges it, or that the rules find it
 * likely.
 */
export function verdictsOf(
  judgement: Judgement | null,
  read: ReadNames,
  clauseOf: (hit: BrandHit) => string,
): Verdicts {
  const verdicts = { company: new Set<BrandHit>(), other: new Set<BrandHit>(), denied: new Set<BrandHit>() };
  const claims = (judgement?.names ?? []).flatMap((claim) =>
    hitsOf(claim, read).map((hit) => ({ hit, sense: claim.sense })),
  );
  const isDeniable = (hit: BrandHit) => read.denied.get(hit)! >= DENIABLE || deniesKnowledge(clauseOf(hit));
  const unknown = new Set(
    claims.filter(({ hit, sense }) => sense === "denied" && isDeniable(hit)).map(({ hit }) => hit.brand),
  );
  for (const { hit, sense } of claims) if (sense !== "denied" || unknown.has(hit.brand)) verdicts[sense].add(hit);
  return verdicts;
}
