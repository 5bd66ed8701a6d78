import { sitemapCheck } from "../shared/define-sitemap";

export const sitemapUnreachable = sitemapCheck({
  id: "sitemap_unreachable",
  severity: "error",
  title: "A sitemap can't be fetched",
  rule: "A sitemap named in robots.txt, in an index or in the settings answers with a status other than 200, or does not finish in time.",
  why: "Crawlers miss every page that only this sitemap lists.",
  fix: "Make the address answer 200 with the sitemap, or remove it from robots.txt and the index.",
  file: {
    on: "any",
    test: (file, site) => {
      if (file.foreign) return null;
      // Nothing names the sitemaps in the usual places, so a missing one there is not a fault.
      const promised = site.certain || file.depth > 0;
      if (file.end === "timeout" && (promised || file.status === 200))
        return { detail: "the response did not finish in time" };
      if (file.status === 200 || !promised) return null;
      return { detail: file.status === 0 ? "the server did not respond" : `the server answered ${file.status}` };
    },
  },
});
