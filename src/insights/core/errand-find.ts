import { NUMBER } from "../../lib/numbers/written-number";
import type { AgentView } from "../../lib/text/agent-text";
import { parseJson } from "../../lib/text/json";
import { leadsTo, namesShop, type Errand } from "./errand-words";

/** Where a page answers an errand. */
export interface ErrandAnswer {
  /** What the page says, or the structured data. */
  quote: string;
}

const QUOTE = 160;
const CODES = "EUR|USD|GBP|CHF|JPY|PLN|SEK|NOK|DKK|CZK|BRL|CAD|AUD|INR";
/** Digits at a sign of money, and what follows: an address, a number of an article and a sum of millions are no prices. */
const PRICE = new RegExp(
  `(?:[€$£¥₹]\\s?|\\b(?:${CODES})\\s?)(?<first>\\d[\\d.,]{0,20})|(?<![\\d.,])(?<second>\\d[\\d.,]{0,20})\\s?(?:[€£¥₹]|(?:${CODES}|kr|zł|Kč)(?![\\p{L}]))`,
  "gu",
);
/** As India groups them, too: `1,29,900`. */
const PRICE_NUMBER = new RegExp(`^(?:${NUMBER}|\\d{1,2}(?:,\\d\\d)+,\\d{3}(?:\\.\\d{1,2})?)[.,]?$`);
const PRICE_DATA = new RegExp(`^${NUMBER}(?![.,]?\\d)`);
const NO_PRICE = /^\s?(?:m\b|bn\b|k\b|million|billion|mio|mrd|milliard|millones|trillion)/i;
const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/;
const PHONE =
  /(?:\btel\b|\btelefon\b|\bphone\b|\bcall\b|\bt[ée]l[ée]phone\b|\btel[ée]fono\b|\bfon\b)[^\p{L}\d+(]{0,5}(\+?[\d(][\d ()/.-]{6,20}\d)/iu;
const PERIOD =
  /\d{1,3}[\s-]{0,2}(?:calendar |business |working )?(?:days?|weeks?|tagen?|tage|wochen|jours|semaines|d[ií]as|semanas|giorni|settimane|dagen|weken|dni|日|天)(?![\p{L}])/giu;
/** What is said about returns on a page that is about them, and what says it anywhere. */
const RETURNED =
  /return|refund|exchange|send (?:it|them) back|r[üu]ck(?:gabe|send)|zur[üu]ck(?:geben|senden)|widerruf|umtausch|retour|rembours|r[ée]tractation|devol|reembols|desistimiento|\bres[oi]\b|rimbors|recesso|herroep|zwrot|返品|退货/i;
const SAYS_RETURNED =
  /refund|money[ -]back|returns? (?:policy|within|period)|free returns|return (?:anything|it|them|items?|goods|products?)|r[üu]ckgabe|zur[üu]ck(?:geben|senden)|widerruf|umtausch|rembours|r[ée]tractation|reembols|desistimiento|rimbors|recesso|herroep|返品|退货/i;
/** Characters around a period in which it has to be about returns. */
const AROUND = 120;

const around = (text: string, at: number, length: number) =>
  text
    .slice(Math.max(0, at - 60), at + length + 60)
    .trim()
    .slice(0, QUOTE);

/** Values of these keys anywhere in structured data, at most a thousand nodes deep in all. */
function* valuesOf(blocks: readonly string[], keys: ReadonlySet<string>): Generator<[key: string, value: unknown]> {
  for (const block of blocks) {
    const queue: unknown[] = [parseJson(block)];
    for (let i = 0; i < queue.length && i < 1_000; i++) {
      const node = queue[i];
      if (typeof node !== "object" || node === null) continue;
      for (const [key, value] of Object.entries(node)) {
        if (keys.has(key)) yield [key, value];
        if (queue.length < 1_000) queue.push(value);
      }
    }
  }
}

function stated(
  blocks: readonly string[],
  keys: readonly string[],
  isValue: (value: unknown) => boolean,
): ErrandAnswer | null {
  for (const [key, value] of valuesOf(blocks, new Set(keys)))
    if (isValue(value))
      return { quote: `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`.slice(0, QUOTE) };
  return null;
}

function findPrice({ text, data }: AgentView): ErrandAnswer | null {
  for (const match of text.matchAll(PRICE)) {
    const end = match.index + match[0].length;
    if (!PRICE_NUMBER.test((match.groups!["first"] ?? match.groups!["second"])!)) continue;
    if (!NO_PRICE.test(text.slice(end, end + 12))) return { quote: around(text, match.index, match[0].length) };
  }
  return stated(data, ["price", "lowPrice"], (value) => PRICE_DATA.test(String(value)));
}

function findContact(view: AgentView, address: string): ErrandAnswer | null {
  const link = view.links.find(({ href }) => /^(?:mailto:[^@\s]+@|tel:\+?\d)/i.test(href));
  if (link) return { quote: link.href.slice(0, QUOTE) };
  const written = EMAIL.exec(view.text) ?? PHONE.exec(view.text);
  if (written) return { quote: around(view.text, written.index, written[0].length) };
  if (view.hasForm && leadsTo("contact", `${view.title} ${address}`) === 2) return { quote: "a form for messages" };
  return stated(view.data, ["telephone", "email"], (value) => typeof value === "string" && value.length > 4);
}

/** What belongs to the same sentence: links of a page's navigation name returns, too. */
function sentenceAt(text: string, at: number, length: number): string {
  const before = text
    .slice(Math.max(0, at - AROUND), at)
    .split(/[.!?。]\s/)
    .at(-1)!;
  const after = text.slice(at, at + length + AROUND).split(/[.!?。]\s/)[0]!;
  return before + after;
}

function findReturns(view: AgentView, address: string): ErrandAnswer | null {
  const isAbout = leadsTo("returns", `${view.title} ${address}`) === 2;
  const isShop = hasShop(view);
  for (const match of view.text.matchAll(PERIOD)) {
    const near = sentenceAt(view.text, match.index, match[0].length);
    if (isAbout ? RETURNED.test(near) : isShop && SAYS_RETURNED.test(near))
      return { quote: around(view.text, match.index, match[0].length) };
  }
  return stated(
    view.data,
    ["merchantReturnDays", "hasMerchantReturnPolicy"],
    (value) => value !== null && value !== "",
  );
}

const SHOP_DATA = /"@type"\s*:\s*\[?\s*"(?:Product|Offer|AggregateOffer|OnlineStore)"/;

/** Whether the page is part of a shop. */
export const hasShop = ({ links, data }: AgentView): boolean =>
  links.some(({ name, href }) => namesShop(name) || namesShop(pathWords(href))) ||
  data.some((block) => SHOP_DATA.test(block));

/** The words of an address's path. */
export const pathWords = (href: string): string =>
  (URL.parse(href, "http://a.invalid")?.pathname ?? "").replaceAll(/[/_.-]+/g, " ");

/** What a page says to an errand; null: nothing. `address`: its path. */
export function findIn(errand: Errand, view: AgentView, address: string): ErrandAnswer | null {
  const words = pathWords(address);
  if (errand === "price") return findPrice(view);
  return errand === "contact" ? findContact(view, words) : findReturns(view, words);
}
