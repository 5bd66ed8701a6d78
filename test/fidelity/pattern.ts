import type { PageOptions } from "../../src/prerender/core/render-rules";
import type { Route } from "./site.ts";

/** A page that shows one habit of real applications, and what a crawler should get. */
export interface Pattern {
  name: string;
  /** Part of the short form. */
  short?: boolean;
  expect: "page" | "refused" | "redirect";
  html: string;
  routes?: Record<string, Route>;
  /** Routes on another host, `FOREIGN` in the page. */
  foreign?: Record<string, Route>;
  /** Texts that a visitor sees, besides those of a patient browser. */
  shows?: string[];
  /** Texts that no visitor sees. */
  hides?: string[];
  /** Start of the redirect's target. */
  location?: string;
  maxMs?: number;
  /** What the domain's rule says about the page. */
  options?: PageOptions;
}

const NAMES =
  "amber birch cedar delta ember flint grove heron iris jasper kelp larch maple nettle olive pine quartz reed sage thorn".split(
    " ",
  );
/** Forty words that appear nowhere else. */
export const prose = (seed: string) => NAMES.flatMap((name) => [`${seed}${name}`, `${name}${seed}`]).join(" ");
export const app = (script: string, body = `<main id="root"></main>`, head = "") =>
  `<!doctype html><html><head><title>Pattern</title>${head}</head><body>${body}<script>
const root = document.getElementById("root");
const show = (html) => { root.innerHTML = html; };
const add = (html) => { const p = document.createElement("p"); p.innerHTML = html; root.append(p); };
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
${script}</script></body></html>`;
export const whole = (seed: string, markup = "", head = "") =>
  `<!doctype html><html><head><title>Pattern</title>${head}</head><body><h1>Whole</h1><p>${prose(seed)}</p>${markup}</body></html>`;
export const shell = `<header>Shop of all things wooden: tables, chairs, shelves and beds</header><main id="root"><p>Loading…</p></main>`;
export const quietShell = `<header>Shop of all things wooden: tables, chairs, shelves and beds</header><main id="root"></main>`;
export const text = (seed: string) => `<p>${prose(seed)}</p>`;
export const json = (seed: string, more: Partial<Route> = {}): Route => ({
  type: "application/json",
  body: JSON.stringify({ text: prose(seed) }),
  ...more,
});
export const fetched = (url: string) =>
  `fetch("${url}").then((answer) => answer.json()).then((data) => show("<p>" + data.text + "</p>"))`;
export const inWorker = (script: string) =>
  `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(script)}], { type: "text/javascript" })))`;
