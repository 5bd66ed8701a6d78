import { runCrossChecks } from "../../../../src/audit/checks/run-checks";
import { FoundUrls } from "../../../../src/audit/crawl/found-urls";
import { unreachedPage } from "../../../../src/audit/crawl/fetch/fetch-page";
import { pageRow } from "../../../../src/audit/crawl/page-row";
import type { Issue } from "../../../../src/audit/model/issue";
import { auditedPage } from "../../../../src/audit/model/page/audited-page";
import { unpackEdges } from "../../../../src/audit/model/page/edges";
import { SharedTargets } from "../../../../src/audit/model/page/links";
import type { FetchedPage } from "../../../../src/audit/model/page/page";
import type { PageRow } from "../../../../src/audit/model/page/page-row";
import { unpackRelations } from "../../../../src/audit/model/page/relations";
import { SiteGraph, type Node } from "../../../../src/audit/model/site/site-graph";
import { bomCharset, decoderFor, PageExtractor, sniffCharset } from "../../../../src/web/html";
import { ORIGIN, type Result, type Site } from "../../../support/truth/site.ts";

const HOST = new URL(ORIGIN).host;
/** Bytes per chunk, so that pages arrive in pieces as they do from the network. */
const CHUNK = 65_536;

interface Place {
  url: string;
  depth: number;
  listed: number;
}

/** Audits a site with the code of the service, apart from its network and its storage. */
export function ourAudit(site: Site, start: string): Result {
  const known = new Map<string, Place>();
  const found = new FoundUrls("follow", HOST);
  const targets = new SharedTargets(ORIGIN);
  const rows: PageRow[] = [];
  const insecure = new Set<PageRow>();
  const queue: Place[] = [];
  const add = (place: Place) => {
    const before = known.get(place.url);
    if (before && (before.listed >= place.listed || place.listed === 0)) return;
    known.set(place.url, place);
    queue.push(place);
  };
  add({ url: new URL(start, ORIGIN).href, depth: 0, listed: 1 });
  while (queue.length > 0) {
    // The object hands out the lowest depth first.
    let next = 0;
    for (let i = 1; i < queue.length; i++) if (queue[i]!.depth < queue[next]!.depth) next = i;
    const place = queue.splice(next, 1)[0]!;
    const page = auditedPage(fetched(site, place), { allowed: true, rule: null }, 0, { targets });
    found.collect(page, place.listed);
    rows.push(pageRow(page, { seq: rows.length + 1, listed: place.listed, inSitemap: 0, pattern: null }));
    if (place.url.startsWith("http:")) insecure.add(rows.at(-1)!);
    for (const each of found.take().flat()) add(each);
  }
  return resultOf(rows, insecure);
}

function fetched(site: Site, { url, depth }: Place): FetchedPage {
  const { pathname, search, protocol, host } = new URL(url);
  // The server sends readers of http to https, as servers do.
  const moved = protocol === "http:" ? { status: 301, location: `https://${host}${pathname}${search}` } : null;
  const { status, contentType, body, location } = { ...site(pathname + search), ...moved };
  const blank = { ...unreachedPage(url, depth, "error"), status, headers: { "content-type": contentType } };
  if (location !== undefined) return { ...blank, outcome: "redirect", redirectUrl: new URL(location, url).href };
  if (status !== 200) return blank;
  if (!/html/.test(contentType)) return { ...blank, outcome: "not_html" };
  const extractor = new PageExtractor();
  const decoder = decoderFor(sniffCharset(body.subarray(0, CHUNK), contentType));
  for (let at = 0; at < body.length; at += CHUNK)
    extractor.write(decoder.decode(body.subarray(at, at + CHUNK), { stream: true }));
  const facts = extractor.end();
  if (bomCharset(body) !== null) facts.charset ??= "utf-8";
  return { ...blank, outcome: "ok", bytes: body.length, facts };
}

/** Compares the pages, as the end of a run does. */
function resultOf(rows: readonly PageRow[], left: ReadonlySet<PageRow>): Result {
  const graph = new SiteGraph(true, ORIGIN);
  const nodes = rows.map((row): Node => {
    const { seq, urlHash, outcome, depth, redirectHash, canonicalHash, textHash, path } = row;
    const same = { seq, urlHash, outcome, depth, redirectHash, canonicalHash, textHash, path };
    const flags = { listed: row.listed === 1, indexable: row.indexable === 1, inSitemap: false };
    return { ...same, ...flags, status: row.statusCode, reason: row.nonIndexableReason };
  });
  rows.forEach((row, i) => graph.add(nodes[i]!, row));
  for (const row of rows) graph.countInlinks(unpackEdges(row.links));
  const result: Result = new Map();
  rows.forEach((row, i) => {
    if (row.listed === 0 || left.has(row)) return;
    const parts = { edges: unpackEdges(row.links), relations: unpackRelations(row.relations), files: [] };
    const cross = runCrossChecks({ ...row, node: nodes[i]!, ...parts }, graph);
    const all = [...(JSON.parse(row.issues) as Issue[]), ...cross];
    const details = new Map(all.map((issue) => [issue.id, issue]));
    result.set(row.path, { depth: row.depth, issues: new Set(details.keys()), details });
  });
  return result;
}
