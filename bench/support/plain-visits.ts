import { DatabaseSync, type StatementSync } from "node:sqlite";
import { providerOf, type HistoryEvent } from "../../test/support/visit-history.ts";

/** The plain way to count visits: a SQLite table with one row per visit, and an index for each question. */
export class PlainVisits {
  private readonly db: DatabaseSync;
  private readonly insert: StatementSync;

  constructor(file: string) {
    this.db = new DatabaseSync(file);
    this.db.exec(`PRAGMA synchronous = OFF; PRAGMA journal_mode = WAL; PRAGMA cache_size = -65536;
      CREATE TABLE visit (id TEXT, day TEXT, path TEXT, provider TEXT, served_by TEXT);`);
    this.insert = this.db.prepare("INSERT OR IGNORE INTO visit VALUES (?, ?, ?, ?, ?)");
  }

  /** From here on, an id that comes again is ignored. */
  refuseRepeats(): void {
    this.db.exec("CREATE UNIQUE INDEX by_id ON visit (id)");
  }

  /** Makes the indexes that reports read. Faster after the visits than before them. */
  makeIndexes(): void {
    this.db.exec(`CREATE INDEX by_day ON visit (day, path, provider, served_by);
      CREATE INDEX by_path ON visit (path, day, provider, served_by);`);
  }

  /** Counts visits in one transaction. */
  count(events: Iterable<HistoryEvent>): void {
    this.db.exec("BEGIN");
    for (const { id, at, path, userAgent, servedBy } of events)
      this.insert.run(id, at.slice(0, 10), path, providerOf(userAgent).provider, servedBy);
    this.db.exec("COMMIT");
  }

  total(): number {
    return Number(this.db.prepare("SELECT count(*) AS n FROM visit").get()!["n"]);
  }

  /** Visits by day and provider. */
  daily(from: string, to: string) {
    return this.db
      .prepare("SELECT day, provider, count(*) AS n FROM visit WHERE day BETWEEN ? AND ? GROUP BY 1, 2")
      .all(from, to);
  }

  /** Visits of one path by provider. */
  ofPath(path: string, from: string, to: string) {
    return this.db
      .prepare("SELECT provider, count(*) AS n FROM visit WHERE path = ? AND day BETWEEN ? AND ? GROUP BY 1")
      .all(path, from, to);
  }

  /** Visits of every path by provider and by what served them. */
  byPath(from: string, to: string) {
    return ["provider", "served_by"].flatMap((column) =>
      this.db
        .prepare(`SELECT path, ${column}, count(*) AS n FROM visit WHERE day BETWEEN ? AND ? GROUP BY 1, 2`)
        .all(from, to),
    );
  }

  close(): void {
    this.db.close();
  }
}
