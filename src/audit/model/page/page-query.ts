import type { Extracted } from "../../../web/html";
import type { Severity } from "../issue";

/** What pages of a run can be sorted by. */
export const SORT_FIELDS = [
  "path",
  "statusCode",
  "loadTimeMs",
  "depth",
  "healthScore",
  "previewScore",
  "issueCount",
] as const;
export type SortField = (typeof SORT_FIELDS)[number];

/** Which pages of a run are wanted, and in which order. Null: any. */
export interface PagesWanted {
  issue: string | null;
  /** Pages with an issue of this severity; together with `issue`, the issue must have it. */
  severity: Severity | null;
  /** Path and query; see {@link pathTest}. */
  path: string | null;
  /** An exact status, or a class such as 4 for 400 to 499. */
  status: { from: number; to: number } | null;
  indexable: boolean | null;
  /** A field that was read from the page: it has a value, this value, or none. */
  extracted: { field: string; value: string | null; isThere: boolean } | null;
  /** Null: the order of discovery. */
  sort: { field: SortField; descending: boolean } | null;
}

/** What a query reads of a page of the result. */
export interface QueriedPage extends Record<Exclude<SortField, "path">, number> {
  path: string;
  indexable: boolean;
  issues: ReadonlyArray<{ id: string; severity: Severity }>;
  extracted: Extracted | null;
}

/** Longer paths sort by their beginning, so that sorting a run takes bounded memory. */
export const SORTED_CHARS = 200;

/** Whether a path fits a filter: `/about` is a whole path, `/blog/*` a beginning, `*shoes*` a part in any ASCII case. */
export function pathTest(wanted: string): (path: string) => boolean {
  if (!wanted.endsWith("*")) return (path) => path === wanted;
  const fixed = wanted.slice(0, -1);
  if (!fixed.startsWith("*")) return (path) => path.startsWith(fixed);
  const part = fixed.slice(1).toLowerCase();
  return (path) => path.toLowerCase().includes(part);
}

/** Whether the query matches all pages in the order of discovery. */
export function asksForAll(query: PagesWanted): boolean {
  return Object.values(query).every((each) => each === null);
}

/** Whether a page matches the query. */
export function isWanted(page: QueriedPage, query: PagesWanted): boolean {
  const { issue, severity, path, status, indexable, extracted } = query;
  if (extracted !== null && !isExtracted(page.extracted, extracted)) return false;
  if (indexable !== null && page.indexable !== indexable) return false;
  if (status !== null && (page.statusCode < status.from || page.statusCode > status.to)) return false;
  if (path !== null && !pathTest(path)(page.path)) return false;
  if (issue === null && severity === null) return true;
  return page.issues.some(
    (each) => (issue === null || each.id === issue) && (severity === null || each.severity === severity),
  );
}

/** Whether what was read from a page matches the query. */
export function isExtracted(
  found: Extracted | null,
  { field, value, isThere }: NonNullable<PagesWanted["extracted"]>,
): boolean {
  const values = found?.[field]?.values ?? [];
  return (value === null ? values.length > 0 : values.includes(value)) === isThere;
}

/** What a page is sorted by. */
export function sortKeyOf(page: QueriedPage, field: SortField): string | number {
  return field === "path" ? page.path.slice(0, SORTED_CHARS) : page[field];
}

/** Compares two pages by their keys, then by their place in the run. */
export function compareKeys(
  a: { key: string | number; seq: number },
  b: { key: string | number; seq: number },
  descending: boolean,
): number {
  const order = a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
  return (descending ? -order : order) || a.seq - b.seq;
}
