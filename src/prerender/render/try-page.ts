import type { Bindings } from "../../env";
import { interpretRender } from "../core/pages/interpret";
import { judgeRender } from "../core/pages/render-guard";
import type { Variant } from "../core/variant";
import { renderWith } from "./render-with";
import type { PrerenderSite } from "../cache/site";

/** Longest part of the HTML in the response, in characters. */
const MAX_HTML = 200_000;

/**
 * Renders a page as a crawler would get it, with the site's rules, and stores nothing. It takes a turn and browser time
 * of the account like any other render.
 */
export async function tryPage(env: Bindings, site: PrerenderSite, path: string, variant: Variant) {
  const askedAt = Date.now();
  const answer = await renderWith(env, site, { path, variant }, { priority: "live", held: null });
  if (!answer.ok) return { ...NOTHING, reason: answer.reason, durationMs: Date.now() - askedAt };
  const durationMs = Date.now() - (answer.startedAt ?? askedAt);
  const raw = answer.page;
  const page = interpretRender(raw, { ...site, path }, durationMs);
  const verdict = judgeRender(page, null);
  return {
    stored: false as const,
    accepted: verdict.store,
    reason: verdict.store ? null : verdict.reason,
    status: page.status,
    location: page.location,
    readySignal: page.ready,
    pending: page.pending ?? null,
    durationMs,
    words: page.words,
    characters: page.chars,
    requests: { made: raw.requests?.sent ?? 0, refused: raw.requests?.refused ?? 0 },
    failedRequests: raw.failedRequests,
    consoleErrors: [...raw.errors, ...raw.consoleErrors],
    title: page.title,
    html: page.html.slice(0, MAX_HTML),
    htmlCut: page.html.length > MAX_HTML,
  };
}

/** The response if the browser returned no page. */
const NOTHING = {
  stored: false as const,
  accepted: false,
  status: null,
  location: null,
  readySignal: null,
  pending: null,
  words: 0,
  characters: 0,
  requests: { made: 0, refused: 0 },
  failedRequests: [],
  consoleErrors: [],
  title: "",
  html: "",
  htmlCut: false,
};
