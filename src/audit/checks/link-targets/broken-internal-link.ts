import { isBroken } from "../../model/site/site-graph";
import { listed } from "../shared/listed";
import { linkedPages, linkNote } from "../shared/linked-pages";
import { crossCheck } from "../shared/define";

export const brokenInternalLink = crossCheck({
  id: "broken_internal_link",
  severity: "error",
  category: "Links",
  title: "The page links to a broken page",
  rule: "A link to an internal URL that answers 4xx or 5xx, or not at all. 401, 403 and 429 do not count.",
  why: "Visitors and crawlers reach a dead end.",
  fix: "Correct or remove the links.",
  test: ({ edges }, graph) => {
    const hits = linkedPages(edges, graph).filter((target) => isBroken(target));
    return listed(hits.map(linkNote), "links to broken pages", "links that work");
  },
});
