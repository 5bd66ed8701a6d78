import type { CountedVisit } from "./counted-visit";

/** Visits per row of the log. */
const VISITS = 2_000;
/** Characters of their paths, of which each may be in a row twice. A row has at most 2 MB. */
const PATH_LENGTH = 400_000;

/** The visits in parts that fit in a row of the log. */
export function visitParts(visits: readonly CountedVisit[]): CountedVisit[][] {
  const parts: CountedVisit[][] = [];
  let length = 0;
  for (const visit of visits) {
    const last = parts.at(-1);
    length += visit.path.length;
    if (last && last.length < VISITS && length <= PATH_LENGTH) last.push(visit);
    else {
      parts.push([visit]);
      length = visit.path.length;
    }
  }
  return parts;
}
