import { DurableObject } from "cloudflare:workers";
import { upgradeObject } from "../db/object-schema";
import type { Bindings } from "../env";
import { answerCounts, pathAnswers } from "./answers-repo";
import { countAnswers } from "./domain-visits/answer-repo";
import { countVisits, rememberVisits } from "./domain-visits/count-repo";
import type { CountedVisit } from "./domain-visits/counted-visit";
import { findViolations } from "./domain-visits/find-violations";
import { keptSince, pruneCounts } from "./domain-visits/prune";
import {
  addReferrals,
  referralsAfter,
  dailyReferrals,
  referralPaths,
  referralWays,
  type CountedReferral,
  type ReferralPage,
} from "./domain-visits/referral-repo";
import { isRobotsDue, noteRobots, robotsVersions } from "./domain-visits/robots-versions";
import { VISIT_STEPS } from "./domain-visits/tables";
import { DOMAIN_ID, VisitMove } from "./domain-visits/visit-move";
import { sumVisits, tablesState } from "./domain-visits/visit-sums";
import { exportedDays, exportedTableRows, type ExportCursor, type ExportedTable, type TableRow } from "./export-repo";
import {
  agents,
  pathTotals,
  pathVisits,
  spoofedVisits,
  topPathVisits,
  type DayRange,
  type Page,
  type PathFilter,
} from "./report-repo";
import { robotsKnownSince, violationRows, violationTotals } from "./robots-repo";
import { countPaths, renderTimes, totals } from "./total-repo";
import { legacyTables, objectTables, type VisitTables } from "./visit-tables-repo";

/** Visits per statement. Their JSON stays well under the 2 MB limit of a statement parameter. */
const CHUNK = 500;
/** Chunks of the move per call. An alarm continues it at once. */
const CHUNKS_A_CALL = 10;

/** The outcome of `upkeep`. */
export interface Upkeep {
  /** Something is left to prune or to move. */
  more: boolean;
  /** The domain's robots.txt is to be fetched, and noted by `noteRobots`. */
  robotsDue: boolean;
}

/**
 * All visits of one domain: which are counted, by path and day, crawler and verdict, and the versions of its robots.txt
 * that they are judged by. Reports are reads of these tables. Visits that the release before counted in D1 move here
 * first; until then, reports read them there.
 */
export class DomainVisits extends DurableObject<Bindings> {
  private readonly storage = this.ctx.storage;

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env);
    // An object that was never used stays empty: it may be that of a deleted domain.
    if (this.move.hasBegun) upgradeObject(ctx.storage, VISIT_STEPS);
  }

  private get move(): VisitMove {
    return new VisitMove(this.storage, this.env.DB, this.domainId);
  }

  /** An object that an alarm wakes may not know its name. */
  private get domainId(): string {
    return this.ctx.id.name ?? this.storage.kv.get<string>(DOMAIN_ID)!;
  }

  /**
   * Counts visits, each key once however often it comes, in one transaction. Returns false while the domain's older
   * visits are moving here: then the caller tries again later. Visits of a deleted domain are dropped.
   */
  async count(visits: CountedVisit[], now: number): Promise<boolean> {
    const complete = await this.move.advance(CHUNKS_A_CALL, now);
    if (complete !== true) return complete === "gone";
    const before = await this.move.seenBefore(
      visits.map(({ key }) => key),
      now,
    );
    const { sql } = this.storage;
    const since = keptSince(this.storage.kv);
    this.storage.transactionSync(() => {
      for (let i = 0; i < visits.length; i += CHUNK) {
        const part = visits.slice(i, i + CHUNK).filter(({ key }) => !before.has(key));
        const fresh = rememberVisits(sql, part);
        // Visits of days that were pruned meanwhile are in no report.
        const counted = part.filter(({ key, day }) => fresh.delete(key) && day >= since);
        if (counted.length > 0) this.add(counted);
      }
    });
    return true;
  }

  /** Counts people whom assistants sent, each key once, in one transaction. Those of a deleted domain are dropped. */
  async countReferrals(referrals: CountedReferral[], now: number): Promise<void> {
    if ((await this.move.advance(0, now)) === "gone") return;
    const { sql } = this.storage;
    this.storage.transactionSync(() => {
      const fresh = rememberVisits(sql, referrals);
      addReferrals(
        sql,
        referrals.filter(({ key }) => fresh.delete(key)),
      );
    });
  }

  /** What reports of people whom assistants sent add up. */
  referrals(window: DayRange, page: ReferralPage) {
    const { sql } = this.storage;
    if (!this.move.hasBegun) return { days: [], paths: [], ways: [] };
    return {
      days: dailyReferrals(sql, window),
      paths: referralPaths(sql, window, page),
      ways: referralWays(sql, window),
    };
  }

  /** People whom assistants sent on the first day after `day`. */
  exportReferrals(after: number) {
    return this.move.hasBegun ? referralsAfter(this.storage.sql, after) : null;
  }

  private add(visits: readonly CountedVisit[]): void {
    const { sql } = this.storage;
    const served = visits.filter(({ cache, render }) => cache + render > 0);
    if (served.length > 0)
      countVisits(
        sql,
        findViolations(served, () => robotsVersions(sql)),
      );
    countAnswers(sql, visits);
  }

  /** Deletes what is too old for any report, and makes sums that an older release did not keep, a part per call. */
  async upkeep(now: number): Promise<Upkeep> {
    const complete = await this.move.advance(CHUNKS_A_CALL, now);
    if (complete !== true) return { more: false, robotsDue: false };
    const more = this.storage.transactionSync(() => pruneCounts(this.storage, now) || sumVisits(this.storage));
    return { more, robotsDue: isRobotsDue(this.storage, now) };
  }

  /** Records a check of robots.txt; null if it could not be fetched. */
  noteRobots(seen: { hash: string; text: string } | null, now: number): void {
    this.storage.transactionSync(() => noteRobots(this.storage, seen, now));
  }

  /** Deletes everything. A late visit of the deleted domain will find no row of it in D1. */
  async purge(): Promise<void> {
    await this.storage.deleteAlarm();
    await this.storage.deleteAll();
  }

  /** Visits per day, provider, kind and verdict. */
  daily(window: DayRange) {
    return this.read((tables) => totals(tables, window));
  }

  /** What the summary adds up. */
  summary(window: DayRange) {
    return this.read(async (tables) => ({
      totals: await totals(tables, window),
      paths: await countPaths(tables, window),
      renderTimes: await renderTimes(tables, window),
    }));
  }

  /** The parts of a report by path that are about all paths: spoofed visits, and the crawlers by number. */
  crawlers(window: DayRange, filter: PathFilter) {
    return this.read(async (tables) => ({
      spoofed: await spoofedVisits(tables, window, filter),
      agents: await agents(tables),
    }));
  }

  /** Visits of one page by crawler, and the crawlers by number. */
  onePath(window: DayRange, paths: readonly string[]) {
    return this.read(async (tables) => ({
      rows: (await pathVisits(tables, window, { paths })).rows,
      agents: await agents(tables),
    }));
  }

  /** Visits by path and crawler, for the paths after `after`. */
  paths(window: DayRange, filter: PathFilter, after: string) {
    return this.read((tables) => pathVisits(tables, window, filter, after));
  }

  /** The same for the most visited paths. */
  topPaths(window: DayRange, filter: PathFilter, page: Page) {
    return this.read((tables) => topPathVisits(tables, window, filter, page));
  }

  /** Visits by path without spoofed ones, for the paths after `after`. */
  pathTotals(window: DayRange, after: string) {
    return this.read((tables) => pathTotals(tables, window, after));
  }

  /** Visits that robots.txt disallowed. */
  violations(window: DayRange, limit: number) {
    return this.read(async (tables) => ({
      rows: await violationRows(tables, window, limit),
      totals: await violationTotals(tables, window),
      knownSince: await robotsKnownSince(tables),
    }));
  }

  /** Answers by provider, source, form and status, and the visits per day that contain the older ones. */
  async answers(window: DayRange) {
    const totalRows = await this.daily(window);
    return { counts: this.move.isComplete ? await answerCounts(this.own, window) : [], totals: totalRows };
  }

  /** The paths that the origin answered, most answers first. */
  async pathAnswers(window: DayRange, page: Page) {
    return this.move.isComplete ? pathAnswers(this.own, window, page) : [];
  }

  /** Visits by path, day and crawler, after `after`. */
  exportDays(after: ExportCursor) {
    return this.read((tables) => exportedDays(tables, after));
  }

  /** Rows of a table as they are, after the row `after`. */
  async exportRows(table: ExportedTable, after: TableRow | null) {
    // Answers were never counted in D1.
    if (table === "visit_answer" && !this.move.isComplete) return { rows: [], next: null };
    return this.read((tables) => exportedTableRows(tables, table, after));
  }

  /** Reads here, or in D1 as long as the domain's visits are there. */
  private async read<T>(query: (tables: VisitTables) => Promise<T>): Promise<T> {
    if (!this.move.isComplete) {
      const answer = await query(legacyTables(this.env.DB, this.domainId));
      // If the move has ended meanwhile, D1's rows may already be going.
      if (!this.move.isComplete) return answer;
    }
    return query(this.own);
  }

  private get own(): VisitTables {
    return objectTables(this.storage.sql, tablesState(this.storage.kv));
  }

  /** Continues the move. */
  override async alarm(): Promise<void> {
    const again = await this.move.continueLater(Date.now());
    if (again !== null) await this.storage.setAlarm(again);
  }
}
