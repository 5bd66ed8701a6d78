import type { AnswerAbout } from "../../mentions";
import type { PageVersion } from "../../prerender";
import { CitableText, type Citable } from "../core/facts/citable";
import { citedBy, claimsOf, plainSentence, sentencesIn, type ToldAnswer, type Claim } from "../core/facts/claims";
import { judgeClaim, judgedAt, type JudgedClaim, type ReadVersion } from "../core/facts/judge";
import { factsOfPage } from "../core/facts/subject";
import { stemsOf } from "../core/questions";

export interface FoundClaim {
  claim: Claim;
  judged: JudgedClaim;
  answer: AnswerAbout;
}

export interface FoundPassage {
  state: Citable;
  path: string;
  quote: string;
  answer: AnswerAbout;
}

interface Judged {
  claims: FoundClaim[];
  passages: FoundPassage[];
  /** Answers that were read before the work had its bound. */
  read: number;
}

/** Values that claims are compared with, over all answers. */
const MOST_COMPARED = 4_000_000;
const MAX_CITATIONS = 100;
const MAX_PASSAGES = 6;

/** The versions of pages, read for facts; each was the one that crawlers got until the next one came. */
export function readVersions(
  versions: readonly PageVersion[],
  own: ReadonlySet<string>,
  rivals: readonly string[] = [],
): ReadVersion[] {
  return versions.map(({ path, at, text }, i) => {
    const next = versions[i + 1];
    const facts = factsOfPage(text.given, own, rivals);
    return { path, from: at, to: next?.path === path ? next.at : null, ...facts };
  });
}

/** Judges what answers say of the brand, and where what they cite is. `keyOf`: a URL's page, if it is one of ours. */
export function judgeAnswers(
  answers: readonly AnswerAbout[],
  versions: readonly PageVersion[],
  { brand, keyOf }: { brand: string; keyOf: (url: string) => string | undefined },
): Judged {
  const own = stemsOf(brand);
  const read = readVersions(versions, own, rivalsIn(answers, brand));
  const texts = new Texts(versions, own);
  const weight = read.reduce((sum, { values }) => sum + values.length, 1);
  const known = new Map<string, JudgedClaim>();
  const result: Judged = { claims: [], passages: [], read: 0 };
  for (const answer of answers) {
    if (known.size * weight > MOST_COMPARED) break;
    result.read++;
    const text: ToldAnswer = { ...answer, citations: (answer.citations ?? []).slice(0, MAX_CITATIONS) };
    const cited = pathsOf(answer.ownUrls, keyOf);
    for (const claim of claimsOf(text, brand)) {
      const own = pathsOf(claim.cites, keyOf);
      const others = claim.cites.some((url) => keyOf(url) === undefined);
      const pages = own.size > 0 ? own : cited;
      const key = JSON.stringify([claim.quote, claim.start, [...claim.subject], others, [...pages].sort()]);
      const judged = known.get(key) ?? judgeClaim(claim, read, { cited: pages, others });
      known.set(key, judged);
      result.claims.push({ claim, judged: judgedAt(judged, read, answer.createdAt), answer });
    }
    result.passages.push(...passagesOf(answer, text, texts, keyOf));
  }
  return result;
}

const MAX_RIVALS = 50;

/** Names of others in answers. */
const rivalsIn = (answers: readonly AnswerAbout[], brand: string): string[] =>
  [...new Set(answers.flatMap(({ mentions }) => mentions.map(({ name }) => name)))]
    .filter((name) => name !== brand && name.length > 1)
    .slice(0, MAX_RIVALS);

const pathsOf = (urls: readonly string[], keyOf: (url: string) => string | undefined) =>
  new Set(urls.flatMap((url) => keyOf(url) ?? []));

/** The texts of versions, each read at its first use. */
class Texts {
  private readonly read = new Map<PageVersion, CitableText>();

  constructor(
    private readonly versions: readonly PageVersion[],
    private readonly own: ReadonlySet<string>,
  ) {}

  /** The version that crawlers got at a time; null: none is known. */
  at(path: string, time: number): CitableText | null {
    const version = this.versions.findLast((each) => each.path === path && each.at <= time);
    if (!version?.text.isWhole) return null;
    const known = this.read.get(version) ?? new CitableText(version.text, this.own);
    this.read.set(version, known);
    return known;
  }
}

/** The sentences of an answer that cite a page of ours, looked for in what crawlers got when it was given. */
function passagesOf(
  answer: AnswerAbout,
  text: ToldAnswer,
  texts: Texts,
  keyOf: (url: string) => string | undefined,
): FoundPassage[] {
  const found: FoundPassage[] = [];
  if (answer.ownUrls.length === 0) return found;
  for (const sentence of sentencesIn(text.text)) {
    for (const path of pathsOf(citedBy(text, sentence), keyOf)) {
      if (found.length >= MAX_PASSAGES) return found;
      const quote = plainSentence(text.text.slice(sentence.start, sentence.end));
      found.push({ state: texts.at(path, answer.createdAt)?.find(quote) ?? "unknown", path, quote, answer });
    }
  }
  return found;
}
