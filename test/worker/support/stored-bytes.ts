interface Column {
  table: string;
  /** Null: the table itself. Else one of its indexes. */
  entry: string | null;
  name: string;
}

/** The columns of every table, and those of every index, which repeat them. */
const COLUMNS = `
  SELECT t.name AS "table", NULL AS entry, c.name FROM sqlite_master t JOIN pragma_table_info(t.name) c
    WHERE t.type = 'table' AND t.name NOT LIKE '\\_%' ESCAPE '\\' AND t.name NOT LIKE 'sqlite_%' AND t.name <> 'd1_migrations'
  UNION ALL
  SELECT i.tbl_name, i.name, c.name FROM sqlite_master i JOIN pragma_index_info(i.name) c
    WHERE i.type = 'index' AND i.tbl_name NOT LIKE '\\_%' ESCAPE '\\' AND i.tbl_name <> 'd1_migrations'`;

/**
 * The bytes of the values in each table and index of D1, the largest first. Partial indexes count as whole ones. SQLite adds
 * some bytes per row, and the free room of its pages.
 */
export async function storedBytes(db: D1Database): Promise<Map<string, number>> {
  const { results } = await db.prepare(COLUMNS).all<Column & Record<string, unknown>>();
  const byEntry = Map.groupBy(results, ({ table, entry }) => JSON.stringify([table, entry ?? table]));
  const sizes: Array<[string, number]> = [];
  for (const [key, columns] of byEntry) {
    const [table, name] = JSON.parse(key) as [string, string];
    const lengths = columns.map((column) => `coalesce(length(CAST("${column.name}" AS BLOB)), 0)`);
    const bytes = await db.prepare(`SELECT total(${lengths.join(" + ")}) AS n FROM "${table}"`).first<number>("n");
    if (bytes! > 0) sizes.push([name, bytes!]);
  }
  return new Map(sizes.sort(([, a], [, b]) => b - a));
}

/** A random id as SQL. */
export const UUID =
  "lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-' || hex(randomblob(2)) || '-' || hex(randomblob(2)) || '-' || hex(randomblob(6)))";

/**
 * The bytes by which D1 grows, indexes and free room of its pages included, for each copy of a row of a table. `columns`: SQL
 * of the columns in which copies differ; `t` is the row, `i` the number of its copy. `which`: the rows to copy, as SQL.
 */
export async function bytesPerCopy(
  db: D1Database,
  table: string,
  columns: Record<string, string>,
  which: string,
  copies: number,
): Promise<number> {
  const { results } = await db.prepare(`SELECT name FROM pragma_table_info('${table}')`).all<{ name: string }>();
  const names = results.map(({ name }) => `"${name}"`).join(", ");
  const values = results.map(({ name }) => columns[name] ?? `t."${name}"`).join(", ");
  const size = async () => (await db.prepare("SELECT 1").run()).meta.size_after;
  const count = async () => (await db.prepare(`SELECT count(*) AS n FROM ${table}`).first<number>("n"))!;
  const [bytes, rows] = [await size(), await count()];
  await db
    .prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${copies})
       INSERT INTO ${table} (${names}) SELECT ${values} FROM n, ${table} t WHERE ${which}`,
    )
    .run();
  return ((await size()) - bytes) / ((await count()) - rows);
}
