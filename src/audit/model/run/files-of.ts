import type { FileStats } from "../site/file-statuses";

/** The responses of a run's files; null: it found none, or requested none. */
export function filesOf({ crawlStats }: { crawlStats: Record<string, unknown> | null }): FileStats | null {
  return (crawlStats?.["files"] ?? null) as FileStats | null;
}
