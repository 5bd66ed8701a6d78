import { DurableObject } from "cloudflare:workers";
import { openDb } from "../db/client";
import { hasTables, upgradeObject } from "../db/object-schema";
import type { Bindings } from "../env";
import { responseCounts, pathResponses, type ResponseCount } from "./reports/response-rows";
import { countResponses } from "./domain-visits/response-rows";
import { countVisits, rememberVisits } from "./domain-visits/count-rows";
import type { CountedVisit } from "./domain-visits/counted-visit";
import { domainExists } from "./domain-visits/domain-repo";
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
import { findViolations, isRobotsDue, noteRobots } from "./domain-visits/robots-versions";
import { VISIT_STEPS } from "./domain-visits/tables";
import {
  exportedDays,
  exportedTableRows,
  type ExportCursor,
  type ExportedTable,
  type TableRow,
} from "./reports/export-rows";
import {
  agents,
  pathTotals,
  pathVisits,
  spoofedVisits,
  topPathVisits,
  type AgentRow,
  type DayRange,
  type Page,
  type PathFilter,
  type PathVisits,
} from "./reports/report-rows";
import { robotsKnownSince, violationRows, violationTotals, type ViolationRow } from "./reports/robots-repo";
import { countPaths, renderTimes, totals, type TotalRow } from "./reports/total-rows";
import { objectTables, type VisitTables } from "./domain-visits/visit-rows";

/** Visits per statement. Their JSON stays well under the 2 MB limit of a statement parameter. */
const CHUNK = 500;

/** The outcome of `upkeep`. */
export interface Upkeep {
  /** Something is left to prune. */
  more: boolean;
  /** The domain's robots.txt is to be fetched, and noted by `noteRobots`. */
  robotsDue: boolean;
}

type Rows<T extends (...args: never[]) => unknown> = Awaited<ReturnType<T>>;

interface Summary {
  totals: Rows<typeof totals>;
  paths: Rows<typeof countPaths>;
  renderTimes: Rows<typeof renderTimes>;
}

interface Crawlers {
  spoofed: Rows<typeof spoofedVisits>;
  agents: AgentRow[];
}

interface OnePath {
  rows: PathVisits[];
  agents: AgentRow[];
}

interface Violations {
  rows: ViolationRow[];
  totals: Rows<typeof violationTotals>;
  knownSince: number | null;
}

interface Answers {
  counts: ResponseCount[];
  totals: TotalRow[];
}

const noPage = () => ({ rows: [], next: null });

/**
 * All visits of one domain: which ids are counted; counts by path, day, crawler and verdict; and the versions of
 * robots.txt by which visits are judged. Reports are reads of these tables.
 */
export class DomainVisits extends DurableObject<Bindings> {
  private readonly storage = this.ctx.storage;

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

  /**
   * Counts visits, each key once however often it arrives, in one transaction. Visits of a deleted domain are dropped.
   */
  async count(visits: CountedVisit[]): Promise<void> {
    if (!(await this.begin())) return;
    const { sql } = this.storage;
    const since = keptSince(this.storage.kv);
    this.storage.transactionSync(() => {
      for (let i = 0; i < visits.length; i += CHUNK) {
        const part = visits.slice(i, i + CHUNK);
        const fresh = rememberVisits(sql, part);
        // Visits of days that were pruned meanwhile are in no report.
        const counted = part.filter(({ key, day }) => fresh.delete(key) && day >= since);
        if (counted.length > 0) this.add(counted);
      }
    });
  }

  /** Counts people whom assistants sent, each key once, in one transaction. Those of a deleted domain are dropped. */
  async countReferrals(referrals: CountedReferral[]): Promise<void> {
    if (!(await this.begin())) return;
    const { sql } = this.storage;
    this.storage.transactionSync(() => {
      const fresh = rememberVisits(sql, referrals);
      addReferrals(
        sql,
        referrals.filter(({ key }) => fresh.delete(key)),
      );
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

  private add(visits: readonly CountedVisit[]): void {
    const { sql } = this.storage;
    const served = visits.filter(({ cache, render }) => cache + render > 0);
    if (served.length > 0) countVisits(sql, findViolations(sql, served));
    countResponses(sql, visits);
  }

  /** Deletes what is too old for any report, one part per call. */
  async upkeep(now: number): Promise<Upkeep> {
    if (!(await this.begin())) return { more: false, robotsDue: false };
    const more = this.storage.transactionSync(() => pruneCounts(this.storage, now));
    return { more, robotsDue: isRobotsDue(this.storage, now) };
  }

  /** Records a check of robots.txt; null if it could not be fetched. */
  noteRobots(seen: { hash: string; text: string } | null, now: number): void {
    this.storage.transactionSync(() => noteRobots(this.storage, seen, now));
  }

  /** Deletes everything. A late visit of the deleted domain will find no row of it in D1. */
  async purge(): Promise<void> {
    await this.storage.deleteAll();
  }

  /** Visits per day, provider, kind and verdict. */
  daily(window: DayRange) {
    return this.read([], (tables) => totals(tables, window));
  }

  /** The counts behind the summary. */
  summary(window: DayRange) {
    const none = { totals: [], paths: { total: 0, fresh: 0 }, renderTimes: [] };
    return this.read<Summary>(none, async (tables) => ({
      totals: await totals(tables, window),
      paths: await countPaths(tables, window),
      renderTimes: await renderTimes(tables, window),
    }));
  }

  /** The parts of a report by path that concern all paths: spoofed visits, and the crawlers by number. */
  crawlers(window: DayRange, filter: PathFilter) {
    return this.read<Crawlers>({ spoofed: [], agents: [] }, async (tables) => ({
      spoofed: await spoofedVisits(tables, window, filter),
      agents: await agents(tables),
    }));
  }

  /** Visits of one page by crawler, and the crawlers by number. */
  onePath(window: DayRange, paths: readonly string[]) {
    return this.read<OnePath>({ rows: [], agents: [] }, async (tables) => ({
      rows: (await pathVisits(tables, window, { paths })).rows,
      agents: await agents(tables),
    }));
  }

  /** Visits by path and crawler, for the paths after `after`. */
  paths(window: DayRange, filter: PathFilter, after: string) {
    return this.read(noPage(), (tables) => pathVisits(tables, window, filter, after));
  }

  /** The same for the most visited paths. */
  topPaths(window: DayRange, filter: PathFilter, page: Page) {
    return this.read([], (tables) => topPathVisits(tables, window, filter, page));
  }

  /** Visits by path without spoofed ones, for the paths after `after`. */
  pathTotals(window: DayRange, after: string) {
    return this.read(noPage(), (tables) => pathTotals(tables, window, after));
  }

  /** Visits that robots.txt disallowed. */
  violations(window: DayRange, limit: number) {
    const none = { rows: [], totals: { verified: 0, forbidden: 0 }, knownSince: null };
    return this.read<Violations>(none, async (tables) => ({
      rows: await violationRows(tables, window, limit),
      totals: await violationTotals(tables, window),
      knownSince: await robotsKnownSince(tables),
    }));
  }

  /**
   * Responses by provider, source, form and status, and the visits per day, which include those counted before
   * responses were.
   */
  async answers(window: DayRange) {
    return this.read<Answers>({ counts: [], totals: [] }, async (tables) => ({
      counts: await responseCounts(tables, window),
      totals: await totals(tables, window),
    }));
  }

  /** The paths that the origin answered, most responses first. */
  async pathResponses(window: DayRange, page: Page) {
    return this.read([], (tables) => pathResponses(tables, window, page));
  }

  /** Visits by path, day and crawler, after `after`. */
  exportDays(after: ExportCursor) {
    return this.read(noPage(), (tables) => exportedDays(tables, after));
  }

  /** Unchanged rows of a table, after the row `after`. */
  async exportRows(table: ExportedTable, after: TableRow | null) {
    return this.read(noPage(), (tables) => exportedTableRows(tables, table, after));
  }

  /** Queries the tables. `none`: the result for an object without visits. */
  private async read<T>(none: T, query: (tables: VisitTables) => Promise<T>): Promise<T> {
    if (!hasTables(this.storage)) return none;
    return query(objectTables(this.storage.sql, keptSince(this.storage.kv)));
  }
}
