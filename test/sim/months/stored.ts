import { query } from "../platform/d1";
import type { SimulatedService } from "../platform/service";
import type { World } from "../world";

/** Rows, or values, and their bytes. */
export interface Size {
  rows: number;
  bytes: number;
}

/** What is stored, by table, class and table, or prefix of keys: `D1 audit_run`, `DomainVisits cell`, `R2 audits/`. */
export type Stored = Map<string, Size>;

type Read = <T>(text: string) => T[];

/** Adds what each table of a database has. Bytes are those of the values, without indexes and room that is free. */
function addTables(stored: Stored, prefix: string, read: Read): void {
  const tables = read<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  );
  for (const { name } of tables) {
    const columns = read<{ name: string }>(`SELECT name FROM pragma_table_info('${name}')`);
    const bytes = columns.map((column) => `coalesce(octet_length("${column.name}"), 0)`).join(" + ");
    const [size] = read<Size>(`SELECT count(*) AS rows, coalesce(sum(${bytes}), 0) AS bytes FROM "${name}"`);
    add(stored, `${prefix} ${name}`, size!.rows, size!.bytes);
  }
}

function add(stored: Stored, name: string, rows: number, bytes: number): void {
  const known = stored.get(name) ?? { rows: 0, bytes: 0 };
  stored.set(name, { rows: known.rows + rows, bytes: known.bytes + bytes });
}

/** Measures everything that the simulated service stores. */
export function measure(world: World, { kv, snapshots, archive, objects }: SimulatedService): Stored {
  const stored: Stored = new Map();
  addTables(stored, "D1", (text) => query(text));
  for (const [kind, namespace] of Object.entries(objects))
    for (const object of namespace.objects.values())
      if (!object.stored.isEmpty) addTables(stored, kind, (text) => object.read(text));
  for (const [key, { value, expiresAt }] of kv.values)
    if (expiresAt > world.now) add(stored, `KV ${key.split(":")[0]}:`, 1, value.length);
  for (const [key, value] of snapshots.objects) add(stored, `SNAPSHOTS ${key.split("/")[0]}/`, 1, value.length);
  for (const [key, value] of archive.objects) add(stored, `ARCHIVE ${key.split("/")[0]}/`, 1, value.length);
  return stored;
}
