import { DurableObject } from "cloudflare:workers";
import type { VisitEvent } from "../../analytics";
import { upgradeObject } from "../../db/object-schema";
import type { Bindings } from "../../env";
import { judgePrewarming, type PrewarmWindow } from "../core/turns/prewarm-window";
import { log } from "../../lib/text/log";
import { SECOND_MS } from "../../lib/time/time";
import type { DescribedPage } from "../core/llms-text";
import {
  AskedRefreshes,
  DemandCounts,
  recentlyTaken,
  RENEWED_PER_TICK,
  takeDue,
  type Renewals,
} from "../core/turns/renewal";
import type { RenderEnd, RenderRecord, WaitEnd } from "../core/turns/render-record";
import type { SlowPage } from "../core/turns/slow-pages";
import { keysOf } from "../core/variant";
import { freshnessOf, REFRESH_PAUSE_MS, type SnapshotEntry } from "../core/snapshot";
import { BodyCopies } from "../core/body-copies";
import { forgetSlow, listSlow, noteSlow } from "./budget";
import { closeLedger, collect, COLLECT_AFTER_MS, hasGarbage, PRUNE_AFTER_MS } from "./collector";
import { presentBody, findCanonical, findEntry, noteCopy, putEntry, type FoundEntry } from "./entries";
import {
  datedEntries,
  describeEntries,
  listEntries,
  livePaths,
  outdatedPaths,
  type DatedEntry,
  type EntryFilter,
  type ListedEntry,
  type SitemapPage,
} from "./listed-entries";
import { dropEntry, forgetKnownPages, removeEntries, type ChosenPages } from "./removals";
import { dueRenewals, noteDemand } from "./demand";
import { Leases } from "./leases";
import { countRenders, listRenders, type LoggedRender, type RenderCounts } from "./render-log";
import { foundPages, landedPages, type FoundPage, type LandedPage } from "./released";
import { RenderWaiters } from "./render-waiters";
import {
  beginRender,
  endRender,
  hasBegun,
  holdRender,
  isRendering,
  leaseOf,
  noteSmaller,
  overtakeRenders,
  type BeginOptions,
  type BeginResult,
} from "./renders";
import { daysAfter, ledgerSpan, type KeptDay } from "../history/ledger-rows";
import { keepVersion, versionsOf, withoutVersion, type PageVersion } from "../history/version-rows";
import { chooseWatched, isWatched, noteCited, watchedRows, type WatchedPage } from "../history/watched-rows";
import { INDEX_STEPS } from "./tables";
import { VisitBuffer } from "./visit-buffer";

/**
 * A snapshot that may be served. `refresh`: it is stale, and this caller should have it rendered again. `leased`: the
 * caller may serve it again for LEASE_MS.
 */
export interface SnapshotHit {
  entry: SnapshotEntry;
  state: "hit" | "stale";
  refresh: boolean;
  leased: boolean;
}

const madeOf = ({ createdAt: at, status, etag, about }: SnapshotEntry) => ({
  at,
  status,
  body: etag.replaceAll('"', ""),
  ...(about?.served ?? { text: "", shown: "", alike: null }),
});

const PREWARMING = "prewarming";
const RENEWING = "renewing";
const UNBUDGETED: BeginOptions = { budgeted: false, replace: true };
/**
 * The index of one domain's cache: cache key (core/variant.ts) → snapshot. Methods that concern one snapshot take its
 * key, called `path`; those that concern whole pages take paths, and include all of their snapshots. It is the source of truth: bodies are immutable and reachable only
 * from here, so an invalidation applies everywhere once it returns. A render is stored only under the token it began
 * with. Invalidating a page cancels its renders in progress by removing their tokens.
 */
export class SnapshotIndex extends DurableObject<Bindings> {
  private readonly sql = this.ctx.storage.sql;
  private readonly waiters = new RenderWaiters();
  private readonly visits = new VisitBuffer(this.env.VISIT_QUEUE);
  private readonly demand = new DemandCounts();
  private readonly refreshes = new AskedRefreshes();
  private readonly copies = new BodyCopies();
  private readonly leases = new Leases(this.ctx.storage.kv, Date.now());

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env);
    upgradeObject(ctx.storage, INDEX_STEPS);
  }

  /**
   * The live entry of a page. Always reads the storage, because only that proves that this instance is the current one.
   */
  lookup(path: string, now: number): SnapshotEntry | null {
    const found = findEntry(this.sql, path, now);
    return found && this.withCopy(found, now);
  }

  /**
   * The snapshot to serve, if there is one. Counts the visit in the same step. `wantsLease`: grant a read lease on it
   * if it is fresh.
   */
  hit(
    path: string,
    ttlHours: number,
    now: number,
    visit: VisitEvent | null,
    wantsLease: boolean = false,
  ): SnapshotHit | null {
    const found = findEntry(this.sql, path, now);
    const freshness = found ? freshnessOf(found.entry, ttlHours, now) : "expired";
    if (!found || freshness === "expired") return null;
    if (visit) {
      this.visits.add({ ...visit, status: found.entry.status, renderMs: found.entry.renderMs });
      const isDue = this.demand.add(path, { snap: found.entry.snap, ttlHours, stored: found.hits });
      // After the response, which does not wait for the write.
      if (isDue) setTimeout(() => this.countDemand(path));
    }
    const isRendered = () => hasBegun(this.sql, path, now - REFRESH_PAUSE_MS, now);
    const refresh = freshness === "stale" && this.refreshes.ask(path, now, isRendered);
    const leased = wantsLease && freshness === "fresh" && this.leases.grant(path);
    return { entry: this.withCopy(found, now), state: freshness === "stale" ? "stale" : "hit", refresh, leased };
  }

  private withCopy({ entry, copiedAt }: FoundEntry, now: number): SnapshotEntry {
    return { ...entry, copied: this.copies.isReady(entry.snap, copiedAt, now) };
  }

  /**
   * A reader found a snapshot's body in R2 only. True: it should write the copy in KV, and then call `copyWritten`. That
   * is recorded first, so the collector deletes the copy with the body, whatever becomes of the reader.
   */
  readFromBucket(path: string, snap: string, now: number): boolean {
    const found = findEntry(this.sql, path, now);
    if (found?.entry.snap !== snap || !this.copies.read(snap, found.copiedAt, now)) return false;
    noteCopy(this.sql, path, now);
    return true;
  }

  copyWritten(snap: string): void {
    this.copies.written(snap);
  }

  /** The status of a live page and the canonical URL that it names; null if it is not cached. */
  canonicalOf(path: string, now: number): { status: number; canonical: string } | null {
    return findCanonical(this.sql, path, now);
  }

  /** Counts a visit that was not a cache hit. */
  countVisit(visit: VisitEvent): void {
    this.visits.add(visit);
  }

  /** Counts visits of leased pages that the queue refused. */
  countVisits(visits: readonly VisitEvent[]): void {
    for (const visit of visits) this.visits.add(visit);
  }

  /** Claims the page for rendering. */
  begin(path: string, now: number, options: BeginOptions = UNBUDGETED): BeginResult {
    const begun = this.ctx.storage.transactionSync(() => beginRender(this.sql, path, options, now));
    return "token" in begun && isWatched(this.sql, path) ? { ...begun, watched: true } : begun;
  }

  /** Called when the render has a tab. False: the render lost its claim on the page. */
  hold(path: string, token: string, now: number): boolean {
    return holdRender(this.sql, path, token, now);
  }

  /** Waits until the render of a page or its lease ends, at most `timeoutMs`. */
  wait(path: string, timeoutMs: number): Promise<WaitEnd> {
    return this.waiters.wait(path, (now) => leaseOf(this.sql, path, now), timeoutMs);
  }

  /**
   * Stores a render as the page's snapshot. False: it was overtaken and its body is garbage. Returns when every lease
   * on an earlier snapshot has ended. `reuses`: its body is the one that the page has. Null: the page has it no more, and
   * the render must store its own and commit that.
   */
  async commit(
    path: string,
    token: string,
    entry: SnapshotEntry,
    now: number,
    record: RenderRecord | null = null,
    reuses = false,
  ): Promise<boolean | null> {
    const accepted = this.ctx.storage.transactionSync(() => {
      const mine = isRendering(this.sql, path, token);
      const present = presentBody(this.sql, path);
      const isSame = present?.snap === entry.snap;
      if (mine && reuses && !isSame) return null;
      // A body that was not stored for this render is not its to leave.
      const own = reuses ? null : { snap: entry.snap, copied: false };
      const left = isSame ? null : mine ? present : own;
      if (mine) putEntry(this.sql, path, entry);
      if (mine) this.keepText(path, entry);
      if (mine) forgetSlow(this.sql, path);
      endRender(this.sql, path, token, {
        record: record && { ...record, outcome: mine ? "stored" : "overtaken" },
        left: left && { ...left, since: now },
        isPage: mine && entry.status === 200,
        ...(mine && { made: madeOf(entry) }),
      });
      return mine;
    });
    if (accepted === null) return null;
    const ended = accepted ? this.leases.ended([path]) : null;
    if (accepted) this.demand.take(path);
    if (accepted) this.waiters.wake(path, "look_again");
    await this.armCollector();
    await ended;
    return accepted;
  }

  private keepText(path: string, { createdAt: at, status, about }: SnapshotEntry): void {
    if (about?.text && isWatched(this.sql, path)) keepVersion(this.sql, { path, at, status, text: about.text });
  }

  /** Notes that answers cite these pages. Returns those of which no version is kept yet. */
  noteCited(paths: readonly string[], now: number): string[] {
    this.ctx.storage.transactionSync(() => noteCited(this.sql, paths, now));
    return withoutVersion(this.sql, paths);
  }

  /** Replaces the pages that the owner chose to watch. Returns those of which no version is kept yet. */
  chooseWatched(paths: readonly string[], now: number): string[] {
    this.ctx.storage.transactionSync(() => chooseWatched(this.sql, paths, now));
    return withoutVersion(this.sql, paths);
  }

  watched(): WatchedPage[] {
    return watchedRows(this.sql);
  }

  /** Keeps the version of a watched page that has none. */
  keepFirstVersion(version: PageVersion): void {
    this.ctx.storage.transactionSync(() => {
      if (isWatched(this.sql, version.path) && withoutVersion(this.sql, [version.path]).length > 0)
        keepVersion(this.sql, version);
    });
  }

  /** Closes the days of the ledger that have ended, as the daily round does, for who reads it before that. */
  closeEndedDays(now: number): Promise<void> {
    return closeLedger(this.ctx.storage, this.env, this.ctx.id.name ?? "", now);
  }

  /** Closed days of the ledger after a day since 1970, the oldest first. */
  ledgerDays(after: number, limit: number): KeptDay[] {
    return daysAfter(this.sql, after, limit);
  }

  ledgerSpan() {
    return ledgerSpan(this.sql);
  }

  /** The kept versions of these pages, each page's in order of time. */
  versions(paths: readonly string[]): PageVersion[] {
    return versionsOf(this.sql, paths);
  }

  /**
   * Ends a render without a new snapshot; the cached one stays. `token` null: it never began. `smaller`: its word count
   * if it was refused as too small, and the number of consecutive similar renders. `isSlow`: it used up its time, so the
   * page is left alone for a while.
   */
  async abandon(
    path: string,
    token: string | null,
    record: RenderRecord | null = null,
    smaller: { words: number; runs: number } | null = null,
    isSlow = false,
  ): Promise<void> {
    const mine = this.ctx.storage.transactionSync(() => {
      const held = endRender(this.sql, path, token, { record, left: null, isPage: false });
      if (held && isSlow) noteSlow(this.sql, path, record?.reason ?? "", Date.now());
      if (held && smaller) noteSmaller(this.sql, path, smaller.words, smaller.runs);
      return held;
    });
    if (mine) this.waiters.wake(path, "failed");
    await this.armCollector();
  }

  /**
   * Removes the chosen pages, and returns when every lease on them has ended. Returns how many live pages were removed.
   */
  async invalidate(pages: ChosenPages, now: number): Promise<number> {
    const live = await this.remove(pages, now);
    await this.leases.ended(Array.isArray(pages) ? pages.flatMap(keysOf) : null);
    return live;
  }

  /**
   * Removes everything that is known about a removed domain. Bodies and renders under way keep their lines until they are
   * gone, an hour at most.
   */
  async forget(now: number): Promise<void> {
    await this.invalidate(null, now);
    forgetKnownPages(this.sql);
  }

  private async remove(pages: ChosenPages, now: number): Promise<number> {
    const { live, overtaken } = this.ctx.storage.transactionSync(() => ({
      live: removeEntries(this.sql, pages, now),
      overtaken: overtakeRenders(this.sql, pages),
    }));
    for (const path of overtaken) this.waiters.wake(path, "look_again");
    await this.armCollector();
    return live;
  }

  /**
   * Removes the pages that have changed according to the sitemap. Returns them and how many live entries were removed.
   * `waits` false: one of several steps; call `leasesEnded` after the last one.
   */
  async invalidateOutdated(
    pages: SitemapPage[],
    now: number,
    waits: boolean = true,
  ): Promise<{ selected: string[]; deleted: number }> {
    // No await in between, so nothing can be stored between the selection and the removal.
    const selected = outdatedPaths(this.sql, pages, now);
    const deleted = await this.remove(selected, now);
    if (waits) await this.leases.ended(selected.flatMap(keysOf));
    return { selected, deleted };
  }

  /** The pages with what the cache knows about them. Removes nothing. */
  found(pages: SitemapPage[], now: number): FoundPage[] {
    return foundPages(this.sql, pages, now);
  }

  /** What became of removed pages whose renders were requested at `since`, epoch ms. */
  landed(paths: string[], since: number, now: number): LandedPage[] {
    return landedPages(this.sql, paths, since, now);
  }

  /** Waits until every lease granted so far has ended. */
  leasesEnded(): Promise<void> {
    return this.leases.ended(null);
  }

  /** Takes up to `wanted` pages from the domain's hourly prewarming allowance. Returns how many may be queued. */
  takePrewarming(wanted: number, now: number): number {
    const { kv } = this.ctx.storage;
    const { allowed, window } = judgePrewarming(kv.get<PrewarmWindow>(PREWARMING) ?? null, wanted, now);
    kv.put(PREWARMING, window);
    return allowed;
  }

  private countDemand(path: string | null): void {
    const counts = this.demand.take(path);
    if (counts.size > 0) this.ctx.storage.transactionSync(() => noteDemand(this.sql, counts));
  }

  /**
   * The snapshots to renew now: those that crawlers requested and that go stale soon, within the domain's hourly
   * allowance. Each is returned once per pause.
   */
  takeRenewals(now: number): string[] {
    this.countDemand(null);
    const { kv } = this.ctx.storage;
    const stored = kv.get<Renewals>(RENEWING) ?? { window: null, taken: [] };
    const taken = recentlyTaken(stored, now).map(([key]) => key);
    const { keys, renewals } = takeDue(stored, dueRenewals(this.sql, taken, now, RENEWED_PER_TICK), now);
    if (keys.length > 0) kv.put(RENEWING, renewals);
    return keys;
  }

  /** Drops an entry whose body is gone. */
  async drop(path: string, snap: string, now: number): Promise<void> {
    this.ctx.storage.transactionSync(() => dropEntry(this.sql, path, snap, now));
    await this.armCollector();
  }

  /** Cached paths in order, starting after `after`. */
  paths(after: string, limit: number, now: number): string[] {
    return livePaths(this.sql, after, limit, now);
  }

  /** Cached pages that the filter names, in order of path, starting after `after`. */
  list(after: string, limit: number, now: number, filter: EntryFilter = {}): { entries: ListedEntry[]; total: number } {
    return listEntries(this.sql, after, limit, now, filter);
  }

  /** Titles and descriptions of the cached pages. */
  describe(limit: number, now: number): DescribedPage[] {
    return describeEntries(this.sql, limit, now);
  }

  /** Cached pages in order, starting after `after`, each with when its content last changed, and its canonical. */
  dated(after: string, limit: number, now: number): DatedEntry[] {
    return datedEntries(this.sql, after, limit, now);
  }

  /** The render log, newest first, entries with an id below `before`. */
  renders(path: string | null, before: number, limit: number, outcome: RenderEnd | null = null): LoggedRender[] {
    return listRenders(this.sql, { path, outcome }, before, limit);
  }

  /** Pages that are not rendered for now, or only this one. */
  slowPages(path: string | null, limit: number, now: number): SlowPage[] {
    return listSlow(this.sql, path, limit, now);
  }

  /** How the renders since a time ended. */
  countRenders(since: number): RenderCounts {
    return countRenders(this.sql, since);
  }

  /** The collector runs an hour after there is something to delete, and otherwise once per day. */
  private async armCollector(): Promise<void> {
    const now = Date.now();
    const at = now + (hasGarbage(this.sql) ? COLLECT_AFTER_MS : PRUNE_AFTER_MS);
    const armed = await this.ctx.storage.getAlarm();
    if (armed === null || armed > at) await this.ctx.storage.setAlarm(at);
  }

  /** Runs the collector. Rearms first. */
  override async alarm(): Promise<void> {
    const now = Date.now();
    await this.ctx.storage.setAlarm(now + COLLECT_AFTER_MS);
    try {
      const dueMs = await collect(this.ctx.storage, this.env, this.ctx.id.name ?? "", now);
      if (dueMs === null) await this.ctx.storage.deleteAlarm();
      else if (dueMs !== COLLECT_AFTER_MS) await this.ctx.storage.setAlarm(now + Math.max(dueMs, SECOND_MS));
    } catch (error) {
      log("error", "snapshot_collector_failed", { error: String(error) });
    }
  }
}
