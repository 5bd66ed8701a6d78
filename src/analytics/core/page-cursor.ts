/** The last path of a page of a report: pages list paths by their total, highest first, then by name. */
export interface LastPath {
  total: number;
  path: string;
}

/** Where the page that `nextCursor` continued begins; undefined: with the first path. */
export function readCursor(cursor: string | undefined): LastPath | undefined {
  const parts = cursor === undefined ? null : /^(\d+)(.+)$/s.exec(cursor);
  return parts ? { total: Number(parts[1]), path: parts[2]! } : undefined;
}

/** The cursor of the page after this one; null if it is the last. */
export function nextCursor(last: LastPath | undefined, hasMore: boolean): string | null {
  return last && hasMore ? `${last.total}${last.path}` : null;
}
