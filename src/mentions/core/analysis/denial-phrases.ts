import { onceLoaded, section } from "./words";

/** A phrase, split at "…". */
export type Phrase = readonly RegExp[];

export interface PhraseGroup {
  /** A text that does not match holds none of the phrases. */
  gate: RegExp;
  phrases: Phrase[];
}

/** Placeholder for a brand in the text that the phrases are matched against. */
export const BRAND = "\u0001";

const word = (entries: string) =>
  entries === ""
    ? ""
    : String.raw`(?<![\p{L}\p{M}])(?:${entries.replaceAll(",", "|").replaceAll("*", String.raw`[\p{L}\p{M}]{0,20}`)})(?:(?<=')|(?![\p{L}\p{M}]))`;

function compile(phrase: string): Phrase {
  return phrase
    .replaceAll("~", String.raw`(?:[\p{L}\p{M}'-]{1,40} ){0,3}`)
    .replaceAll(String.raw`\S*`, String.raw`\S{0,30}`)
    .replaceAll(String.raw`\S+`, String.raw`\S{1,30}`)
    .replaceAll("@", BRAND)
    .split("…")
    .map((part) => new RegExp(part, "giu"));
}

/** Prepositions that may follow a statement about what is missing where: "does not appear in the list". */
const END = String.raw`(?=\W*$|\s*[,;:(-]| a | (?:in|on|among|unter|en|dans|parmi|em|na|no|nas|nos|tra|i|blant|blandt|w|v|mezi|в|среди|у) )`;
/** Up to four words after the brand. */
const NEXT = String.raw`\P{L}{0,3}(?:[\p{L}\p{M}'-]{1,24} ){0,4}`;

function ofLanguage(line: string): PhraseGroup {
  const [, no, info, about, sources, mention, called, within, know, appear, absent] = line.split("|").map(word);
  const noInfo = `${no} ?~${info}`;
  const frames = [
    // No information about @; about @, there is no information
    about ? `${noInfo} ~${about}…@(?!'s)` : `${noInfo}…@`,
    about && `${about} ~@…${noInfo}`,
    // None of the sources mentions @; @ is in none of the sources
    `${no} ~${sources}…${mention}…@`,
    `@${NEXT}${no} ~${within && `${within} ~`}${sources}`,
    within && `@${NEXT}${within} ~${no} ~${sources}`,
    // There is no company called @; a company called @ does not exist
    `${no}…${called}…@`,
    `${called}…@${NEXT}(?:${no} ~(?:${know}|${appear})|(?:${know}|${appear}) ~${no})`,
    // I don't know @; of @ I know nothing
    `${no} ?~${know} ~@(?!'s)`,
    about && `${about} ~@${NEXT}(?:${no} ?~${know}|${know} ~${no})`,
    // @ does not appear; nowhere appears @
    `@${NEXT}${no} ?~${appear}${END}`,
    `@ ${appear} ~${no}${END}`,
    `${no} ?~${appear} ~@(?!'s)`,
    absent && `@${NEXT}${absent}${END}`,
    absent && `${absent} ~@(?!'s)`,
  ];
  const gate = new RegExp(`${no}${absent && `|${absent}`}`, "iu");
  return { gate, phrases: frames.flatMap((frame) => (frame ? [compile(frame)] : [])) };
}

/** How answers deny brands, in all languages. */
export const denials = onceLoaded((): { byLanguage: PhraseGroup[]; all: PhraseGroup[] } => {
  const byLanguage = section("denials").split("\n").map(ofLanguage);
  const others = {
    gate: /./u,
    phrases: section("phrases")
      .split("\n")
      .map((line) => compile(line)),
  };
  return { byLanguage, all: [...byLanguage, others] };
});
