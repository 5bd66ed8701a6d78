import type { FileStats } from "../site/file-answers";

/** How a run's files answered; null: it found none, or asked for none. */
export function filesOf({ crawlStats }: { crawlStats: Record<string, unknown> | null }): FileStats | null {
  return (crawlStats?.["files"] ?? null) as FileStats | null;
}
