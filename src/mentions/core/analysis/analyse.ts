import { hash53 } from "../../../lib/crypto/hash";
import { round2 } from "../../../lib/numbers/round";
import { citedPages, ownHosts } from "./citations";
import { clausesOf, sentencesOf, type Range } from "./words/clauses";
import { denialProbabilities, separateDenied } from "./denial";
import { findHits, type BrandHit } from "./names/find";
import { inflectionsIn } from "./inflections";
import { extractedCompetitors, hasClaims, recommends, verdictsOf, withSeenForms, type Verdicts } from "./judgement";
import type { Judgement } from "./judgement-schema";
import { readProse, type Prose } from "./names/prose";
import { productHits } from "./names/products";
import { rankBrands } from "./rank";
import { toneOf, toneReader, type Tone } from "./tone/tone";
import { languagesOf } from "./words/languages";
import { trustIn } from "./trust";
import { BAND, meantHits, nameProbabilities, WIDE_BAND } from "./names/weigh";
import type { NameScene } from "./names/evidence";
import { EXCLUDED, searchedFor, type Brand } from "./names/terms";
import type { Analysis, Answer, Subject } from "./types";

/** Increase this when the rules give a different result for the same answer. Older analyses are then repeated. */
export const ANALYSIS_VERSION = 11;

/** What the rules look for, compiled once per domain. */
export interface Rules {
  subject: Subject;
  searched: Brand[];
}

/** Identifies the rules and names behind an analysis. Equal keys mean equal results. */
export function rulesKeyOf(subject: Subject): string {
  return `${ANALYSIS_VERSION}.${hash53(JSON.stringify(subject)).toString(36)}`;
}

export function compileRules(subject: Subject): Rules {
  return { subject, searched: searchedFor(subject) };
}

/** Analyses a stored answer with rules alone (docs/answer-analysis.md). Deterministic. */
export function analyseByRules(rules: Rules, answer: Answer): Analysis {
  return analyse(readAnswer(rules, answer), null);
}

/** Maximum length of an answer and its citations, in characters. Providers are limited to far less. */
const MAX_ANSWER = 100_000;
const MAX_CITATIONS = 1_000;
/** Brands whose tone is read. */
const MAX_TONES = 12;
/** The most mentions that are kept, so that an analysis fits into its row. */
const MAX_MENTIONS = 2_000;

/** What the rules read in an answer, whatever a model says of it. It takes most of an analysis' time. */
function readAnswer({ subject, searched }: Rules, whole: Answer) {
  const answer = {
    ...whole,
    text: whole.text.slice(0, MAX_ANSWER),
    citations: whole.citations.slice(0, MAX_CITATIONS),
  };
  const prose = readProse(answer.text, answer.citations);
  const languages = languagesOf(answer.text);
  const hits = findHits(prose, searched, languages);
  const likely = nameProbabilities(nameSceneOf(prose, answer, languages), hits);
  const denied = denialProbabilities(prose.text, hits, languages);
  return { subject, searched, answer, prose, languages, hits, likely, denied };
}

function analyse(reading: ReturnType<typeof readAnswer>, claimed: Judgement | null): Analysis {
  const { subject, searched, answer, prose, languages, hits: all, likely } = reading;
  const brands = searched.filter(({ key }) => key !== EXCLUDED);
  const rangeOf = (hit: BrandHit) => answerRange(prose, hit);
  const mentionOf = (hit: BrandHit) => ({ name: hit.brand.name, ...rangeOf(hit) });
  const read = { hits: all, likely, denied: reading.denied, rangeOf };
  const trust = claimed && trustIn(claimed, read);
  const judgement = trust?.claims ? claimed : null;
  const verdicts = verdictsOf(trust?.senses ? claimed : null, read, (hit) => clauseAround(prose.text, hit));
  const { meant, unsure } = meantHits(all, likely, verdicts, claimed?.passed ? WIDE_BAND : BAND);
  const { standing, denied } = withVerdicts(separateDenied(prose.text, meant, read.denied), verdicts);
  const ranks = rankBrands(prose, standing);
  const position = ranks.get(0) ?? 0;
  const known = new Set(standing.map((hit) => hit.brand));
  const others = unsure.filter((hit) => known.has(hit.brand));
  const tones = tonesOf(prose.text, { standing, others }, languages, ranks);
  const pages = citedPages(answer.citations, ownHosts(subject.domain, subject.aliases));
  const analysis: Omit<Analysis, "analysisText"> = {
    mentioned: position > 0,
    mentionPosition: position,
    mentions: standing.slice(0, MAX_MENTIONS).map(mentionOf),
    denied: denied
      .map(mentionOf)
      .sort((a, b) => a.start - b.start)
      .slice(0, MAX_MENTIONS),
    unsure: unsure.slice(0, MAX_MENTIONS).map(mentionOf),
    competitors: competitorsOf(subject, brands, standing, ranks),
    citationCount: pages.length,
    citationDomains: [...new Set(pages.map((page) => page.domain))],
    citedUrls: [...Map.groupBy(pages, (page) => page.domain)].map(([domain, of]) => ({
      domain,
      urls: of.map((page) => page.url),
    })),
    ownCitations: pages.filter((page) => page.own).map((page) => page.url),
    ...toneTowards(position, prose, tones.get(0), provenTone(judgement, prose, standing, languages)),
    tones: [...tones]
      .filter(([, { found }]) => found)
      .map(([key, { sentiment, mixed }]) => ({ name: brands[key]!.name, sentiment, mixed })),
    inflections: inflectionsIn(prose, brands, all),
    recommended:
      judgement && position > 0
        ? isRecommended(judgement, answer.text, standing.filter((hit) => hit.brand.key === 0).map(rangeOf))
        : null,
    method: judgement ? "model" : "rules",
    judgement: claimed,
  };
  return { ...analysis, analysisText: describe(brands[0]!.name, analysis, denied, answer) };
}

/** What the places of names are read in. */
export function nameSceneOf(
  prose: Prose,
  { text: answer, citations }: Answer,
  languages: readonly string[],
): NameScene {
  const { text, starts, ends } = prose;
  const cited = citations
    .map(({ url }) => url.slice(0, 300))
    .join(" ")
    .toLowerCase();
  return {
    text,
    answer,
    starts,
    ends,
    languages,
    cited,
    lower: answer.toLowerCase(),
    known: { rarities: new Map(), judged: new Map(), sides: new Map(), chosen: new Map() },
  };
}

/** The model decides what its quotes decide: it may find a denial that the rules miss, or take one back. */
function withVerdicts(found: ReturnType<typeof separateDenied>, { company, denied }: Verdicts) {
  const standing = [...found.standing, ...found.denied]
    .filter((hit) => (found.denied.includes(hit) ? company.has(hit) : !denied.has(hit)))
    .sort((a, b) => a.start - b.start);
  const kept = new Set(standing);
  return { standing, denied: [...found.standing, ...found.denied].filter((hit) => !kept.has(hit)) };
}

/**
 * The tone towards each brand that is named, the monitored one and the first others. What is said at a place of its name that is
 * `unsure`, or of its products, is about it, too.
 */
function tonesOf(
  text: string,
  { standing, others }: { standing: readonly BrandHit[]; others: readonly BrandHit[] },
  languages: readonly string[],
  ranks: ReadonlyMap<number, number>,
): Map<number, Tone> {
  const keys = [...new Set(standing.map((hit) => hit.brand.key))].sort((a, b) => a - b).slice(0, MAX_TONES);
  const reader = toneReader(text, languages, ranks);
  const named = [...standing, ...others, ...productHits(text, standing, languages)].sort((a, b) => a.start - b.start);
  return new Map(keys.map((key) => [key, toneOf(text, named, key, reader)]));
}

function toneTowards(
  position: number,
  prose: Prose,
  byRules: Tone | undefined,
  judged: Judgement["tone"],
): Pick<Analysis, "sentiment" | "toneFound" | "toneMixed" | "toneEvidence"> {
  if (position === 0) return { sentiment: 0, toneFound: false, toneMixed: false, toneEvidence: null };
  if (judged) {
    const { value, start, end } = judged;
    const toneFound = value !== 0 || end > start;
    return {
      sentiment: round2(value),
      toneFound,
      toneMixed: byRules?.mixed ?? false,
      toneEvidence: end > start ? { start, end } : null,
    };
  }
  if (!byRules) return { sentiment: 0, toneFound: false, toneMixed: false, toneEvidence: null };
  const { sentiment, found, mixed, evidence } = byRules;
  return { sentiment, toneFound: found, toneMixed: mixed, toneEvidence: evidence && answerRange(prose, evidence) };
}

/** The clause of a hit. */
function clauseAround(text: string, { start, end }: Range): string {
  const sentence = sentencesOf(text).find((each) => each.end > start)!;
  const clause = clausesOf(text, sentence).find((each) => each.end >= end) ?? sentence;
  return text.slice(clause.start, clause.end);
}

/** A claim counts if its quote names the brand and recommends. */
function isRecommended(
  { names }: Judgement,
  answer: string,
  own: ReadonlyArray<{ start: number; end: number }>,
): boolean {
  return names.some(
    ({ recommended, sense, start, end }) =>
      recommended &&
      sense === "company" &&
      own.some((range) => range.start >= start && range.end <= end) &&
      recommends(answer.slice(start, end)),
  );
}

/**
 * The model's tone, if its quote is about the brand: it names the brand, or the last name before it is the brand's. A quote
 * in which the words of praise and blame speak of a rival alone, or against the claim, proves nothing.
 */
function provenTone(
  judgement: Judgement | null,
  prose: Prose,
  standing: readonly BrandHit[],
  languages: readonly string[],
): Judgement["tone"] {
  const tone = judgement?.tone ?? null;
  if (tone === null || tone.end === tone.start) return tone;
  const inside = standing.filter((hit) => {
    const { start, end } = answerRange(prose, hit);
    return start < tone.end && end > tone.start;
  });
  const before = standing.findLast((hit) => answerRange(prose, hit).start < tone.start);
  const own = inside.length > 0 ? inside.some((hit) => hit.brand.key === 0) : before?.brand.key === 0;
  if (!own) return null;
  const from = prose.starts.findIndex((start) => start >= tone.start);
  const to = prose.ends.findLastIndex((end) => end <= tone.end) + 1;
  const quote = prose.text.slice(from, to);
  const hits = inside
    .filter(({ start, end }) => start >= from && end <= to)
    .map((hit) => Object.assign({}, hit, { start: hit.start - from, end: hit.end - from }));
  if (hits.every((hit) => hit.brand.key === 0)) return tone;
  const reader = toneReader(quote, languages, new Map());
  const ofOwn = toneOf(quote, hits, 0, reader).sentiment;
  const ofOthers = [...new Set(hits.map((hit) => hit.brand.key))].some(
    (key) => key !== 0 && toneOf(quote, hits, key, reader).sentiment * tone.value > 0,
  );
  return ofOwn * tone.value < 0 || (ofOwn === 0 && ofOthers) ? null : tone;
}

/**
 * Adds a language model's findings to the rules' analysis: the tone, and competitors nobody tracks. The rules search
 * for those names too, so a name that is not in the answer is dropped. If no claim is usable, the rules alone decide.
 */
export function analyseWithJudgement(subject: Subject, answer: Answer, judgement: Judgement): Analysis {
  const reading = readAnswer(compileRules(subject), answer);
  const byRules = analyse(reading, null);
  if (!hasClaims(judgement, answer.text)) return { ...byRules, judgement };
  const first = analyse(reading, judgement);
  // Not believed.
  if (first.method === "rules") return { ...byRules, judgement };
  const extracted = extractedCompetitors(subject, judgement);
  const seen = withSeenForms(subject, judgement, answer.text);
  const wider = { ...seen, competitors: [...seen.competitors, ...extracted] };
  const isSame = rulesKeyOf(wider) === rulesKeyOf(subject);
  const judged = isSame ? first : analyse(readAnswer(compileRules(wider), answer), judgement);
  return differs(byRules, judged) ? { ...judged, byRules: readingOf(byRules) } : judged;
}

/** What the rules alone read, if a model read it otherwise. */
function readingOf({ mentionPosition, sentiment, competitors }: Analysis): NonNullable<Analysis["byRules"]> {
  return { mentionPosition, sentiment, competitors: competitors.map(({ name }) => name) };
}

function differs(rules: Analysis, judged: Analysis): boolean {
  const tone = ({ sentiment }: Analysis) => Math.sign(sentiment);
  const names = ({ competitors }: Analysis) => competitors.map(({ name }) => name).sort();
  return (
    rules.mentionPosition !== judged.mentionPosition ||
    tone(rules) !== tone(judged) ||
    String(names(rules)) !== String(names(judged))
  );
}

function answerRange(prose: Prose, { start, end }: Range): { start: number; end: number } {
  return { start: prose.starts[start]!, end: prose.ends[end - 1]! };
}

function competitorsOf(
  subject: Subject,
  brands: readonly Brand[],
  hits: readonly BrandHit[],
  ranks: ReadonlyMap<number, number>,
): Analysis["competitors"] {
  return brands
    .slice(1)
    .filter((brand) => ranks.has(brand.key))
    .map((brand) => ({
      name: brand.name,
      count: hits.filter((hit) => hit.brand === brand).length,
      position: ranks.get(brand.key)!,
      siteUrl: subject.competitors[brand.key - 1]!.siteUrl,
    }))
    .sort((a, b) => b.count - a.count || a.position - b.position);
}

function describe(
  brand: string,
  found: Omit<Analysis, "analysisText">,
  denied: readonly BrandHit[],
  { truncated }: Answer,
): string {
  const own = found.mentions.filter((mention) => mention.name === brand).length;
  const times = own === 1 ? "once" : `${own} times`;
  const tone = found.sentiment > 0.1 ? "positive" : found.sentiment < -0.1 ? "negative" : "neutral";
  const first = found.mentioned
    ? `${brand} is named ${times}, at position ${found.mentionPosition}${found.toneFound ? `, in a ${tone} tone.` : "; no tone found."}`
    : denied.some((hit) => hit.brand.key === 0)
      ? `${brand} is not mentioned: the answer says it has no information about it.`
      : `${brand} is not mentioned.`;
  const names = found.competitors.map((competitor) => competitor.name);
  const second = names.length === 0 ? "No known competitors are named." : `Competitors named: ${names.join(", ")}.`;
  const cited = found.ownCitations.length === 0 ? "" : `, ${found.ownCitations.length} of them on the domain`;
  const forms = found.inflections.map(
    ({ seen, alias }) => ` "${seen}" looks like an inflected name; the alias "${alias}" would count it.`,
  );
  const cut = truncated ? " The answer is cut off." : "";
  return `${first} ${second} Pages cited: ${found.citationCount}${cited}. Tone judged by ${found.judgement?.tone ? "a language model" : "a list of words"}.${forms.join("")}${cut}`;
}
