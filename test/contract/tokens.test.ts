import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { TOKENS } from "../../src/dashboard/pages/public/styles-page.tsx";

const FOLDER = "src/dashboard/styles";
const read = (name: string) => readFileSync(path.join(FOLDER, name), "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, "");
const files = readdirSync(FOLDER).filter((name) => name.endsWith(".css") && !["app.css", "tokens.css"].includes(name));
const tokens = read("tokens.css");

/** The declarations of a file as `property: value`. */
const declarations = (css: string) =>
  [...css.matchAll(/(?<=[{;]\s*)([\w-]+)\s*:\s*([^;{}]+);/g)].map(
    ([, property, value]) => [property!, value!] as const,
  );

/** A value made of tokens, of nothing, or of what the text around it gives. */
const TOKEN = /^(?:var\(--[\w-]+\)|calc\([^;]*var\(--[^;]*\)|-?1px|0|auto|inherit|none|normal|0\.92em)$/;
/** The parts of a value; what is in brackets stays whole. */
const parts = (value: string) => value.match(/(?:[^\s()/]+\([^()]*(?:\([^()]*\)[^()]*)*\)|[^\s/]+)/g) ?? [];

const RAW_COLOUR =
  /#[\da-f]{3,8}\b|\b(?:rgb|hsl|lab|lch|oklab|oklch)a?\(|\b(?:white|black|red|green|blue|grey|gray)\b/i;
const MEASURED =
  /^(?:(?:padding|margin)(?:-\w+)*|(?:row-|column-)?gap|border(?:-\w+)*-radius|font-size|font-weight|box-shadow)$/;

/** The tokens that a text defines. */
const namesIn = (css: string) => new Set([...css.matchAll(/(?<![\w-])(--[\w-]+):/g)].map(([, name]) => name!));

describe("styles take what they are made of from tokens.css", () => {
  it.each(files)("%s has no colour, size of type, distance or corner of its own", (name) => {
    const css = declarations(read(name));
    expect(css.length).toBeGreaterThan(3);
    expect(css.filter(([, value]) => RAW_COLOUR.test(value))).toEqual([]);
    const raw = css.filter(([property, value]) => MEASURED.test(property) && !parts(value).every((p) => TOKEN.test(p)));
    expect(raw).toEqual([]);
  });

  it("uses every token, and no other", () => {
    const made = namesIn(tokens);
    const own = new Set(["--tone", "--tone-soft"]);
    const all = files.map(read).join("\n");
    const used = new Set([...all.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name!).filter((n) => !own.has(n)));
    expect([...used].filter((name) => !made.has(name))).toEqual([]);
    const elsewhere = new Set(["--chart-6"]);
    expect([...made].filter((name) => !used.has(name) && !elsewhere.has(name)).sort()).toEqual([]);
  });

  it("shows every token on /app/_styles", () => {
    const made = new Set([...tokens.matchAll(/(?<![\w-])--([\w-]+):/g)].map(([, name]) => name!));
    expect(Object.values(TOKENS).flat().sort()).toEqual([...made].sort());
  });

  it("changes every colour in the dark but those that stay", () => {
    const from = tokens.indexOf("prefers-color-scheme");
    const dark = namesIn(tokens.slice(from, tokens.indexOf("@media print")));
    const missing = TOKENS.colours.filter((name) => !dark.has(`--${name}`));
    expect(missing).toEqual(["mark-ground", "mark-line", "mark-tick", "paper", "scrim"]);
  });
});
