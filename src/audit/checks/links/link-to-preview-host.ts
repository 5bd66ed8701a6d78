import { listed } from "../shared/listed";
import { domainLabel, isPreviewOf, isPreviewUrl } from "../shared/hosts";
import { pageCheck } from "../shared/define";

export const linkToPreviewHost = pageCheck({
  id: "link_to_preview_host",
  severity: "warning",
  category: "Links",
  title: "Links point to a preview of the site",
  rule: "A canonical or og:url on a preview host of a site builder (lovable.app, vercel.app, netlify.app, pages.dev, replit.app, bolt.host, …) while the page is elsewhere, or a link to such a host that has the name of the site.",
  why: "Crawlers index the preview in addition to the site, or instead of it.",
  fix: "Replace it with the site's own address.",
  on: "html",
  test: ({ links, canonical, facts, parsedUrl }) => {
    if (isPreviewUrl(parsedUrl.href)) return null;
    const own = [canonical, facts.preview["og:url"]].filter((url) => url != null && isPreviewUrl(url)) as string[];
    const linked = links.flatMap(({ kind, url }) => (kind === "external" && isPreviewUrl(url!) ? [url!] : []));
    if (own.length + linked.length === 0) return null;
    const names = [domainLabel(parsedUrl.href), facts.preview["og:site_name"] ?? ""];
    const hosts = new Set(own.map((url) => new URL(url).hostname));
    const hits = linked.filter((url) => {
      const { hostname } = new URL(url);
      return hosts.has(hostname) || isPreviewOf(hostname, names);
    });
    return listed([...own, ...hits], "addresses on preview hosts", "addresses of the site itself");
  },
});
