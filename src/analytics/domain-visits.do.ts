import { DurableObject } from "cloudflare:workers";
import { openDb } from "../db/client";
import { hasTables, upgradeObject } from "../db/object-schema";
import type { Bindings } from "../env";
import type { AgentRow } from "./domain-visits/agent-rows";
import type { CountedVisit } from "./domain-visits/counted-visit";
import { domainExists } from "./domain-visits/domain-repo";
import type { KeptVisits } from "./domain-visits/kept-visits";
import { firstCounted } from "./domain-visits/kept-visits";
import { keptSince, pruneCounts } from "./domain-visits/prune";
import {
  addReferrals,
  referralsAfter,
  dailyReferrals,
  referralPaths,
  referralWays,
  type CountedReferral,
  type ReferralPage,
} from "./domain-visits/referral-rows";
import { findViolations, isRobotsOld, latestRobots, noteRobots } from "./domain-visits/robots-versions";
import { VISIT_STEPS } from "./domain-visits/tables";
import { visitParts } from "./domain-visits/visit-parts";
import { VisitStore } from "./domain-visits/visit-store";
import {
  exportedDays,
  exportedTableRows,
  type ExportedTable,
  type ExportedVisits,
  type TableRow,
} from "./reports/export-rows";
import type { PathFilter } from "./domain-visits/matching-paths";
import {
  pathTotals,
  pathVisits,
  spoofedVisits,
  type DayRange,
  type PathsVisits,
  type VisitedPath,
} from "./reports/report-rows";
import { pathResponses, responseCounts, type PathResponse, type ResponseCount } from "./reports/response-rows";
import { topPathVisits, type Page } from "./reports/top-paths";
import { countPaths, renderTimes, totals, type TotalRow } from "./reports/total-rows";
import { packReadDays, packReads, type AskedPages, type PackedReads } from "./reads/read-rows";
import { robotsKnownSince, violationRows, violationTotals, type ViolationRow } from "./reports/violation-rows";

interface Summary {
  totals: TotalRow[];
  paths: ReturnType<typeof countPaths>;
  renderTimes: ReturnType<typeof renderTimes>;
}

interface Crawlers {
  spoofed: ReturnType<typeof spoofedVisits>;
  agents: AgentRow[];
}

interface OnePath {
  visits: PathsVisits;
  agents: AgentRow[];
}

interface Violations {
  rows: ViolationRow[];
  totals: ReturnType<typeof violationTotals>;
  knownSince: number | null;
}

interface Answers {
  counts: ResponseCount[];
  totals: TotalRow[];
  /** The first day that has counts, since 1970; null: none has. */
  since: number | null;
}

const noPaths = () => ({ paths: [], ends: new Uint32Array(), numbers: new Uint32Array() });

/**
 * All visits of one domain: which ids are counted; counts by path, day, crawler and verdict; and the versions of
 * robots.txt by which visits are judged. A call that counts writes a row of a log, which is merged into the other tables
 * when it is full. Reports read both.
 */
export class DomainVisits extends DurableObject<Bindings> {
  private readonly storage = this.ctx.storage;
  /** What is kept in memory; null until it is needed, and after a transaction that failed. */
  private opened: VisitStore | null = null;

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env);
    if (hasTables(ctx.storage)) upgradeObject(ctx.storage, VISIT_STEPS);
  }

  /** Creates the tables when they are first needed. False: the domain was deleted, and its object stays empty. */
  private async begin(): Promise<boolean> {
    if (hasTables(this.storage)) return true;
    if (!(await domainExists(openDb(this.env.DB), this.ctx.id.name!))) return false;
    upgradeObject(this.storage, VISIT_STEPS);
    return true;
  }

  private get store(): VisitStore {
    return (this.opened ??= new VisitStore(this.storage.sql));
  }

  /** Writes in one transaction. If it fails, memory is read again from what was stored before. */
  private write<T>(work: (store: VisitStore) => T): T {
    try {
      return this.storage.transactionSync(() => work(this.store));
    } catch (error) {
      this.opened = null;
      throw error;
    }
  }

  /**
   * Counts visits, each key once however often it arrives, in one transaction. Visits of a deleted domain are dropped.
   */
  async count(visits: CountedVisit[]): Promise<void> {
    if (!(await this.begin())) return;
    const { sql, kv } = this.storage;
    const since = keptSince(kv);
    this.write((store) => {
      for (const part of visitParts(visits)) {
        const fresh = store.freshIds(part);
        if (fresh.size === 0) continue;
        // Visits of days that were pruned meanwhile are in no report.
        const counted = firstOfEach(part, fresh).filter(({ day }) => day >= since);
        store.append(fresh, findViolations(sql, counted));
        if (store.isFull()) store.merge(since);
      }
    });
  }

  /** Counts people whom assistants sent, each key once, in one transaction. Those of a deleted domain are dropped. */
  async countReferrals(referrals: CountedReferral[]): Promise<void> {
    if (!(await this.begin())) return;
    const { sql, kv } = this.storage;
    this.write((store) => {
      const fresh = store.freshIds(referrals);
      if (fresh.size === 0) return;
      store.append(fresh, []);
      addReferrals(sql, firstOfEach(referrals, fresh));
      if (store.isFull()) store.merge(keptSince(kv));
    });
  }

  /** The counts behind reports on people sent by assistants. */
  referrals(window: DayRange, page: ReferralPage) {
    const { sql } = this.storage;
    if (!hasTables(this.storage)) return { days: [], paths: [], ways: [] };
    return {
      days: dailyReferrals(sql, window),
      paths: referralPaths(sql, window, page),
      ways: referralWays(sql, window),
    };
  }

  /** People whom assistants sent on the first day after `day`. */
  exportReferrals(after: number) {
    return hasTables(this.storage) ? referralsAfter(this.storage.sql, after) : null;
  }

  /** Deletes what is too old for any report. `robotsDue`: robots.txt is to be fetched, and noted by `noteRobots`. */
  async upkeep(now: number): Promise<{ robotsDue: boolean }> {
    if (!(await this.begin())) return { robotsDue: false };
    this.write((store) => pruneCounts(this.storage, store, now));
    const isVisited = () => this.read(null, firstCounted) !== null;
    return { robotsDue: isRobotsOld(this.storage.kv, now) && isVisited() };
  }

  /** Records a check of robots.txt; null if it could not be fetched. */
  noteRobots(seen: { hash: string; text: string } | null, now: number): void {
    this.storage.transactionSync(() => noteRobots(this.storage, seen, now));
  }

  /** The latest known robots.txt; null: none is known. */
  robots(): { since: number; text: string } | null {
    return hasTables(this.storage) ? latestRobots(this.storage.sql) : null;
  }

  /** Deletes everything. A late visit of the deleted domain will find no row of it in D1. */
  async purge(): Promise<void> {
    this.opened = null;
    await this.storage.deleteAll();
  }

  /** Visits per day, provider, kind and verdict. */
  daily(window: DayRange): TotalRow[] {
    return this.read<TotalRow[]>([], (visits) => totals(visits, window));
  }

  /** The counts behind the summary. */
  summary(window: DayRange): Summary {
    const none = { totals: [], paths: { total: 0, fresh: 0 }, renderTimes: [] };
    return this.read<Summary>(none, (visits) => ({
      totals: totals(visits, window),
      paths: countPaths(visits, window),
      renderTimes: renderTimes(visits, window),
    }));
  }

  /** The parts of a report by path that concern all paths: spoofed visits, and the crawlers by number. */
  crawlers(window: DayRange, filter: PathFilter): Crawlers {
    return this.read<Crawlers>({ spoofed: [], agents: [] }, (visits) => ({
      spoofed: spoofedVisits(visits, window, filter),
      agents: visits.store.agents.rows,
    }));
  }

  /** Visits of one page by crawler, and the crawlers by number. */
  onePath(window: DayRange, paths: readonly string[]): OnePath {
    return this.read<OnePath>({ visits: noPaths(), agents: [] }, (visits) => ({
      visits: pathVisits(visits, window, { paths }),
      agents: visits.store.agents.rows,
    }));
  }

  /** Visits by path and crawler, for some of the paths: those whose numbers are from `from` on. */
  paths(window: DayRange, filter: PathFilter, from: number): ReturnType<typeof pathVisits> {
    return this.read({ ...noPaths(), next: null }, (visits) => pathVisits(visits, window, filter, from));
  }

  /** The same for the most visited paths. */
  topPaths(window: DayRange, filter: PathFilter, page: Page): PathsVisits {
    return this.read(noPaths(), (visits) => topPathVisits(visits, window, filter, page));
  }

  /** How verified crawlers read these pages, and the crawlers by number. */
  reads(pages: AskedPages, window: DayRange): PackedReads & { agents: AgentRow[] } {
    const none = { visits: new Uint32Array(), firsts: new Uint16Array(), reads: new Uint32Array() };
    return this.read({ ...none, ends: new Uint32Array(pages.paths.length), isFull: false, agents: [] }, (visits) => ({
      ...packReads(visits, pages, window),
      agents: visits.store.agents.rows,
    }));
  }

  /** The days on which verified crawlers read these pages, and the crawlers by number. */
  readDays(paths: readonly string[]): { days: Uint32Array; agents: AgentRow[] } {
    return this.read({ days: new Uint32Array(), agents: [] as AgentRow[] }, (visits) => ({
      days: packReadDays(visits, paths),
      agents: visits.store.agents.rows,
    }));
  }

  /** Visits by path without spoofed ones, for some of the paths. */
  pathTotals(window: DayRange, from: number): { rows: VisitedPath[]; next: number | null } {
    return this.read<ReturnType<typeof pathTotals>>({ rows: [], next: null }, (visits) =>
      pathTotals(visits, window, from),
    );
  }

  /** Visits that robots.txt disallowed. */
  violations(window: DayRange, limit: number): Violations {
    const none = { rows: [], totals: { verified: 0, unknown: 0, judged: 0, forbidden: 0 }, knownSince: null };
    return this.read<Violations>(none, (visits) => ({
      rows: violationRows(visits, window, limit),
      totals: violationTotals(visits, window),
      knownSince: robotsKnownSince(visits),
    }));
  }

  /** Responses by provider, source, form and status, and the visits per day. */
  answers(window: DayRange): Answers {
    return this.read<Answers>({ counts: [], totals: [], since: null }, (visits) => ({
      counts: responseCounts(visits, window),
      totals: totals(visits, window),
      since: firstCounted(visits),
    }));
  }

  /** The paths that the origin answered, most responses first. */
  pathResponses(window: DayRange, page: Page): PathResponse[] {
    return this.read<PathResponse[]>([], (visits) => pathResponses(visits, window, page));
  }

  /** Visits by path, day and crawler, for paths whose numbers are from `from` on. */
  exportDays(from: number): { rows: ExportedVisits[]; next: number | null } {
    return this.read<ReturnType<typeof exportedDays>>({ rows: [], next: null }, (visits) => exportedDays(visits, from));
  }

  /** Rows of a table for the days after `after`. */
  exportRows(table: ExportedTable, after: number): { rows: TableRow[]; next: number | null } {
    return this.read<ReturnType<typeof exportedTableRows>>({ rows: [], next: null }, (visits) =>
      exportedTableRows(visits, table, after),
    );
  }

  /** Reads what is counted. `none`: the result for an object without visits. */
  private read<T>(none: T, query: (visits: KeptVisits) => T): T {
    if (!hasTables(this.storage)) return none;
    return query({ sql: this.storage.sql, store: this.store, since: keptSince(this.storage.kv) });
  }
}

/** The first of those with each of these ids. */
function firstOfEach<T extends { key: string }>(all: readonly T[], ids: ReadonlyMap<bigint, number>): T[] {
  const left = new Set(ids.keys());
  return all.filter(({ key }) => left.delete(BigInt.asUintN(64, BigInt(key))));
}
