import { useContext, type Child } from "hono/jsx";
import { ButtonLink } from "../form";
import { formatNumber, LocaleContext } from "../format";
import { Icon } from "../icon";
import { listAddress, sortedAddress, type ListState } from "./list-state";
import { EmptyState } from "../panels";
import { Untrusted } from "../untrusted";
import type { Column, ListView } from "./list-view";

export type { Column, ListColumn } from "./list-view";

interface DataTableProps {
  /** Read to screen readers; shown only if `showCaption` is set. */
  caption: string;
  showCaption?: boolean;
  /** Shown instead of a table without rows; an EmptyState. */
  empty: Child;
}
/** A list with its state in the address, or a few rows that stand as they are. */
type Listed<Row> = { view: ListView<Row> } | { columns: readonly Column<Row>[]; rows: readonly Row[] };

/** A list. Below 640 px each row is a card, so that no page scrolls sideways. */
export function DataTable<Row>(props: DataTableProps & Listed<Row>) {
  const { caption, showCaption, empty } = props;
  const view = "view" in props ? props.view : null;
  const { columns, rows } = "view" in props ? props.view : props;
  if (rows.length === 0) return view?.state.search && !view.isFound ? <NoMatch state={view.state} /> : <>{empty}</>;
  return (
    <div class="table-box">
      {view && <Summary view={view} />}
      <table class="data">
        <caption class={showCaption ? undefined : "visually-hidden"}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading column={column} view={view} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>{columns.map((column) => cellOf(column, row))}</tr>
          ))}
        </tbody>
      </table>
      {view && <Pager {...view.links} />}
    </div>
  );
}

/** A search that found nothing says so: the list itself may have much. */
const NoMatch = ({ state }: { state: ListState }) => (
  <EmptyState
    title="Nothing matches"
    picture="list"
    action={<ButtonLink href={listAddress(state, { search: "", page: 1 })}>Show all</ButtonLink>}
  >
    No row has all the words of “<Untrusted text={state.search} max={100} />
    ”.
  </EmptyState>
);

/** A column's name, which sorts the list if that can be. Figures begin with the highest. */
function Heading<Row>({ column, view }: { column: Column<Row>; view: ListView<Row> | null }) {
  const by = view?.sortOf(column) ?? null;
  const name = column.number ? "figure" : undefined;
  if (!view || by === null)
    return (
      <th scope="col" class={name}>
        {column.name}
      </th>
    );
  const { sort } = view.state;
  const now = sort === by ? "ascending" : sort === `-${by}` ? "descending" : undefined;
  const [first, other] = column.number ? [`-${by}`, by] : [by, `-${by}`];
  return (
    <th scope="col" class={name} aria-sort={now}>
      <a class="sort" href={sortedAddress(view.state, sort === first ? other : first)}>
        {column.name} <Icon name={now === undefined ? "sort" : now === "ascending" ? "up" : "down"} />
      </a>
    </th>
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

/** How much of the list this is, and the way to have it as a file. */
function Summary<Row>({ view: { rows, first, total, cut, links, state } }: { view: ListView<Row> }) {
  const locale = useContext(LocaleContext);
  const format = (value: number) => formatNumber(value, locale);
  const [from, to] = [first, first + rows.length - 1].map(format);
  const all = cut && state.search === "" ? cut.of : total;
  return (
    <div class="table-summary">
      <p class="number" data-list-count>
        {from}–{to} {all === null ? "and more" : `of ${format(all)}`}
        {cut && state.search !== "" && ` found in the first ${format(cut.rows)} of ${format(cut.of)}`}
      </p>
      {links.csv && (
        <a href={links.csv} download>
          <Icon name="download" /> {cut ? `Export the first ${format(cut.rows)} as CSV` : "Export these as CSV"}
        </a>
      )}
    </div>
  );
}

function Pager({ first, previous, next }: ListView<unknown>["links"]) {
  if (!first && !previous && !next) return null;
  return (
    <nav class="pager" aria-label="Pages of this list">
      {first && <a href={first}>First page</a>}
      {previous && (
        <a href={previous} rel="prev">
          Previous page
        </a>
      )}
      {next && (
        <a href={next} rel="next">
          Next page
        </a>
      )}
    </nav>
  );
}
