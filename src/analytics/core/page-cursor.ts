/** The last path in a part of a report. Reports list paths by their total, highest first, then by name. */
export interface LastPath {
  total: number;
  path: string;
}

/** Where the part requested with this `nextCursor` begins; undefined: with the first path. */
export function readCursor(cursor: string | undefined): LastPath | undefined {
  const parts = cursor === undefined ? null : /^(\d+)(.+)$/s.exec(cursor);
  return parts ? { total: Number(parts[1]), path: parts[2]! } : undefined;
}

/** The cursor for the next part; null if this is the last. */
export function nextCursor(last: LastPath | undefined, hasMore: boolean): string | null {
  return last && hasMore ? `${last.total}${last.path}` : null;
}
