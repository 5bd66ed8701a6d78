import { sql, type SQL } from "drizzle-orm";
import { runBatch, type Db } from "../db/client";
import { utcDay } from "../lib/time/time";
import { STUCK_AFTER_MS as AFTER } from "./core/deadlines";
import type { DatabaseFacts, StuckFacts, WorkFacts, WorkName } from "./core/health-facts";

/** Stuck work that is listed, of each kind. */
const LISTED = 20;
/** The latest calls to AI providers that are looked at: the ledger has them in the order of time. */
const LATEST_CALLS = 500;

/** As the partial indexes have it. */
const ACTIVE_AUDIT = sql`status IN ('queued', 'running')`;
const OPEN_RUN = sql`finished_at IS NULL`;

interface Work {
  from: SQL;
  /** The column that says since when it waits. */
  since: SQL;
  /** What of `from` waits; missing: all. */
  waits?: SQL;
  stuck: SQL;
  domainId: SQL;
  id?: SQL;
}

/** Where D1 has each kind of work, at a time. Each is found by an index that has only what is open. */
function workAt(now: number): Record<WorkName, Work> {
  const past = (column: SQL, ms: number) => sql`${column} <= ${now - ms}`;
  return {
    audits: {
      from: sql`audit_run WHERE ${ACTIVE_AUDIT}`,
      since: sql`started_at`,
      stuck: sql`${past(sql`started_at`, AFTER.audit)} OR (status = 'queued' AND ${past(sql`started_at`, AFTER.queuedAudit)})`,
      domainId: sql`domain_id`,
    },
    promptRuns: {
      from: sql`prompt_run WHERE ${OPEN_RUN} AND status <> 'answered'`,
      since: sql`max(next_at, created_at)`,
      waits: sql`max(next_at, lease_until) <= ${now}`,
      stuck: sql`max(next_at, lease_until) <= ${now - AFTER.promptRun} AND max(next_at, created_at) <= ${now - AFTER.promptRun}`,
      domainId: sql`domain_id`,
    },
    analyses: {
      from: sql`prompt_run WHERE ${OPEN_RUN} AND status = 'answered'`,
      since: sql`answered_at`,
      stuck: past(sql`answered_at`, AFTER.analysis),
      domainId: sql`domain_id`,
    },
    reports: { from: sql`report_due`, since: sql`NULL`, stuck: sql`0`, domainId: sql`domain_id`, id: sql`domain_id` },
    events: { from: sql`event_outbox`, since: sql`at`, stuck: past(sql`at`, AFTER.event), domainId: sql`domain_id` },
    domainDeletions: {
      from: sql`domain WHERE deleted_at IS NOT NULL`,
      since: sql`deleted_at`,
      stuck: past(sql`deleted_at`, AFTER.domainDeletion),
      domainId: sql`id`,
    },
    domainReleases: {
      from: sql`domain WHERE released_at IS NOT NULL`,
      since: sql`released_at`,
      stuck: past(sql`released_at`, AFTER.domainRelease),
      domainId: sql`id`,
    },
    accountDeletions: {
      from: sql`account WHERE deleted_at IS NOT NULL`,
      since: sql`deleted_at`,
      stuck: past(sql`deleted_at`, AFTER.accountDeletion),
      domainId: sql`NULL`,
    },
  };
}

/** Everything that D1 knows of the service's health, in one call. No statement reads more than what is open or kept short. */
export async function readDatabaseFacts(db: Db, now: number): Promise<DatabaseFacts> {
  const works = Object.entries(workAt(now)) as [WorkName, Work][];
  const [ticks, letters, faults, breakers, calls, used, ...sums] = await runBatch(db, [
    sql`SELECT cron, at, queued_at AS queuedAt, first_at AS firstAt FROM cron_tick`,
    sql`SELECT queue, count(*) AS letters, min(arrived_at) AS oldestAt, max(arrived_at) AS newestAt FROM dead_letter GROUP BY queue`,
    sql`SELECT name, at, detail FROM service_fault ORDER BY name`,
    sql`SELECT provider, failures, open_until AS openUntil, failing_since AS failingSince FROM provider_breaker`,
    sql`SELECT provider, outcome, count(*) AS calls, max(finished_at) AS lastAt
      FROM (SELECT provider, outcome, finished_at FROM provider_call ORDER BY rowid DESC LIMIT ${LATEST_CALLS})
      WHERE outcome IS NOT NULL GROUP BY provider, outcome`,
    sql`SELECT kind, amount FROM service_usage WHERE day = ${utcDay(now)}`,
    ...works.map(([, work]) => summed(work)),
  ]);
  const spent = rowsOf<{ kind: string; amount: number }>(used);
  const spentOn = (kind: string) => spent.find((row) => row.kind === kind)?.amount ?? 0;
  return {
    ticks: rowsOf(ticks),
    deadLetters: rowsOf(letters),
    faults: rowsOf(faults),
    breakers: rowsOf(breakers),
    calls: rowsOf(calls),
    aiCalls: spentOn("ai_calls"),
    analysisCalls: spentOn("analysis_calls"),
    work: Object.fromEntries(works.map(([name], i) => [name, rowsOf<WorkFacts>(sums[i])[0]!])) as Record<
      WorkName,
      WorkFacts
    >,
  };
}

/** Stuck work of these kinds, up to 20 of each, the longest stuck first. */
export async function listStuck(db: Db, kinds: readonly WorkName[], now: number): Promise<StuckFacts[]> {
  if (kinds.length === 0) return [];
  const works = workAt(now);
  const found = await runBatch(
    db,
    kinds.map((kind) => listed(works[kind])),
  );
  return found.flatMap((result, i) =>
    rowsOf<Omit<StuckFacts, "kind">>(result).map((each) => Object.assign({ kind: kinds[i]! }, each)),
  );
}

const rowsOf = <T>(result: D1Result | undefined) => result!.results as T[];

const summed = ({ from, since, waits = sql`1`, stuck }: Work): SQL => sql`
  SELECT coalesce(sum(waits), 0) AS waiting, min(CASE WHEN waits THEN since END) AS oldestAt, coalesce(sum(stuck), 0) AS stuck
  FROM (SELECT ${waits} AS waits, ${since} AS since, (${stuck}) AS stuck FROM ${from})`;

const listed = ({ from, since, stuck, domainId, id = sql`id` }: Work): SQL => sql`
  SELECT id, domainId, since FROM (SELECT ${id} AS id, ${domainId} AS domainId, ${since} AS since, (${stuck}) AS stuck FROM ${from})
  WHERE stuck ORDER BY since LIMIT ${LISTED}`;
