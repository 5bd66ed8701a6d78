import { sitemapCheck } from "../shared/define-sitemap";

const withoutWww = (host: string) => host.replace(/^www\./, "");

export const sitemapCrossHost = sitemapCheck({
  id: "sitemap_cross_host",
  severity: "error",
  title: "Entries are on another host",
  rule: "A `loc`, or the sitemap itself, is on a host other than the audited domain. Only that host's own robots.txt could make an entry valid. Not reported of a sitemap that the domain's robots.txt names, unless only www differs; we do not request it.",
  why: "Crawlers ignore entries for a host that has not confirmed the sitemap.",
  fix: "List pages in a sitemap on their own host, or name this sitemap in that host's robots.txt.",
  file: {
    on: "any",
    test: ({ foreign, url }, { host, inRobots }) => {
      const isNamed = inRobots.has(url) && withoutWww(URL.parse(url)?.host ?? host) !== withoutWww(host);
      return foreign && !isNamed ? { detail: "the sitemap itself is on another host, or redirects to one" } : null;
    },
  },
  entry: {
    test: ({ loc, url, own }) => (url !== null && !own ? loc : null),
    detail: "entries are on another host",
  },
});
