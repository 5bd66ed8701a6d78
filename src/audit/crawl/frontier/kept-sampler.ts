import { pathOf } from "../../../lib/hosts/url";
import { Sampler, type Choice, type PatternCount } from "../../model/run/sampling";

/** A run's sampler, stored in the Durable Object's SQLite, with the paths that it never leaves out. */
export class KeptSampler {
  /** Loaded when first needed. */
  private sampler: Sampler | undefined;
  private always: Set<string> | undefined;

  constructor(private readonly sql: SqlStorage) {}

  static create(sql: SqlStorage): void {
    sql.exec(`
      CREATE TABLE IF NOT EXISTS pattern(id INTEGER PRIMARY KEY, pattern TEXT NOT NULL, total INTEGER NOT NULL, sampled INTEGER NOT NULL);
      CREATE TABLE IF NOT EXISTS sibling(parent TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (parent, name)) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS always(path TEXT PRIMARY KEY) WITHOUT ROWID;`);
  }

  clear(): void {
    for (const table of ["pattern", "sibling", "always"]) this.sql.exec(`DELETE FROM ${table}`);
    this.forget();
  }

  /** Drops the state in memory. Call it after a rollback. */
  forget(): void {
    this.sampler = this.always = undefined;
  }

  /** Decides about a new URL; call `save` afterwards. `always`: keep it however many of its pattern are sampled. */
  choose(url: string, always: boolean): Choice {
    return this.loaded().choose(url, always || this.alwaysPaths().has(pathOf(url)));
  }

  /** Adds paths that are never left out. */
  keepAlways(paths: readonly string[]): void {
    this.sql.exec("INSERT OR IGNORE INTO always(path) SELECT value FROM json_each(?1)", JSON.stringify(paths));
    this.always = undefined;
  }

  /** Patterns with URLs left out. */
  cutPatterns(): PatternCount[] {
    return this.loaded().cut();
  }

  save(): void {
    const changes = this.sampler?.takeChanges();
    if (!changes) return;
    if (changes.patterns.length > 0)
      this.sql.exec(
        `INSERT OR REPLACE INTO pattern(id, pattern, total, sampled)
         SELECT value ->> 'id', value ->> 'pattern', value ->> 'total', value ->> 'sampled' FROM json_each(?1)`,
        JSON.stringify(changes.patterns),
      );
    if (changes.siblings.length > 0)
      this.sql.exec(
        "INSERT OR IGNORE INTO sibling(parent, name) SELECT value ->> 'parent', value ->> 'name' FROM json_each(?1)",
        JSON.stringify(changes.siblings),
      );
  }

  private loaded(): Sampler {
    this.sampler ??= new Sampler({
      patterns: this.sql.exec<PatternCount & Record<string, SqlStorageValue>>("SELECT * FROM pattern").toArray(),
      siblings: this.sql.exec<{ parent: string; name: string }>("SELECT parent, name FROM sibling").toArray(),
    });
    return this.sampler;
  }

  private alwaysPaths(): Set<string> {
    this.always ??= new Set([...this.sql.exec<{ path: string }>("SELECT path FROM always")].map((row) => row.path));
    return this.always;
  }
}
