/** What a reader's address asks of a list. */
export interface ListState {
  /** The page's own path. */
  path: string;
  /** Words that a row has to contain. */
  search: string;
  /** A column's id, after a minus from the highest down; "": the list's own order. */
  sort: string;
  /** Of a list that is read whole, from 1. */
  page: number;
  /** Of a list that is read in parts: the part, how many rows are before it, and the parts that lead to it. */
  cursor: string | undefined;
  before: number;
  trail: readonly string[];
  /** The columns that the reader chose; null: those that the list shows by itself. */
  columns: readonly string[] | null;
  /** The list's own filters. */
  filters: Readonly<Record<string, string>>;
}

const MAX_TEXT = 2_048;
const MAX_PAGE = 100_000;
const MAX_BEFORE = 1_000_000_000;
const MAX_COLUMNS = 40;
/** Addresses stay short: of long ways through a list, the beginning is forgotten. */
const MAX_TRAIL = 1_200;
const NAME = /^-?[\w-]{1,60}$/;

const whole = (text: string | null, least: number, most: number): number => {
  const value = Math.trunc(Number(text));
  return Number.isFinite(value) ? Math.min(Math.max(value, least), most) : least;
};

/** Reads a list's state from an address. What makes no sense is left out; the API says what is wrong with a filter. */
export function readListState(address: string, filterNames: readonly string[] = []): ListState {
  const { pathname, searchParams: query } = new URL(address);
  const text = (name: string) => (query.get(name) ?? "").trim().slice(0, MAX_TEXT);
  const sort = text("sort");
  const chosen = query
    .getAll("col")
    .filter((name) => NAME.test(name))
    .slice(0, MAX_COLUMNS);
  const cursor = query.get("cursor") || undefined;
  return {
    path: pathname,
    search: text("q"),
    sort: NAME.test(sort) ? sort : "",
    page: whole(query.get("page"), 1, MAX_PAGE),
    cursor,
    before: cursor === undefined ? 0 : whole(query.get("before"), 0, MAX_BEFORE),
    trail: cursor === undefined ? [] : query.getAll("back").slice(0, 100),
    columns: chosen.length === 0 ? null : chosen,
    filters: Object.fromEntries(filterNames.map((name) => [name, text(name)] as const).filter(([, value]) => value)),
  };
}

/** The address of the list in another state. Another order or another filter begins at the first row. */
export function listAddress(state: ListState, change: Partial<ListState> & { csv?: boolean } = {}): string {
  const { path, search, sort, page, cursor, before, trail, columns, filters, csv } = { ...state, ...change };
  const query = new URLSearchParams(Object.entries(filters));
  const set = (name: string, value: string | number | undefined) => {
    if (value !== undefined && value !== "") query.set(name, String(value));
  };
  set("q", search);
  set("sort", sort);
  for (const name of columns ?? []) query.append("col", name);
  if (csv) set("format", "csv");
  else if (cursor !== undefined) {
    set("cursor", cursor);
    set("before", before);
    for (const each of trail) query.append("back", each);
  } else if (page > 1) set("page", page);
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}

const FIRST: Partial<ListState> = { page: 1, cursor: undefined, before: 0, trail: [] };

/** The list from its first row, in another order. */
export const sortedAddress = (state: ListState, sort: string) => listAddress(state, { ...FIRST, sort });
/** The list from its first row. */
export const firstAddress = (state: ListState) => listAddress(state, FIRST);
/** Exactly what is shown, all parts of it, as CSV. */
export const csvAddress = (state: ListState) => listAddress(state, { ...FIRST, csv: true });

/** The next part. `rows`: how many this one has. The first part has the cursor "". */
export function nextAddress(state: ListState, cursor: string, rows: number): string {
  const trail = [...state.trail, state.cursor ?? ""];
  while (trail.join("").length > MAX_TRAIL || trail.length > 100) trail.shift();
  return listAddress(state, { cursor, before: state.before + rows, trail });
}

/** The part before; null: this is the first, or the way back is forgotten. */
export function previousAddress(state: ListState, perPart: number): string | null {
  if (state.cursor === undefined) return null;
  const cursor = state.trail.at(-1);
  if (cursor === undefined) return null;
  if (cursor === "") return firstAddress(state);
  return listAddress(state, { cursor, before: Math.max(0, state.before - perPart), trail: state.trail.slice(0, -1) });
}
