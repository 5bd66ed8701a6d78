/**
 * Characters that people don't see, and that hide, reorder or end the text around them: controls (C0, C1), format
 * characters (direction marks, tags, soft hyphens, zero-width ones), other characters that are ignored where they are not
 * known (UAX #44, Default_Ignorable_Code_Point), private use, halves of surrogate pairs, and Unicode's line separators.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;

/** What joins letters of scripts and parts of emoji (UAX #31): only after one of them. */
const JOINERS = new Set(["\u200C", "\u200D"]);
const JOINED = /^(?!\p{ASCII})[\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]$|^(?!\p{sc=Latn})(?!\p{ASCII})\p{L}$/u;
/** What chooses a glyph, with the character that it belongs to. A run of them, or one elsewhere, can carry a hidden message. */
const SELECTED = /^(?:\p{Emoji}[\uFE0E\uFE0F]|\p{sc=Han}[\uFE00-\uFE0F\u{E0100}-\u{E01EF}])$/u;

/**
 * Replaces each hidden character of a stranger's text. Tabs and line breaks stay, and so do joiners and variation selectors
 * where writing needs them.
 */
export function replaceHidden(text: string, by: (hidden: string) => string): string {
  return text.replace(HIDDEN, (hidden, at: number) => (isNeeded(hidden, at, text) ? hidden : by(hidden)));
}

function isNeeded(hidden: string, at: number, text: string): boolean {
  if (hidden === "\t" || hidden === "\n" || hidden === "\r") return true;
  const before = characterBefore(text, at);
  if (!JOINERS.has(hidden)) return SELECTED.test(before + hidden);
  // A variation selector may stand between, as in a heart on fire, but only one that stays.
  const isKept = before.search(HIDDEN) < 0 || SELECTED.test(characterBefore(text, at - before.length) + before);
  return isKept && JOINED.test(before);
}

/** The character that ends before an index; an empty text at the start. */
function characterBefore(text: string, at: number): string {
  const last = text.charCodeAt(at - 1);
  const isPair = last >= 0xdc00 && last <= 0xdfff;
  return text.slice(Math.max(0, at - (isPair ? 2 : 1)), at);
}

/** A stranger's text without hidden characters. */
export const visibleText = (text: string): string => replaceHidden(text, () => "");

/** A stranger's text without hidden characters, of several lines, and at most `max` UTF-16 units long. What is cut ends with `…`. */
export function cleanText(text: string, max: number): string {
  return cut(visibleText(startOf(text, max)), max, text.length);
}

/** The same in one line. */
export function cleanLine(text: string, max: number): string {
  return cut(oneLine(startOf(text, max)), max, text.length);
}

/** One line of any length. White space becomes one space, and so does what is hidden, unless `gap` says otherwise. */
export function oneLine(text: string, gap: " " | "" = " "): string {
  const line = replaceHidden(text.replaceAll(/\s+/g, " "), () => gap).trim();
  return gap === "" ? line : line.replaceAll(/ +/g, " ");
}

/** JSON text in which hidden characters are escaped. It parses to the same value. */
export const visibleJson = (json: string): string =>
  replaceHidden(json, (hidden) =>
    Array.from({ length: hidden.length }, (_, i) => escapeOf(hidden.charCodeAt(i))).join(""),
  );

const escapeOf = (unit: number) => `\\u${unit.toString(16).padStart(4, "0")}`;

/** Enough of a text for `max` units of it: a long one costs nothing, although hidden characters don't count. */
function startOf(text: string, max: number): string {
  const most = max * 4;
  return (text.length > most ? withoutHalf(text.slice(0, most)) : text).toWellFormed();
}

const cut = (clean: string, max: number, lengthBefore: number) =>
  clean.length <= max && lengthBefore <= max * 4 ? clean : `${withoutHalf(clean.slice(0, max))}…`;

/** Without the first half of a surrogate pair that a cut has left at the end. */
const withoutHalf = (text: string) => text.replace(/[\uD800-\uDBFF]$/, "");
