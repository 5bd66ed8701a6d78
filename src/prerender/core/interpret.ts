import { countWords, foldSpace } from "../../web";
import type { RawRender } from "../browser/tab";
import type { RenderedPage } from "./render-guard";

/** Headers of the origin that a snapshot repeats. */
const KEPT_HEADERS = ["link", "x-robots-tag", "content-language"];
/** Headers that a page may set by a prerender-header meta. */
const SETTABLE_HEADERS = new Set([...KEPT_HEADERS, "location"]);

/**
 * Turns what the browser brought into the answer for crawlers: status from the origin, then from prerender-status-code;
 * headers from both; addresses of the origin's host written as the public ones.
 */
export function interpretRender(
  raw: RawRender,
  hosts: { originBase: string; publicBase: string },
  renderMs: number,
): RenderedPage {
  const toPublic = (text: string) =>
    hosts.originBase === hosts.publicBase ? text : text.replaceAll(hosts.originBase, hosts.publicBase);
  const headers: Record<string, string> = {};
  for (const name of KEPT_HEADERS) if (raw.headers[name] !== undefined) headers[name] = toPublic(raw.headers[name]);
  const metas = metaHeaders(raw.metas);
  const wanted = Number(raw.metas.find(([name]) => name === "prerender-status-code")?.[1]);
  const status = raw.status === 200 && Number.isInteger(wanted) && wanted >= 200 && wanted <= 599 ? wanted : raw.status;
  const { location: metaLocation, ...kept } = metas;
  const location = raw.location ?? (status >= 300 && status <= 399 ? (metaLocation ?? null) : null);
  const text = foldSpace(raw.text);
  const { words, cjk } = countWords(text);
  return {
    status,
    location: location === null ? null : toPublic(location),
    html: toPublic(raw.html),
    headers: { ...headers, ...kept },
    chars: text.length,
    words: words + cjk,
    ready: raw.location !== null ? "redirect" : raw.ready,
    failedRequests: raw.failedRequests.filter(
      (line) => line.includes(hosts.originBase) || line.includes(hosts.publicBase),
    ),
    renderMs,
  };
}

/** prerender-header metas: `Name: value`, only names that a page may set, without line breaks. */
function metaHeaders(metas: ReadonlyArray<[string, string]>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, content] of metas) {
    const match = name === "prerender-header" ? /^([a-z-]+):\s*(.+)$/i.exec(content.trim()) : null;
    const header = match?.[1]?.toLowerCase();
    if (header && SETTABLE_HEADERS.has(header) && !/[\r\n]/.test(match![2]!)) headers[header] = match![2]!;
  }
  return headers;
}
