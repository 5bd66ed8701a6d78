import type { Draw } from "../draw.ts";

/** What inputs of a parser are made from. */
export interface Material {
  /** Whole inputs that the parser is made for, or that it is known to find hard. */
  seeds: readonly string[];
  /** Pieces of its grammar. */
  pieces: readonly string[];
  /** The seeds are JSON; most inputs stay JSON. */
  isJson?: true;
}

/** Pieces that any text may have. */
const COMMON = [
  " ",
  "\n",
  "\r\n",
  "\t",
  "\u0000",
  "\u00a0",
  "\u2028",
  "\u202e",
  "\ufeff",
  "\ud800",
  "\udc00",
  "😀",
  "é",
  "e\u0301",
  "İ",
  "ß",
  "日本",
  "%",
  "%41",
  "%2e",
  "%ff",
  "%zz",
  '"',
  "'",
  "\\",
  "/",
  "*",
  "$",
  "#",
  ":",
  ";",
  ",",
  "=",
  "<",
  ">",
  "&",
  "0",
  "-1",
  "1e999",
  "99999999999999999999",
  "__proto__",
  "constructor",
  "toString",
  "a",
];

const MOST = 4_000;

/** One input, mostly of some hundred characters. */
export function makeInput(draw: Draw, material: Material): string {
  if (material.isJson && draw.chance(0.7)) return otherJson(draw, draw.pick(material.seeds));
  const way = draw.below(100);
  if (way < 35) return composed(draw, material);
  if (way < 75) return mutated(draw, draw.pick(material.seeds), material);
  if (way < 90) return spliced(draw, material);
  if (way < 95) return repeated(draw, material);
  return random(draw);
}

const pieceOf = (draw: Draw, { pieces }: Material) =>
  draw.pick(pieces.length > 0 && draw.chance(0.85) ? pieces : COMMON);

function composed(draw: Draw, material: Material): string {
  let text = "";
  for (let count = draw.below(draw.chance(0.1) ? 120 : 20); count > 0; count--) text += pieceOf(draw, material);
  return text.slice(0, MOST);
}

function mutated(draw: Draw, seed: string, material: Material): string {
  let text = seed.slice(0, MOST);
  for (let count = 1 + draw.below(6); count > 0; count--) {
    const at = draw.below(text.length + 1);
    const length = draw.below(draw.chance(0.3) ? 60 : 4);
    const [before, after] = [text.slice(0, at), text.slice(at)];
    switch (draw.below(6)) {
      case 0:
        text = before + after.slice(length);
        break;
      case 1:
        text = before + pieceOf(draw, material) + after;
        break;
      case 2:
        text = before + pieceOf(draw, material) + after.slice(length);
        break;
      case 3:
        text = before + after.slice(0, length) + after;
        break;
      case 4:
        text = before + String.fromCharCode(draw.chance(0.8) ? draw.below(128) : draw.below(65_536)) + after.slice(1);
        break;
      default:
        text = before + after.slice(length) + after.slice(0, length);
    }
  }
  return text.slice(0, MOST);
}

const ODD_VALUES: readonly unknown[] = [null, true, 0, -1, 0.5, 7, 1e308, "", " ", "x", [], {}, [null], { a: 1 }];

/** The JSON of a seed with some of its values changed, moved, repeated or left out. */
function otherJson(draw: Draw, seed: string): string {
  const root = { value: JSON.parse(seed) as unknown };
  for (let count = 1 + draw.below(4); count > 0; count--) {
    const places: Array<[Record<string, unknown>, string]> = [];
    const walk = (holder: Record<string, unknown>) => {
      for (const [key, value] of Object.entries(holder)) {
        places.push([holder, key]);
        if (value !== null && typeof value === "object" && places.length < 500) walk(value as Record<string, unknown>);
      }
    };
    walk(root);
    const [[holder, key], [from, other]] = [draw.pick(places), draw.pick(places)];
    const way = draw.below(5);
    if (way === 0) holder[key] = structuredClone(draw.pick(ODD_VALUES));
    else if (way === 1) holder[key] = structuredClone(from[other]);
    else if (way === 2 && typeof holder[key] === "string")
      holder[key] = mutated(draw, holder[key], { seeds: [], pieces: [] });
    else if (way === 3 && typeof holder[key] === "number") holder[key] += draw.pick([-1, 1, 0.5, 100]);
    else if (way === 4 && Array.isArray(holder[key])) holder[key].push(structuredClone(from[other]));
    else if (key !== "value") delete holder[key];
  }
  return JSON.stringify(root.value) ?? "";
}

function spliced(draw: Draw, material: Material): string {
  const [one, two] = [draw.pick(material.seeds), draw.pick(material.seeds)];
  const text = one.slice(0, draw.below(one.length + 1)) + two.slice(draw.below(two.length + 1));
  return draw.chance(0.3) ? mutated(draw, text, material) : text.slice(0, MOST);
}

function repeated(draw: Draw, material: Material): string {
  const part = pieceOf(draw, material) + (draw.chance(0.5) ? pieceOf(draw, material) : "");
  return (pieceOf(draw, material) + part.repeat(1 + draw.below(200))).slice(0, MOST);
}

function random(draw: Draw): string {
  const most = draw.pick([128, 256, 65_536]);
  return Array.from({ length: draw.below(80) }, () => String.fromCharCode(draw.below(most))).join("");
}

/** The text in pieces that are cut at random places. */
export function cut(draw: Draw, text: string): string[] {
  const pieces: string[] = [];
  const longest = draw.pick([1, 3, 20, 200]);
  for (let at = 0; at < text.length;) {
    const next = at + 1 + draw.below(longest);
    pieces.push(text.slice(at, next));
    at = next;
  }
  return pieces;
}
