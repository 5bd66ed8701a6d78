import type { Route } from "../site.ts";

/** A page of a real library or application from npm. `/pkg/<package>/` is the unpacked package. */
export interface Application {
  name: string;
  /** Exact versions that `/pkg/` serves. */
  packages: readonly string[];
  html: string;
  routes?: Record<string, Route>;
  /** Source of `app.js`, bundled with esbuild. Its imports come from `BUNDLED`. */
  bundle?: string;
}

const WORDS =
  "amber birch cedar delta ember flint grove heron iris jasper kelp larch maple nettle olive pine quartz reed sage thorn umber violet willow yarrow zinc anchor basalt cobalt dune fern garnet harbour inlet juniper kiln lagoon marble nickel opal pebble".split(
    " ",
  );

/** Sentences that no other article has: a fixed sequence for each seed. */
export function sentences(seed: number, count: number): string {
  let state = seed * 2_654_435_761 + 1;
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648);
  const word = () => WORDS[(next() >> 8) % WORDS.length]!;
  const sentence = () => `The ${Array.from({ length: 9 }, word).join(" ")} stands.`;
  return Array.from({ length: count }, sentence).join(" ");
}

export interface Article {
  id: number;
  title: string;
  text: string;
  price: number;
}

export const ARTICLES: readonly Article[] = Array.from({ length: 20 }, (_, id) => ({
  id,
  title: `Article ${WORDS[id]} of ${WORDS[39 - id]}`,
  text: sentences(id + 1, 4),
  price: 10 + id,
}));

/** `data.json` of most applications. */
export const DATA: Route = { type: "application/json", body: JSON.stringify(ARTICLES), delayMs: 120 };

const LD = JSON.stringify({ "@context": "https://schema.org", "@type": "WebPage", name: "Application" });

/** A page with a head as sites have it. */
export function page(name: string, body: string, head = ""): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title>
<meta name="viewport" content="width=device-width"><meta name="description" content="A page made with ${name}">
<link rel="canonical" href="https://shop.example/${encodeURIComponent(name)}">
<script type="application/ld+json">${LD}</script>${head}</head><body>${body}</body></html>`;
}

const tagOf = (file: string) =>
  file.endsWith(".css")
    ? `<link rel="stylesheet" href="/pkg/${file}">`
    : `<script ${file.endsWith(".mjs") ? 'type="module" ' : ""}src="/pkg/${file}"></script>`;

/** Tags that load files of packages. */
export function load(...files: string[]): string {
  return files.map(tagOf).join("");
}

/** A page that loads files, has a root, and runs a script that reads `data.json`. */
export function simple(name: string, packages: string[], files: string[], script: string, root = ""): Application {
  const body = `${root || '<div id="app"></div>'}${load(...files)}<script>
const data = () => fetch("data.json").then((answer) => answer.json());
${script}</script>`;
  return { name, packages, html: page(name, body), routes: { "data.json": DATA } };
}

/** A page whose only script is a bundle. */
export function bundled(name: string, bundle: string): Application {
  const html = page(name, `<div id="app"></div><script type="module" src="app.js"></script>`);
  return { name, packages: [], html, bundle, routes: { "data.json": DATA } };
}
