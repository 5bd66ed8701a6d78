import { canonicalUrl } from "../../../lib/hosts/url";
import { isParsed } from "./audited-page";
import type { AuditedPage, PageView, ParsedPage, RenderedPair, RenderingReport } from "./page";

const MAX_HEADINGS = 20;
const MAX_TEXT = 300;
const MAX_NOTES = 5;
/** A page with scripts and fewer visible words than this counts as a shell. */
const SHELL_WORDS = 50;
/** CJK characters that count as one word. */
const CJK_PER_WORD = 2;

/** Whether a page's HTML is only a shell for scripts: it has little text and at least one script. */
export function isShell(page: AuditedPage): page is ParsedPage {
  if (!page.html || !isParsed(page)) return false;
  const { text, scripts, jsonLd, frameset } = page.facts;
  return !frameset && scripts > jsonLd.length && text.words + text.cjk / CJK_PER_WORD < SHELL_WORDS;
}

function viewOf(page: ParsedPage): PageView {
  const { facts } = page;
  const cut = (text: string | null) => text && text.slice(0, MAX_TEXT);
  return {
    words: facts.text.words + facts.text.cjk,
    links: new Set(page.links.flatMap((link) => (link.url === null ? [] : [link.url]))).size,
    title: cut(page.title),
    description: cut(page.description),
    canonical: cut(page.canonical),
    robots: page.directives.sources.map((source) => source.slice(0, MAX_TEXT)),
    headings: facts.headings
      .slice(0, MAX_HEADINGS)
      .map((heading) => `h${heading.level}: ${heading.text.slice(0, MAX_TEXT)}`),
    jsonLd: page.structured.items.slice(0, MAX_HEADINGS).flatMap((item) => item.types),
  };
}

/** Smaller differences in words and links are those of a date, a counter or a banner. */
const SLIGHT = { share: 0.1, words: 20, links: 3 };
/** Fields of which any difference counts. */
const EXACT: ReadonlySet<keyof PageView> = new Set([
  "title",
  "description",
  "canonical",
  "robots",
  "headings",
  "jsonLd",
]);

/** A path without the file that servers send for a folder. */
export const withoutIndex = (path: string): string => path.replace(/\/index\.(?:html?|php)$/i, "/");

/** Whether two addresses are spellings of one, such as `/` and `/index.html`. */
export function isSameDocument(one: URL, other: URL): boolean {
  const [a, b] = [one, other].map((each) => {
    const plain = new URL(each);
    plain.pathname = withoutIndex(plain.pathname);
    return canonicalUrl(plain);
  });
  return a === b;
}

/** Whether scripts change what crawlers read on the page at `url`, move it, or fail. */
export function scriptsChange(report: RenderingReport, url: string): boolean {
  const { raw, rendered, changed, errors, failedRequests, finalUrl } = report;
  if (rendered === null) return false;
  const isMoved = finalUrl !== null && !isSameDocument(new URL(finalUrl), new URL(url));
  if (isMoved || errors.length + failedRequests.length > 0 || changed.some((field) => EXACT.has(field))) return true;
  const differs = (field: "words" | "links") =>
    Math.abs(rendered[field] - raw[field]) > Math.max(SLIGHT[field], SLIGHT.share * raw[field]);
  return differs("words") || differs("links");
}

/** Compares raw and rendered HTML field by field. `pair` null: rendering failed, for `reason`. */
export function renderingReport(
  raw: ParsedPage,
  pair: RenderedPair | null,
  snapshot: boolean,
  reason: string | null,
): RenderingReport {
  const before = viewOf(raw);
  const after = pair && viewOf(pair.rendered);
  const fields = Object.keys(before) as Array<keyof PageView>;
  const isClosed = (url: string) => URL.parse(url)?.host === raw.parsedUrl.host && !pair!.isAllowed(url);
  return {
    ...(isShell(raw) && { empty: true as const }),
    outcome: pair ? "rendered" : "failed",
    reason,
    snapshot,
    ready: pair?.render.ready ?? null,
    finalUrl: pair?.render.finalUrl.slice(0, 2_048) ?? null,
    raw: before,
    rendered: after,
    changed: after ? fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field])) : [],
    errors: (pair?.render.errors ?? []).slice(0, MAX_NOTES),
    failedRequests: (pair?.render.failedRequests ?? []).slice(0, MAX_NOTES),
    ...(pair?.render.vitals && { lab: { ...pair.render.vitals, bytes: pair.render.bytes ?? 0 } }),
    ...(pair?.render.axe && { axe: pair.render.axe }),
    blockedResources: pair ? pair.render.resources.filter((resource) => isClosed(resource.url)).length : 0,
  };
}
