import { foldText } from "../core/visit-path";
import { PathStates, STATES } from "./path-states";

/** Paths per row: with the longest ones, a row has about a megabyte. */
const NAMES = 128;

/** Path, and its folded text if that is not just its small letters, of each path; null for numbers that are free. */
type Names = Array<readonly [path: string, folded?: string] | null>;

export function readStates(sql: SqlStorage): PathStates {
  const states = new PathStates();
  const rows = sql.exec<{ chunk: number; states: ArrayBuffer }>("SELECT * FROM visit_path_state ORDER BY chunk");
  for (const { chunk, states: bytes } of rows) states.unpack(chunk, bytes);
  return states;
}

/** Writes the states of these paths. */
export function writeStates(sql: SqlStorage, states: PathStates, paths: Iterable<number>): void {
  const chunks = new Set<number>();
  for (const path of paths) chunks.add(Math.floor(path / STATES));
  for (const chunk of chunks)
    sql.exec(
      `INSERT INTO visit_path_state (chunk, states) VALUES (?, ?)
       ON CONFLICT (chunk) DO UPDATE SET states = excluded.states`,
      chunk,
      states.pack(chunk),
    );
}

/** Writes the texts of paths; null removes one, and the last of a row the row. */
export function writePaths(sql: SqlStorage, paths: ReadonlyMap<number, string | null>): void {
  for (const [chunk, own] of Map.groupBy(paths, ([path]) => Math.floor(path / NAMES))) {
    const names = readChunk(sql, chunk);
    for (const [path, text] of own) {
      while (names.length <= path % NAMES) names.push(null);
      names[path % NAMES] = text === null ? null : nameOf(text);
    }
    if (names.every((name) => name === null)) {
      sql.exec("DELETE FROM visit_path WHERE chunk = ?", chunk);
      continue;
    }
    sql.exec(
      `INSERT INTO visit_path (chunk, paths) VALUES (?, ?)
       ON CONFLICT (chunk) DO UPDATE SET paths = excluded.paths`,
      chunk,
      JSON.stringify(names),
    );
  }
}

function nameOf(path: string): readonly [string, string?] {
  const folded = foldText(path);
  return folded === path.toLowerCase() ? [path] : [path, folded];
}

const readChunk = (sql: SqlStorage, chunk: number) => JSON.parse(textOf(sql, chunk)) as Names;

function textOf(sql: SqlStorage, chunk: number): string {
  const [row] = sql.exec<{ paths: string }>("SELECT paths FROM visit_path WHERE chunk = ?", chunk).toArray();
  return row?.paths ?? "[]";
}

/** The texts of paths by their numbers, read row by row as they are asked for. */
export class PathNames {
  private chunk = -1;
  private names: Names = [];

  /**
   * `fresh`: those that are not in the tables yet. `search`: of the others, only those whose folded path contains this
   * text are asked for.
   */
  constructor(
    private readonly sql: SqlStorage,
    private readonly fresh: ReadonlyMap<number, string>,
    private readonly search = "",
  ) {}

  of(path: number): string {
    return this.fresh.get(path) ?? this.stored(path)![0];
  }

  /** Whether the folded path contains the text. */
  isFound(path: number): boolean {
    const fresh = this.fresh.get(path);
    const name = fresh === undefined ? this.stored(path) : nameOf(fresh);
    return name ? (name[1] ?? name[0].toLowerCase()).includes(this.search) : false;
  }

  private stored(path: number): Names[number] {
    const chunk = Math.floor(path / NAMES);
    if (chunk !== this.chunk) [this.chunk, this.names] = [chunk, this.read(chunk)];
    return this.names[path % NAMES] ?? null;
  }

  /** A row's paths; none if the row as a whole does not contain the text, which saves most of the time. */
  private read(chunk: number): Names {
    const text = textOf(this.sql, chunk);
    const escaped = JSON.stringify(this.search).slice(1, -1);
    return escaped === "" || text.toLowerCase().includes(escaped) ? (JSON.parse(text) as Names) : [];
  }
}
