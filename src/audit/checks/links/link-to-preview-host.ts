import { listed } from "../shared/listed";
import { isPreviewUrl } from "../shared/hosts";
import { pageCheck } from "../shared/define";

export const linkToPreviewHost = pageCheck({
  id: "link_to_preview_host",
  severity: "warning",
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
    const shared = facts.preview["og:url"];
    if (shared) urls.push(shared);
    const hits = [...new Set(urls)].filter((url) => isPreviewUrl(url));
    return listed(hits, "addresses on preview hosts", "addresses of the site itself");
  },
});
