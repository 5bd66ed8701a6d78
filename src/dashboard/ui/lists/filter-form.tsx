import type { Child } from "hono/jsx";
import { Button, Checkbox, Field } from "../form";
import { Icon } from "../icon";
import type { ListState } from "./list-state";
import { idOf, shownColumns, type Column } from "./list-view";

/** Lists with fewer columns show them all. */
const MANY_COLUMNS = 6;

interface FilterFormProps {
  action: string;
  id?: string;
  children?: Child;
}

/**
 * Filters, which are part of the address. Where scripts run, a choice applies at once (browser/filters.ts); the button is
 * for everyone else.
 */
export const FilterForm = ({ action, id, children }: FilterFormProps) => (
  <form method="get" action={action} class="form form-row" id={id} data-apply>
    {children}
    <Button tone="plain">Show</Button>
  </form>
);

interface ListFiltersProps<Row> {
  state: ListState;
  columns: readonly Column<Row>[];
  /** What the search field is called; without it, the list has none. */
  search?: string;
  /** The list's own filters. */
  children?: Child;
}

/** What narrows a list: search, its own filters, and which columns it shows. Its order stays. */
export function ListFilters<Row>({ state, columns, search, children }: ListFiltersProps<Row>) {
  const optional = columns.filter(({ heading }) => !heading);
  const shown = new Set(shownColumns(columns, state).map(idOf));
  const choice = columns.length >= MANY_COLUMNS || columns.some(({ extra }) => extra);
  return (
    <FilterForm action={state.path}>
      {state.sort !== "" && <input type="hidden" name="sort" value={state.sort} />}
      {search && <Field label={search} name="q" type="search" value={state.search} maxlength={200} />}
      {children}
      {choice && (
        <details class="menu columns">
          <summary>
            <Icon name="columns" /> Columns
          </summary>
          <div class="menu-box">
            {optional.map((column) => (
              <Checkbox label={column.name} name="col" value={idOf(column)} checked={shown.has(idOf(column))} />
            ))}
          </div>
        </details>
      )}
    </FilterForm>
  );
}
