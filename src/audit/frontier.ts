/** A URL handed to a job. */
export interface FrontierUrl {
  seq: number;
  url: string;
  depth: number;
  /** 1: a page of the result; 0: fetched only to know its answer. */
  listed: number;
  inSitemap: number;
}

/** A URL that a job met. */
export interface FoundUrl {
  url: string;
  depth: number;
  listed: number;
}

const enum State {
  Pending = 0,
  Leased = 1,
  Done = 2,
  /** Named by a sitemap, not to be fetched unless something links to it. */
  Known = 3,
}

/** The URLs of one run in the Durable Object's SQLite, breadth first: a URL's number is the order of its discovery. */
export class Frontier {
  constructor(private readonly sql: SqlStorage) {}

  create(): void {
    this.sql.exec(`
      CREATE TABLE IF NOT EXISTS frontier(
        seq INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, depth INTEGER NOT NULL, state INTEGER NOT NULL,
        listed INTEGER NOT NULL, in_sitemap INTEGER NOT NULL DEFAULT 0);
      CREATE INDEX IF NOT EXISTS frontier_open ON frontier(state, seq) WHERE state < 2;
      CREATE INDEX IF NOT EXISTS frontier_sitemap ON frontier(seq) WHERE in_sitemap = 1;`);
  }

  clear(): void {
    this.sql.exec("DELETE FROM frontier");
  }

  /** Adds what is new. A URL known only from a sitemap, or fetched only as a probe, becomes due when a page links to it. */
  add(found: readonly FoundUrl[]): void {
    if (found.length === 0) return;
    this.sql.exec(
      `INSERT INTO frontier(url, depth, state, listed)
       SELECT value ->> 'url', value ->> 'depth', ${State.Pending}, value ->> 'listed' FROM json_each(?1) WHERE true
       ON CONFLICT(url) DO UPDATE SET
         depth = CASE WHEN state = ${State.Known} THEN excluded.depth ELSE depth END,
         state = CASE WHEN state IN (${State.Known}, ${State.Done}) THEN ${State.Pending} ELSE state END,
         listed = excluded.listed
       WHERE excluded.listed = 1 AND (state = ${State.Known} OR listed = 0)`,
      JSON.stringify(found),
    );
  }

  /** Notes URLs that a sitemap lists; `crawl`: they are pages of this run. */
  addFromSitemap(urls: readonly string[], crawl: boolean): void {
    this.sql.exec(
      `INSERT INTO frontier(url, depth, state, listed, in_sitemap)
       SELECT value, 1, ${crawl ? State.Pending : State.Known}, ${crawl ? 1 : 0}, 1 FROM json_each(?1) WHERE true
       ON CONFLICT(url) DO UPDATE SET in_sitemap = 1`,
      JSON.stringify(urls),
    );
  }

  /** Hands out up to `limit` due URLs in the order of their discovery. */
  lease(limit: number): FrontierUrl[] {
    if (limit <= 0) return [];
    return this.sql
      .exec<{ seq: number; url: string; depth: number; listed: number; inSitemap: number }>(
        `UPDATE frontier SET state = ${State.Leased}
         WHERE seq IN (SELECT seq FROM frontier WHERE state = ${State.Pending} ORDER BY seq LIMIT ?1)
         RETURNING seq, url, depth, listed, in_sitemap AS inSitemap`,
        limit,
      )
      .toArray()
      .sort((a, b) => a.seq - b.seq);
  }

  /** Marks leased URLs as done. Returns those that were not done before, with their share of the lease. */
  complete(seqs: readonly number[]): Array<{ seq: number; listed: number }> {
    if (seqs.length === 0) return [];
    return this.sql
      .exec<{ seq: number; listed: number }>(
        `UPDATE frontier SET state = ${State.Done}
         WHERE seq IN (SELECT value FROM json_each(?1)) AND state = ${State.Leased} RETURNING seq, listed`,
        JSON.stringify(seqs),
      )
      .toArray();
  }

  /** Gives back what a job had taken and not done. */
  release(): void {
    this.sql.exec(`UPDATE frontier SET state = ${State.Pending} WHERE state = ${State.Leased}`);
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
