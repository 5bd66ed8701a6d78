import type { CrawlerKind } from "./catalogue/agents";

export type ServedBy = "cache" | "render";

/** One crawler request that was served. The id makes counting it twice impossible. */
export interface VisitEvent {
  id: string;
  domainId: string;
  /** Epoch ms. */
  at: number;
  path: string;
  provider: string;
  kind: CrawlerKind;
  servedBy: ServedBy;
}

/** Puts visits on their way to the daily counts. Never throws: counting must not spoil serving. */
export async function recordVisits(queue: Queue, events: VisitEvent[]): Promise<boolean> {
  try {
    await queue.sendBatch(events.map((body) => ({ body })));
    return true;
  } catch {
    return false;
  }
}
