import { allLinks } from "../../model/page/audited-page";
import { listed } from "../shared/listed";
import { pageCheck } from "../shared/define";

/** `#!` and `#/` alone lead nowhere: scripts use them for links that are buttons. */
const ROUTE = /^\/?#(?:!\/?|\/)[^\s/]/;

export const hashRoutingLinks = pageCheck({
  id: "hash_routing_links",
  severity: "error",
  category: "Links",
  title: "Pages are addressed by fragments",
  rule: "Internal links of the form #/x or #!x, in the served or the rendered HTML. Not reported if the page has an element with that id.",
  why: "Crawlers ignore everything after #, so these pages do not exist for them.",
  fix: "Use the History API and real paths.",
  on: "html",
  test: (page) => {
    const own = new Set([page, page.rendering?.pair?.rendered].flatMap((each) => each?.facts.routeAnchors ?? []));
    const hits = allLinks(page).flatMap(({ href }) =>
      href !== null && ROUTE.test(href) && !own.has(href) ? [href] : [],
    );
    return listed(hits, "links to fragments", "real paths");
  },
});
