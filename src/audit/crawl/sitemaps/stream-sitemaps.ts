import {
  isReadable,
  isSpent,
  readSitemap,
  SITEMAP_MAX_URLS,
  type EgressRules,
  type ServerVisits,
  type SitemapCandidates,
  type SitemapEntry,
  type SitemapFile,
} from "../../../web";
import { canonicalUrl } from "../../../lib/hosts/url";
import { SECOND_MS } from "../../../lib/time/time";
import { onAuditedHost } from "../../model/page/links";

const SITEMAP_TIMEOUT_MS = 20 * SECOND_MS;
/** Time limit for all sitemaps of a run. Files left over, or beyond the requests of the job, count as unread. */
const SITEMAPS_BUDGET_MS = 120 * SECOND_MS;

/** The host whose URLs count, and the public host of a site whose copy is audited. */
export interface AuditedHost {
  base: URL;
  productionHost: string | null;
}

/** The result of reading the sitemaps, without their URLs. */
export interface SitemapReading {
  /** At least one candidate is a sitemap. */
  readable: boolean;
  files: SitemapFile[];
}

export interface SitemapWatcher {
  entries: (entries: SitemapEntry[], file: SitemapFile) => void;
  /** Called after each file. Return false to stop. */
  file: (file: SitemapFile) => boolean | Promise<boolean>;
}

/**
 * Reads sitemaps and passes their URLs on the site's host to `onUrls` in canonical form, in batches; `onUrls` returns false
 * to stop. `watcher` gets every entry; those on the production host are moved to the audited one.
 */
export async function streamSitemaps(
  candidates: SitemapCandidates & { visits: ServerVisits },
  { base, productionHost }: AuditedHost,
  rules: EgressRules,
  onUrls: (urls: Array<{ url: string; lastmod: string | null }>) => boolean | Promise<boolean>,
  watcher?: SitemapWatcher,
): Promise<SitemapReading> {
  const reading: SitemapReading = { readable: false, files: [] };
  const endAt = Date.now() + SITEMAPS_BUDGET_MS;
  const isOver = () => Date.now() >= endAt || isSpent(rules);
  for (const candidate of candidates.urls) {
    const files = await readSitemap(candidate, {
      rules,
      visits: candidates.visits,
      timeoutMs: SITEMAP_TIMEOUT_MS,
      onEntries: (listed, file) => {
        const entries = productionHost === null ? listed : listed.map((entry) => onHost(entry, base, productionHost));
        watcher?.entries(entries, file);
        // Entries beyond the protocol's limit are counted but not crawled.
        const kept = file.entries > SITEMAP_MAX_URLS ? entries.slice(0, SITEMAP_MAX_URLS - file.entries) : entries;
        return onUrls(kept.flatMap((entry) => ownUrl(entry.loc, entry.lastmod, base.host)));
      },
      onFile: async (file) => (watcher ? await watcher.file(file) : true) && !isOver(),
    });
    const [first] = files;
    reading.files.push(...files);
    reading.readable ||= isReadable(first!);
    if ((reading.readable && !candidates.certain) || files.at(-1)!.end === "stopped" || isOver()) break;
  }
  return reading;
}

function onHost(entry: SitemapEntry, base: URL, productionHost: string): SitemapEntry {
  const url = URL.parse(entry.loc);
  return url?.host === productionHost ? { ...entry, loc: onAuditedHost(url, base, productionHost).href } : entry;
}

function ownUrl(loc: string, lastmod: string | null, host: string): Array<{ url: string; lastmod: string | null }> {
  const url = URL.parse(loc);
  return url && url.host === host && /^https?:$/.test(url.protocol) ? [{ url: canonicalUrl(url), lastmod }] : [];
}
