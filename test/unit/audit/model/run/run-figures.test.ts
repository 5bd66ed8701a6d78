import { describe, expect, it } from "vitest";
import { firstReads, isTight, nextRead } from "../../../../../src/audit/model/run/fix-search";
import { filesOf } from "../../../../../src/audit/model/run/files-of";
import { PageIssues } from "../../../../../src/audit/model/run/page-issues";
import { auditEnded } from "../../../../../src/audit/model/run/run-events";
import { scoresOf, scoreStateFrom, scoreStateOf } from "../../../../../src/audit/model/run/score-state";

describe("the runs that are read first", () => {
  const sorted = (counts: number[]) => [...firstReads(counts)].sort((a, b) => a - b);
  const flat = (length: number) => Array.from({ length }, () => 50);

  it("are all of twelve, and of more the ends and both sides of the three largest falls", () => {
    expect(sorted(flat(12))).toEqual(Array.from({ length: 12 }, (_, i) => i));
    expect(sorted(flat(13))).toEqual([0, 12]);
    expect(sorted([9, 8, 9, 7, 9, 6, 9, 5, 5, 5, 5, 5, 5, 5])).toEqual([0, 2, 3, 4, 5, 6, 7, 13]);
    expect(sorted([9, 8, 8, 7, 7, 6, 6, 5, 5, 5, 5, 5, 5, 5]), "the earlier of equal falls").toEqual([
      0, 1, 2, 3, 4, 5, 13,
    ]);
    expect(sorted([1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9, 9, 8])).toEqual([0, 12, 13]);
  });
});

describe("the run to read next", () => {
  const gap = (last: number, gone: number, pages = 1) => ({ last, gone, pages });
  const next = (counts: number[], read: number[], ...gaps: Array<ReturnType<typeof gap>>) =>
    nextRead(counts, new Set(read), gaps);
  const flat = Array.from({ length: 20 }, () => 5);

  it("is in no gap that is tight", () => {
    expect([isTight({ last: 2, gone: 3 }, new Set()), isTight({ last: 2, gone: 5 }, new Set([3, 4]))]).toEqual([
      true,
      true,
    ]);
    expect([isTight({ last: 2, gone: 4 }, new Set([2, 4])), isTight({ last: 2, gone: 5 }, new Set([3]))]).toEqual([
      false,
      false,
    ]);
    expect([next(flat, [0, 19]), next(flat, [0, 19], gap(2, 3))]).toEqual([null, null]);
  });

  it("is none once twelve were read", () => {
    expect(next(flat, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], gap(12, 14))).toBe(13);
    expect(next(flat, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], gap(12, 14))).toBeNull();
  });

  it.each<[string, number[], number[], Array<ReturnType<typeof gap>>, number]>([
    ["the middle where nothing changes", flat, [0, 8], [gap(0, 8)], 4],
    ["the lower of two in the middle", flat, [0, 7], [gap(0, 7)], 3],
    ["what is nearest to the middle and was not read", flat, [0, 4, 8], [gap(0, 8)], 3],
    ["the gap of most pages", flat, [0, 4, 12], [gap(0, 4, 2), gap(4, 12, 3)], 8],
    ["the earlier of gaps with as many pages", flat, [0, 4, 12], [gap(4, 12), gap(0, 4)], 2],
    ["the gap that begins earlier of those that end together", flat, [0, 4, 12], [gap(8, 12), gap(4, 12)], 8],
    ["the largest change", [5, 5, 4, 4, 4, 1, 1, 1, 1], [0, 8], [gap(0, 8)], 5],
    ["a rise like a fall", [5, 5, 4, 4, 4, 9, 9, 9, 9], [0, 8], [gap(0, 8)], 5],
    ["the earlier of equal changes", [5, 5, 4, 4, 3, 3, 3, 3, 3], [0, 8], [gap(0, 8)], 2],
    ["the run before a change that was read", [5, 5, 5, 5, 1, 1, 1, 1, 1], [0, 4, 8], [gap(0, 4)], 3],
    ["the run before a change at the gap's end", [5, 5, 5, 5, 1], [0, 4], [gap(0, 4)], 3],
  ])("is %s", (_what, counts, read, gaps, expected) => expect(next(counts, read, ...gaps)).toBe(expected));
});

describe("fixes from audit to audit", () => {
  it("are grouped by issue and audits, the latest first, then those of most pages", () => {
    const history = new PageIssues();
    const run = (at: number, pages: Record<string, string[]>) => {
      history.nextRun({ began: at, ended: at + 5 });
      for (const [path, ids] of Object.entries(pages))
        history.add(
          path,
          ids.map((id) => ({ id })),
        );
    };
    run(0, { "/a": ["x", "y"], "/b": ["x"], "/c": ["y"], "/d": ["z"], "/e": ["z"], "/old": [] });
    run(10, { "/a": ["y"], "/b": [], "/c": ["y"], "/d": ["z"] });
    run(20, { "/a": [], "/b": [], "/c": ["y"], "/d": [], "/e": [], "/f": ["x"] });
    run(30, { "/a": [], "/b": ["x"], "/c": ["y"], "/d": [], "/f": ["x"] });
    expect(history.result()).toEqual({
      groups: [
        { issueId: "y", from: 10, to: 25, last: 1, gone: 2, paths: ["/a"] },
        { issueId: "z", from: 10, to: 25, last: 1, gone: 2, paths: ["/d"] },
        { issueId: "z", from: 0, to: 25, last: 0, gone: 2, paths: ["/e"] },
        { issueId: "x", from: 0, to: 15, last: 0, gone: 1, paths: ["/a"] },
      ],
      unfixed: ["/b", "/c", "/f"],
    });
    const two = new PageIssues();
    two.nextRun({ began: 0, ended: 1 });
    for (const path of ["/a", "/b", "/c"]) two.add(path, [{ id: path === "/a" ? "x" : "y" }]);
    two.nextRun({ began: 2, ended: 3 });
    for (const path of ["/a", "/b", "/c"]) two.add(path, []);
    expect(two.result().groups.map(({ paths }) => paths)).toEqual([["/b", "/c"], ["/a"]]);
  });
});

describe("the event of a run that ends", () => {
  const run = { id: "r", accountId: "a", domainId: "d", trigger: "schedule" };
  it("has the figures of a scored run", () => {
    const end = {
      status: "partial",
      closeReason: "cancelled",
      errorMessage: "no",
      pagesCrawled: 3,
      completedAt: 7,
      healthScore: 80,
      deltaHealth: -2,
      issueCount: 5,
      deltaIssues: 1,
      scoreState: "scored" as const,
    };
    const { status, closeReason, errorMessage, pagesCrawled } = end;
    const common = { id: "audit.ended:r", type: "audit.ended", accountId: "a", domainId: "d" };
    const figures = { healthScore: 80, deltaHealth: -2, issueCount: 5, deltaIssues: 1 };
    const data = { runId: "r", status, closeReason, errorMessage, pagesCrawled, trigger: "schedule", ...figures };
    expect(auditEnded(run, end, 9)).toEqual({ ...common, at: 7, data });
    expect(
      auditEnded({ ...run, trigger: "api" }, { ...end, scoreState: "not_scorable", completedAt: null }, 9),
    ).toEqual({
      ...common,
      at: 9,
      data: { ...data, trigger: "manual", healthScore: null, deltaHealth: null },
    });
  });

  it("has null for what is not known", () => {
    expect(auditEnded(run, { status: "lost", pagesCrawled: 0 }, 9)).toMatchObject({
      at: 9,
      data: {
        status: "error",
        closeReason: null,
        healthScore: null,
        deltaHealth: null,
        issueCount: null,
        deltaIssues: null,
        errorMessage: null,
      },
    });
    expect(auditEnded(run, { status: "success", pagesCrawled: 0, scoreState: "scored" }, 9).data).toMatchObject({
      status: "success",
      healthScore: null,
      deltaHealth: null,
    });
    expect(auditEnded(run, { status: "limit_reached", pagesCrawled: 0 }, 9).data).toMatchObject({
      status: "limit_reached",
    });
  });
});

describe("the state of a run's score", () => {
  const facts = { scorable: 10, living: 10, unscored: 0, clientRendered: 0, silent: false };
  it.each([
    [{}, "scored"],
    [{ silent: true, scorable: 0 }, "unreachable"],
    [{ scorable: 0 }, "not_scorable"],
    [{ living: 0, unscored: 1 }, "not_scorable"],
    [{ living: 0 }, "scored"],
    [{ living: 1, unscored: 9 }, "scored"],
    [{ clientRendered: 5 }, "client_rendered"],
    [{ clientRendered: 4.9 }, "scored"],
  ])("with %j is %s", (change, state) => expect(scoreStateFrom({ ...facts, ...change })).toBe(state));

  const old = { completedAt: 1, healthScore: 0, scoreState: null, renderedHealthScore: null, siteScore: null };
  const stats = { scoreState: "client_rendered", renderedHealthScore: 50, siteScore: { score: 60 } };
  it("and the other scores come from the row, or else from the figures of earlier releases", () => {
    expect(scoresOf({ ...old, crawlStats: stats })).toEqual({
      scoreState: "client_rendered",
      renderedHealthScore: 50,
      siteScore: 60,
    });
    expect(scoresOf({ ...old, scoreState: "scored", renderedHealthScore: 1, siteScore: 2, crawlStats: stats })).toEqual(
      { scoreState: "scored", renderedHealthScore: 1, siteScore: 2 },
    );
    expect(scoresOf({ ...old, crawlStats: null })).toEqual({
      scoreState: "not_scorable",
      renderedHealthScore: null,
      siteScore: null,
    });
    expect(scoresOf({ ...old, crawlStats: {} }).siteScore).toBeNull();
    expect(scoreStateOf({ ...old, healthScore: 1, crawlStats: null })).toBe("scored");
    expect(scoreStateOf({ ...old, completedAt: null, crawlStats: stats })).toBeNull();
  });

  it("and the files are not there without figures", () => {
    expect([
      filesOf({ crawlStats: null }),
      filesOf({ crawlStats: {} }),
      filesOf({ crawlStats: { files: { left: 1 } } }),
    ]).toEqual([null, null, { left: 1 }]);
  });
});
