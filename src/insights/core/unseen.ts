import { median } from "../../lib/numbers/median";

/** Why a crawler has not seen a page as it is: it read an earlier version, or none. */
export const UNSEEN_REASONS = ["changed", "never"] as const;

/** When a page's content changed: on one of these days since 1970, both inclusive. */
export interface ContentChange {
  from: number;
  to: number;
  /** Epoch ms, if it is known exactly. */
  at: number | null;
  source: "snapshot" | "audit";
}

/** A page with what is known of its content and of the verified crawlers that read it. */
export interface KnownPage {
  path: string;
  visits: number;
  citations: number;
  /** Null: it is not known that the page ever changed. */
  change: ContentChange | null;
  /** Last day on which a crawler read the page, and the first one after the last day of the change (0: none). */
  reads: ReadonlyArray<{ crawler: number; last: number; next: number }>;
}

export interface UnseenPage {
  page: KnownPage;
  reason: (typeof UNSEEN_REASONS)[number];
  /** The last day on which the crawler read it; null: never in the kept days. */
  last: number | null;
}

/** What one crawler has and has not seen. The counts are of pages. */
export interface CrawlerUnseen {
  crawler: number;
  /** Read at least once. */
  read: number;
  changed: number;
  never: number;
  /** Changed on the day of the crawler's last visit, so its order is not known. */
  unsure: number;
  /** The unseen pages of most weight. */
  pages: UnseenPage[];
  /** Pages that it read after their last change, latest first, with the day. */
  fetched: Array<{ page: KnownPage; day: number }>;
  /** The median of the days from a change until that, over all of them; null: there are none. */
  medianDays: number | null;
}

const LATEST_FETCHED = 20;

/** A page's share of all visits and of all citations, in percent each, as one number: 0 to 200. */
export function weigher(pages: readonly KnownPage[]): (page: KnownPage) => number {
  const sum = (of: "visits" | "citations") => pages.reduce((all, page) => all + page[of], 0) || 1;
  const [visits, citations] = [sum("visits"), sum("citations")];
  return (page) => (page.visits / visits + page.citations / citations) * 100;
}

/**
 * The pages that each verified crawler has not seen as they are, most weight first. Visits are known by day, so a change on
 * the day of a visit is no claim. `isFull`: nobody can tell which pages were never visited.
 */
export function unseenByCrawler(
  pages: readonly KnownPage[],
  { limit, isFull }: { limit: number; isFull: boolean },
): CrawlerUnseen[] {
  const weigh = weigher(pages);
  const byWeight = pages
    .map((page) => ({ page, weight: weigh(page) }))
    .sort((a, b) => b.weight - a.weight || (a.page.path < b.page.path ? -1 : 1))
    .map(({ page }) => page);
  const crawlers = new Map<number, ReturnType<typeof noneOf>>();
  for (const { reads } of pages)
    for (const { crawler } of reads) if (!crawlers.has(crawler)) crawlers.set(crawler, noneOf(crawler));
  for (const page of byWeight) {
    const own = new Map(page.reads.map((read) => [read.crawler, read]));
    for (const [crawler, sums] of crawlers) addPage(sums, page, own.get(crawler), { limit, isFull });
  }
  return [...crawlers.values()].map(({ waits, fetched, ...sums }) => {
    const latest = fetched.sort((a, b) => b.day - a.day).slice(0, LATEST_FETCHED);
    return Object.assign(sums, { fetched: latest, medianDays: waits.length === 0 ? null : median(waits) });
  });
}

const noneOf = (crawler: number) => ({
  crawler,
  read: 0,
  changed: 0,
  never: 0,
  unsure: 0,
  pages: [] as UnseenPage[],
  fetched: [] as CrawlerUnseen["fetched"],
  waits: [] as number[],
});

function addPage(
  sums: ReturnType<typeof noneOf>,
  page: KnownPage,
  read: KnownPage["reads"][number] | undefined,
  { limit, isFull }: { limit: number; isFull: boolean },
): void {
  const { change } = page;
  if (!read) {
    if (isFull) return;
    sums.never++;
    if (sums.pages.length < limit) sums.pages.push({ page, reason: "never", last: null });
    return;
  }
  sums.read++;
  if (change === null) return;
  if (read.last < change.from) {
    sums.changed++;
    if (sums.pages.length < limit) sums.pages.push({ page, reason: "changed", last: read.last });
  } else if (read.last <= change.to) sums.unsure++;
  else if (read.next > 0) {
    sums.fetched.push({ page, day: read.next });
    sums.waits.push(read.next - change.to);
  }
}
