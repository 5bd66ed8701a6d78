import type { FactHistory, Planted } from "./fact-histories.ts";
import { seeded } from "./seeded.ts";

const DAY = 86_400_000;
const ITEMS = [
  ["Dyke Tourer", "Harbour Loader", "Ferry Folder", "Marsh Racer"],
  ["Nimbus", "Nimbus Plus", "Nimbus Max", "Nimbus Lite"],
  ["Yearly check", "Wheel truing", "Brake service", "Full overhaul"],
  ["Solo", "Duo", "Crew", "Fleet"],
] as const;
const STRANGERS = ["Trello", "Velomax", "Kronberg", "Lumio"];

/**
 * Shops, workshops and services with layouts and sentences that the rules were not written for: tables, prices of month and year side
 * by side, add-ons, sale prices, storage, dates; lists and tables in answers, two items in a sentence, rivals that nobody tracks.
 */
export function hardHistory(seed: number, planted: boolean): FactHistory {
  const random = seeded(seed * 7919);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const items: readonly string[] = pick<readonly string[]>(ITEMS);
  const brand = pick(["Saltmarsh Bikes", "Gullwing", "Orrin & Sons", "Pelagia"]);
  const layout = Math.floor(random() * 4);
  const isUsd = random() < 0.4;
  const now = Date.UTC(2026, 10, 20);
  const site = "https://pelagia.example";
  const used = new Set<number>();
  const fresh = (): number => {
    const value = 21 + Math.floor(random() * 1_800);
    return [value, value * 10, value / 10].some((each) => used.has(each)) ? fresh() : (used.add(value), value);
  };
  const sign = (n: number, style = 0) => {
    const grouped = n.toLocaleString(isUsd ? "en-US" : "de-DE");
    return isUsd
      ? ["$" + grouped, "US$" + grouped, `$${n}.00`, `${grouped} USD`][style % 4]!
      : [`${grouped} €`, `€${n}`, `${grouped},00 €`, `EUR ${n}`][style % 4]!;
  };
  interface Item {
    name: string;
    price: number;
    storage: number;
  }
  const yearly = new Map(items.map((name) => [name, fresh()]));
  let list: Item[] = items.map((name, i) => ({ name, price: fresh(), storage: [50, 120, 250, 700][i]! + seed }));
  const pageOf = (state: readonly Item[], day: string) => {
    const rows = state.flatMap(({ name, price, storage }): string[] => {
      if (layout === 0) return [`${name} ${sign(price)} ${storage} GB`];
      if (layout === 1) return [name, "A short line about it", sign(price, 1), "Order now"];
      if (layout === 2)
        return [
          `Our ${name} is ${sign(price)} a month or ${sign(yearly.get(name)!)} a year, with ${storage} GB of storage.`,
        ];
      return [name, sign(price, 2), "inkl. MwSt.", "In den Warenkorb"];
    });
    return [
      brand,
      "What it costs",
      ...rows,
      "Add-ons",
      `Insurance ${sign(17)}`,
      "Delivery is free from 2,500.",
      `Prices as of ${day}.`,
      "Since 1987 by the harbour",
    ].join("\n");
  };
  const times = [0, 1, 2].map((i) => now - (80 - 30 * i) * DAY);
  const days = ["1 August 2026", "1 September 2026", "1 October 2026"];
  const states: Item[][] = [];
  const versions: FactHistory["versions"] = times.map((from, i) => {
    if (i > 0 && planted) {
      const at = Math.floor(random() * list.length);
      list = list.map((item, j) => (j === at ? { ...item, price: fresh() } : item));
    }
    states.push(list);
    return { path: "/prices", text: pageOf(list, planted ? days[i]! : days[0]!), from, to: times[i + 1] ?? null };
  });
  const rest: Planted[] = [];
  const say = (
    text: string,
    outcome: Planted["outcome"],
    value: string,
    more: { cite?: string; to?: number; others?: string[] } = {},
  ) => {
    const mentions = [brand, ...(more.others ?? [])].flatMap((name) => {
      const found: Array<{ name: string; start: number; end: number }> = [];
      for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
        found.push({ name, start: at, end: at + name.length });
      return found;
    });
    const citations = [{ url: more.cite ?? `${site}/prices`, start: text.length - 1, end: text.length }];
    rest.push({ answer: { text, mentions, citations }, outcome, value, ...(more.to !== undefined && { to: more.to }) });
  };
  const period = layout === 2 ? pick([" a month", "/month", " per month"]) : "";
  const templates: Array<(name: string, price: string) => string> = [
    (name, price) => `At ${brand}, the ${name} costs ${price}${period}.`,
    (name, price) => `${brand} lists the ${name} for ${price}${period}.`,
    (name, price) => `The price of the ${name} from ${brand} is ${price}${period}.`,
    (name, price) => `## ${brand}\n\n- **${name}**: ${price}${period}`,
    (name, price) => `| Offer of ${brand} | Price |\n| --- | --- |\n| ${name} | ${price}${period} |`,
    (name, price) => `Expect to pay ${price}${period} for a ${name} at ${brand}.`,
  ];
  const current = states.at(-1)!;
  for (let i = 0; i < 10; i++) {
    const { name, price } = pick(current);
    say(pick(templates)(name, sign(price, Math.floor(random() * 4))), "matches", String(price));
  }
  if (planted) {
    const gone = states
      .slice(0, -1)
      .flatMap((state, at) =>
        state
          .filter((item) => states[at + 1]!.every(({ price }) => price !== item.price))
          .map(({ name, price }) => ({ name, price, at })),
      );
    for (let i = 0; i < 8 && gone.length > 0; i++) {
      const { name, price, at } = pick(gone);
      say(pick(templates)(name, sign(price, Math.floor(random() * 4))), "stale", String(price), { to: times[at + 1]! });
    }
    for (let i = 0; i < 6; i++) {
      const wrong = fresh();
      say(pick(templates.slice(0, 3))(pick(current).name, sign(wrong)), "elsewhere", String(wrong), {
        cite: "https://forum.example.net/t/1",
      });
    }
    say(`${brand} gives its prices as of ${days[0]}.`, "stale", "2026-08-01", { to: times[1]! });
  }
  const unknown = (text: string, others: string[] = []) =>
    say(text, "unknown", "-1", { others, cite: "https://forum.example.net/t/2" });
  for (let i = 0; i < 2; i++) {
    const { name } = pick(current);
    const stranger = pick(STRANGERS);
    unknown(`${stranger}'s ${name} costs ${sign(fresh())}. ${brand} is close to it.`);
    unknown(`Unlike ${brand}, ${stranger} sells its ${name} for ${sign(fresh())}.`);
    unknown(`${brand} and ${stranger} are both good. The ${name} costs ${sign(fresh())}.`);
    unknown(`Used, a ${name} by ${brand} can be found for around ${sign(fresh())}.`);
    unknown(`A ${name} of ${brand} costs between ${sign(fresh())} and ${sign(fresh())}.`);
    unknown(`${brand} charges ${sign(fresh())} for engraving.`);
    unknown(`${brand} started with a loan of ${sign(fresh())} in 1987.`);
    unknown(`The ${name} by ${brand} used to be sold in ${fresh()} shops.`);
    unknown(`${brand} has a waiting time of ${fresh()} days.`);
    unknown(`Delivery by ${brand} outside the country is ${sign(fresh())}.`);
  }
  return { brand, site, versions, planted: rest, now };
}
