import { OTHER_PATHS } from "../core/visit-path";
import type { KeptVisits } from "./kept-visits";
import { OTHER_PATH } from "./visit-store";

export interface PathFilter {
  /** Exactly one of these paths. */
  paths?: readonly string[];
  /** Folded text that the folded path must contain. */
  search?: string;
}

/** The numbers of the paths that are in use, with that of all others, in order. */
export function* usedPaths({ store: { paths } }: KeptVisits, from: number, end = Infinity): Generator<number> {
  for (let path = from; path < Math.min(end, paths.end); path++)
    if (path === OTHER_PATH || paths.isUsed(path)) yield path;
}

/** The numbers of the paths that match, in order. */
export function* matchingPaths(visits: KeptVisits, filter: PathFilter, from = 0, end = Infinity): Generator<number> {
  const { store } = visits;
  const { search } = filter;
  const names = store.names(search);
  const numbers = filter.paths?.flatMap((path) => store.pathNumber(path) ?? []).sort((a, b) => a - b);
  for (const path of numbers ?? usedPaths(visits, from, end))
    if (search === undefined || (path === OTHER_PATH ? search === "" : names.isFound(path))) yield path;
}

/** Tells the texts of paths. Asked in their order, it reads each row of texts once. */
export function namesOf({ store }: KeptVisits): (path: number) => string {
  const names = store.names();
  return (path) => (path === OTHER_PATH ? OTHER_PATHS : names.of(path));
}
