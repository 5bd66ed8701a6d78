import { listed } from "../shared/listed";
import { linkedPages, linkNote } from "../shared/linked-pages";
import { crossCheck } from "../shared/define";

export const internalLinkToRedirect = crossCheck({
  id: "internal_link_to_redirect",
  severity: "notice",
  category: "Links",
  title: "The page links to a redirect",
  rule: "A linked internal URL answers 3xx, or redirects with a meta refresh.",
  why: "Each of these links costs crawlers an extra request.",
  fix: "Link to the target itself.",
  test: ({ edges }, graph) => {
    const hits = linkedPages(edges, graph).filter((target) => target.outcome === "redirect");
    return listed(hits.map(linkNote), "links to redirects", "links to the redirect targets");
  },
});
