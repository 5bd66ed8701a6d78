import { escapeHtml } from "../../../lib/text/html";
import { homeOf } from "../../../web";
import { readForFrame } from "./read-snapshot-of";
import type { SitePageContext } from "../../server/page-env";

/**
 * The policy of a snapshot in its frame. `sandbox`: a foreign origin without scripts and forms, wherever it is opened.
 * Images, styles and fonts come from where the page names them, and get no referrer.
 */
const policyFor = (origin: string) =>
  [
    "sandbox",
    "default-src 'none'",
    "img-src https: http: data:",
    "style-src 'unsafe-inline' https: http:",
    "font-src https: http: data:",
    `base-uri ${origin}`,
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join("; ");

/** A snapshot whose relative addresses are those of the site. Its own base, if it has one, stays in force. */
export function withBase(html: string, address: string): string {
  const own = /<base\s[^>]{0,300}?href\s*=\s*["']?([^"'\s>]+)/i.exec(html.slice(0, 20_000))?.[1];
  const href = (own && URL.parse(own.replaceAll("&amp;", "&"), address)?.href) || address;
  return html.replace(/^\s*(?:<!doctype[^>]*>)?/i, (start) => `${start}<base href="${escapeHtml(href)}">`);
}

/** The snapshot as a document for the frame next to the live page. */
export async function snapshotFrame(c: SitePageContext): Promise<Response> {
  const { path, html } = await readForFrame(c);
  const { origin } = homeOf(c.var.domain.domain);
  return c.body(withBase(html, origin + path), 200, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policyFor(origin),
    "referrer-policy": "no-referrer",
    // Its origin is foreign and requests no agent cluster.
    "origin-agent-cluster": "?0",
  });
}

/** The whole source as a text file. */
export async function snapshotSource(c: SitePageContext): Promise<Response> {
  const { html } = await readForFrame(c);
  return c.body(html, 200, {
    "content-type": "text/plain; charset=utf-8",
    "content-disposition": 'attachment; filename="snapshot.txt"',
    "content-security-policy": "sandbox; default-src 'none'",
  });
}
