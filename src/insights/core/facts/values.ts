import { datesIn } from "./dates";
import { NUMBER, readNumber, SPACED } from "../../../lib/numbers/written-number";

export const FACT_KINDS = ["price", "amount", "date"] as const;
export type FactKind = (typeof FACT_KINDS)[number];

/** Something in a text that can be right or wrong: a price, a number with a unit, or a date. */
export interface FactValue {
  kind: FactKind;
  start: number;
  end: number;
  /** What is compared: `49`, `2026-05-03`. */
  value: string;
  /** A currency's code, or the word behind the number, as far as words of one stem share it. Empty: a date. */
  unit: string;
  /** What a price is paid for; null: the text does not say. */
  period: "month" | "year" | null;
  /** Not the value itself but a bound, a part of a range, or about it: `from €49`, `39–49 €`, `some 50 users`. */
  loose: boolean;
}

const SYMBOLS: Record<string, string> = {
  "€": "EUR",
  "£": "GBP",
  "¥": "JPY",
  "₹": "INR",
  "₩": "KRW",
  "₽": "RUB",
  "₺": "TRY",
  "₴": "UAH",
  zł: "PLN",
  kč: "CZK",
  $: "USD",
  us$: "USD",
  a$: "AUD",
  c$: "CAD",
  r$: "BRL",
  euro: "EUR",
  euros: "EUR",
  euron: "EUR",
  dollar: "USD",
  dollars: "USD",
};
const CODES = "EUR|USD|GBP|CHF|JPY|INR|PLN|CZK|SEK|NOK|DKK|AUD|CAD|BRL|TRY|RUB|UAH|HUF|RON|KRW|CNY";
const SIGN = String.raw`(?:US|A|C|R)?\$|[€£¥₹₩₽₺₴]|\b(?:${CODES})\b`;
const BEHIND = String.raw`(?:US|A|C|R)?\$|[€£¥₹₩₽₺₴]|zł|Kč|(?:${CODES}|[Ee]uros?|[Ee]uron|[Dd]ollars?)(?![\p{L}])`;
const PRICE = new RegExp(
  String.raw`(?<![\p{L}\d])(?<before>${SIGN})\s?(?<first>${NUMBER})(?:[.,][-–—])?|(?<![\d.,])(?<second>${SPACED})(?:[.,][-–—])?[\s\u00a0]?(?<behind>${BEHIND})`,
  "gu",
);
const AMOUNT = new RegExp(
  String.raw`(?<![\p{L}\d.,/:#-])(?<number>${NUMBER})(?:[-\s\u00a0]?(?<unit>%|\p{L}{2,20}))`,
  "gu",
);

const MONTH =
  /^\s?(?:(?:\/|per|a|each|pro|im|par|al|por|per|w|na|в)\s?)?(?:mo\b|mth\b|month|monat|mois\b|mese?s?\b|mês|maand|mnd\b|mies|måned|månad|kuukau|měs|месяц|mon\b|ay\b)/iu;
const YEAR =
  /^\s?(?:(?:\/|per|a|each|pro|im|par|al|por|w|na|в)\s?)?(?:yr\b|year|annum|jahr|an\b|année|año|anno|ano\b|jaar|rok|år\b|vuosi|год|y\b)/iu;
const MONTHLY = /^\W{0,3}(?:monthly|monatlich|mensuel|mensual|mensile|maandelijks|miesięcznie)/iu;
const YEARLY = /^\W{0,3}(?:yearly|annually|jährlich|annuel|anual|annuale|jaarlijks|rocznie)/iu;

/** In front of a bound or of something that is only about right. */
const LOOSE_BEFORE =
  /(?:(?<!\p{L})(?:from|starting at|starts at|up to|under|over|below|above|around|about|approximately|approx\.?|roughly|some|nearly|almost|between|less than|more than|at least|save|off|discount of|ab|bis zu|unter|über|etwa|ca\.?|rund|zwischen|mindestens|à partir de|dès|jusqu'à|environ|moins de|plus de|desde|hasta|unos|cerca de|a partir de|da|circa|fino a|vanaf|tot|ongeveer|od|do|około)|(?<!~)~|[≈<>–—-]|\+\/-)\s?$/iu;
const LOOSE_BEHIND =
  /^\s?(?:[-–—+]\s?(?:[€£$]\s?)?\d|\+|or more|or less|to [€£$]?\d|bis \d|à \d|a \d|off\b|discount|rabatt|günstiger|cheaper|more than|less than)/iu;

const isLoose = (text: string, start: number, end: number) =>
  LOOSE_BEFORE.test(text.slice(Math.max(0, start - 24), start)) || LOOSE_BEHIND.test(text.slice(end, end + 16));

/** A unit's words in one form: `users` and `user`, `Tage` and `Tagen`, `days` and `day`. */
const unitOf = (word: string) => word.toLowerCase().slice(0, 4).replace(/s$/, "");

function pricesIn(text: string): FactValue[] {
  return Array.from(text.matchAll(PRICE)).flatMap(({ index, 0: whole, groups = {} }) => {
    const number = readNumber((groups["first"] ?? groups["second"])!);
    const sign = (groups["before"] ?? groups["behind"])!;
    if (number === null) return [];
    const end = index + whole.length;
    const after = text.slice(end, end + 24);
    const period =
      MONTH.test(after) || MONTHLY.test(after) ? "month" : YEAR.test(after) || YEARLY.test(after) ? "year" : null;
    const unit = SYMBOLS[sign.toLowerCase()] ?? sign.toUpperCase();
    return [
      { kind: "price", start: index, end, value: String(number), unit, period, loose: isLoose(text, index, end) },
    ];
  });
}

function amountsIn(text: string): FactValue[] {
  return Array.from(text.matchAll(AMOUNT)).flatMap(({ index, 0: whole, groups = {} }) => {
    const number = readNumber(groups["number"]!);
    const end = index + whole.length;
    if (number === null) return [];
    const unit = unitOf(groups["unit"]!);
    return [
      {
        kind: "amount",
        start: index,
        end,
        value: String(number),
        unit,
        period: null,
        loose: isLoose(text, index, end),
      },
    ];
  });
}

/** The values of a line, in order. What is read as a date is no number, and what is read as a price no amount. */
export function valuesIn(text: string): FactValue[] {
  const dates = datesIn(text).map(({ start, end, day }): FactValue => ({
    kind: "date",
    start,
    end,
    value: day,
    unit: "",
    period: null,
    loose: false,
  }));
  const found = [...dates];
  for (const each of [...pricesIn(text), ...amountsIn(text)])
    if (!found.some(({ start, end }) => each.start < end && start < each.end)) found.push(each);
  return found.sort((a, b) => a.start - b.start);
}

/** Whether two values speak of the same thing: one kind, one unit, and no other period. */
export function isComparable(a: FactValue, b: FactValue): boolean {
  return (
    a.kind === b.kind &&
    a.unit === b.unit &&
    (a.period === b.period || a.period === null || b.period === null) &&
    (a.kind !== "date" || a.value.length === b.value.length)
  );
}
