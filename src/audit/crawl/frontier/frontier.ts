import type { FoundUrl, FrontierUrl, SitemapUrl } from "../../model/run/calls";
import { createTables, parkUrls, unparkUrls, upsertUrls, UrlState } from "./frontier-table";
import { KeptSampler } from "./kept-sampler";

/** Seeds per statement. They go to SQLite as one text, which may take 2 MB; a seed has 2,048 characters at most. */
const SEEDS_AT_ONCE = 500;

/** The URLs of one run in the Durable Object's SQLite, in breadth-first order. `seq` is the order of discovery. */
export class Frontier {
  readonly sampler: KeptSampler;

  constructor(private readonly sql: SqlStorage) {
    this.sampler = new KeptSampler(sql);
  }

  static create(sql: SqlStorage): void {
    KeptSampler.create(sql);
    createTables(sql);
  }

  clear(): void {
    this.sql.exec("DELETE FROM frontier");
    this.sampler.clear();
  }

  /** Begins a run with its seeds. `sampling`: later URLs may be left out by pattern. */
  begin(seeds: readonly string[], sampling: boolean): void {
    for (let at = 0; at < seeds.length; at += SEEDS_AT_ONCE) {
      const some = seeds.slice(at, at + SEEDS_AT_ONCE);
      upsertUrls(
        this.sql,
        some.map((url) => {
          const pattern = sampling ? this.sampler.choose(url, true).patternId : null;
          return { url, depth: 0, listed: 1, inSitemap: 0, state: UrlState.Pending, pattern };
        }),
      );
      // In a continued run the seeds may be done already.
      this.sql.exec(
        `UPDATE frontier SET state = ${UrlState.Pending}, listed = 1, depth = 0 WHERE url IN (SELECT value FROM json_each(?1))`,
        JSON.stringify(some),
      );
    }
    this.sampler.save();
  }

  /** Adds new URLs. A URL known only from a sitemap, or fetched as a probe, becomes due when a page links to it. */
  add(found: readonly FoundUrl[], sampling: boolean): void {
    if (found.length === 0) return;
    const fresh = sampling ? this.unseen(found.filter((each) => each.listed === 1).map((each) => each.url)) : null;
    upsertUrls(
      this.sql,
      found.map(({ url, depth, listed }) => {
        const drawn = fresh !== null && listed === 1 && fresh.has(url);
        return { url, depth, listed, inSitemap: 0, ...this.draw(drawn, url, false) };
      }),
    );
    this.sampler.save();
  }

  /** Adds URLs listed in a sitemap. */
  addFromSitemap(entries: readonly SitemapUrl[], sampling: boolean): void {
    const fresh = sampling ? this.unseen(entries.filter((each) => each.crawl).map((each) => each.url)) : null;
    upsertUrls(
      this.sql,
      entries.map(({ url, crawl, always }) => {
        const place = crawl
          ? this.draw(fresh?.has(url) === true, url, always)
          : { state: UrlState.Known, pattern: null };
        return { url, depth: 1, listed: crawl ? 1 : 0, inSitemap: 1, ...place };
      }),
    );
    this.sampler.save();
  }

  private draw(sampled: boolean, url: string, always: boolean): { state: UrlState; pattern: number | null } {
    if (!sampled) return { state: UrlState.Pending, pattern: null };
    const { keep, patternId } = this.sampler.choose(url, always);
    return { state: keep ? UrlState.Pending : UrlState.Skipped, pattern: patternId };
  }

  /** Returns the URLs that are new or known only from a sitemap. */
  private unseen(urls: readonly string[]): Set<string> {
    const rows = this.sql.exec<{ url: string }>(
      `SELECT DISTINCT value AS url FROM json_each(?1) WHERE NOT EXISTS (SELECT 1 FROM frontier WHERE url = value AND state <> ${UrlState.Known})`,
      JSON.stringify(urls),
    );
    return new Set([...rows].map((row) => row.url));
  }

  /**
   * Hands out up to `limit` due URLs, lowest depth first, because a sitemap may list deep URLs early. Each depth waits
   * until the one before it is done, so that a URL's depth is its lowest number of clicks even if some pages are slow.
   */
  lease(limit: number): FrontierUrl[] {
    if (limit <= 0) return [];
    return this.sql
      .exec<{ seq: number; url: string; depth: number; listed: number; inSitemap: number; pattern: number | null }>(
        `UPDATE frontier SET state = ${UrlState.Leased}
         WHERE seq IN (
           SELECT seq FROM frontier
           WHERE state = ${UrlState.Pending} AND depth <= coalesce((SELECT min(depth) FROM frontier WHERE state = ${UrlState.Leased}), depth)
             AND depth = (SELECT min(depth) FROM frontier WHERE state = ${UrlState.Pending})
           ORDER BY depth, seq LIMIT ?1)
         RETURNING seq, url, depth, listed, in_sitemap AS inSitemap, pattern`,
        limit,
      )
      .toArray()
      .sort((a, b) => a.depth - b.depth || a.seq - b.seq);
  }

  /**
   * Marks leased URLs as done. A probe that has become a page in the meantime is due again, as a page. Returns the
   * `seq` of the URLs that were not done before.
   */
  complete(done: ReadonlyArray<{ seq: number; listed: number }>): Set<number> {
    if (done.length === 0) return new Set();
    const rows = this.sql.exec<{ seq: number }>(
      `UPDATE frontier SET state = CASE WHEN listed > (job.value ->> 'listed') THEN ${UrlState.Pending} ELSE ${UrlState.Done} END
       FROM json_each(?1) AS job WHERE seq = job.value ->> 'seq' AND state = ${UrlState.Leased} RETURNING seq`,
      JSON.stringify(done),
    );
    return new Set([...rows].map((row) => row.seq));
  }

  /** Makes the URLs leased to a job due again. */
  release(): void {
    this.sql.exec(`UPDATE frontier SET state = ${UrlState.Pending} WHERE state = ${UrlState.Leased}`);
  }

  /** Saves the frontier for the run that will continue from here. */
  park(): void {
    parkUrls(this.sql);
  }

  /** Restores the saved frontier. */
  unpark(): void {
    unparkUrls(this.sql);
  }

  hasPending(): boolean {
    return this.number("SELECT EXISTS(SELECT 1 FROM frontier WHERE state = 0) AS n") === 1;
  }

  /** Number of pending URLs; scans all of them. */
  countPending(): number {
    return this.number("SELECT count(*) AS n FROM frontier WHERE state = 0");
  }

  /** Number of known URLs: the highest `seq`. */
  discovered(): number {
    return this.number("SELECT coalesce(max(seq), 0) AS n FROM frontier");
  }

  /** URLs listed in a sitemap, after `afterSeq`, in order. */
  sitemapUrls(afterSeq: number, limit: number): Array<{ seq: number; url: string }> {
    return this.sql
      .exec<{ seq: number; url: string }>(
        "SELECT seq, url FROM frontier WHERE in_sitemap = 1 AND seq > ?1 ORDER BY seq LIMIT ?2",
        afterSeq,
        limit,
      )
      .toArray();
  }

  private number(query: string): number {
    return this.sql.exec<{ n: number }>(query).one().n;
  }
}
