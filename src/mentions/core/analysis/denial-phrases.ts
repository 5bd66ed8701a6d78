import { onceLoaded, section } from "./words";

/** A phrase, split at "…". */
export type Phrase = readonly RegExp[];

export interface PhraseGroup {
  /** A text that does not match holds none of the phrases. */
  gate: RegExp;
  phrases: Phrase[];
  /** Denies knowledge of whatever the clause before asks about: "I found nothing". */
  bare: RegExp | null;
}

/** Placeholder for a brand in the text that the phrases are matched against. */
export const BRAND = "\u0001";

/** Scripts written without spaces, or with particles joined to the word. */
const JOINED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;
const STEM = String.raw`[\p{L}\p{M}]{0,20}`;
const PREFIX = String.raw`(?<=(?<![\p{L}\p{M}])[\p{L}\p{M}]{0,3})`;

/** Matches any of the entries as a whole word; inside words in scripts without spaces. Empty for no entry. */
function word(entries: string): string {
  if (entries === "") return "";
  const all = entries.split(",");
  const spaced = all.filter((entry) => !JOINED.test(entry));
  const alternatives = spaced.map((entry) =>
    entry.startsWith("*") ? PREFIX + entry.slice(1).replaceAll("*", STEM) : entry.replaceAll("*", STEM),
  );
  const [prefixed, whole] = [
    alternatives.filter((each) => each.startsWith(PREFIX)),
    alternatives.filter((each) => !each.startsWith(PREFIX)),
  ];
  return `(?:${[
    ...(whole.length > 0 ? [String.raw`(?<![\p{L}\p{M}])(?:${whole.join("|")})(?:(?<=')|(?![\p{L}\p{M}]))`] : []),
    ...(prefixed.length > 0 ? [String.raw`(?:${prefixed.join("|")})(?![\p{L}\p{M}])`] : []),
    ...all.filter((entry) => JOINED.test(entry)),
  ].join("|")})`;
}

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
/** A case ending, or one short word, between the brand and its postposition. */
const SUFFIX = String.raw`\S{0,5}\s?(?:[\p{L}\p{M}]{1,4}\s)?`;
/** Short words that may follow a verb: "known to me". */
const TO_ME = String.raw`(?: [\p{L}\p{M}]{1,4}){0,2}`;

function ofLanguage(line: string): PhraseGroup {
  const columns = line.split("|").slice(1);
  const [no, info, about, sources, mention, called, within, know, appear, absent] = columns.map(word);
  const noInfo = `${no} ?~${info}`;
  const found = `(?:${know}|${appear})`;
  const frames = [
    // No information about @; about @, there is no information; information about @ was not found
    about ? `${noInfo} ~${about}…@(?!'s)` : `${noInfo}…@`,
    about && `${about} ~@…${noInfo}`,
    about && `${info} ?~${about}…@${NEXT}(?:${no} ?~${found}|${found} ~${no}|${no}${END})`,
    about && `@${SUFFIX}${about}…(?:${info}|${sources})…${no}`,
    about && `@${SUFFIX}${about}…${no} ?~(?:${info}|${know})`,
    about && `${no}…${about}…@…${info}`,
    // None of the sources mentions @; @ is in none of the sources
    `${no} ?~${sources}…${mention}…@`,
    `${no} ?~${sources}…@…(?:${mention}|${found})`,
    `${no} ?~${sources}…${found}…@`,
    `${sources}…@…${mention}…${no}`,
    `${sources}…${no} ?~${mention}…@`,
    `${no} ?~${mention} ~@(?!'s)`,
    `${mention} ~@ ~${no}${END}`,
    `${mention} ~${no} ~@(?!'s)`,
    `@${NEXT}${no} ~${within && `${within} ~`}${sources}`,
    within && `@${NEXT}${within} ~${no} ~${sources}`,
    // There is no company called @; a company called @ does not exist
    `${no}…${called}…@`,
    `${called}…@${NEXT}(?:${no} ~${found}|${found} ~${no})`,
    `@${SUFFIX}${called}…${found}…${no}`,
    `@${SUFFIX}${called}…${no} ?~${found}`,
    // I don't know @; @ is not known to me; of @ I know nothing
    `${no} ?~${know} ~@(?!'s)`,
    `${know} ~${no} ~@(?!'s)`,
    `${know} ~@ ~${no}${END}`,
    `@${NEXT}${no} ?~${know}${TO_ME}${END}`,
    about && `${about} ~@${NEXT}(?:${no} ?~${know}|${know} ~${no})`,
    // @ does not appear; nowhere appears @
    `@${NEXT}${no} ?~${appear}${END}`,
    `@ ${appear} ~${no}${END}`,
    `${no} ?~${appear} ~@(?!'s)`,
    // @: no information found
    String.raw`^\W*@["')]*\s?[:-]\s…${no} ?~(?:${found}|${info})`,
    ...fusedFrames(columns),
    absent && `@${NEXT}${absent}${END}`,
    absent && `${absent} ~@(?!'s)`,
  ];
  const gate = new RegExp(`${no}${absent && `|${absent}`}`, "iu");
  const unknown = [`${no} ?~(?:${info}|${found})`, `${know} ~${no}`, absent].filter((each) => each !== "");
  const [bare] = compile(unknown.join("|"));
  return { gate, bare: bare!, phrases: frames.flatMap((frame) => (frame ? [compile(frame)] : [])) };
}

/** Frames of verbs that contain their negation: "neznám", "bulunmuyor". */
function fusedFrames([no, , , , mention, called, , know, appear]: string[]): string[] {
  const negative = new Set(no!.split(","));
  const both = (...columns: string[]) =>
    word(
      columns
        .flatMap((column) => column.split(","))
        .filter((entry) => negative.has(entry))
        .join(","),
    );
  const found = both(know!, appear!);
  const mentioned = both(mention!, appear!);
  return [
    found && `@${SUFFIX}${word(called!)}…${found}`,
    found && `${word(called!)} ~@${NEXT}${found}`,
    found && `${found} ~@(?!'s)`,
    found && `@${NEXT}${found}${TO_ME}${END}`,
    mentioned && `${mentioned} ~@`,
  ].filter((frame) => frame !== "");
}

/** How answers deny brands, in all languages. */
export const denials = onceLoaded((): { byLanguage: PhraseGroup[]; all: PhraseGroup[] } => {
  const byLanguage = section("denials").split("\n").map(ofLanguage);
  const others = {
    gate: /./u,
    bare: null,
    phrases: section("phrases")
      .split("\n")
      .map((line) => compile(line)),
  };
  return { byLanguage, all: [...byLanguage, others] };
});
