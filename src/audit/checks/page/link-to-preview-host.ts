import { isPreviewUrl } from "../shared/hosts";
import { pageCheck } from "../define";

export const linkToPreviewHost = pageCheck({
  id: "link_to_preview_host",
  severity: "warning",
  weight: 5,
  category: "Links",
  title: "Links point to a preview of the site",
  rule: "A link, canonical or og:url on a preview host of a site builder (lovable.app, vercel.app, netlify.app, pages.dev, replit.app, bolt.host, …) while the page is elsewhere.",
  why: "Crawlers index the preview in addition to the site, or instead of it.",
  fix: "Replace it with the site's own address.",
  on: "html",
  test: ({ links, canonical, facts, parsedUrl }) => {
    if (isPreviewUrl(parsedUrl.href)) return null;
    const urls = links.filter((link) => link.kind === "external").map((link) => link.url!);
    if (canonical !== null) urls.push(canonical);
    const shared = facts!.preview["og:url"];
    if (shared) urls.push(shared);
    const hits = [...new Set(urls)].filter((url) => isPreviewUrl(url));
    return hits.length > 0
      ? {
          found: `${hits.length} such addresses`,
          expected: "addresses of the site itself",
          count: hits.length,
          samples: hits.slice(0, 10),
        }
      : null;
  },
});
