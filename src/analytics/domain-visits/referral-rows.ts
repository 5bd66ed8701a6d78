import { dayText } from "../../lib/time/time";
import { sql } from "drizzle-orm";
import { OTHER_PATHS } from "../core/visit-path";
import type { Window } from "../core/window";
import { REFERRAL_WAYS, type ReferralWay } from "../core/referral-ways";
import { execute } from "./visit-rows";

/** People whom assistants sent, per day, path, assistant and way in which we learned of them. */
export const createReferrals = (storage: SqlStorage) =>
  void storage.exec(`
    CREATE TABLE referral_path (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE);
    CREATE TABLE referral (
      day INTEGER NOT NULL, path_id INTEGER NOT NULL, assistant TEXT NOT NULL, way INTEGER NOT NULL,
      count INTEGER NOT NULL, PRIMARY KEY (day, path_id, assistant, way)) WITHOUT ROWID;`);

/** A person in the form that is counted. */
export interface CountedReferral {
  /** As a visit's key. */
  key: string;
  expiresDay: number;
  day: number;
  path: string;
  assistant: string;
  way: ReferralWay;
}

/** Paths per domain; people on further ones count under `(other)`. Anybody can invent paths with the snippet's call. */
const MAX_PATHS = { edge: 20_000, reported: 20_000, snippet: 5_000 };
const SNIPPET = REFERRAL_WAYS.indexOf("snippet");
type Days = Pick<Window, "firstDay" | "lastDay">;

/** Adds people to the counts. The caller opens the transaction, and remembers that they are counted. */
export function addReferrals(storage: SqlStorage, referrals: readonly CountedReferral[]): void {
  for (const [way, own] of Map.groupBy(referrals, (each) => each.way)) {
    const payload = JSON.stringify(own.map(({ day, path, assistant }) => [day, path, assistant]));
    execute(
      storage,
      sql`
        WITH wanted AS MATERIALIZED (
            SELECT DISTINCT value ->> 1 AS path FROM json_each(${payload})
            WHERE NOT EXISTS (SELECT 1 FROM referral_path AS known WHERE known.path = value ->> 1)),
          ranked AS (SELECT path, row_number() OVER (ORDER BY path) AS rank FROM wanted)
        INSERT OR IGNORE INTO referral_path (path)
        SELECT path FROM ranked WHERE rank <= ${MAX_PATHS[way]} - (SELECT count(*) FROM referral_path)
        UNION ALL SELECT ${OTHER_PATHS}`,
    );
    execute(
      storage,
      sql`
        INSERT INTO referral (day, path_id, assistant, way, count)
        SELECT value ->> 0, coalesce(own.id, other.id), value ->> 2, ${REFERRAL_WAYS.indexOf(way)}, count(*)
        FROM json_each(${payload}) LEFT JOIN referral_path AS own ON own.path = value ->> 1
          JOIN referral_path AS other ON other.path = ${OTHER_PATHS}
        WHERE TRUE GROUP BY 1, 2, 3
        ON CONFLICT DO UPDATE SET count = count + excluded.count`,
    );
  }
}

/** People per day, path and assistant. The snippet and the edge see the same people, so the larger number counts. */
const people = ({ firstDay, lastDay }: Days) => sql`
  people AS MATERIALIZED (
    SELECT day, path_id, assistant, max(sum(count * (way <> ${SNIPPET})), sum(count * (way = ${SNIPPET}))) AS count
    FROM referral WHERE day BETWEEN ${firstDay} AND ${lastDay} GROUP BY 1, 2, 3)`;

export interface ReferralDay {
  day: number;
  assistant: string;
  count: number;
}

/** People per day and assistant. */
export function dailyReferrals(storage: SqlStorage, days: Days): ReferralDay[] {
  return execute(
    storage,
    sql`WITH ${people(days)} SELECT day, assistant, sum(count) AS count FROM people GROUP BY 1, 2 ORDER BY 1, 2`,
  );
}

export interface ReferralPath {
  path: string;
  total: number;
  /** `[assistant, count]`, as JSON. */
  counts: string;
}

/** Which paths of a report are read: `path` alone, or those after the last one of the previous part. */
export interface ReferralPage {
  path?: string | undefined;
  limit: number;
  after?: { total: number; path: string } | undefined;
}

/** People per path, most first. */
export function referralPaths(storage: SqlStorage, days: Days, { path, limit, after }: ReferralPage): ReferralPath[] {
  return execute(
    storage,
    sql`
      WITH ${people(days)},
        sums AS (SELECT path_id, assistant, sum(count) AS count FROM people GROUP BY 1, 2),
        paths AS (
          SELECT path, sum(count) AS total, json_group_array(json_array(assistant, count)) AS counts
          FROM sums JOIN referral_path ON id = path_id ${path === undefined ? sql`` : sql`WHERE path = ${path}`} GROUP BY path_id)
      SELECT * FROM paths
      ${after ? sql`WHERE total < ${after.total} OR (total = ${after.total} AND path > ${after.path})` : sql``}
      ORDER BY total DESC, path LIMIT ${limit}`,
  );
}

/** People per way in which we learned of them. */
export function referralWays(storage: SqlStorage, { firstDay, lastDay }: Days): Array<{ way: number; count: number }> {
  return execute(
    storage,
    sql`SELECT way, sum(count) AS count FROM referral WHERE day BETWEEN ${firstDay} AND ${lastDay} GROUP BY 1`,
  );
}

/** A row as in an account's archive. */
export interface ExportedReferral {
  /** `yyyy-mm-dd`, UTC. */
  day: string;
  path: string;
  assistant: string;
  way: ReferralWay;
  count: number;
}

/** The counts of the first day after `day`, and which day that is; null if there is none. */
export function referralsAfter(storage: SqlStorage, after: number): { day: number; rows: ExportedReferral[] } | null {
  const [next] = execute<{ day: number | null }>(
    storage,
    sql`SELECT min(day) AS day FROM referral WHERE day > ${after}`,
  );
  if (next === undefined || next.day === null) return null;
  const rows = execute<Omit<ExportedReferral, "day" | "way"> & { way: number }>(
    storage,
    sql`
      SELECT path, assistant, way, count FROM referral JOIN referral_path ON id = path_id
      WHERE day = ${next.day} ORDER BY path, assistant, way`,
  );
  const day = dayText(next.day);
  return { day: next.day, rows: rows.map((row) => Object.assign(row, { day, way: REFERRAL_WAYS[row.way]! })) };
}

/** Deletes the counts before `day`, and paths without any counts left. */
export function pruneReferrals(storage: SqlStorage, day: number): void {
  storage.exec("DELETE FROM referral WHERE day < ?", day);
  storage.exec("DELETE FROM referral_path WHERE id NOT IN (SELECT path_id FROM referral)");
}
