import { readFileSync } from "node:fs";
import path from "node:path";
import { compileRules, nameSceneOf } from "../../../../../src/mentions/core/analysis/analyse";
import { denialInputs } from "../../../../../src/mentions/core/analysis/denial";
import { DENIAL_SIGNS } from "../../../../../src/mentions/core/analysis/denial-signs";
import { SIGNS } from "../../../../../src/mentions/core/analysis/names/evidence";
import { findHits } from "../../../../../src/mentions/core/analysis/names/find";
import { readProse } from "../../../../../src/mentions/core/analysis/names/prose";
import type { Subject } from "../../../../../src/mentions/core/analysis/types";
import { meantHits, nameProbabilities, TURNS, weighed } from "../../../../../src/mentions/core/analysis/names/weigh";
import { languagesOf } from "../../../../../src/mentions/core/analysis/words/languages";
import { LABELLED_ANSWERS as LABELLED } from "../labelled-answers";
import { readBatch, subjectOf } from "./batches";
import { readCorpus } from "./read-corpus";

export { DENIAL_SIGNS, SIGNS, TURNS };
export { loadWordFiles } from "../../../../support/words.setup";

/** All places of one name in one answer. If `meant`, at least one of them means the company, or else none does. */
export interface Bag {
  id: string;
  batch: string;
  language: string;
  /** The name is the monitored brand's, not a rival's. */
  own: boolean;
  meant: boolean;
  places: Float64Array[];
  text: string;
  name: string;
}

interface Labelled {
  id: string;
  batch: string;
  language: string;
  subject: Subject;
  mentioned: boolean;
  rivals: readonly string[];
  denial: boolean;
  text: string;
}

function bagsOf(
  { id, batch, language, subject, mentioned, rivals, denial, text }: Labelled,
  first: ArrayLike<number> | null,
): Bag[] {
  const prose = readProse(text, []);
  const languages = languagesOf(text);
  const hits = findHits(prose, compileRules(subject).searched, languages);
  const inputs = weighed(nameSceneOf(prose, { text, citations: [] }, languages), hits, first);
  return [...Map.groupBy(hits.keys(), (i) => hits[i]!.brand)].flatMap(([brand, indexes]) => {
    const own = brand.key === 0;
    const meant = own ? mentioned : rivals.includes(brand.name);
    const places = indexes.flatMap((i) => inputs[i] ?? []);
    // A denied name means the company, too, but is not mentioned.
    if ((denial && !meant) || places.length < indexes.length) return [];
    return [{ id, batch, language, own, meant, places, text, name: brand.name }];
  });
}

/** Lines of a file of single sentences: `language¦brand¦domain¦rivals¦category¦mentioned (d: denied)¦rivals mentioned¦text`. */
function trainingLines(file: string): Labelled[] {
  const lines = readFileSync(path.resolve("test/unit/mentions/analysis/corpus", `${file}.txt`), "utf8")
    .trim()
    .split("\n");
  return lines.map((line, i) => {
    const [language, brandName, domain, competitors, category, mentioned, rivals, text] = line.split("¦");
    return {
      id: `${file}-${i}`,
      batch: file,
      language: language!,
      subject: {
        brandName: brandName!,
        domain: domain!,
        aliases: [],
        category: category!,
        competitors: competitors!.split(",").map((name) => ({ name })),
      },
      mentioned: mentioned === "1",
      rivals: rivals!.split(","),
      denial: mentioned === "d",
      text: text!.replaceAll(String.raw`\n`, "\n"),
    };
  });
}

/** The bags of names that are meant, by whether the answer knows nothing of them. */
export function denialBags(batches: readonly string[]): Bag[] {
  return labelledAnswers(batches).flatMap(({ id, batch, language, subject, mentioned, rivals, denial, text }) => {
    const prose = readProse(text, []);
    const languages = languagesOf(text);
    const found = findHits(prose, compileRules(subject).searched, languages);
    const scene = nameSceneOf(prose, { text, citations: [] }, languages);
    const none = { company: new Set<never>(), other: new Set<never>() };
    const { meant: hits } = meantHits(found, nameProbabilities(scene, found), none);
    const inputs = denialInputs(prose.text, hits, languages);
    return [...Map.groupBy(hits.keys(), (i) => hits[i]!.brand)].flatMap(([brand, indexes]) => {
      const own = brand.key === 0;
      const standing = own ? mentioned : rivals.includes(brand.name);
      if (!standing && !denial) return [];
      const places = indexes.flatMap((i) => inputs[i] ?? []);
      return [{ id, batch, language, own, meant: !standing, places, text, name: brand.name }];
    });
  });
}

/** The bags of all labelled answers that may be learnt from, with those of the named blind batches. */
export function trainingBags(batches: readonly string[], first: ArrayLike<number> | null): Bag[] {
  return labelledAnswers(batches).flatMap((answer) => bagsOf(answer, first));
}

function labelledAnswers(batches: readonly string[]): Labelled[] {
  const corpus = readCorpus().map((answer, i): Labelled => ({
    id: `${answer.part}-${i}`,
    batch: answer.part === "seen" || answer.part === "aside" ? "first" : answer.part,
    language: answer.language,
    subject: answer.subject,
    mentioned: answer.position > 0,
    rivals: answer.competitors,
    denial: answer.kind === "deny",
    text: answer.text,
  }));
  const blind = batches.flatMap((batch) =>
    readBatch(batch).map((answer): Labelled => ({
      id: answer.id,
      batch: `${batch} ${answer.author}`,
      language: answer.language,
      subject: subjectOf(answer),
      mentioned: answer.mentioned,
      rivals: answer.rivals,
      denial: answer.kinds.includes("deny"),
      text: answer.text,
    })),
  );
  const labelled = LABELLED.map((answer, i): Labelled => ({
    id: `labelled-${i}`,
    batch: "labelled",
    language: answer.language,
    subject: answer.subject,
    mentioned: answer.position > 0,
    rivals: Object.keys(answer.competitors),
    denial: answer.position === 0,
    text: answer.text,
  }));
  return [...corpus, ...labelled, ...["training", "training-breaking"].flatMap(trainingLines), ...blind];
}
