import { measureText, foldSpace } from "../../../web";
import { isHeaderValue } from "../response-headers";
import { saysBroken } from "./page-failures";
import type { RawRender } from "./raw-render";
import type { RenderedPage } from "./render-guard";
import { saysNotFound } from "./soft-404";

/** Origin headers that a snapshot keeps. */
const KEPT_HEADERS = ["link", "x-robots-tag", "content-language"];
/** Headers that a page may set with a prerender-header meta tag. */
const SETTABLE_HEADERS = new Set([...KEPT_HEADERS, "location"]);

/**
 * Converts the browser's result into the response for crawlers. The status comes from the origin, then from
 * prerender-status-code; headers come from both. URLs on the origin's host are rewritten to public ones.
 */
export function interpretRender(
  raw: RawRender,
  hosts: { originBase: string; publicBase: string; soft404: "detect" | "off"; path?: string },
  renderMs: number,
): RenderedPage {
  const toPublic = publicWriter(hosts);
  const headers: Record<string, string> = {};
  for (const name of KEPT_HEADERS) {
    const value = raw.headers[name];
    if (value !== undefined && isHeaderValue(toPublic(value))) headers[name] = toPublic(value);
  }
  const metas = metaHeaders(raw.metas);
  const text = foldSpace(raw.text);
  const { words, cjk } = measureText(text);
  const status = statusOf(raw, words + cjk, hosts.soft404);
  const { location: metaLocation, ...kept } = metas;
  const isRedirect = status >= 300 && status <= 399;
  const movedTo = status === 200 && raw.movedTo ? raw.movedTo : null;
  const location = raw.location ?? (isRedirect ? (metaLocation ?? null) : movedTo);
  return {
    // A redirect without a target is not a redirect.
    status: movedTo ? 302 : isRedirect && location === null && raw.status === 200 ? 200 : status,
    originStatus: raw.status,
    location: location === null ? null : toPublic(location),
    html: movedTo ? "" : toPublic(raw.html),
    tooLarge: raw.tooLarge,
    headers: { ...headers, ...kept },
    title: foldSpace(raw.title),
    description: foldSpace(raw.description),
    canonical: toPublic(raw.canonical ?? ""),
    chars: text.length,
    words: words + cjk,
    ready: raw.location !== null || movedTo ? "redirect" : raw.ready,
    failedRequests: raw.broken ?? raw.failedRequests.filter((line) => isOf(line, hosts)),
    failedElsewhere: raw.brokenElsewhere ?? [],
    denied: raw.denied ?? null,
    overLimit: raw.overLimit ?? false,
    pending: raw.pending ?? null,
    unanswered: raw.unanswered ?? null,
    still: raw.still ?? false,
    loading: raw.loading ?? false,
    saysBroken: raw.errors.length + raw.consoleErrors.length > 0 && saysBroken(raw, words + cjk),
    turns: location !== null && toPublic(location) === hosts.publicBase + (hosts.path ?? ""),
    renderMs,
  };
}

function isOf(line: string, { originBase, publicBase }: { originBase: string; publicBase: string }): boolean {
  return line.includes(originBase) || line.includes(publicBase);
}

/** Rewrites the origin's URLs to public ones. A host that merely starts with the origin's name is left alone. */
export function publicWriter({
  originBase,
  publicBase,
}: {
  originBase: string;
  publicBase: string;
}): (text: string) => string {
  if (originBase === publicBase) return (text) => text;
  const origin = new RegExp(`${originBase.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&")}(?![\\w:-]|\\.\\w)`, "g");
  return (text) => text.replace(origin, () => publicBase);
}

/** The origin's status wins unless it is 200. Then the page's own meta tag counts, then its visible text. */
function statusOf(raw: RawRender, words: number, soft404: "detect" | "off"): number {
  if (raw.status !== 200) return raw.status;
  const wanted = Number(raw.metas.find(([name]) => name === "prerender-status-code")?.[1]);
  if (Number.isInteger(wanted) && wanted >= 200 && wanted <= 599) return wanted;
  return soft404 === "detect" && saysNotFound(raw, words) ? 404 : 200;
}

/** Reads prerender-header metas (`Name: value`): only names that a page may set, and valid values. */
function metaHeaders(metas: ReadonlyArray<[string, string]>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, content] of metas) {
    const colon = name === "prerender-header" ? content.indexOf(":") : -1;
    const header = content.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const value = content.slice(colon + 1).trim();
    if (SETTABLE_HEADERS.has(header) && value !== "" && isHeaderValue(value)) headers[header] = value;
  }
  return headers;
}
