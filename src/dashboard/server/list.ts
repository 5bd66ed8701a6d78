import { csvLines } from "../../lib/text/csv";
import { readListState, type ListState } from "../ui/lists/list-state";
import { arranged, shownColumns, type ListColumn } from "../ui/lists/list-view";
import type { PageContext } from "./page-env";

/** Parts that one export reads at most: a list that has no end is a fault. */
const MAX_PARTS = 2_000;

/** Pages of an audit per request of an export. */
export const EXPORT_PART = 200;

/** What the reader's address asks of the page's list. */
export const listState = (c: PageContext, filters?: readonly string[]): ListState => readListState(c.req.url, filters);

/** Whether the reader wants the list as a file. */
export const wantsCsv = (c: PageContext): boolean => c.req.query("format") === "csv";

const rowOf =
  <Row>(columns: readonly ListColumn<Row>[]) =>
  (row: Row) =>
    columns.map(({ value }) => value(row));

function fileOf(c: PageContext, name: string, body: BodyInit): Response {
  c.header("content-disposition", `attachment; filename="${name.replaceAll(/[^\w.-]+/g, "-")}.csv"`);
  c.header("content-type", "text/csv; charset=utf-8");
  return c.body(body as ReadableStream);
}

/** A whole list as CSV: the rows and columns that the page shows, in its order. */
export function csvOfList<Row>(
  c: PageContext,
  name: string,
  rows: readonly Row[],
  all: readonly ListColumn<Row>[],
  state: ListState,
): Response {
  const columns = shownColumns(all, state);
  const lines = arranged(rows, all, state, c.get("locale")).map(rowOf(columns));
  return fileOf(c, name, csvLines([columns.map(({ name: each }) => each), ...lines]));
}

interface Part<Row> {
  rows: readonly Row[];
  nextCursor: string | number | null | undefined;
}

/** A list that the API gives in parts as CSV, from its first row to its last. */
export async function csvOfParts<Row>(
  c: PageContext,
  name: string,
  all: readonly ListColumn<Row>[],
  state: ListState,
  read: (cursor: string | undefined) => Promise<Part<Row>>,
): Promise<Response> {
  const columns = shownColumns(all, state);
  // What is refused is refused as a page, before the file begins.
  let part: Part<Row> | null = await read(undefined);
  let parts = 1;
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(csvLines([columns.map(({ name: each }) => each)]))),
    async pull(controller) {
      if (!part) return controller.close();
      controller.enqueue(encoder.encode(csvLines(part.rows.map(rowOf(columns)))));
      const { nextCursor } = part;
      const isLast = nextCursor === null || nextCursor === undefined || parts++ >= MAX_PARTS;
      part = isLast ? null : await read(String(nextCursor));
    },
  });
  return fileOf(c, name, body);
}
