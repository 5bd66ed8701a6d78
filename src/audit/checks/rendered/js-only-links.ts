import type { ResolvedLink } from "../../model/page/links";
import { renderedCheck } from "../define";

const LIMITS = { minLinks: 5 };

const internal = (links: ResolvedLink[]) =>
  links.flatMap((link) => (link.kind === "internal" && link.url !== null ? [link.url] : []));

export const jsOnlyLinks = renderedCheck({
  id: "js_only_links",
  severity: "warning",
  weight: 5,
  category: "JavaScript dependence",
  title: "Most links exist only after scripts have run",
  rule: "More than half of the internal links (at least 5) exist only after rendering.",
  thresholds: LIMITS,
  why: "Crawlers that run no JavaScript can't find further pages.",
  fix: "Serve the links, or pre-render the page for crawlers.",
  test: ({ raw, rendered }) => {
    const served = new Set(internal(raw.links));
    const all = [...new Set(internal(rendered.links))];
    const added = all.filter((url) => !served.has(url));
    return added.length >= LIMITS.minLinks && added.length * 2 > all.length
      ? {
          found: `${added.length} of ${all.length} internal links`,
          expected: "links in the served HTML",
          count: added.length,
          samples: added.slice(0, 10),
        }
      : null;
  },
});
