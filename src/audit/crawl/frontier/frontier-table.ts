/** What happens to a URL. */
export enum UrlState {
  Pending = 0,
  Leased = 1,
  Done = 2,
  /** Listed in a sitemap; fetched only if a page links to it. */
  Known = 3,
  /** Left out by sampling. */
  Skipped = 4,
}

/** A row to insert. */
export interface NewUrl {
  url: string;
  depth: number;
  listed: number;
  inSitemap: number;
  state: UrlState;
  pattern: number | null;
}

const COLUMNS = "seq, url, depth, state, listed, in_sitemap, pattern";
const TABLE = `(
  seq INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, depth INTEGER NOT NULL, state INTEGER NOT NULL,
  listed INTEGER NOT NULL, in_sitemap INTEGER NOT NULL DEFAULT 0, pattern INTEGER)`;

export function createTables(sql: SqlStorage): void {
  sql.exec(`
    CREATE TABLE IF NOT EXISTS frontier ${TABLE};
    CREATE INDEX IF NOT EXISTS frontier_due ON frontier(state, depth, seq) WHERE state < 2;
    CREATE INDEX IF NOT EXISTS frontier_sitemap ON frontier(seq) WHERE in_sitemap = 1;
    CREATE TABLE IF NOT EXISTS parked ${TABLE};`);
}

/** Inserts URLs. A known URL keeps its row, with the lower depth and the stronger reason to fetch it. */
export function upsertUrls(sql: SqlStorage, rows: readonly NewUrl[]): void {
  sql.exec(
    `INSERT INTO frontier(url, depth, state, listed, in_sitemap, pattern)
     SELECT value ->> 'url', value ->> 'depth', value ->> 'state', value ->> 'listed', value ->> 'inSitemap', value ->> 'pattern'
     FROM json_each(?1) WHERE true
     ON CONFLICT(url) DO UPDATE SET
       depth = CASE WHEN state = ${UrlState.Known} THEN excluded.depth WHEN state = ${UrlState.Pending} THEN min(depth, excluded.depth) ELSE depth END,
       pattern = coalesce(pattern, excluded.pattern),
       state = CASE WHEN excluded.listed = 1 AND (state = ${UrlState.Known} OR (listed = 0 AND state = ${UrlState.Done})) THEN excluded.state ELSE state END,
       listed = max(listed, excluded.listed),
       in_sitemap = max(in_sitemap, excluded.in_sitemap)
     WHERE (excluded.listed = 1 AND (state = ${UrlState.Known} OR listed = 0)) OR excluded.in_sitemap > in_sitemap
       OR (state = ${UrlState.Pending} AND excluded.depth < depth)`,
    JSON.stringify(rows),
  );
}

/** Copies the frontier for the run that will continue from here. Sampling patterns are not copied. */
export function parkUrls(sql: SqlStorage): void {
  sql.exec("DELETE FROM parked");
  sql.exec(`INSERT INTO parked(${COLUMNS}) SELECT seq, url, depth, state, listed, in_sitemap, NULL FROM frontier`);
}

/** Moves the parked URLs back into the frontier. */
export function unparkUrls(sql: SqlStorage): void {
  sql.exec(`INSERT INTO frontier(${COLUMNS}) SELECT ${COLUMNS} FROM parked`);
  sql.exec("DELETE FROM parked");
}
