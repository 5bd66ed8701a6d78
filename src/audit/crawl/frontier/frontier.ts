import type { FoundUrl, FrontierUrl, SitemapUrl } from "./calls";
import { KeptSampler } from "./kept-sampler";

const enum State {
  Pending = 0,
  Leased = 1,
  Done = 2,
  /** Named by a sitemap, not to be fetched unless something links to it. */
  Known = 3,
  /** Left out by sampling. */
  Skipped = 4,
}

/** A row as it goes in. */
interface NewUrl {
  url: string;
  depth: number;
  listed: number;
  inSitemap: number;
  state: State;
  pattern: number | null;
}

const COLUMNS = "seq, url, depth, state, listed, in_sitemap, pattern";
const TABLE = `(
  seq INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, depth INTEGER NOT NULL, state INTEGER NOT NULL,
  listed INTEGER NOT NULL, in_sitemap INTEGER NOT NULL DEFAULT 0, pattern INTEGER)`;

/** The URLs of one run in the Durable Object's SQLite, breadth first. A URL's number is the order in which it became known. */
export class Frontier {
  readonly sampler: KeptSampler;

  constructor(private readonly sql: SqlStorage) {
    this.sampler = new KeptSampler(sql);
  }

  static create(sql: SqlStorage): void {
    KeptSampler.create(sql);
    sql.exec(`
      CREATE TABLE IF NOT EXISTS frontier ${TABLE};
      CREATE INDEX IF NOT EXISTS frontier_due ON frontier(state, depth, seq) WHERE state < 2;
      CREATE INDEX IF NOT EXISTS frontier_sitemap ON frontier(seq) WHERE in_sitemap = 1;
      CREATE TABLE IF NOT EXISTS parked ${TABLE};`);
  }

  clear(): void {
    this.sql.exec("DELETE FROM frontier");
    this.sampler.clear();
  }

  /** Begins a run with its seeds; `sampling`: URLs that come later may be left out by their pattern. */
  begin(seeds: readonly string[], sampling: boolean): void {
    this.insert(
      seeds.map((url) => {
        const pattern = sampling ? this.sampler.choose(url, true).patternId : null;
        return { url, depth: 0, listed: 1, inSitemap: 0, state: State.Pending, pattern };
      }),
    );
    // Those of a run that is taken up again may be done already.
    this.sql.exec(
      `UPDATE frontier SET state = ${State.Pending}, listed = 1, depth = 0 WHERE url IN (SELECT value FROM json_each(?1))`,
      JSON.stringify(seeds),
    );
    this.sampler.save();
  }

  /** Adds what is new. A URL known only from a sitemap, or fetched only as a probe, becomes due when a page links to it. */
  add(found: readonly FoundUrl[], sampling: boolean): void {
    if (found.length === 0) return;
    const fresh = sampling ? this.unseen(found.filter((each) => each.listed === 1).map((each) => each.url)) : null;
    this.insert(
      found.map(({ url, depth, listed }) => {
        const drawn = fresh !== null && listed === 1 && fresh.has(url);
        return { url, depth, listed, inSitemap: 0, ...this.draw(drawn, url, false) };
      }),
    );
    this.sampler.save();
  }

  /** Notes URLs that a sitemap lists. */
  addFromSitemap(entries: readonly SitemapUrl[], sampling: boolean): void {
    const fresh = sampling ? this.unseen(entries.filter((each) => each.crawl).map((each) => each.url)) : null;
    this.insert(
      entries.map(({ url, crawl, always }) => {
        const place = crawl ? this.draw(fresh?.has(url) === true, url, always) : { state: State.Known, pattern: null };
        return { url, depth: 1, listed: crawl ? 1 : 0, inSitemap: 1, ...place };
      }),
    );
    this.sampler.save();
  }

  private draw(sampled: boolean, url: string, always: boolean): { state: State; pattern: number | null } {
    if (!sampled) return { state: State.Pending, pattern: null };
    const { keep, patternId } = this.sampler.choose(url, always);
    return { state: keep ? State.Pending : State.Skipped, pattern: patternId };
  }

  private insert(rows: readonly NewUrl[]): void {
    this.sql.exec(
      `INSERT INTO frontier(url, depth, state, listed, in_sitemap, pattern)
       SELECT value ->> 'url', value ->> 'depth', value ->> 'state', value ->> 'listed', value ->> 'inSitemap', value ->> 'pattern'
       FROM json_each(?1) WHERE true
       ON CONFLICT(url) DO UPDATE SET
         depth = CASE WHEN state = ${State.Known} THEN excluded.depth WHEN state = ${State.Pending} THEN min(depth, excluded.depth) ELSE depth END,
         pattern = coalesce(pattern, excluded.pattern),
         state = CASE WHEN excluded.listed = 1 AND (state = ${State.Known} OR (listed = 0 AND state = ${State.Done})) THEN excluded.state ELSE state END,
         listed = max(listed, excluded.listed),
         in_sitemap = max(in_sitemap, excluded.in_sitemap)
       WHERE (excluded.listed = 1 AND (state = ${State.Known} OR listed = 0)) OR excluded.in_sitemap > in_sitemap
         OR (state = ${State.Pending} AND excluded.depth < depth)`,
      JSON.stringify(rows),
    );
  }

  /** Of these URLs, those that are new here or known from a sitemap alone. */
  private unseen(urls: readonly string[]): Set<string> {
    const rows = this.sql.exec<{ url: string }>(
      `SELECT DISTINCT value AS url FROM json_each(?1) WHERE NOT EXISTS (SELECT 1 FROM frontier WHERE url = value AND state <> ${State.Known})`,
      JSON.stringify(urls),
    );
    return new Set([...rows].map((row) => row.url));
  }

  /**
   * Hands out up to `limit` due URLs, nearest to the start first: a sitemap may have made deep ones known before. The next
   * depth waits until the one before it is done, so that a URL's depth is its least number of clicks, whatever is slow.
   */
  lease(limit: number): FrontierUrl[] {
    if (limit <= 0) return [];
    return this.sql
      .exec<{ seq: number; url: string; depth: number; listed: number; inSitemap: number; pattern: number | null }>(
        `UPDATE frontier SET state = ${State.Leased}
         WHERE seq IN (
           SELECT seq FROM frontier
           WHERE state = ${State.Pending} AND depth <= coalesce((SELECT min(depth) FROM frontier WHERE state = ${State.Leased}), depth)
             AND depth = (SELECT min(depth) FROM frontier WHERE state = ${State.Pending})
           ORDER BY depth, seq LIMIT ?1)
         RETURNING seq, url, depth, listed, in_sitemap AS inSitemap, pattern`,
        limit,
      )
      .toArray()
      .sort((a, b) => a.depth - b.depth || a.seq - b.seq);
  }

  /**
   * Marks leased URLs as done; one that was handed out as a probe and became a page meanwhile is due again, as a page.
   * Returns those that were not done before.
   */
  complete(done: ReadonlyArray<{ seq: number; listed: number }>): Set<number> {
    if (done.length === 0) return new Set();
    const rows = this.sql.exec<{ seq: number }>(
      `UPDATE frontier SET state = CASE WHEN listed > (job.value ->> 'listed') THEN ${State.Pending} ELSE ${State.Done} END
       FROM json_each(?1) AS job WHERE seq = job.value ->> 'seq' AND state = ${State.Leased} RETURNING seq`,
      JSON.stringify(done),
    );
    return new Set([...rows].map((row) => row.seq));
  }

  /** Gives back what a job had taken and not done. */
  release(): void {
    this.sql.exec(`UPDATE frontier SET state = ${State.Pending} WHERE state = ${State.Leased}`);
  }

  /** Puts the frontier aside, for the run that will go on from here. */
  park(): void {
    this.sql.exec("DELETE FROM parked");
    this.sql.exec(
      `INSERT INTO parked(${COLUMNS}) SELECT seq, url, depth, state, listed, in_sitemap, NULL FROM frontier`,
    );
  }

  /** Takes up what was put aside. */
  unpark(): void {
    this.sql.exec(`INSERT INTO frontier(${COLUMNS}) SELECT ${COLUMNS} FROM parked`);
    this.sql.exec("DELETE FROM parked");
  }

  hasPending(): boolean {
    return this.number("SELECT EXISTS(SELECT 1 FROM frontier WHERE state = 0) AS n") === 1;
  }

  /** How many URLs wait; costs a scan of those. */
  countPending(): number {
    return this.number("SELECT count(*) AS n FROM frontier WHERE state = 0");
  }

  /** How many URLs are known: the last number given out. */
  discovered(): number {
    return this.number("SELECT coalesce(max(seq), 0) AS n FROM frontier");
  }

  /** URLs that a sitemap lists, after `afterSeq`, in order. */
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
