import { CRAWLER_TOKEN, judgePath, parseRobots, rulesFor } from "../../../../src/web";
import { runCrossChecks } from "../../../../src/audit/checks/run-checks";
import type { Issue } from "../../../../src/audit/model/issue";
import { auditedPage } from "../../../../src/audit/model/page/audited-page";
import type { AuditedPage, FetchedPage } from "../../../../src/audit/model/page/page";
import { unpackEdges } from "../../../../src/audit/model/page/edges";
import { fileReferences, packFiles, unpackFiles } from "../../../../src/audit/model/page/files";
import { unpackRelations } from "../../../../src/audit/model/page/relations";
import { SiteGraph, type Node } from "../../../../src/audit/model/site/site-graph";
import { unreachedPage } from "../../../../src/audit/crawl/fetch/fetch-page";
import { pageRow } from "../../../../src/audit/crawl/page-row";
import { fileAt, imageAt } from "../../../support/labelled/images.ts";
import { headersOf, htmlOf, ORIGIN, ROBOTS, urlOf, type LabelledPage } from "../../../support/labelled/page.ts";
import { factsOf } from "../makers.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");
const GOOGLEBOT = rulesFor(parseRobots(ROBOTS), "Googlebot").rules;
const OURS = rulesFor(parseRobots(ROBOTS), CRAWLER_TOKEN).rules;

/** What fetching a labelled page returns, without the network. */
function fetched(page: LabelledPage, depth: number): FetchedPage {
  const html = htmlOf(page);
  const waitMs = page.delayMs ?? 0;
  const blank: FetchedPage = {
    ...unreachedPage(urlOf(page), depth, "ok"),
    status: page.status ?? 200,
    ttfbMs: waitMs + 20,
    loadTimeMs: waitMs + 40,
    bytes: Buffer.byteLength(html),
    headers: headersOf(page, html),
  };
  if (!judgePath(OURS, page.path).allowed) return { ...blank, outcome: "blocked", status: 0, headers: {} };
  if (page.broken)
    return { ...blank, outcome: "unreachable", status: 0, headers: {}, failure: "Network connection lost." };
  if (waitMs > 15_000) return { ...blank, outcome: "timeout", status: 0, headers: {} };
  if (page.redirect !== undefined)
    return { ...blank, outcome: "redirect", redirectUrl: new URL(page.redirect, urlOf(page)).href };
  if (blank.status !== 200) return { ...blank, outcome: "error" };
  const type = blank.headers["content-type"]!;
  if (!/html/.test(type)) return { ...blank, outcome: "not_html", typeMismatch: `HTML sent as ${type}` };
  return { ...blank, facts: factsOf(html, true) };
}

export function auditedOf(page: LabelledPage, depth = 1): AuditedPage {
  const audited = auditedPage(fetched(page, depth), judgePath(GOOGLEBOT, page.path), NOW);
  const image = audited.html ? audited.previewImage : null;
  return { ...audited, shareImage: image === null ? null : imageAt(image) };
}

/** Clicks from the home page, by URL. */
function depths(audited: readonly AuditedPage[]): Map<string, number> {
  const depth = new Map([[audited[0]!.url, 0]]);
  const byUrl = new Map(audited.map((page) => [page.url, page]));
  for (const [url, clicks] of depth)
    for (const link of byUrl.get(url)?.links ?? [])
      if (link.url !== null && !depth.has(link.url)) depth.set(link.url, clicks + 1);
  return depth;
}

/** Audits a labelled site in memory with the production code. Returns URL → issues for the pages of the result. */
export function judgeSite(pages: readonly LabelledPage[]): Map<string, Issue[]> {
  const depth = depths(pages.map((page) => auditedOf(page)));
  const graph = new SiteGraph(true, ORIGIN);
  const rows = pages.map((page, seq) => {
    const audited = auditedOf(page, depth.get(urlOf(page)) ?? 1);
    const references = fileReferences(audited, "all");
    for (const { url, hash, external } of references) graph.files.set(hash, { hash, url, external, ...fileAt(url) });
    const place = { seq, listed: page.issues === undefined ? 0 : 1, inSitemap: page.inSitemap ? 1 : 0 };
    return pageRow(audited, { ...place, pattern: null }, packFiles(references));
  });
  const nodes = rows.map((row): Node => {
    const { seq, urlHash, outcome, depth: clicks, redirectHash, canonicalHash, textHash, path } = row;
    const known = { seq, urlHash, outcome, depth: clicks, redirectHash, canonicalHash, textHash, path };
    return {
      ...known,
      listed: row.listed === 1,
      status: row.statusCode,
      indexable: row.indexable === 1,
      reason: row.nonIndexableReason,
      inSitemap: row.inSitemap === 1,
    };
  });
  rows.forEach((row, i) => graph.add(nodes[i]!, row));
  for (const row of rows) graph.countInlinks(unpackEdges(row.links));
  const found = new Map<string, Issue[]>();
  rows.forEach((row, i) => {
    if (row.listed === 0) return;
    const known = {
      edges: unpackEdges(row.links),
      relations: unpackRelations(row.relations),
      files: unpackFiles(row.files),
    };
    const cross = runCrossChecks({ ...row, node: nodes[i]!, ...known }, graph);
    found.set(urlOf(pages[i]!), [...(JSON.parse(row.issues) as Issue[]), ...cross]);
  });
  return found;
}
