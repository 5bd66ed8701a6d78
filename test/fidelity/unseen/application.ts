import { ARTICLES, page, type Application } from "../applications/application.ts";
import type { Route } from "../site.ts";

/** An application with what a whole snapshot of it says. A snapshot may be refused; stored, it has all of `whole`. */
export interface LabelledApplication extends Application {
  /** Texts that a patient reader sees, also in fields. `OTHER` in the HTML stands for the origin of another site. */
  whole: readonly string[];
  /** Texts that nobody may read in a snapshot: what stood there before the page was ready. */
  never?: readonly string[];
  /** Routes of the other site. */
  others?: Record<string, Route>;
  /** Source of `App.svelte`, which the bundle imports. */
  svelte?: string;
}

const first = (text: string) => text.split(". ")[0]!;

/** Titles and first sentences of the first and the last article, as far as `count` goes. */
export function articles(count = 20): string[] {
  return [ARTICLES[0]!, ARTICLES[count - 1]!].flatMap(({ title, text }) => [title, first(text)]);
}

/** The list of articles after a while. */
export function list(delayMs: number, more: Partial<Route> = {}): Record<string, Route> {
  return { "data.json": { type: "application/json", body: JSON.stringify(ARTICLES), delayMs, ...more } };
}

/** Grey boxes with words for screen readers, as component libraries draw them while they wait. */
export const SKELETON = `<div class="skeleton" role="status" aria-busy="true"><span class="sr-only">Loading articles, please wait…</span>${'<div class="bone" style="background:#eee;height:1em;margin:.5em"></div>'.repeat(6)}</div>`;

/** A menu and a footer that the server sends with every page. */
export const FRAME = {
  top: `<header><nav><a href="/">Start</a> <a href="/shop">Shop</a> <a href="/news">News</a> <a href="/about">About us</a></nav></header>`,
  bottom: `<footer><p>All of our articles are sold with a guarantee of two years. We deliver within three days to every house on the coast.</p></footer>`,
};

type Labels = Pick<LabelledApplication, "whole" | "never" | "others" | "svelte">;

/** A page with a script; `root` is what the server sends. */
export function scripted(
  name: string,
  packages: string[],
  routes: Record<string, Route>,
  root: string,
  labels: Labels,
): LabelledApplication {
  return { name, packages, html: page(name, FRAME.top + root + FRAME.bottom), routes, ...labels };
}

/** A page whose script is a bundle. */
export function bundle(
  name: string,
  source: string,
  routes: Record<string, Route>,
  labels: Labels,
  root = SKELETON,
): LabelledApplication {
  const html = page(
    name,
    `${FRAME.top}<div id="app">${root}</div>${FRAME.bottom}<script type="module" src="app.js"></script>`,
  );
  return { name, packages: [], html, bundle: source, routes, ...labels };
}
