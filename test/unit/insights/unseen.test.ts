import { describe, expect, it } from "vitest";
import { unseenByCrawler, weigher, type KnownPage } from "../../../src/insights/core/unseen.ts";
import { seeded } from "../../support/seeded.ts";

const DAYS = 120;
const PAGES = 60;
const CRAWLERS = 4;
const HISTORIES = 10;

interface History {
  pages: KnownPage[];
  /** `crawler path` of what is not seen, by the exact times. */
  truth: Set<string>;
}

/**
 * Pages that change at exact times, and crawlers that read them at exact times. The service knows days of visits, and of a
 * change its time (from the cache) or the two audits around it. `quiet`: every crawler reads every page after its change.
 */
function history(seed: number, quiet: boolean): History {
  const random = seeded(seed);
  const truth = new Set<string>();
  const pages = Array.from({ length: PAGES }, (_, i): KnownPage => {
    const path = `/${i}`;
    const changed = random() < 0.7 ? 1 + random() * (quiet ? DAYS * 0.6 : DAYS - 2) : null;
    const isAudited = random() < 0.3;
    const [from, to] =
      isAudited && changed
        ? [Math.max(1, Math.floor(changed - random() * 7)), Math.floor(changed + random() * 7)]
        : [changed, changed];
    const reads: Array<{ crawler: number; last: number; next: number }> = [];
    for (let crawler = 1; crawler <= CRAWLERS; crawler++) {
      const rate = [0.3, 0.1, 0.03, 0.01][crawler - 1]!;
      const times = Array.from({ length: DAYS }, (_, day) => day + random()).filter(() => random() < rate);
      if (quiet) times.push(DAYS - random());
      if (times.every((time) => time <= (changed ?? -1))) truth.add(`${crawler} ${path}`);
      if (times.length === 0) truth.add(`${crawler} ${path}`);
      const days = times.map(Math.floor);
      const after = days.filter((day) => to !== null && day > Math.floor(to));
      if (days.length > 0)
        reads.push({ crawler, last: Math.max(...days), next: after.length > 0 ? Math.min(...after) : 0 });
    }
    const change =
      changed === null
        ? null
        : ({ from: Math.floor(from!), to: Math.floor(to!), at: null, source: "snapshot" } as const);
    return { path, visits: Math.floor(random() * 100), citations: Math.floor(random() * 5), change, reads };
  });
  return { pages, truth };
}

const claims = ({ pages }: History) =>
  unseenByCrawler(pages, { limit: PAGES, isFull: false }).flatMap(({ crawler, pages: unseen }) =>
    unseen.map(({ page }) => `${crawler} ${page.path}`),
  );

describe("what crawlers have not seen", () => {
  it("is claimed as it is, in ten histories", () => {
    let [claimed, right, all] = [0, 0, 0];
    for (let seed = 1; seed <= HISTORIES; seed++) {
      const made = history(seed, false);
      const found = claims(made);
      claimed += found.length;
      right += found.filter((claim) => made.truth.has(claim)).length;
      all += made.truth.size;
    }
    const [precision, recall] = [right / claimed, right / all];
    console.log(`unseen: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)} of ${all}`);
    expect(all).toBeGreaterThan(100);
    expect(precision).toBe(1);
    expect(recall).toBeGreaterThan(0.85);
  });

  it("is nothing where everything was read, in ten histories", () => {
    for (let seed = 101; seed <= 100 + HISTORIES; seed++) expect(claims(history(seed, true))).toEqual([]);
  });

  it("adds up, and lists what weighs most", () => {
    for (let seed = 201; seed <= 200 + HISTORIES; seed++) {
      const { pages } = history(seed, false);
      const weigh = weigher(pages);
      expect(pages.reduce((sum, page) => sum + weigh(page), 0)).toBeCloseTo(200);
      for (const row of unseenByCrawler(pages, { limit: 7, isFull: false })) {
        expect(row.read + row.never).toBe(PAGES);
        expect(row.pages).toHaveLength(Math.min(7, row.changed + row.never));
        const weights = row.pages.map(({ page }) => weigh(page));
        expect(weights).toEqual(weights.toSorted((a, b) => b - a));
        expect(row.changed + row.unsure).toBeLessThanOrEqual(row.read);
      }
    }
  });

  it("never says never where visits may be counted elsewhere", () => {
    for (const row of unseenByCrawler(history(1, false).pages, { limit: PAGES, isFull: true }))
      expect([row.never, row.pages.filter(({ reason }) => reason === "never")]).toEqual([0, []]);
  });
});

describe("a page that was read after it changed", () => {
  const page = (change: number, last: number, next: number): KnownPage => ({
    path: `/${change}`,
    visits: 0,
    citations: 0,
    change: { from: change, to: change, at: null, source: "snapshot" },
    reads: [{ crawler: 1, last, next }],
  });

  it("shows when, and how long that took", () => {
    const [row] = unseenByCrawler([page(10, 30, 12), page(20, 30, 26), page(5, 30, 6)], { limit: 5, isFull: false });
    expect(row).toMatchObject({ changed: 0, never: 0, unsure: 0, read: 3, medianDays: 2 });
    expect(row!.fetched.map(({ page: { path }, day }) => [path, day])).toEqual([
      ["/20", 26],
      ["/10", 12],
      ["/5", 6],
    ]);
  });

  it("is not claimed if it changed on the day of the last visit", () => {
    const [row] = unseenByCrawler([page(30, 30, 0)], { limit: 5, isFull: false });
    expect(row).toMatchObject({ changed: 0, unsure: 1, medianDays: null, pages: [] });
  });
});
