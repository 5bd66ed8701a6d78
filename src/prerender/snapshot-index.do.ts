import { DurableObject } from "cloudflare:workers";
import type { VisitEvent } from "../analytics";
import type { Bindings } from "../env";
import { log } from "../http/log";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../lib/time";
import type { DescribedPage } from "./core/llms-text";
import type { RenderRecord } from "./core/render-record";
import { freshnessOf, type SnapshotEntry } from "./core/snapshot";
import {
  describeEntries,
  findEntry,
  listEntries,
  outdatedPaths,
  putEntry,
  removeEntries,
  type ListedEntry,
  type SitemapPage,
} from "./snapshot-index/entries";
import { listRenders, logRender, pruneRenderLog, type LoggedRender } from "./snapshot-index/render-log";
import {
  beginRender,
  endRender,
  leaseOf,
  noteSmaller,
  overtakeRenders,
  rememberPath,
  type BeginOptions,
  type BeginResult,
} from "./snapshot-index/renders";
import { createTables } from "./snapshot-index/tables";
import { VisitBuffer } from "./snapshot-index/visit-buffer";
import { deleteBodies } from "./store";

/** A snapshot that may be served now. `refresh`: it is stale, and this caller is the one to have it rendered anew. */
export interface Hit {
  entry: SnapshotEntry;
  state: "hit" | "stale";
  refresh: boolean;
}

/** How a render that somebody waited for ended: look again, or take the origin's page. */
export type WaitEnd = "look_again" | "failed";

/** Removed bodies are kept a little: a reader may have looked them up just before. */
const GARBAGE_AFTER_MS = HOUR_MS;
const GARBAGE_BATCH = 500;
/** A stale page is asked to be rendered anew no more often than this. */
const REFRESH_PAUSE_MS = 60 * SECOND_MS;
/** A path that was not rendered for this long counts as new again. */
const KNOWN_FOR_MS = 90 * DAY_MS;

/**
 * What is cached of one domain: path → snapshot. The truth; bodies are immutable and reachable only from here, so that an
 * invalidation holds everywhere from the moment it answers (platform.md 1.4.3). A render may only be stored by the token
 * that it began with; an invalidation takes the tokens of its paths away, so an overtaken render is never stored.
 */
export class SnapshotIndex extends DurableObject<Bindings> {
  private readonly sql: SqlStorage;
  private readonly waiters = new Map<string, Array<(end: WaitEnd) => void>>();
  private readonly visits: VisitBuffer;

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env);
    this.sql = ctx.storage.sql;
    this.visits = new VisitBuffer(env.VISIT_QUEUE);
    createTables(this.sql);
  }

  /** The live entry of a page. Always reads the storage: only that proves that this instance is the current one. */
  lookup(path: string, now: number): SnapshotEntry | null {
    return findEntry(this.sql, path, now)?.entry ?? null;
  }

  /** The snapshot to serve, if there is one, and its visit counted in the same step. */
  hit(path: string, ttlHours: number, now: number, visit: VisitEvent | null): Hit | null {
    const found = findEntry(this.sql, path, now);
    const freshness = found ? freshnessOf(found.entry, ttlHours, now) : "expired";
    if (!found || freshness === "expired") return null;
    const { status, renderMs } = found.entry;
    if (visit) this.visits.add({ ...visit, status, renderMs });
    const refresh = freshness === "stale" && found.refreshAt + REFRESH_PAUSE_MS <= now;
    if (refresh) this.sql.exec("UPDATE entry SET refresh_at = ?2 WHERE path = ?1", path, now);
    return { entry: found.entry, state: freshness === "stale" ? "stale" : "hit", refresh };
  }

  /** Counts a visit that was served otherwise. */
  countVisit(visit: VisitEvent): void {
    this.visits.add(visit);
  }

  /** Takes the page for rendering. */
  begin(path: string, now: number, options: BeginOptions = { budgeted: false, replace: true }): BeginResult {
    return this.ctx.storage.transactionSync(() => beginRender(this.sql, path, options, now));
  }

  /** Waits until the render of a page ends, or has held the page for too long, at most `timeoutMs`. */
  async wait(path: string, timeoutMs: number): Promise<WaitEnd> {
    const now = Date.now();
    const leaseUntil = leaseOf(this.sql, path, now);
    if (leaseUntil === null) return "look_again";
    const outlasted = leaseUntil - now <= timeoutMs;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = await new Promise<WaitEnd>((resolve) => {
      this.waiters.set(path, [...(this.waiters.get(path) ?? []), resolve]);
      timer = setTimeout(() => resolve(outlasted ? "look_again" : "failed"), Math.min(timeoutMs, leaseUntil - now));
    });
    clearTimeout(timer);
    return end;
  }

  private wake(path: string, end: WaitEnd): void {
    for (const resolve of this.waiters.get(path) ?? []) resolve(end);
    this.waiters.delete(path);
  }

  /** Makes a render the page's snapshot. False: it was overtaken and its body is garbage. */
  async commit(
    path: string,
    token: string,
    entry: SnapshotEntry,
    now: number,
    record: RenderRecord | null = null,
  ): Promise<boolean> {
    const accepted = this.ctx.storage.transactionSync(() => {
      const mine = endRender(this.sql, path, token);
      this.discard(mine ? putEntry(this.sql, path, entry) : [entry.snap], now);
      if (mine && entry.status === 200) rememberPath(this.sql, path, now);
      if (record) logRender(this.sql, path, { ...record, outcome: mine ? "stored" : "overtaken" });
      return mine;
    });
    if (accepted) this.wake(path, "look_again");
    await this.armCollector();
    return accepted;
  }

  /**
   * Gives a render up; what was cached stays. `smaller`: how many words it brought when it was refused as too small, and how
   * many renders in a row brought as few.
   */
  async abandon(
    path: string,
    token: string,
    record: RenderRecord | null = null,
    smaller: { words: number; runs: number } | null = null,
  ): Promise<void> {
    const mine = this.ctx.storage.transactionSync(() => {
      if (record) logRender(this.sql, path, record);
      const held = endRender(this.sql, path, token);
      if (held && smaller) noteSmaller(this.sql, path, smaller.words, smaller.runs);
      return held;
    });
    if (mine) this.wake(path, "failed");
    await this.armCollector();
  }

  /** Removes pages, all of them for null. Returns how many live entries went. */
  async invalidate(paths: string[] | null, now: number): Promise<number> {
    return (await this.remove(paths, now)).length;
  }

  /** Removes everything. Returns the paths whose entries were live. */
  async clear(now: number): Promise<string[]> {
    return this.remove(null, now);
  }

  /** Removes the pages that the sitemap says have changed. Returns them, and how many live entries went. */
  async invalidateOutdated(pages: SitemapPage[], now: number): Promise<{ selected: string[]; deleted: number }> {
    // No await in between: nothing can be stored between the choice and the removal.
    const selected = outdatedPaths(this.sql, pages, now);
    return { selected, deleted: (await this.remove(selected, now)).length };
  }

  private async remove(paths: string[] | null, now: number): Promise<string[]> {
    const { live, overtaken } = this.ctx.storage.transactionSync(() => {
      const removed = removeEntries(this.sql, paths, now);
      this.discard(removed.snaps, now);
      return { live: removed.live, overtaken: overtakeRenders(this.sql, paths) };
    });
    for (const path of overtaken) this.wake(path, "look_again");
    await this.armCollector();
    return live;
  }

  /** Forgets an entry whose body is gone. */
  drop(path: string, snap: string): void {
    this.sql.exec("DELETE FROM entry WHERE path = ?1 AND snap = ?2", path, snap);
  }

  /** What is cached, in the order of the paths, from the one after `after`. */
  list(after: string, limit: number, now: number): { entries: ListedEntry[]; total: number } {
    return listEntries(this.sql, after, limit, now);
  }

  /** What the cached pages say they are. */
  describe(limit: number, now: number): DescribedPage[] {
    return describeEntries(this.sql, limit, now);
  }

  /** The log of renders, newest first, those with an id below `before`. */
  renders(path: string | null, before: number, limit: number): LoggedRender[] {
    return listRenders(this.sql, path, before, limit);
  }

  private discard(snaps: string[], now: number): void {
    if (snaps.length === 0) return;
    this.sql.exec("INSERT OR IGNORE INTO garbage SELECT value, ?2 FROM json_each(?1)", JSON.stringify(snaps), now);
  }

  private async armCollector(): Promise<void> {
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + GARBAGE_AFTER_MS);
  }

  /** Deletes what is expired and the bodies of what was removed. Armed again first; a row goes only after its body has gone. */
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
      this.sql.exec("DELETE FROM render WHERE lease_until <= ?1", now);
      this.sql.exec("DELETE FROM known WHERE at <= ?1", now - KNOWN_FOR_MS);
      pruneRenderLog(this.sql, now);
      const more = await this.deleteGarbage(now);
      const [left] = this.sql
        .exec("SELECT 1 FROM entry UNION ALL SELECT 1 FROM garbage UNION ALL SELECT 1 FROM render_log LIMIT 1")
        .toArray();
      if (!left) await this.ctx.storage.deleteAlarm();
      else if (more) await this.ctx.storage.setAlarm(now + SECOND_MS);
    } catch (error) {
      log("error", "snapshot_collector_failed", { error: String(error) });
    }
  }

  private async deleteGarbage(now: number): Promise<boolean> {
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
    return snaps.length === GARBAGE_BATCH;
  }
}
