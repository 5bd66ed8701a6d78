import { EARLIER_CHECK_PRICE } from "../pages.ts";

/** An answer before it is put into a provider's wire format. Parts are joined by spaces; a part may cite pages. */
export interface StandInAnswer {
  parts: Array<{ text: string; cites: Array<{ url: string; title: string }> }>;
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
  return {
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
