import { unreachedPage } from "../../../src/audit/crawl/fetch/fetch-page";
import { auditedPage, isParsed } from "../../../src/audit/model/page/audited-page";
import type { AuditedPage, FetchedPage, ParsedPage } from "../../../src/audit/model/page/page";
import type { Node } from "../../../src/audit/model/site/site-graph";
import { PageExtractor, type PageFacts } from "../../../src/web/html";

/** The facts of a page with this HTML. `keepsFiles`: with the files that it loads. */
export function factsOf(html: string, keepsFiles = false): PageFacts {
  const extractor = new PageExtractor({ keepsFiles });
  extractor.write(html);
  return extractor.end();
}

/** An audited page that Googlebot may fetch. Without `fetched`, it is served with status 200. */
export function pageOf(url: string, fetched: Partial<FetchedPage> = {}): AuditedPage {
  const page = { ...unreachedPage(url, 0, "ok"), status: 200, ...fetched };
  return auditedPage(page, { allowed: true, rule: null }, 0);
}

/** The page, whose body was parsed. */
export function parsedPage(page: AuditedPage): ParsedPage {
  if (!isParsed(page)) throw new Error(`${page.url} has no body`);
  return page;
}

/** A page of a run as the site graph holds it: indexable, listed and one click from the home page. */
export function nodeOf(change: Partial<Node> = {}): Node {
  return {
    seq: 1,
    urlHash: 1,
    listed: true,
    outcome: "ok",
    status: 200,
    depth: 1,
    indexable: true,
    reason: null,
    redirectHash: null,
    canonicalHash: null,
    inSitemap: false,
    textHash: null,
    path: null,
    ...change,
  };
}
