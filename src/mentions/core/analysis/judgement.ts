import { isDenied } from "./denial";
import { findHits, type BrandHit } from "./find";
import { Reply, type Judgement } from "./judgement-schema";
import { quotedData } from "./quoted-data";
import { readProse } from "./prose";
import { brandsOf } from "./terms";
import type { Subject, TrackedCompetitor } from "./types";
import { section } from "./words/words";

/** Longest text that is judged. The rest of a longer answer is ignored. */
const MAX_ANSWER = 24_000;
const MAX_EXTRACTED = 20;
const MAX_NAME = 200;

/** The question for the model, from its template in the file of words. Names and the answer are quoted as data. */
export function judgementQuestion({ brandName, competitors, category }: Subject, answer: string): string {
  const values: Record<string, string> = {
    own: quotedData(brandName, MAX_NAME),
    tracked: [brandName, ...competitors.map(({ name }) => name)].map((name) => quotedData(name, MAX_NAME)).join(", "),
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

/**
 * Parses the model's reply. Drops every claim whose quote is not in the answer. Returns null if the reply does not fit
 * the schema.
 */
export function readJudgement(text: string, answer: string): Judgement | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  const reply = Reply.safeParse(parsed).data;
  if (!reply) return null;
  const judged = squeeze(answer.slice(0, MAX_ANSWER));
  const locate = (quote: string) => {
    const sought = squeeze(quote.trim()).text;
    const found = sought.length < 2 ? -1 : judged.text.indexOf(sought);
    return found < 0 ? null : { start: judged.at[found]!, end: judged.at[found + sought.length - 1]! + 1 };
  };
  const { value, quote } = reply.tone;
  const span = locate(quote);
  return {
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

/**
 * Untracked competitors that the model found. The rules check that the answer names them, which filters out invented
 * ones.
 */
export function extractedCompetitors(subject: Subject, { further }: Judgement): TrackedCompetitor[] {
  const known = brandsOf(subject);
  return Array.from(new Set(further.map(({ name }) => name)))
    .filter((name) => name.length >= 2 && findHits(readProse(name, []), known).length === 0)
    .slice(0, MAX_EXTRACTED)
    .map((name) => ({ name }));
}

/** What the model says about the hits inside its quotes. */
export interface Verdicts {
  company: ReadonlySet<BrandHit>;
  other: ReadonlySet<BrandHit>;
  denied: ReadonlySet<BrandHit>;
}

/**
 * Applies each claim about a name to the hits of that name inside the quote. A quote without the name proves nothing,
 * and a denial must contain a word of denial.
 */
export function verdictsOf(
  judgement: Judgement | null,
  hits: readonly BrandHit[],
  rangeOf: (hit: BrandHit) => { start: number; end: number },
  quoted: (start: number, end: number) => string,
): Verdicts {
  const verdicts = { company: new Set<BrandHit>(), other: new Set<BrandHit>(), denied: new Set<BrandHit>() };
  for (const { name, sense, start, end } of judgement?.names ?? []) {
    if (sense === "denied" && !isDenied(quoted(start, end))) continue;
    for (const hit of hits) {
      if (hit.brand.name.toLowerCase() !== name.trim().toLowerCase()) continue;
      const range = rangeOf(hit);
      if (range.start >= start && range.end <= end) verdicts[sense].add(hit);
    }
  }
  return verdicts;
}
