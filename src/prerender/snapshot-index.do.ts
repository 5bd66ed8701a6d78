import { DurableObject } from "cloudflare:workers";
import type { Bindings } from "../env";
import { HOUR_MS, SECOND_MS } from "../lib/time";
import { log } from "../http/log";
import { expiryOf, type SnapshotEntry } from "./core/snapshot";
import { deleteBodies } from "./store";

/** A render under way, or the news that another one is. */
export type BeginResult = { token: string; previous: { words: number } | null } | { busy: true };

/** A render holds its page no longer than this. */
const RENDER_LEASE_MS = 60 * SECOND_MS;
/** Removed bodies are kept a little: a reader may have looked them up just before. */
const GARBAGE_AFTER_MS = HOUR_MS;
const GARBAGE_BATCH = 500;

type EntryRow = {
  snap: string;
  status: number;
  created_at: number;
  etag: string;
  bytes: number;
  render_ms: number;
  words: number;
  headers: string;
};

/**
 * What is cached of one domain: path → snapshot. The truth; bodies are immutable and reachable only from here, so that an
 * invalidation holds everywhere from the moment it answers (platform.md 1.4.3). A render may only be stored by the token
 * that it began with; an invalidation takes the tokens of its paths away, so an overtaken render is never stored.
 */
export class SnapshotIndex extends DurableObject<Bindings> {
  private readonly sql: SqlStorage;
  private readonly waiters = new Map<string, Array<() => void>>();

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env);
    this.sql = ctx.storage.sql;
    this.sql.exec(`
      CREATE TABLE IF NOT EXISTS entry(
        path TEXT PRIMARY KEY, snap TEXT NOT NULL, status INTEGER NOT NULL, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
        etag TEXT NOT NULL, bytes INTEGER NOT NULL, render_ms INTEGER NOT NULL, words INTEGER NOT NULL, headers TEXT NOT NULL) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS render(path TEXT PRIMARY KEY, token TEXT NOT NULL, lease_until INTEGER NOT NULL) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS garbage(snap TEXT PRIMARY KEY, since INTEGER NOT NULL) WITHOUT ROWID;`);
  }

  /** The live entry of a page. Always reads the storage: only that proves that this instance is the current one. */
  lookup(path: string, now: number): SnapshotEntry | null {
    const [row] = this.sql
      .exec<EntryRow>("SELECT * FROM entry WHERE path = ?1 AND expires_at > ?2", path, now)
      .toArray();
    return row ? entryOf(row) : null;
  }

  /** Takes the page for rendering, unless somebody renders it already. */
  begin(path: string, now: number): BeginResult {
    return this.ctx.storage.transactionSync(() => {
      const [held] = this.sql
        .exec<{ token: string }>("SELECT token FROM render WHERE path = ?1 AND lease_until > ?2", path, now)
        .toArray();
      if (held) return { busy: true };
      const token = crypto.randomUUID();
      this.sql.exec("INSERT OR REPLACE INTO render VALUES(?1, ?2, ?3)", path, token, now + RENDER_LEASE_MS);
      const [entry] = this.sql
        .exec<{ words: number }>("SELECT words FROM entry WHERE path = ?1 AND status = 200", path)
        .toArray();
      return { token, previous: entry ? { words: entry.words } : null };
    });
  }

  /** Waits until the render of a page ends, at most `timeoutMs`. */
  async wait(path: string, timeoutMs: number): Promise<void> {
    const [held] = this.sql
      .exec("SELECT 1 FROM render WHERE path = ?1 AND lease_until > ?2", path, Date.now())
      .toArray();
    if (!held) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      this.waiters.set(path, [...(this.waiters.get(path) ?? []), resolve]);
      timer = setTimeout(resolve, timeoutMs);
    });
    clearTimeout(timer);
  }

  private wake(path: string): void {
    for (const resolve of this.waiters.get(path) ?? []) resolve();
    this.waiters.delete(path);
  }

  /** Makes a render the page's snapshot. False: it was overtaken and its body is garbage. */
  async commit(path: string, token: string, entry: SnapshotEntry, now: number): Promise<boolean> {
    const accepted = this.ctx.storage.transactionSync(() => {
      const mine =
        this.sql.exec("DELETE FROM render WHERE path = ?1 AND token = ?2 RETURNING 1", path, token).toArray().length >
        0;
      if (!mine) {
        this.discard([entry.snap], now);
        return false;
      }
      this.discard(
        this.sql
          .exec<{ snap: string }>("SELECT snap FROM entry WHERE path = ?1", path)
          .toArray()
          .map((row) => row.snap),
        now,
      );
      this.sql.exec(
        "INSERT OR REPLACE INTO entry VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        path,
        entry.snap,
        entry.status,
        entry.createdAt,
        expiryOf(entry),
        entry.etag,
        entry.bytes,
        entry.renderMs,
        entry.words,
        JSON.stringify(entry.headers),
      );
      return true;
    });
    this.wake(path);
    await this.armCollector();
    return accepted;
  }

  /** Gives a render up; what was cached stays. */
  abandon(path: string, token: string): void {
    this.sql.exec("DELETE FROM render WHERE path = ?1 AND token = ?2", path, token);
    this.wake(path);
  }

  /** Removes pages, all of them for null. Returns how many live entries went. */
  async invalidate(paths: string[] | null, now: number): Promise<number> {
    const where = paths === null ? "" : "WHERE path IN (SELECT value FROM json_each(?1))";
    const bound = paths === null ? [] : [JSON.stringify(paths)];
    const { removed, renders } = this.ctx.storage.transactionSync(() => {
      const rows = this.sql
        .exec<{ snap: string; expires_at: number }>(`DELETE FROM entry ${where} RETURNING snap, expires_at`, ...bound)
        .toArray();
      this.discard(
        rows.map((row) => row.snap),
        now,
      );
      const overtaken = this.sql
        .exec<{ path: string }>(`DELETE FROM render ${where} RETURNING path`, ...bound)
        .toArray();
      return { removed: rows.filter((row) => row.expires_at > now).length, renders: overtaken };
    });
    for (const { path } of renders) this.wake(path);
    await this.armCollector();
    return removed;
  }

  /** Forgets an entry whose body is gone. */
  drop(path: string, snap: string): void {
    this.sql.exec("DELETE FROM entry WHERE path = ?1 AND snap = ?2", path, snap);
  }

  private discard(snaps: string[], now: number): void {
    this.sql.exec("INSERT OR IGNORE INTO garbage SELECT value, ?2 FROM json_each(?1)", JSON.stringify(snaps), now);
  }

  private async armCollector(): Promise<void> {
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + GARBAGE_AFTER_MS);
  }

  /** Deletes the bodies of removed and expired entries. Armed again first; a row goes only after its body has gone. */
  override async alarm(): Promise<void> {
    const now = Date.now();
    await this.ctx.storage.setAlarm(now + GARBAGE_AFTER_MS);
    try {
      const expired = this.sql
        .exec<{ snap: string }>("DELETE FROM entry WHERE expires_at <= ?1 RETURNING snap", now)
        .toArray();
      this.discard(
        expired.map((row) => row.snap),
        now,
      );
      const due = this.sql
        .exec<{ snap: string }>(
          "SELECT snap FROM garbage WHERE since <= ?1 LIMIT ?2",
          now - GARBAGE_AFTER_MS,
          GARBAGE_BATCH,
        )
        .toArray();
      const snaps = due.map((row) => row.snap);
      await deleteBodies(this.env, snaps);
      this.sql.exec("DELETE FROM garbage WHERE snap IN (SELECT value FROM json_each(?1))", JSON.stringify(snaps));
      const [left] = this.sql.exec("SELECT 1 FROM entry UNION ALL SELECT 1 FROM garbage LIMIT 1").toArray();
      if (!left) await this.ctx.storage.deleteAlarm();
      else if (snaps.length === GARBAGE_BATCH) await this.ctx.storage.setAlarm(now + SECOND_MS);
    } catch (error) {
      log("error", "snapshot_collector_failed", { error: String(error) });
    }
  }
}

function entryOf(row: EntryRow): SnapshotEntry {
  return {
    snap: row.snap,
    status: row.status,
    createdAt: row.created_at,
    etag: row.etag,
    bytes: row.bytes,
    renderMs: row.render_ms,
    words: row.words,
    headers: JSON.parse(row.headers) as Record<string, string>,
  };
}
