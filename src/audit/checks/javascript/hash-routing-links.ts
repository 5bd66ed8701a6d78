import { allLinks } from "../../model/page/audited-page";
import { listed } from "../shared/listed";
import { pageCheck } from "../shared/define";

export const hashRoutingLinks = pageCheck({
  id: "hash_routing_links",
  severity: "error",
  category: "Links",
  title: "Pages are addressed by fragments",
  rule: "Internal links of the form #/x or #!x, in the served or the rendered HTML.",
  why: "Crawlers ignore everything after #, so these pages do not exist for them.",
  fix: "Use the History API and real paths.",
  on: "html",
  test: (page) => {
    const hits = allLinks(page)
      .map((link) => link.href)
      .filter((href) => href !== null && /^(?:\/)?#[!/]/.test(href)) as string[];
    return listed(hits, "links to fragments", "real paths");
  },
});
