import { knownSitemaps } from "../../../accounts";
import { openDb } from "../../../db/client";
import { DAY_MS } from "../../../lib/time/time";
import { lastmodInstant, type RobotsFile } from "../../../web";
import { isInScope, withoutIgnored } from "../../model/run/scope";
import { parsedRobots } from "../../model/site/robots-file";
import type { SitemapReport } from "../../model/site/sitemap-report";
import { SitemapInspector } from "../../checks/sitemap-inspector";
import type { JobContext } from "../frontier/job-context";
import { newOrUpdated } from "./new-pages";
import { streamSitemaps } from "./stream-sitemaps";

/** Sampling never leaves out pages that changed within this time. */
const RECENT_MS = 7 * DAY_MS;

/** Reads the sitemaps of a run into its frontier and reports their problems. */
export async function readSitemaps(
  { env, stub, token, job, rules }: JobContext,
  base: URL,
  robots: RobotsFile,
): Promise<SitemapReport> {
  const { config } = job;
  const listed = parsedRobots(robots).sitemaps.map((sitemap) => sitemap.url);
  const places = { base, rules, named: config.sitemapUrl, listed, onlyListed: config.onlyListedSitemaps === true };
  const candidates = await knownSitemaps(openDb(env.DB), config.accountId, places);
  const inspector = new SitemapInspector({
    host: config.domain,
    https: base.protocol === "https:",
    inRobots: new Set(listed),
    certain: candidates.certain,
    now: robots.fetchedAt,
  });
  const recent = robots.fetchedAt - RECENT_MS;
  const reading = await streamSitemaps(
    candidates,
    { base, productionHost: config.scope?.productionHost ?? null },
    candidates.rules,
    async (entries) => {
      const wanted = config.newPagesOnly ? await newOrUpdated(env, config, entries) : null;
      return stub.addSitemapUrls(
        token,
        entries.map((entry) => {
          const url = withoutIgnored(entry.url, config.scope);
          const asked = config.mode === "sitemap" && isInScope(url, 1, config.scope);
          const crawl = asked && (wanted === null || wanted.has(entry.url));
          return { url, crawl, always: entry.lastmod !== null && (lastmodInstant(entry.lastmod) ?? 0) >= recent };
        }),
      );
    },
    {
      entries: (entries, file) => inspector.entries(entries, file),
      file: (file) => {
        inspector.file(file);
        return stub.renew(token);
      },
    },
  );
  const lists = reading.files.filter((file) => file.kind !== "index");
  return {
    readable: reading.readable,
    url: reading.files.find((file) => file.status === 200)?.url ?? null,
    files: reading.files.length,
    urls: lists.reduce((sum, file) => sum + file.entries, 0),
    unreadFiles: reading.files.reduce((sum, file) => sum + file.unread, 0),
    status: reading.files.filter((file) => file.depth === 0).map((file) => [file.url, file.status]),
    issues: inspector.finish(reading),
  };
}
