import type { ArgumentsOf } from "../../../../client";
import { type Column } from "../../../ui/lists/list-view";
import { type ListState } from "../../../ui/lists/list-state";
import type { ApiProblem } from "../../../server/read";
import { TableFields, type FieldTable } from "../../../ui/fields";
import { ListFilters } from "../../../ui/lists/filter-form";
import { Notice } from "../../../ui/panels";
import type { PageWish, SiteContext } from "../parts/read-runs";
import type { IssueFacts } from "../parts/words";

/** The API's filters of pages. They live in the URL under the same names. */
export type Filters = PageWish;

/** Those that narrow the list. */
export const FILTER_NAMES = ["issue", "severity", "path", "status", "indexable"] as const;

/** Whether a filter hides pages; `but`: those whose effect is known. */
export const isNarrowed = (filters: Filters, but: readonly string[] = []) =>
  FILTER_NAMES.some((name) => filters[name] !== undefined && !but.includes(name));

const NAMES = ["issue", "severity", "path", "status", "indexable", "sort", "cursor"] as const;

/** Orders that the API knows. With another one in its address, the list is in its own order. */
const SORTS = new Set<string>([
  "path",
  "statusCode",
  "loadTimeMs",
  "depth",
  "healthScore",
  "previewScore",
  "issueCount",
] satisfies Array<NonNullable<NonNullable<ArgumentsOf<"readAudit">["query"]>["sort"]>>);

/** The filters in the URL. Empty fields of the form are left out. */
export function readFilters(c: SiteContext): Filters {
  const given = NAMES.flatMap((name) => {
    const value = c.req.query(name)?.trim();
    if (!value || (name === "sort" && !SORTS.has(value.replace(/^-/, "")))) return [];
    return [[name, value] as const];
  });
  return Object.fromEntries(given);
}

interface FiltersProps {
  state: ListState;
  columns: readonly Column<never>[];
  filters: Filters;
  problem?: ApiProblem;
  /** To choose from; without them, the list is of one issue. */
  issues?: IssueFacts[];
  severity?: boolean;
}

const SEVERITIES = [
  ["", "Any severity"],
  ["error", "With errors"],
  ["warning", "With warnings"],
  ["notice", "With notices"],
] as const;

const INDEXABLE = [
  ["", "All"],
  ["true", "Open to search"],
  ["false", "Not open to search"],
] as const;

const STATUSES = [
  ["", "Any"],
  ["2xx", "2xx: fine"],
  ["3xx", "3xx: redirects"],
  ["4xx", "4xx: client errors"],
  ["5xx", "5xx: server errors"],
  ["0", "No response"],
] as const;

/** The fields that narrow a list of pages. A list of one issue needs neither issue nor severity. */
function filterFields({
  filters,
  issues,
  severity,
}: Pick<FiltersProps, "filters" | "issues" | "severity">): FieldTable {
  const status = filters.status ?? "";
  const isListed = STATUSES.some(([value]) => value === status);
  const found = issues?.filter(({ pages }) => pages > 0).map(({ id, title }) => [id, title] as const);
  return {
    ...(found && { issue: { kind: "choice", label: "Issue", options: [["", "Any issue"], ...found] } }),
    ...(severity && { severity: { kind: "choice", label: "Severity", options: SEVERITIES } }),
    path: { kind: "text", label: "Path", placeholder: "/blog/*" },
    status: {
      kind: "choice",
      label: "Status",
      options: isListed ? STATUSES : [...STATUSES, [status, status.slice(0, 20)]],
    },
    indexable: { kind: "choice", label: "Search", options: INDEXABLE },
  };
}

/** The form that narrows a list of pages. */
export function PageFilters({ state, columns, problem, ...shown }: FiltersProps) {
  const table = filterFields(shown);
  // What the API says about a filter that has no field here.
  const other = NAMES.filter((name) => !(name in table)).map((name) => problem?.fieldMessage(name));
  const text = other.find((message) => message !== undefined);
  return (
    <ListFilters state={state} columns={columns}>
      {text && (
        <Notice kind="bad">
          <p>{text}</p>
        </Notice>
      )}
      <TableFields table={table} values={shown.filters} problem={problem} />
    </ListFilters>
  );
}
