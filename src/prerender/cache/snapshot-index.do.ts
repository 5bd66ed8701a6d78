import { DurableObject } from "cloudflare:workers";
import type { VisitEvent } from "../../analytics";
import { upgradeObject } from "../../db/object-schema";
import type { Bindings } from "../../env";
import { judgePrewarming, type PrewarmWindow } from "../core/turns/prewarm-window";
import { log } from "../../lib/text/log";
import { SECOND_MS } from "../../lib/time/time";
import type { DescribedPage } from "../core/llms-text";
import { DemandCounts, RENEWED_PER_HOUR, RENEWED_PER_TICK } from "../core/turns/renewal";
import type { RenderEnd, RenderRecord, WaitEnd } from "../core/turns/render-record";
import { keysOf, pageOfKey } from "../core/variant";
import { freshnessOf, isRefreshDue, type SnapshotEntry } from "../core/snapshot";
import { collect, COLLECT_AFTER_MS, discard } from "./collector";
import {
  askRefresh,
  describeEntries,
  dropEntry,
  findCanonical,
  findEntry,
  listEntries,
  livePaths,
  outdatedPaths,
  putEntry,
  removeEntries,
  type EntryFilter,
  type ListedEntry,
  type SitemapPage,
  type ChosenPages,
} from "./entries";
import { dueRenewals, noteDemand } from "./demand";
import { Leases } from "./leases";
import { countRenders, listRenders, logRender, type LoggedRender, type RenderCounts } from "./render-log";
import { foundPages, landedPages, type FoundPage, type LandedPage } from "./released";
import { RenderWaiters } from "./render-waiters";
import {
  beginRender,
  endRender,
  holdRender,
  leaseOf,
  noteSmaller,
  overtakeRenders,
  rememberPath,
  type BeginOptions,
  type BeginResult,
} from "./renders";
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

const PREWARMING = "prewarming";
const RENEWING = "renewing";
/** How often requests are added to the counts in storage. A crash loses what was not added. */
const COUNT_MS = 10 * SECOND_MS;
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
  private readonly leases = new Leases(this.ctx.storage.kv, Date.now());

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env);
    upgradeObject(ctx.storage, INDEX_STEPS);
  }

  /**
   * The live entry of a page. Always reads the storage, because only that proves that this instance is the current one.
   */
  lookup(path: string, now: number): SnapshotEntry | null {
    return findEntry(this.sql, path, now)?.entry ?? null;
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
      if (this.demand.add(path, ttlHours)) setTimeout(() => this.countDemand(), COUNT_MS);
    }
    const refresh = freshness === "stale" && isRefreshDue(found.refreshAt, now);
    if (refresh) askRefresh(this.sql, path, now);
    const leased = wantsLease && freshness === "fresh" && this.leases.grant(path);
    return { entry: found.entry, state: freshness === "stale" ? "stale" : "hit", refresh, leased };
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
    return this.ctx.storage.transactionSync(() => beginRender(this.sql, path, options, now));
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
   * on an earlier snapshot has ended.
   */
  async commit(
    path: string,
    token: string,
    entry: SnapshotEntry,
    now: number,
    record: RenderRecord | null = null,
  ): Promise<boolean> {
    const accepted = this.ctx.storage.transactionSync(() => {
      const mine = endRender(this.sql, path, token);
      discard(this.sql, mine ? putEntry(this.sql, path, entry) : [entry.snap], now);
      if (mine && entry.status === 200) rememberPath(this.sql, pageOfKey(path).path, now);
      if (record) logRender(this.sql, path, { ...record, outcome: mine ? "stored" : "overtaken" });
      return mine;
    });
    const ended = accepted ? this.leases.ended([path]) : null;
    if (accepted) this.waiters.wake(path, "look_again");
    await this.armCollector();
    await ended;
    return accepted;
  }

  /**
   * Ends a render without a new snapshot; the cached one stays. `token` null: it never began. `smaller`: its word count
   * if it was refused as too small, and the number of consecutive similar renders.
   */
  async abandon(
    path: string,
    token: string | null,
    record: RenderRecord | null = null,
    smaller: { words: number; runs: number } | null = null,
  ): Promise<void> {
    const mine = this.ctx.storage.transactionSync(() => {
      if (record) logRender(this.sql, path, record);
      const held = token !== null && endRender(this.sql, path, token);
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

  private countDemand(): void {
    const counts = this.demand.take();
    if (counts.size > 0) this.ctx.storage.transactionSync(() => noteDemand(this.sql, counts));
  }

  /**
   * The snapshots to renew now: those that crawlers requested and that go stale soon, within the domain's hourly
   * allowance. Each is returned once per pause.
   */
  takeRenewals(now: number): string[] {
    this.countDemand();
    return this.ctx.storage.transactionSync(() => {
      const { kv } = this.ctx.storage;
      const due = dueRenewals(this.sql, now, RENEWED_PER_TICK);
      const last = kv.get<PrewarmWindow>(RENEWING) ?? null;
      const { allowed, window } = judgePrewarming(last, due.length, now, RENEWED_PER_HOUR);
      if (allowed > 0) kv.put(RENEWING, window);
      const taken = due.slice(0, allowed);
      for (const key of taken) askRefresh(this.sql, key, now);
      return taken;
    });
  }

  /** Drops an entry whose body is gone. */
  drop(path: string, snap: string): void {
    dropEntry(this.sql, path, snap);
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

  /** The render log, newest first, entries with an id below `before`. */
  renders(path: string | null, before: number, limit: number, outcome: RenderEnd | null = null): LoggedRender[] {
    return listRenders(this.sql, { path, outcome }, before, limit);
  }

  /** How the renders since a time ended. */
  countRenders(since: number): RenderCounts {
    return countRenders(this.sql, since);
  }

  private async armCollector(): Promise<void> {
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + COLLECT_AFTER_MS);
  }

  /** Runs the collector. Rearms first. */
  override async alarm(): Promise<void> {
    const now = Date.now();
    await this.ctx.storage.setAlarm(now + COLLECT_AFTER_MS);
    try {
      const due = await collect(this.sql, this.env, now);
      if (due === "never") await this.ctx.storage.deleteAlarm();
      else if (due === "now") await this.ctx.storage.setAlarm(now + SECOND_MS);
    } catch (error) {
      log("error", "snapshot_collector_failed", { error: String(error) });
    }
  }
}
