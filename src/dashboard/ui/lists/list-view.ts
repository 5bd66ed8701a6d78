import type { Child } from "hono/jsx";
import type { CsvCell } from "../../../lib/text/csv";
import { csvAddress, firstAddress, listAddress, nextAddress, previousAddress, type ListState } from "./list-state";

export interface Column<Row> {
  name: string;
  cell: (row: Row) => Child;
  /** Right-aligned figures. */
  number?: boolean;
  /** The cell that names the row: its heading on phones and for screen readers. It is always shown. */
  heading?: boolean;
  /** What the cell shows as plain text or number, which lists are sorted by and searched in, and exports have. */
  value?: (row: Row) => CsvCell;
  /** In a list that is read in parts: the API's name of this order. */
  sort?: string;
  /** Shown only if the reader chooses it. */
  extra?: boolean;
}

/** A column of a list that can be sorted, searched and exported. */
export type ListColumn<Row> = Column<Row> & { value: (row: Row) => CsvCell };

/** What a table shows of a list, and where its links lead. */
export interface ListView<Row> {
  rows: readonly Row[];
  state: ListState;
  columns: readonly Column<Row>[];
  /** The number of the first row, from 1. */
  first: number;
  /** All rows that match; null: not known. */
  total: number | null;
  /** The list has but the first rows of more: how many, and of how many; null: it has all. */
  cut: { rows: number; of: number } | null;
  /** The name of a column's order; null: the list can't be sorted by it. */
  sortOf: (column: Column<Row>) => string | null;
  /** The page says itself that a search found nothing. */
  isFound?: boolean;
  links: { first: string | null; previous: string | null; next: string | null; csv: string | null };
}

export const idOf = ({ name }: { name: string }) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

/** The columns that are shown: the chosen ones and the heading. */
export function shownColumns<C extends Pick<Column<never>, "name" | "heading" | "extra">>(
  columns: readonly C[],
  { columns: chosen }: Pick<ListState, "columns">,
): C[] {
  const known = chosen?.filter((id) => columns.some((column) => idOf(column) === id)) ?? [];
  return columns.filter((column) =>
    column.heading ? true : known.length > 0 ? known.includes(idOf(column)) : !column.extra,
  );
}

/** The rows of a whole list that the reader's words and order leave, all of them. */
export function arranged<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  { search, sort }: ListState,
  locale = "en",
): readonly Row[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found =
    words.length === 0
      ? rows
      : rows.filter((row) => {
          const text = columns.map(({ value }) => String(value(row) ?? "").toLowerCase()).join("\n");
          return words.every((word) => text.includes(word));
        });
  const by = columns.find((column) => idOf(column) === sort.replace(/^-/, ""));
  if (!by) return found;
  const sign = sort.startsWith("-") ? -1 : 1;
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const keyed = found.map((row) => [by.value(row), row] as const);
  keyed.sort(([a], [b]) => {
    // What is not known is last in both orders.
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    if (typeof a === "number" && typeof b === "number") return sign * (a - b);
    return sign * compare(String(a), String(b));
  });
  return keyed.map(([, row]) => row);
}

interface WholeOptions {
  perPage?: number;
  locale?: string;
  /** The page has searched itself, in more than the columns show. */
  isFound?: boolean;
  /** How many rows there are, if `all` may be only the first of them. */
  outOf?: number;
}

/** A list that is read whole: sorted and searched here, shown a page at a time. */
export function wholeView<Row>(
  all: readonly Row[],
  columns: readonly ListColumn<Row>[],
  state: ListState,
  { perPage = 50, locale, isFound = false, outOf = 0 }: WholeOptions = {},
): ListView<Row> {
  const rows = arranged(all, columns, isFound ? { ...state, search: "" } : state, locale);
  const page = Math.min(state.page, Math.max(1, Math.ceil(rows.length / perPage)));
  const to = (at: number) => listAddress(state, { page: at });
  return {
    rows: rows.slice((page - 1) * perPage, page * perPage),
    state,
    columns: shownColumns(columns, state),
    first: (page - 1) * perPage + 1,
    total: rows.length,
    cut: outOf > all.length ? { rows: all.length, of: outOf } : null,
    isFound,
    sortOf: (column) => (column.value ? idOf(column) : null),
    links: {
      first: page > 2 ? to(1) : null,
      previous: page > 1 ? to(page - 1) : null,
      next: page * perPage < rows.length ? to(page + 1) : null,
      csv: rows.length === 0 ? null : csvAddress(state),
    },
  };
}

interface PartOf<Row> {
  rows: readonly Row[];
  nextCursor: string | number | null | undefined;
  /** All rows that match, if the API says. */
  total?: number | null;
  perPart?: number;
}

/** A list that the API gives in parts, in the orders that it knows. */
export function partView<Row>(part: PartOf<Row>, columns: readonly Column<Row>[], state: ListState): ListView<Row> {
  const { rows, nextCursor, perPart = 50 } = part;
  const isLast = nextCursor === null || nextCursor === undefined;
  const previous = previousAddress(state, perPart);
  return {
    rows,
    state,
    columns: shownColumns(columns, state),
    first: state.before + 1,
    total: isLast ? state.before + rows.length : (part.total ?? null),
    cut: null,
    sortOf: (column) => column.sort ?? null,
    links: {
      first: state.cursor !== undefined && previous !== firstAddress(state) ? firstAddress(state) : null,
      previous,
      next: isLast ? null : nextAddress(state, String(nextCursor), rows.length),
      csv: rows.length > 0 && columns.some(({ value }) => value) ? csvAddress(state) : null,
    },
  };
}
