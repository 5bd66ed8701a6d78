import { hash53 } from "../../lib/crypto/hash";
import { pathOf } from "../../lib/hosts/url";
import { judgePath, rulesFor } from "../../web";
import type { JobContext } from "../crawl/frontier/job-context";
import { BATCH, type CrawledUrls, type JudgedSite, type RunFigures } from "./gathered";

/** Checks every URL that a sitemap lists, crawled or not. False: another job has taken over. */
export async function judgeSitemapUrls(
  stub: JobContext["stub"],
  token: string,
  { facts }: JudgedSite,
  { graph }: CrawledUrls,
  { sitemaps }: RunFigures,
): Promise<boolean> {
  const google = rulesFor(facts.robots, "Googlebot");
  for (let after = 0; ;) {
    const urls = await stub.sitemapUrls(token, after, BATCH);
    for (const { url } of urls) {
      const path = pathOf(url);
      sitemaps.addListed(path, judgePath(google.rules, path).allowed, graph.get(hash53(url)) !== undefined);
    }
    if (urls.length < BATCH) return stub.renew(token);
    after = urls.at(-1)!.seq;
  }
}
