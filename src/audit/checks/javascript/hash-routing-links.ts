import { allLinks } from "../../model/page/audited-page";
import type { ResolvedLink } from "../../model/page/links";
import { isSameDocument, withoutIndex } from "../../model/page/rendering";
import { listed } from "../shared/listed";
import { pageCheck } from "../shared/define";

/** `#!` and `#/` alone lead nowhere: scripts use them for links that are buttons. */
const ROUTE = /^[^#]*#(?:!\/?|\/)[^\s/]/;

/** Whether a link stays on this page or leads to the home page. What other pages do with a fragment is not known. */
function isOwnPlace({ kind, url }: ResolvedLink, page: URL): boolean {
  if (kind === "fragment") return true;
  const target = kind === "internal" ? new URL(url!) : null;
  return target !== null && (withoutIndex(target.pathname) === "/" || isSameDocument(target, page));
}

export const hashRoutingLinks = pageCheck({
  id: "hash_routing_links",
  severity: "error",
  category: "Links",
  title: "Pages are addressed by fragments",
  rule: "Links to the page itself or the home page of the form #/x or #!x, in the served or the rendered HTML. Not reported if the page has an element with that id.",
  why: "Crawlers ignore everything after #, so these pages do not exist for them.",
  fix: "Use the History API and real paths.",
  on: "html",
  test: (page) => {
    const own = new Set([page, page.rendering?.pair?.rendered].flatMap((each) => each?.facts.routeAnchors ?? []));
    const hits = allLinks(page).flatMap((link) =>
      link.href !== null && ROUTE.test(link.href) && !own.has(link.href) && isOwnPlace(link, page.parsedUrl)
        ? [link.href]
        : [],
    );
    return listed(hits, "links to fragments", "real paths");
  },
});
