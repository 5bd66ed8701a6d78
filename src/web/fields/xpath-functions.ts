import { CHARS_PER_STEP, type StepBudget } from "./budget";

/** A longer text is no number. */
const MAX_NUMBER = 100;

/** The nodes of a set in the order of the document, each as its number in the tree and its attribute. */
export type NodeSet = readonly number[];
export type Value = NodeSet | string | number | boolean;

/** What functions need to know of where they are called. */
export interface NodePlace {
  position: number;
  size: number;
  textOf: (node: number) => string;
  nameOf: (node: number) => string;
  /** The context node as a set. */
  self: NodeSet;
  budget: StepBudget;
}

interface XPathFunction {
  least: number;
  most: number;
  /** A predicate of its value counts nodes. */
  isPositional?: true;
  of: (place: NodePlace, parts: readonly Value[]) => Value;
}

export const isSet = (value: Value): value is NodeSet => typeof value === "object";

export function textFrom(value: Value, { textOf }: Pick<NodePlace, "textOf">): string {
  if (isSet(value)) return value.length === 0 ? "" : textOf(value[0]!);
  return typeof value === "number" && Object.is(value, -0) ? "0" : String(value);
}

export function numberFrom(value: Value, place: Pick<NodePlace, "textOf" | "budget">): number {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return Number(value);
  const raw = textFrom(value, place);
  place.budget.spend(raw.length / CHARS_PER_STEP);
  const text = raw.trim();
  return text.length <= MAX_NUMBER && /^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
}

export function booleanFrom(value: Value): boolean {
  if (isSet(value)) return value.length > 0;
  return typeof value === "number" ? value !== 0 && !Number.isNaN(value) : Boolean(value);
}

const folded = (text: string) => text.replaceAll(/[\t\n\f\r ]+/g, " ").replace(/^ | $/g, "");

/** A function of texts. Without parts it reads the context node. A step pays for some characters. */
function ofTexts(least: number, most: number, of: (...texts: string[]) => Value): XPathFunction {
  return {
    least,
    most,
    of: (place, parts) => {
      const texts = (parts.length === 0 ? [place.self] : parts).map((part) => textFrom(part, place));
      place.budget.spend(1 + texts.reduce((sum, { length }) => sum + length, 0) / 2);
      return of(...texts);
    },
  };
}

/** A function that looks for a text in another. That is fast unless both are long. */
function ofSearch(of: (text: string, wanted: string) => Value): XPathFunction {
  return {
    least: 2,
    most: 2,
    of: (place, parts) => {
      const [text, wanted] = parts.map((part) => textFrom(part, place)) as [string, string];
      place.budget.spend(1 + (text.length * (1 + wanted.length / 32)) / 64);
      return of(text, wanted);
    },
  };
}

function translated(text: string, from: string, to: string): string {
  const map = new Map<string, string>();
  Array.from(from).forEach((char, i) => map.has(char) || map.set(char, Array.from(to)[i] ?? ""));
  return Array.from(text)
    .map((char) => map.get(char) ?? char)
    .join("");
}

function substring(text: string, from: number, length: number): string {
  const start = Math.round(from);
  const end = start + Math.round(length);
  return Array.from(text)
    .filter((_, i) => i + 1 >= start && i + 1 < end)
    .join("");
}

export const FUNCTIONS: Record<string, XPathFunction> = {
  boolean: { least: 1, most: 1, of: (_, [value]) => booleanFrom(value!) },
  concat: ofTexts(2, 20, (...texts) => texts.join("").slice(0, 100_000)),
  contains: ofSearch((text, part) => text.includes(part)),
  count: { least: 1, most: 1, isPositional: true, of: (_, [set]) => (isSet(set!) ? set.length : Number.NaN) },
  "ends-with": ofSearch((text, part) => text.endsWith(part)),
  false: { least: 0, most: 0, of: () => false },
  last: { least: 0, most: 0, isPositional: true, of: ({ size }) => size },
  "local-name": { least: 0, most: 1, of: (place, [set]) => nameOf(place, set) },
  "lower-case": ofTexts(1, 1, (text) => text.toLowerCase()),
  name: { least: 0, most: 1, of: (place, [set]) => nameOf(place, set) },
  "normalize-space": ofTexts(0, 1, (text) => folded(text)),
  not: { least: 1, most: 1, of: (_, [value]) => !booleanFrom(value!) },
  number: { least: 0, most: 1, isPositional: true, of: (place, [value = place.self]) => numberFrom(value, place) },
  position: { least: 0, most: 0, isPositional: true, of: ({ position }) => position },
  "starts-with": ofSearch((text, part) => text.startsWith(part)),
  string: ofTexts(0, 1, (text) => text),
  "string-length": { ...ofTexts(0, 1, (text) => Array.from(text).length), isPositional: true },
  substring: {
    least: 2,
    most: 3,
    of: (place, [value, from, length]) => {
      const text = textFrom(value!, place).slice(0, 100_000);
      place.budget.spend(1 + text.length);
      return substring(text, numberFrom(from!, place), length === undefined ? Infinity : numberFrom(length, place));
    },
  },
  "substring-after": ofSearch((text, mark) =>
    text.includes(mark) ? text.slice(text.indexOf(mark) + mark.length) : "",
  ),
  "substring-before": ofSearch((text, mark) => (text.includes(mark) ? text.slice(0, text.indexOf(mark)) : "")),
  sum: {
    least: 1,
    most: 1,
    isPositional: true,
    of: (place, [set]) => {
      if (!isSet(set!)) return Number.NaN;
      place.budget.spend(set.length);
      return set.reduce((sum, node) => sum + numberFrom([node], place), 0);
    },
  },
  translate: {
    least: 3,
    most: 3,
    of: (place, parts) => {
      const [text, from, to] = parts.map((part) => textFrom(part, place).slice(0, 100_000)) as [string, string, string];
      place.budget.spend(1 + text.length + from.length + to.length);
      return translated(text, from.slice(0, 300), to.slice(0, 300));
    },
  },
  true: { least: 0, most: 0, of: () => true },
  "upper-case": ofTexts(1, 1, (text) => text.toUpperCase()),
};

function nameOf(place: NodePlace, set: Value = place.self): string {
  return isSet(set) && set.length > 0 ? place.nameOf(set[0]!) : "";
}
