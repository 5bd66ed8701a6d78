import { LEVELS, riceBits, wordHash } from "./word-hash";

/** What is known of the languages (src/mentions/analyse); null before it is loaded. */
interface Data {
  /** The languages of each frequent word and of each letter that marks some. */
  words: ReadonlyMap<string, readonly string[]>;
  letters: ReadonlyMap<string, readonly string[]>;
  /** Words of praise and of blame per language, joined by spaces. */
  valence: ReadonlyMap<string, readonly [praise: string, blame: string]>;
  /** Where each level of each language begins in `bytes`, and how many words it has. */
  tables: ReadonlyMap<string, ReadonlyArray<{ offset: number; words: number }>>;
  /** The traditional and simplified forms of a Chinese character. */
  han: ReadonlyMap<string, string>;
  bytes: Uint8Array;
}
let data: Data | null = null;
/** Sorted hashes of a language's words, one array per level, decoded at first use. */
const decoded = new Map<string, readonly Uint32Array[]>();

function add(map: Map<string, string[]>, key: string, code: string): void {
  const codes = map.get(key);
  if (codes) codes.push(code);
  else map.set(key, [code]);
}

/** Reads both files that scripts/dev/language-data.ts writes. */
export function setLanguages(text: string, file: Uint8Array): void {
  const words = new Map<string, string[]>();
  const letters = new Map<string, string[]>();
  const valence = new Map<string, [string, string]>();
  const han = new Map<string, string>();
  let section = "";
  for (const line of text.split("\n")) {
    if (line.startsWith("[")) section = line;
    else if (line !== "" && !line.startsWith("#")) {
      const [code, first, second] = line.split("|") as [string, string, string];
      if (section === "[han]") readForms(first, han);
      else if (section === "[valence]") valence.set(code, [first, second]);
      else {
        for (const letter of first) add(letters, letter, code);
        for (const word of second.split(" ")) add(words, word, code);
      }
    }
  }
  const headerEnd = file.indexOf(10);
  const header = JSON.parse(new TextDecoder().decode(file.subarray(0, headerEnd))) as Record<
    string,
    [number, number][]
  >;
  const tables = new Map<string, Array<{ offset: number; words: number }>>();
  let offset = headerEnd + 1;
  for (const [code, levels] of Object.entries(header))
    tables.set(
      code,
      levels.map(([count, length]) => ({ offset: (offset += length) - length, words: count })),
    );
  decoded.clear();
  data = { words, letters, valence, tables, han, bytes: file };
}

/** Pairs of a traditional and a simplified character. Several traditional ones may share a simplified one. */
function readForms(pairs: string, han: Map<string, string>): void {
  const classes = new Map<string, string>();
  for (let i = 0; i + 1 < pairs.length; i += 2)
    classes.set(pairs[i + 1]!, (classes.get(pairs[i + 1]!) ?? pairs[i + 1]!) + pairs[i]!);
  for (const forms of classes.values()) for (const form of forms) han.set(form, forms);
}

/** All forms of a Chinese character, traditional and simplified; empty if it has one form, or before data is loaded. */
export const formsOf = (char: string): string => data?.han.get(char) ?? "";

export const hasLanguages = (): boolean => data !== null;

function loaded(): Data {
  if (data === null) throw new Error("The data about languages is not loaded.");
  return data;
}

/** Words that praise and words that blame in a language, joined by spaces; empty if none are known. */
export function valenceOf(code: string): readonly [praise: string, blame: string] {
  return loaded().valence.get(code) ?? ["", ""];
}

function tableOf(code: string): readonly Uint32Array[] {
  const known = decoded.get(code);
  if (known) return known;
  const { bytes, tables } = loaded();
  const table = (tables.get(code) ?? []).map(({ offset, words }) => {
    const hashes = new Uint32Array(words);
    let bit = offset * 8;
    const next = () => (bytes[bit >> 3]! >> (7 - (bit++ & 7))) & 1;
    const low = riceBits(words);
    let value = -1;
    for (let i = 0; i < words; i++) {
      let gap = 0;
      while (next() === 1) gap++;
      for (let j = 0; j < low; j++) gap = (gap << 1) | next();
      hashes[i] = value += gap + 1;
    }
    return hashes;
  });
  decoded.set(code, table);
  return table;
}

function holds(sorted: Uint32Array, value: number): boolean {
  let low = 0;
  for (let high = sorted.length; low < high;) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === value;
}

/** How common a folded lower-case word is in a language: the Zipf value of its level, 2 to 5.5; 0: not common. */
export function zipfOf(word: string, code: string): number {
  const hash = wordHash(word);
  const level = tableOf(code).findIndex((hashes) => holds(hashes, hash));
  return level < 0 ? 0 : LEVELS[level]!;
}

/** Names of people and places that libraries know. */
export type KnownAs = "given" | "family" | "place" | "street";

/** Whether a folded lower-case name is one of a kind: "alan", "turing", "nova scotia", "road". */
export function isKnownAs(kind: KnownAs, name: string): boolean {
  const [names] = tableOf(`@${kind}`);
  return names !== undefined && holds(names, wordHash(name));
}

/** Languages whose script nobody else uses here. */
const BY_SCRIPT: ReadonlyArray<[script: RegExp, code: string]> = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/u, "ja"],
  [/\p{sc=Hangul}/u, "ko"],
  [/\p{sc=Han}/u, "zh"],
  [/\p{sc=Thai}/u, "th"],
  [/\p{sc=Greek}/u, "el"],
  [/\p{sc=Hebrew}/u, "he"],
  [/\p{sc=Devanagari}/u, "hi"],
  [/\p{sc=Bengali}/u, "bn"],
  [/\p{sc=Tamil}/u, "ta"],
  [/\p{sc=Georgian}/u, "ka"],
  [/\p{sc=Armenian}/u, "hy"],
];
const TOKEN = /[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Arabic}\p{M}']+/gu;
/** How much of an answer tells its language. */
const READ = 3_000;
/** A language is a candidate if it scores at least this share of the best. */
const NEAR_BEST = 0.75;

/** Languages that most answers are in. A short text may fit many languages equally. */
const PREVALENT = ["en", "de", "fr", "es", "pt", "it", "nl", "pl", "ru", "tr", "sv", "cs", "no", "da", "fi"];
const prevalence = (code: string): number => (PREVALENT.includes(code) ? PREVALENT.indexOf(code) : PREVALENT.length);

/** The languages that a text may be in, the most likely first. English if nothing tells. */
export function languagesOf(text: string): string[] {
  const read = text.slice(0, READ);
  const { words, letters } = loaded();
  const scores = new Map<string, number>();
  const vote = (codes: readonly string[] | undefined, weight: number) => {
    for (const code of codes ?? []) scores.set(code, (scores.get(code) ?? 0) + weight / Math.sqrt(codes!.length));
  };
  for (const [token] of read.toLowerCase().matchAll(TOKEN)) {
    vote(words.get(token), 1);
    const marks = new Set(token.match(/[^\0-\u007f]/g));
    for (const letter of marks) {
      const codes = letters.get(letter);
      if (codes && codes.length < 12) vote(codes, 0.5);
    }
  }
  const spaced = read.match(/[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Arabic}]+/gu)?.length ?? 0;
  for (const [script, code] of BY_SCRIPT) {
    const found = read.match(new RegExp(script, "gu"))?.length ?? 0;
    if (found > 0) {
      const kana = code === "ja";
      if (found > spaced || (kana && found * 4 > spaced)) return [code];
      break;
    }
  }
  const sorted = [...scores].sort((a, b) => b[1] - a[1] || prevalence(a[0]) - prevalence(b[0]));
  const best = sorted[0]?.[1] ?? 0;
  if (best === 0) return ["en"];
  return sorted.filter(([, score]) => score >= NEAR_BEST * best).map(([code]) => code);
}
