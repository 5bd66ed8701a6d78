import { holdsNegator, WORD } from "../words/lexicon";
import { listsByLanguage, onceLoaded } from "../words/words";

interface Denying {
  whole: ReadonlySet<string>;
  stems: readonly string[];
}

const denials = listsByLanguage("denials");
/** Words that deny in a language: "nichts", "rien", "ничего". */
const denyingIn = onceLoaded(
  () =>
    new Map(
      Array.from(denials(), ([code, [no = ""]]): [string, Denying] => {
        const words = no.split(",").filter((word) => !/\s/.test(word));
        const whole = new Set(words.filter((word) => !word.includes("*")));
        return [
          code,
          { whole, stems: words.filter((word) => /^[^*]{4,}\*$/.test(word)).map((word) => word.slice(0, -1)) },
        ];
      }),
    ),
);
/** How many of an answer's likely languages are asked. */
const ASKED = 3;
export function denyingWords(languages: readonly string[]): (word: string) => boolean {
  const sets = languages.slice(0, ASKED).flatMap((code) => denyingIn().get(code) ?? []);
  return (word) => sets.some(({ whole, stems }) => whole.has(word) || stems.some((stem) => word.startsWith(stem)));
}

/** Tells whether a text denies anything in these languages. */
export function denierIn(languages: readonly string[]): (text: string) => boolean {
  const isDenying = denyingWords(languages);
  return (text) => holdsNegator(text) || (text.toLowerCase().match(WORD) ?? []).some((word) => isDenying(word));
}
