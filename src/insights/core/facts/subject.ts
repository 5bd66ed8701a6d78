import { stemsOf } from "../questions";
import { numbersIn } from "../../../lib/numbers/written-number";
import { isForeign, namesBefore } from "./names";
import { headsPast, isPast } from "./past";
import { valuesIn, type FactValue } from "./values";

/** Words around values that say nothing of what they are values of, in the languages in which most pages are. */
const EMPTY = stemsOf(
  `price prices priced pricing cost costs pay paid month months monthly year years yearly annual annually billed billing per each
   plan plans offer offers currently today only comes include includes tarif forfait included
   preis preise kostet kosten monat monatlich jahr jahrlich bietet derzeit prix coute mois mensuel par annuel offre
   precio cuesta mes mensual al ofrece prezzo costa mese prijs maand cena kosztuje miesiac`,
);
/** German and Dutch for "per"; in capitals it may be the name of a plan. */
const PER = /(?<![\p{L}])pro(?=\s\p{L})/gu;

/** What a text is about: its stems without numbers, without names that everything has, and without words of prices. */
export function subjectStems(text: string, own: ReadonlySet<string>): Set<string> {
  const stems = stemsOf(withoutValues(text).replaceAll(PER, " "), 60);
  for (const stem of stems) if (own.has(stem) || EMPTY.has(stem) || /\d/.test(stem)) stems.delete(stem);
  return stems;
}

function withoutValues(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of valuesIn(text)) {
    parts.push(text.slice(from, start));
    from = end;
  }
  return [...parts, text.slice(from)].join(" ");
}

const JOINT = /[,;.!?]\s|\s(?:and|und|et|y|e|en|oraz|i|while|whereas|während|but|aber)\s/giu;

/** The part of a text that a value stands in, if there are several values of its kind: `Basic is €9 and Pro is €49`. */
export function clauseOf(text: string, value: FactValue): string {
  if (valuesIn(text).filter(({ kind }) => kind === value.kind).length < 2) return text;
  const before = text.slice(0, value.start);
  const after = text.slice(value.end);
  const ends = Array.from(before.matchAll(JOINT), ({ index, 0: mark }) => index + mark.length);
  const next = after.search(JOINT);
  return (
    before.slice(ends.at(-1) ?? 0) + text.slice(value.start, value.end) + (next < 0 ? after : after.slice(0, next))
  );
}

/** A value on a page, with what the lines around it are about. */
export interface PageValue extends FactValue {
  /** As the page has it, and the line that it is in. */
  shown: string;
  quote: string;
  near: Set<string>;
  /** Struck out, or said to be of before; or in a row of old and new ones. */
  past: boolean;
  /** What is around it names somebody else, and not us. */
  foreign: boolean;
  /** Names in front of names, as in `Rivalco Pro`: the later one's stem to the earlier ones. */
  before: ReadonlyMap<string, readonly string[]>;
}

/** A page's text, read once for all claims. */
export interface PageReading {
  values: PageValue[];
  /** Stems of all of it. */
  stems: Set<string>;
  /** Every number in it, whatever it is of. */
  numbers: Set<string>;
  /** The same without values of before. */
  presentNumbers: Set<string>;
}

/** Whom a page speaks of. */
export interface PageNames {
  /** Stems of our own names. */
  own: ReadonlySet<string>;
  /** Names of others that answers have. */
  rivals: readonly string[];
}

/** Reads a page's text, which has a line per block. */
export function factsOfPage(text: string, own: ReadonlySet<string>, rivals: readonly string[] = []): PageReading {
  const { values, present } = valuesOfPage(text, { own, rivals });
  const numbers = numbersIn(text);
  const presentNumbers = present === null ? numbers : numbersIn(present);
  return { values, stems: stemsOf(text, MAX_STEMS), numbers, presentNumbers };
}

const MAX_STEMS = 4_000;
const MAX_LINES = 4_000;
const MAX_VALUES = 400;
const MAX_LINE = 400;
const BEFORE = 3;
const AFTER = 2;
/** A longer line is a paragraph, which speaks for itself. */
const SHORT = 60;

/** The values of a page's text, and the text without those of before; null: there are none. Short lines belong to those around them. */
function valuesOfPage(text: string, names: PageNames): { values: PageValue[]; present: string | null } {
  const whole = text.split("\n", MAX_LINES);
  const lines = whole.map((line) => line.slice(0, MAX_LINE));
  const values: PageValue[] = [];
  const read = lines.map((line) => (/\d/.test(line) ? valuesIn(line) : []));
  const hasValue = read.map((own) => own.some(({ kind }) => kind === "price"));
  let hasPast = false;
  for (const [i, line] of lines.entries()) {
    const ends = new Map<string, number>();
    const isHeaded = read[i]!.length > 1 && lines.slice(Math.max(0, i - BEFORE), i).some(headsPast);
    for (const value of read[i]!) {
      if (values.length >= MAX_VALUES) break;
      const past = isPast(line, value, ends.get(value.kind) ?? 0);
      ends.set(value.kind, value.end);
      if (past) {
        hasPast = true;
        whole[i] = blanked(whole[i]!, value);
      }
      const context = contextOf(lines, i, { value, hasValue });
      values.push({
        ...value,
        period: periodOf(value, read[i]!, line, lines[i + 1] ?? ""),
        shown: line.slice(value.start, value.end),
        quote: line.trim(),
        near: subjectStems(context, names.own),
        past: past || (value.kind === "price" && isHeaded),
        foreign: isForeign(context, names),
        before: namesBefore(clauseOf(line, value), names.own, (stem) => EMPTY.has(stem)),
      });
    }
  }
  return { values, present: hasPast ? whole.join("\n") : null };
}

const blanked = (line: string, { start, end }: FactValue) =>
  line.slice(0, start) + " ".repeat(end - start) + line.slice(end);

/** A price's period: its own, that of the price right behind it (`€49 €59 per month`), or the next line's. */
function periodOf(value: FactValue, all: readonly FactValue[], line: string, next: string): FactValue["period"] {
  if (value.kind !== "price" || value.period !== null) return value.period;
  const behind = all.find(({ kind, start }) => kind === "price" && start >= value.end);
  if (!behind) return periodBehind(next);
  return /^[\s~|/()]*$/.test(line.slice(value.end, behind.start)) ? behind.period : null;
}

/** A card's price has its period in the next line. */
function periodBehind(line: string): FactValue["period"] {
  if (line.length > SHORT) return null;
  return valuesIn(`€1 ${line}`).find(({ kind }) => kind === "price")?.period ?? null;
}

/** The line with the short ones around it, up to the next price in each direction, and the last heading-like line. */
function contextOf(
  lines: readonly string[],
  at: number,
  { value, hasValue }: { value: FactValue; hasValue: readonly boolean[] },
): string {
  const own = lines[at]!;
  if (own.length > SHORT) return clauseOf(own, value);
  const around = [own];
  for (let i = at - 1; i >= Math.max(0, at - BEFORE) && !hasValue[i] && lines[i]!.length <= SHORT; i--)
    around.push(lines[i]!);
  if (around.length === 1 || hasValue[at] !== true)
    for (let i = at + 1; i <= Math.min(lines.length - 1, at + AFTER) && !hasValue[i] && lines[i]!.length <= SHORT; i++)
      around.push(lines[i]!);
  return around.join(" ");
}
