import { EARLIER_CHECK_PRICE } from "../pages.ts";

/** An answer before it is put into a provider's wire format. Parts are joined by spaces; a part may cite pages. */
export interface StandInAnswer {
  parts: Array<{ text: string; cites: Array<{ url: string; title: string }> }>;
  /** What was searched for; absent: one search without a subject. */
  searches?: readonly [string, ...string[]];
}

const OWN = "Saltmarsh Bikes";
const SHOPS = [OWN, "Fenland Cycles", "Breckland Wheelworks", "Marshlight Velo"];

/** Domains reserved for examples, so that no real site is cited. */
const PAGES = [
  { url: "https://www.example.org/best-touring-shops", title: "The best touring shops" },
  { url: "https://fenland.example.com/workshop", title: "Workshop | Fenland Cycles" },
  { url: "https://forum.example.net/t/where-to-buy", title: "Where to buy? | Long Riders Forum" },
  { url: "https://breckland.example.com/", title: "Breckland Wheelworks" },
];

/** What assistants search for when they are asked of a subject: some of it has a page of the demo site, some has none. */
const SEARCHES: readonly (readonly [subject: RegExp, searches: readonly [string, ...string[]]])[] = [
  [
    /touring bike/i,
    ["steel touring bicycle to order", "touring bike test ride weekend", "electric touring bike battery range"],
  ],
  [/repair/i, ["bicycle repairs cost", "mobile bike mechanic home visit", "bicycle workshop emergency service sunday"]],
  [
    /long rides/i,
    ["bicycle rental by the week", "luggage insurance guided cycling holidays", "bike shop used bicycles trade-in"],
  ],
];

/** Each assistant words its search in its own way: two of the subject's searches. */
function searchesFor(question: string, seed: number): StandInAnswer["searches"] {
  const searches = SEARCHES.find(([subject]) => subject.test(question))?.[1];
  return searches && [searches[seed % searches.length]!, searches[(seed + 1) % searches.length]!];
}

function hash(text: string): number {
  let value = 7;
  for (const character of text) value = (Math.imul(value, 31) + character.codePointAt(0)!) >>> 0;
  return value;
}

/**
 * The stand-in's answer to a question. Most answers are the same every day, so that schedules can learn from them. Each answer
 * is labelled as a sample.
 */
export function sampleAnswer(provider: string, question: string): StandInAnswer {
  const seed = hash(`${provider}|${question}`);
  const named = SHOPS.map((_, i) => SHOPS[(i + seed) % SHOPS.length]!).slice(0, 2 + (seed % 2));
  const [first, second] = [PAGES[seed % PAGES.length]!, PAGES[(seed + 1) % PAGES.length]!];
  const searches = searchesFor(question, seed);
  return {
    ...(searches && { searches }),
    parts: [
      {
        text: `This is a sample answer from the stand-in for ${provider}; no AI provider was contacted.\n\n`,
        cites: [],
      },
      { text: `For a question like this one, **${named[0]}** is recommended most often`, cites: [first] },
      {
        text: `, followed by ${named.slice(1).join(" and ")}. Prices and opening times should be checked.`,
        cites: [second],
      },
      ...(named.includes(OWN)
        ? [{ text: `\n\nA yearly check at ${OWN} costs €${EARLIER_CHECK_PRICE}.`, cites: [] }]
        : []),
    ],
  };
}
