import type { Child } from "hono/jsx";

export interface Column<Row> {
  name: string;
  cell: (row: Row) => Child;
  /** Right-aligned figures. */
  number?: boolean;
  /** The cell that names the row: its heading on phones and for screen readers. */
  heading?: boolean;
}

interface DataTableProps<Row> {
  /** Read to screen readers; shown only if `showCaption` is set. */
  caption: string;
  showCaption?: boolean;
  columns: Column<Row>[];
  rows: readonly Row[];
  /** Shown instead of a table without rows; an EmptyState. */
  empty: Child;
  /** URL of the next part of the list, with its cursor; null at the end. */
  next?: string | null;
  /** URL of the first part, for readers who are past it. */
  first?: string | null;
}

/** A list. Below 640 px each row is a card, so that no page scrolls sideways. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, showCaption, columns, rows, empty } = props;
  if (rows.length === 0) return <>{empty}</>;
  return (
    <div class="table-box">
      <table class="data">
        <caption class={showCaption ? undefined : "visually-hidden"}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, number }) => (
              <th scope="col" class={number ? "figure" : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>{columns.map((column) => cellOf(column, row))}</tr>
          ))}
        </tbody>
      </table>
      <Pager next={props.next} first={props.first} />
    </div>
  );
}

function cellOf<Row>({ name, cell, number, heading }: Column<Row>, row: Row) {
  if (heading)
    return (
      <th scope="row" data-name={name}>
        {cell(row)}
      </th>
    );
  return (
    <td class={number ? "figure" : undefined} data-name={name}>
      {/* One box: on phones a cell is a flex container, and loose text would fall apart. */}
      <div>{cell(row)}</div>
    </td>
  );
}

export function Pager({ next, first }: { next?: string | null; first?: string | null }) {
  if (!next && !first) return null;
  return (
    <nav class="pager" aria-label="Pages of this list">
      {first && <a href={first}>First page</a>}
      {next && (
        <a href={next} rel="next">
          Next page
        </a>
      )}
    </nav>
  );
}
