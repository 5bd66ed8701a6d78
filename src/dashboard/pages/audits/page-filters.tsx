import type { ApiProblem } from "../../server/read";
import { Button, Field, Form, Select } from "../../ui/form";
import { Notice } from "../../ui/panels";
import type { PageWish, SiteContext } from "./read-runs";
import type { IssueFacts } from "./words";

/** The API's filters of pages. They live in the URL under the same names. */
export type Filters = PageWish;

const NAMES = ["issue", "severity", "path", "status", "indexable", "sort", "cursor"] as const;

/** The filters in the URL. Empty fields of the form are none. */
export function readFilters(c: SiteContext): Filters {
  const given = NAMES.flatMap((name) => {
    const value = c.req.query(name)?.trim();
    return value ? [[name, value] as const] : [];
  });
  return Object.fromEntries(given);
}

interface FiltersProps {
  action: string;
  filters: Filters;
  sorts: readonly (readonly [value: string, name: string])[];
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
  ["0", "No answer"],
] as const;

/** The form that narrows a list of pages. */
export function PageFilters({ action, filters, sorts, problem, issues, severity }: FiltersProps) {
  const error = (name: string) => problem?.fieldMessage(name);
  const other = problem && ["issue", "cursor"].map(error).find((message) => message !== undefined);
  const statuses = STATUSES.some(([value]) => value === (filters.status ?? ""))
    ? STATUSES
    : [...STATUSES, [filters.status!, filters.status!.slice(0, 20)] as const];
  return (
    <Form action={action} method="get" row>
      {other && (
        <Notice kind="bad">
          <p>{other}</p>
        </Notice>
      )}
      {issues && (
        <Select
          label="Issue"
          name="issue"
          value={filters.issue ?? ""}
          options={[
            ["", "Any issue"],
            ...issues.filter(({ pages }) => pages > 0).map(({ id, title }) => [id, title] as const),
          ]}
        />
      )}
      {severity && (
        <Select
          label="Severity"
          name="severity"
          value={filters.severity ?? ""}
          options={SEVERITIES}
          error={error("severity")}
        />
      )}
      <Field label="Path" name="path" value={filters.path} placeholder="/blog/*" error={error("path")} />
      <Select label="Status" name="status" value={filters.status ?? ""} options={statuses} error={error("status")} />
      <Select
        label="Search"
        name="indexable"
        value={filters.indexable ?? ""}
        options={INDEXABLE}
        error={error("indexable")}
      />
      <Select label="Order" name="sort" value={filters.sort ?? ""} options={sorts} error={error("sort")} />
      <Button tone="plain">Show</Button>
    </Form>
  );
}
