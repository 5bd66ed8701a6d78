import { onceLoaded, section } from "./words";

/** A phrase, split at "…". */
export type Phrase = readonly RegExp[];

export interface PhraseGroup {
  code: string;
  /** Matches the words of each class: no, info, about and so on. */
  classes: ReadonlyMap<string, RegExp>;
  /** A text that does not match denies nothing in this language. */
  gate: RegExp;
  /** The phrases that may match a text. */
  phrasesFor: (text: string) => Phrase[];
  /** Denies knowledge of whatever the clause before asks about: "I found nothing". */
  bare: RegExp;
}

/** The classes of words. */
export const CLASSES = [
  "no",
  "info",
  "about",
  "sources",
  "mention",
  "called",
  "within",
  "know",
  "appear",
  "absent",
] as const;

/** Placeholder for a brand in the text that the phrases are matched against. */
export const BRAND = "\u0001";

/**
 * What is not a letter. Naming these few takes a fiftieth of the time that compiling \p{L} takes, in over a thousand
 * patterns.
 */
const NO_LETTERS = String.raw`\x00-\x40\x5b-\x60\x7b-\xa9\xab-\xb4\xb6-\xb9\xbb-\xbf\u060c\u061b\u061f\u2000-\u206f\u3000-\u303f\uff00-\uff20`;
const LETTER = `[^${NO_LETTERS}]`;
const NO_LETTER = `[${NO_LETTERS}]`;
/** A letter, apostrophe or hyphen. */
const IN_WORD = `(?:${LETTER}|['-])`;

/** Scripts written without spaces, or with particles joined to the word. */
const JOINED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;
const STEM = String.raw`${LETTER}{0,20}`;
const PREFIX = String.raw`(?<=(?<!${LETTER})${LETTER}{0,3})`;

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
    ...(whole.length > 0 ? [String.raw`(?<!${LETTER})(?:${whole.join("|")})(?:(?<=')|(?!${LETTER}))`] : []),
    ...(prefixed.length > 0 ? [String.raw`(?:${prefixed.join("|")})(?!${LETTER})`] : []),
    ...all.filter((entry) => JOINED.test(entry)),
  ].join("|")})`;
}

function compile(phrase: string): Phrase {
  return phrase
    .replaceAll("~", String.raw`(?:(?!(?:whether|if|ob|czy|zda|jestli|ci|чи) )${IN_WORD}{1,40} ){0,3}`)
    .replaceAll(String.raw`\S*`, String.raw`\S{0,30}`)
    .replaceAll(String.raw`\S+`, String.raw`\S{1,30}`)
    .replaceAll("@", BRAND)
    .split("…")
    .map((part) => new RegExp(part, "g"));
}

/** Prepositions that may follow a statement about what is missing where: "does not appear in the list". */
const END = String.raw`(?=${NO_LETTER}*$|\s*[,;:(-]| a | (?:in|on|among|unter|en|dans|parmi|em|na|no|nas|nos|tra|i|blant|blandt|w|v|mezi|в|среди|у) )`;
/** The rest of a negated verb in scripts without spaces: ありません|でした. */
const TAIL = `${LETTER}{0,6}`;
/** Up to four words after the brand. */
const NEXT = String.raw`${NO_LETTER}{0,3}(?:${IN_WORD}{1,24} ){0,4}`;
/** A case ending, or one short word, between the brand and its postposition. */
const SUFFIX = String.raw`\S{0,5}\s?(?:${LETTER}{1,4}\s)?`;
/** The same with an aside: "a company called Acme, it seems, does not exist". */
const ASIDE = String.raw`${NO_LETTER}{0,3}(?:${IN_WORD}{1,24},? ){0,4}`;
/** The brand's own site is not a source. */
const NOT_ITS = String.raw`(?! (?:its|their|his|her|own|sein${LETTER}*|ihre${LETTER}*|eigen${LETTER}*|su|sus|sua|suas|seu|seus|son|sa|ses|suo|suoi|propri${LETTER}*|zijn|haar|sin|sitt|sina|sine|svoj${LETTER}*|swoj${LETTER}*|сво${LETTER}*|kendi) )`;
/** After a word that says it all: "absent from the lists". */
const SHORT = String.raw`(?=${NO_LETTER}*$|\s*[,;:(-]| ${LETTER}{1,6}(?!${LETTER}))`;
/** Short words that may follow a verb: "known to me". */
const TO_ME = String.raw`(?: ${LETTER}{1,4}){0,2}`;

/** A pattern with the classes of words without which it cannot match; "|" separates alternatives. */
type Frame = [pattern: string, needs: string];

function ofLanguage(line: string): PhraseGroup {
  const columns = line.split("|").slice(1);
  const [no, info, about, sources, mention, called, within, know, appear, absent] = columns.map(word);
  const noInfo = `${no} ?~${info}`;
  const found = `(?:${know}|${appear})`;
  const unless = (missing: string | undefined, ...frames: Frame[]): Frame[] => (missing ? frames : []);
  const frames: Frame[] = [
    // No information about @; about @, there is no information; information about @ was not found
    ...unless(
      about,
      [`${noInfo} ~${about}…@(?!'s)`, "no info about"],
      [`${about} ~@…${noInfo}`, "no info about"],
      [`${info} ?~${about}…@${NEXT}(?:${no} ?~${found}|${found} ~${no}|${no}${TAIL}${END})`, "no info about"],
      [`@${SUFFIX}${about}…(?:${info}|${sources})…${no}`, "no about info|sources"],
      [`@${SUFFIX}${about}…${no} ?~(?:${info}|${know})`, "no about info|know"],
      [`${no}…${about}…@…${info}`, "no info about"],
      [`${about} ~@${NEXT}(?:${no} ?~${know}|${know} ~${no})`, "no know about"],
    ),
    ...(about ? [] : ([[`${noInfo}…@`, "no info"]] satisfies Frame[])),
    // None of the sources mentions @; @ is in none of the sources
    [`${no} ?~${sources}…${mention}…@`, "no sources mention"],
    [`${no} ?~${sources}…@…(?:${mention}|${found})`, "no sources mention|know|appear"],
    [`${no} ?~${sources}…${found}…@`, "no sources know|appear"],
    [`${sources}…@…${mention}…${no}`, "no sources mention"],
    [`@(?!'s)…${sources}…${mention}…${no}${TAIL}${END}`, "no sources mention"],
    [`${sources}…${no} ?~${mention}…@`, "no sources mention"],
    [`${no} ?~${mention} ~@(?!'s)`, "no mention"],
    [`${mention} ~@ ~${no}${TAIL}${END}`, "no mention"],
    [`${mention} ~${no} ~@(?!'s)`, "no mention"],
    [`@${NEXT}${no} ~${within && `${within}${NOT_ITS} ~`}${sources}`, "no sources"],
    ...unless(within, [`@${NEXT}${within} ~${no} ~${sources}`, "no sources within"]),
    // There is no company called @; a company called @ does not exist
    [`${no}…${called}…@`, "no called"],
    [`${called}…@${ASIDE}(?:${no} ~${found}|${found} ~${no})`, "no called know|appear"],
    [`@${SUFFIX}${called}…${found}…${no}`, "no called know|appear"],
    [`@${SUFFIX}${called}…${no} ?~${found}`, "no called know|appear"],
    [`@${SUFFIX}${called}…${no}${TAIL}${END}`, "no called"],
    // I don't know @; @ is not known to me
    [`${no} ?~${know}${LETTER}{0,2} ?~@(?!'s)`, "no know"],
    [`${know} ~${no} (?:${IN_WORD}{1,24} )?@(?!'s)`, "no know"],
    [`@${NEXT}${know} ~${no}${TAIL}${END}`, "no know"],
    [`${know} ~@ ~${no}${TAIL}${END}`, "no know"],
    [`@${NEXT}${no} ?~${know}${TO_ME}${END}`, "no know"],
    // @ does not appear; nowhere appears @
    [`@${NEXT}${no} ?~${appear}${END}`, "no appear"],
    [`@ ${appear} ~${no}${TAIL}${END}`, "no appear"],
    [`${no} ?~${appear} ~@(?!'s)`, "no appear"],
    // @: no information found
    [
      String.raw`^\W*(?:${about || "@"} ~)?@["')]*\s?[:,-]\s…(?:${no} ?~(?:${found}|${info})|${know} ~${no})`,
      "no know|appear|info",
    ],
    ...fusedFrames(columns),
    ...unless(absent, [`@${NEXT}${absent}${SHORT}`, "absent"], [`${absent} ~@(?!'s)`, "absent"]),
  ];
  const gate = new RegExp(`${no}${absent && `|${absent}`}`);
  const unknown = [`${no} ?~(?:${info}|${found})`, `${know} ~${no}`, absent].filter((each) => each !== "");
  const [bare] = compile(unknown.join("|"));
  const words = { no, info, about, sources, mention, called, within, know, appear, absent };
  const classes = new Map(Object.entries(words).flatMap(([name, each]) => (each ? [[name, new RegExp(each)]] : [])));
  return {
    code: line.slice(0, line.indexOf("|")),
    classes,
    gate,
    bare: bare!,
    phrasesFor: phrasesFor(frames, classes),
  };
}

/** Selects the frames whose words a text has. Each is compiled at its first use: a language has forty. */
function phrasesFor(frames: readonly Frame[], classes: ReadonlyMap<string, RegExp>): (text: string) => Phrase[] {
  const compiled = new Map<string, Phrase>();
  const all = frames.map(([pattern, needs]) => ({
    pattern,
    needs: needs.split(" ").map((group) => group.split("|")),
  }));
  return (text) => {
    const has = new Map<string, boolean>();
    const present = (name: string) => {
      if (!has.has(name)) has.set(name, classes.get(name)?.test(text) === true);
      return has.get(name)!;
    };
    return all
      .filter(({ needs }) => needs.every((group) => group.some((name) => present(name))))
      .map(({ pattern }) => {
        const phrase = compiled.get(pattern) ?? compile(pattern);
        compiled.set(pattern, phrase);
        return phrase;
      });
  };
}

/** Frames of verbs that contain their negation: "neznám", "bulunmuyor". */
function fusedFrames([no, , , , mention, called, , know, appear]: string[]): Frame[] {
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
  const frames: Frame[] = [];
  if (found)
    frames.push(
      [`@${SUFFIX}${word(called!)}…${found}`, "no called"],
      [`${word(called!)} ~@${NEXT}${found}`, "no called"],
      [`${found} ~@(?!'s)`, "no know|appear"],
      [`@${NEXT}${found}${TO_ME}${END}`, "no know|appear"],
    );
  if (mentioned) frames.push([`${mentioned} ~@`, "no mention|appear"]);
  return frames;
}

/** How answers deny brands, in all languages. */
export const denials = onceLoaded((): { byLanguage: PhraseGroup[]; others: Phrase[] } => ({
  byLanguage: section("denials").split("\n").map(ofLanguage),
  others: section("phrases")
    .split("\n")
    .map((line) => compile(line)),
}));
