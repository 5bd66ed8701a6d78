import { DurableObject } from "cloudflare:workers";
import { openDb } from "../../db/client";
import { hasTables, upgradeObject } from "../../db/object-schema";
import type { Bindings } from "../../env";
import type { Provider } from "../core/provider";
import { hasDomain } from "../repo/domain-answers";
import {
  answersOfRuns,
  dropAnswer,
  dropBefore,
  dropPrompt,
  outdated,
  saveAnalysis,
  saveAnswer,
  settle,
  type Replaces,
} from "./answer-rows";
import {
  factsAfter,
  outcomeRows,
  ownCitationRows,
  citedDayRows,
  searchQueryRows,
  usedDomainRows,
  type AnswerDays,
  type CitedDays,
  type FactCursor,
  type Uncounted,
} from "./fact-rows";
import { archiveUpTo, doPackWork, hasPackWork } from "./pack-work";
import { putReport, reportRows, type ReportFilter, type StoredReport } from "./report-rows";
import { lastSettled, settledCounts, settledRuns, type SettledFilter } from "./settled-rows";
import type { AnswerKey, NewAnalysis, NewAnswer, SettledRun, StoredParts } from "./stored-answer";
import { ANSWER_STEPS } from "./tables";

/** Files written or deleted by one alarm. */
const FILES_AN_ALARM = 20;

/**
 * The answers of one domain: what AI providers said, what the analysis found, and the reports. D1 says which of them
 * count: an answer is written here first, under its run and request, and shown once D1 has accepted it. Old bodies go to
 * R2, some hundred in a file. The alarm writes and deletes these files, one after another.
 */
export class DomainAnswers extends DurableObject<Bindings> {
  private readonly storage = this.ctx.storage;
  private readonly sql = this.ctx.storage.sql;

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env);
    if (hasTables(ctx.storage)) upgradeObject(ctx.storage, ANSWER_STEPS);
  }

  /** Creates the tables when they are first needed. False: the domain was removed, and its object stays empty. */
  private async begin(): Promise<boolean> {
    if (hasTables(this.storage)) return true;
    if (!(await hasDomain(openDb(this.env.DB), this.ctx.id.name!))) return false;
    upgradeObject(this.storage, ANSWER_STEPS);
    return true;
  }

  private read<T>(none: T, query: () => T): T {
    return hasTables(this.storage) ? query() : none;
  }

  async saveAnswer(row: NewAnswer): Promise<void> {
    if (await this.begin()) saveAnswer(this.sql, row);
  }

  dropAnswer(key: AnswerKey, attempt: number): void {
    this.read(undefined, () => dropAnswer(this.sql, key, attempt));
  }

  /** Stores analyses; returns how many were still wanted. */
  async saveAnalyses(rows: ReadonlyArray<{ row: NewAnalysis; replaces: Replaces }>): Promise<number> {
    const saved = this.read(0, () =>
      this.storage.transactionSync(
        () => rows.filter(({ row, replaces }) => saveAnalysis(this.sql, row, replaces)).length,
      ),
    );
    await this.wake();
    return saved;
  }

  answersOfRuns(keys: readonly AnswerKey[], most: number) {
    return this.read<{ parts: StoredParts[]; runs: number }>({ parts: [], runs: keys.length }, () =>
      answersOfRuns(this.sql, keys, most),
    );
  }

  outdated(rulesKey: string, fromDay: string, limit: number) {
    return this.read<ReturnType<typeof outdated>>({ parts: [], more: false }, () =>
      outdated(this.sql, rulesKey, fromDay, limit),
    );
  }

  settledRuns(filter: SettledFilter, page: Parameters<typeof settledRuns>[2]) {
    return this.read<{ parts: StoredParts[]; more: boolean }>({ parts: [], more: false }, () =>
      settledRuns(this.sql, filter, page),
    );
  }

  settledCounts(filter: SettledFilter) {
    return this.read<ReturnType<typeof settledCounts>>([], () => settledCounts(this.sql, filter));
  }

  lastSettled(filter: SettledFilter) {
    return this.read<ReturnType<typeof lastSettled>>([], () => lastSettled(this.sql, filter));
  }

  factsAfter(days: AnswerDays, uncounted: Uncounted, after: FactCursor | null) {
    return this.read<ReturnType<typeof factsAfter>>({ facts: [], next: null }, () =>
      factsAfter(this.sql, days, uncounted, after),
    );
  }

  ownCitations(days: AnswerDays, uncounted: Uncounted, limit: number) {
    return this.read<ReturnType<typeof ownCitationRows>>([], () => ownCitationRows(this.sql, days, uncounted, limit));
  }

  citedDays(days: AnswerDays, uncounted: Uncounted, limit: number): CitedDays {
    return this.read<CitedDays>({ cited: [], answers: [] }, () => citedDayRows(this.sql, days, uncounted, limit));
  }

  /** The providers' search queries and the domains among their results. */
  searches(days: AnswerDays, uncounted: Uncounted, limit: number) {
    return this.read<{ queries: ReturnType<typeof searchQueryRows>; used: ReturnType<typeof usedDomainRows> }>(
      { queries: [], used: [] },
      () => ({
        queries: searchQueryRows(this.sql, days, uncounted, limit),
        used: usedDomainRows(this.sql, days, uncounted),
      }),
    );
  }

  outcomes(
    of: { promptId: string; provider: Provider; sinceDay: string; since: number; limit: number },
    hidden: readonly string[],
  ) {
    return this.read<ReturnType<typeof outcomeRows>>([], () => outcomeRows(this.sql, of, hidden));
  }

  async putReport(report: StoredReport): Promise<void> {
    if (await this.begin()) putReport(this.sql, report);
  }

  reports(filter: ReportFilter, limit: number, most: number) {
    return this.read<StoredReport[]>([], () => reportRows(this.sql, filter, limit, most));
  }

  /** Takes over the runs that ended up to a day. */
  async settle(day: string, runs: readonly SettledRun[]): Promise<void> {
    if (await this.begin()) this.storage.transactionSync(() => settle(this.sql, day, runs));
  }

  async dropPrompts(promptIds: readonly string[]): Promise<void> {
    this.read(undefined, () =>
      this.storage.transactionSync(() => {
        for (const id of promptIds) dropPrompt(this.sql, id);
      }),
    );
    await this.wake();
  }

  /** Deletes days before `firstDay`, and lets bodies of days up to `archiveTo` go to R2. */
  async keep(firstDay: string, archiveTo: string): Promise<void> {
    if (!hasTables(this.storage)) return;
    this.storage.transactionSync(() => dropBefore(this.sql, firstDay));
    archiveUpTo(this.storage, archiveTo);
    await this.wake();
  }

  /** Deletes everything except files in R2. */
  async purge(): Promise<void> {
    await this.storage.deleteAlarm();
    await this.storage.deleteAll();
  }

  private async wake(): Promise<void> {
    if (hasPackWork(this.storage) && (await this.storage.getAlarm()) === null) await this.storage.setAlarm(Date.now());
  }

  /** A firing that dies is repeated: a file that it had begun is due and no row points to it, so it is deleted. */
  override async alarm(): Promise<void> {
    for (let file = 0; file < FILES_AN_ALARM && hasPackWork(this.storage); file++)
      await doPackWork(this.env, this.storage, this.ctx.id.name!);
    if (hasPackWork(this.storage)) await this.storage.setAlarm(Date.now());
  }
}
