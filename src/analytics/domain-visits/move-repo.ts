import { sql, type SQL } from "drizzle-orm";
import { openDb, type Db } from "../../db/client";
import { LEVELS } from "../core/day-spans";
import { execute } from "../visit-tables-repo";
import { noteRobotsCheck } from "./robots-versions";

/** A value of a row that moves. Keys of `visit_daily` are too large for a number, so they travel in two parts. */
type Value = string | number | null;
type Row = Value[];

/** One table of a domain in D1, read in pages in the order of its key and imported as it is. */
interface Stage {
  /** The columns that name a row; the first ones of each row. */
  keys: readonly string[];
  columns: readonly string[];
  table: string;
  rows: number;
}

const stage = (table: string, keys: readonly string[], others: readonly string[], rows: number): Stage => ({
  table,
  keys,
  columns: [...keys, ...others],
  rows,
});

/** The tables in the order in which they move. Pages stay below a few megabytes. */
const STAGES: readonly (Stage | "agents" | "days")[] = [
  "agents",
  stage("robots_version", ["since"], ["hash", "text"], 4),
  stage("visit_path", ["path"], ["id", "folded", "first_day", "last_day", "status", "status_at"], 500),
  "days",
  stage("visit_total", ["day", "agent", "verdict"], ["cache", "render", "saved_ms", "saved_count"], 5_000),
  stage("visit_render_time", ["day", "ms"], ["count"], 5_000),
  stage("visit_violation", ["day", "path_id", "agent", "rule", "line"], ["count"], 1_000),
];

/** How far a move has come: the stage, and the key of the last row that was imported. */
export interface MoveCursor {
  stage: number;
  after: Row | null;
}

/** Rows of one step. `next` continues the move; null when nothing is left. */
export interface MoveChunk {
  from: MoveCursor;
  rows: Row[];
  next: MoveCursor | null;
}

/** Whether the domain exists, and whether D1 has visits of it from the release before. */
export async function legacyState(
  database: D1Database,
  domainId: string,
): Promise<{ exists: boolean; legacy: boolean }> {
  const tables = ["visit_total", "visit_path", "robots_version", "robots_watch"];
  const has = tables.map((table) => sql`EXISTS (SELECT 1 FROM ${sql.raw(table)} WHERE domain_id = ${domainId})`);
  const [row] = await openDb(database).all<{ found: number; legacy: number }>(sql`
    SELECT EXISTS (SELECT 1 FROM domain WHERE id = ${domainId} AND deleted_at IS NULL) AS found, ${sql.join(has, sql` OR `)} AS legacy`);
  return { exists: row!.found === 1, legacy: row!.legacy === 1 };
}

/** Which of these keys D1 counted before the move. Its ids don't name their domain, so they stay there until they expire. */
export async function legacySeen(database: D1Database, keys: readonly string[]): Promise<Set<string>> {
  const rows = await openDb(database).all<{ key: string }>(sql`
    SELECT CAST(key AS TEXT) AS key FROM visit_seen
    WHERE key IN (SELECT CAST(value AS INTEGER) FROM json_each(${JSON.stringify(keys)}))`);
  return new Set(rows.map(({ key }) => key));
}

/** Reads the next rows of a move. Writes nothing. */
export async function readChunk(
  database: D1Database,
  storage: SqlStorage,
  domainId: string,
  from: MoveCursor,
): Promise<MoveChunk> {
  const current = STAGES[from.stage]!;
  const db = openDb(database);
  const { rows, after } =
    current === "agents"
      ? { rows: await readAgents(db, domainId), after: null }
      : current === "days"
        ? await readDays(db, storage, from.after)
        : await readRows(db, domainId, current, from.after);
  if (after) return { from, rows, next: { stage: from.stage, after } };
  return { from, rows, next: from.stage + 1 < STAGES.length ? { stage: from.stage + 1, after: null } : null };
}

/** All crawlers, with their numbers, and when robots.txt was last checked. */
async function readAgents(db: Db, domainId: string): Promise<Row[]> {
  return db.values<Row>(sql`
    SELECT no, token, provider, kind FROM visit_agent
    UNION ALL SELECT -1, '', '', checked_at FROM robots_watch WHERE domain_id = ${domainId}`);
}

async function readRows(db: Db, domainId: string, { table, keys, columns, rows: limit }: Stage, after: Row | null) {
  const list = (names: readonly string[]) => sql.raw(names.join(", "));
  const beyond = after ? sql`AND (${list(keys)}) > (${joined(after)})` : sql``;
  const rows = await db.values<Row>(sql`
    SELECT ${list(columns)} FROM ${sql.raw(table)} WHERE domain_id = ${domainId} ${beyond} ORDER BY ${list(keys)} LIMIT ${limit}`);
  return { rows, after: rows.length < limit ? null : rows.at(-1)!.slice(0, keys.length) };
}

const joined = (values: readonly Value[]): SQL =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );

/** Paths and rows per step of the daily counts. */
const PATHS_A_STEP = 500;
const DAYS_A_STEP = 10_000;

/** The next rows of `visit_daily`, as path, the rest of the key, and both counts. The paths are already here. */
async function readDays(db: Db, storage: SqlStorage, after: Row | null): Promise<{ rows: Row[]; after: Row | null }> {
  const [path, rest] = [Number(after?.[0] ?? 0), Number(after?.[1] ?? -1)];
  const ids = storage
    .exec<{ id: number }>("SELECT id FROM visit_path WHERE id >= ? ORDER BY id LIMIT ?", path, PATHS_A_STEP)
    .toArray()
    .map(({ id }) => id);
  if (ids.length === 0) return { rows: [], after: null };
  const rows = await db.values<Row>(sql`
    SELECT path.value AS id, daily.slot & 67108863 AS rest, daily.cache, daily.render
    FROM json_each(${JSON.stringify(ids)}) AS path CROSS JOIN visit_daily AS daily
      ON daily.slot BETWEEN (path.value << 26) + iif(path.value = ${path}, CAST(${rest} AS INTEGER) + 1, 0) AND ((path.value + 1) << 26) - 1
    ORDER BY id, rest LIMIT ${DAYS_A_STEP}`);
  if (rows.length === DAYS_A_STEP) return { rows, after: rows.at(-1)!.slice(0, 2) };
  return { rows, after: ids.length < PATHS_A_STEP ? null : [ids.at(-1)! + 1, -1] };
}

/** Imports rows. The caller opens the transaction, and stores the cursor in the same one. */
export function importChunk(
  { sql: storage, kv }: Pick<DurableObjectStorage, "sql" | "kv">,
  { from, rows }: MoveChunk,
): void {
  const current = STAGES[from.stage]!;
  if (current === "agents") {
    const checkedAt = rows.find(([no]) => no === -1)?.[3];
    if (checkedAt !== undefined) noteRobotsCheck(kv, Number(checkedAt));
    insert(
      storage,
      "visit_agent (no, token, provider, kind)",
      4,
      rows.filter(([no]) => no !== -1),
    );
  } else if (current === "days") importDays(storage, rows);
  else insert(storage, `${current.table} (${current.columns.join(", ")})`, current.columns.length, rows);
}

function insert(storage: SqlStorage, into: string, columns: number, rows: readonly Row[]): void {
  const places = Array.from({ length: columns }, () => "?").join(", ");
  for (const row of rows) storage.exec(`INSERT INTO ${into} VALUES (${places})`, ...row);
}

/** Adds rows of days to the days and to their blocks. */
function importDays(storage: SqlStorage, rows: readonly Row[]): void {
  for (const shift of LEVELS.map((level) => sql.raw(String(level))))
    execute(
      storage,
      sql`
        WITH moved AS (SELECT value ->> 0 AS path, value ->> 1 AS rest, value ->> 2 AS cache, value ->> 3 AS render FROM json_each(${JSON.stringify(rows)}))
        INSERT INTO visit_daily (slot, cache, render)
        SELECT (path << 26) + (((rest >> 11) >> ${shift}) << 11) + (rest & 2047), sum(cache), sum(render) FROM moved WHERE TRUE GROUP BY 1
        ON CONFLICT DO UPDATE SET cache = cache + excluded.cache, render = render + excluded.render`,
    );
}
