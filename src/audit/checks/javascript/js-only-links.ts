import type { ResolvedLink } from "../../model/page/links";
import { listed } from "../shared/listed";
import { renderedCheck } from "../shared/define";

const LIMITS = { minLinks: 5 };

const internal = (links: ResolvedLink[]) =>
  links.flatMap((link) => (link.kind === "internal" && link.url !== null ? [link.url] : []));

export const jsOnlyLinks = renderedCheck({
  id: "js_only_links",
  severity: "warning",
  category: "JavaScript dependence",
  title: "Most links exist only after scripts have run",
  rule: "More than half of the internal links (at least 5) exist only after rendering.",
  thresholds: LIMITS,
  why: "Crawlers that run no JavaScript can't find further pages.",
  fix: "Serve the links, or pre-render the page for crawlers.",
  comparesPage: true,
  test: ({ raw, rendered }) => {
    const served = new Set(internal(raw.links));
    const all = [...new Set(internal(rendered.links))];
    const added = all.filter((url) => !served.has(url));
    return added.length >= LIMITS.minLinks && added.length * 2 > all.length
      ? listed(added, `of ${all.length} internal links`, "links in the served HTML")
      : null;
  },
});
