import { describe, expect, it } from "vitest";
import {
  afterCancel,
  afterCrawl,
  afterFiles,
  afterRender,
  asksFiles,
  handedOut,
  isDrained,
  reported,
  roomLeft,
  stopReason,
  type DoneUrl,
} from "../../../../../src/audit/model/run/crawl-steps";
import {
  newRun,
  redispatched,
  renewed,
  type RunConfig,
  type RunState,
} from "../../../../../src/audit/model/run/run-state";

const HOUR_MS = 3_600_000;
const begun = newRun({ runId: "r", domainId: "d", pageLimit: 10, mode: "follow" } as RunConfig, "t0", 0, null);
const runOf = (change: Partial<RunState>): RunState => ({ ...renewed(begun, 0, false), ...change });
const page = (change: Partial<DoneUrl> = {}): DoneUrl => ({ seq: 1, listed: 1, counted: true, issues: 0, ...change });
const PAGE = { listed: 1 };
const PROBE = { listed: 0 };

describe("a report", () => {
  const busy = handedOut(runOf({}), [PAGE, PAGE, PROBE]);

  it("releases finished URLs from the job and counts fetched pages", () => {
    const done = [page({ issues: 3 }), page({ counted: false, issues: 1 }), page({ listed: 0, counted: false })];
    expect(reported(busy, done, 5)).toMatchObject({ leased: 0, leasedListed: 0, counted: 1, issues: 4 });
    expect(reported(busy, done.slice(0, 1), 5)).toMatchObject({ leased: 2, leasedListed: 1, counted: 1, issues: 3 });
  });

  it("counts as progress only if the job has finished something", () => {
    const resumed = redispatched(busy, "t1", 0, true);
    expect(reported(resumed, [], 5)).toMatchObject({ resumptions: 1, lastProgressAt: 0 });
    expect(reported(resumed, [page()], 5)).toMatchObject({ resumptions: 0, lastProgressAt: 5 });
  });
});

describe("the page limit", () => {
  it("counts finished and leased pages, but no probes", () => {
    expect(roomLeft(handedOut(runOf({ counted: 4 }), [PAGE, PAGE, PROBE]))).toBe(4);
  });

  it("drains a run at its limit even if its job wants nothing", () => {
    expect(isDrained(runOf({ counted: 10 }), 0)).toBe(true);
    expect(isDrained(runOf({ counted: 9 }), 0)).toBe(false);
  });
});

describe("a run is drained", () => {
  it("if its job holds no URLs and gets none", () => {
    expect(isDrained(runOf({}), 1)).toBe(true);
    expect(isDrained(handedOut(runOf({}), [PROBE]), 1)).toBe(false);
    expect(isDrained(handedOut(runOf({ counted: 9 }), [PAGE]), 1)).toBe(false);
  });
});

describe("a crawl stops", () => {
  it("for the reason already set, otherwise after six hours", () => {
    expect(stopReason(begun, 6 * HOUR_MS)).toBeNull();
    expect(stopReason(begun, 6 * HOUR_MS + 1)).toBe("time_limit");
    expect(stopReason(runOf({ closeReason: "cancelled" }), 7 * HOUR_MS)).toBe("cancelled");
  });

  it("without leased URLs, and keeps a reason set earlier", () => {
    const over = afterCrawl(handedOut(begun, [PAGE, PROBE]), "finished", false, 1);
    expect(over).toMatchObject({ phase: "analyse", leased: 0, leasedListed: 0, closeReason: "finished" });
    expect(afterCrawl(runOf({ closeReason: "cancelled" }), "finished", false, 1).closeReason).toBe("cancelled");
  });

  it("to request files, if there are any and nobody stopped the run; for ten minutes at most", () => {
    const asking = afterCrawl(begun, "url_limit", true, 1_000);
    expect(asking).toMatchObject({ phase: "files", filesSince: 1_000, closeReason: "url_limit" });
    expect([asksFiles(asking, 600_999), asksFiles(asking, 601_000)]).toEqual([true, false]);
    expect(afterCrawl(runOf({ closeReason: "cancelled" }), "finished", true, 1).phase).toBe("analyse");
    expect(afterFiles(asking, 2_000).phase).toBe("analyse");
  });
});

describe("renders of a run", () => {
  it("are limited to 200 and stop once the run is ending", () => {
    expect(afterRender(runOf({ renders: 199 }), "looks_empty", 1)).toMatchObject({ renders: 200 });
    expect(afterRender(runOf({ renders: 200 }), "all", 1)).toBe("budget_spent");
    expect(afterRender(runOf({ closeReason: "cancelled" }), "all", 1)).toBe("budget_spent");
  });

  it("leave fifty for samples and pages that look empty", () => {
    expect(afterRender(runOf({ renders: 150 }), "template_changes", 1)).toBe("budget_spent");
    expect(afterRender(runOf({ renders: 150 }), "template_sample", 1)).toMatchObject({ renders: 151 });
  });

  it("end once three jobs had no browser", () => {
    expect(afterRender(runOf({ gaveUp: 2 }), "looks_empty", 1)).toMatchObject({ renders: 1 });
    expect(afterRender(runOf({ gaveUp: 3 }), "looks_empty", 1)).toBe("failed");
  });
});

describe("a cancellation", () => {
  it("ends the crawl or the requests for files, and leaves an analysis alone", () => {
    const cancelled = { closeReason: "cancelled" };
    expect(afterCancel(runOf({ phase: "crawl" }))).toMatchObject({ phase: "crawl", ...cancelled });
    expect(afterCancel(runOf({ phase: "files", closeReason: "finished" }))).toMatchObject({
      phase: "analyse",
      ...cancelled,
    });
    const analysed = runOf({ phase: "analyse", closeReason: "finished" });
    expect(afterCancel(analysed)).toEqual(analysed);
  });
});
