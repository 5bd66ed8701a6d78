import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PageIssues } from "../../../src/audit/model/run/page-issues.ts";
import { CitedHistory } from "../../../src/insights/core/cited-history.ts";
import { fixEffect, verdictOn } from "../../../src/insights/core/fix-effect.ts";
import { fixSentence } from "../../../src/insights/core/fix-words.ts";

/** What one audit found: the issues of each page that it got. */
type Audit = Record<string, string[]>;

function follow(...audits: Audit[]) {
  const history = new PageIssues();
  for (const [i, pages] of audits.entries()) {
    history.nextRun({ began: i * 10, ended: i * 10 + 5 });
    for (const [path, issues] of Object.entries(pages))
      history.add(
        path,
        issues.map((id) => ({ id })),
      );
  }
  return history.result();
}

describe("a fix", () => {
  it("is an issue that disappears from a page and stays away", () => {
    const { groups, unfixed } = follow(
      { "/a": ["x", "y"], "/b": ["x"], "/c": ["x"], "/d": [] },
      { "/a": ["y"], "/b": [], "/c": [], "/d": [] },
      { "/a": ["y"], "/b": [], "/c": ["x"], "/d": ["z"] },
    );
    expect(groups).toEqual([{ issueId: "x", from: 0, to: 15, last: 0, gone: 1, paths: ["/a", "/b"] }]);
    expect(unfixed).toEqual(["/c", "/d"]);
  });

  it("is dated by the audits that got the page", () => {
    const { groups, unfixed } = follow({ "/a": ["x"] }, {}, { "/a": ["x"] }, {}, { "/a": [] }, {});
    expect(groups).toEqual([{ issueId: "x", from: 20, to: 45, last: 2, gone: 4, paths: ["/a"] }]);
    expect(unfixed, "the last audit did not get it").toEqual([]);
  });

  it("is found exactly where a plain reading of the audits finds it", () => {
    const page = fc.oneof(fc.constant(null), fc.subarray(["x", "y"]));
    fc.assert(
      fc.property(fc.array(page, { minLength: 1, maxLength: 6 }), (found) => {
        const { groups } = follow(...found.map((issues): Audit => (issues === null ? {} : { "/a": issues })));
        for (const id of ["x", "y"]) {
          const last = found.findLastIndex((issues) => issues?.includes(id));
          const gone = found.findIndex((issues, i) => i > last && issues !== null);
          const dated = last >= 0 && gone >= 0 ? [[last * 10, gone * 10 + 5]] : [];
          expect(groups.filter(({ issueId }) => issueId === id).map(({ from, to }) => [from, to])).toEqual(dated);
        }
      }),
    );
  });
});

describe("citations by day", () => {
  const history = new CitedHistory(
    [
      { path: "/a", day: 1, count: 2 },
      { path: "/a", day: 11, count: 3 },
      { path: "/a", day: 21, count: 4 },
      { path: "/a", day: 26, count: 100 },
    ],
    [
      { day: 2, count: 50 },
      { day: 12, count: 100 },
      { day: 22, count: 150 },
    ],
  );
  const windows = { match: 0, before: 10, after: 20, days: 5 };

  it("count as if each window had as many answers", () => {
    expect(history.fewestAnswers(windows)).toBe(50);
    expect(history.within(windows)("/a")).toEqual({ path: "/a", match: 4, before: 3, after: 4 * (100 / 150) });
    expect(history.within(windows)("/b")).toEqual({ path: "/b", match: 0, before: 0, after: 0 });
  });
});

describe("what is said", () => {
  const page = (path: string, usual: number, after: number) => ({ path, match: usual, before: usual, after });
  const pages = (section: string, count: number, after: number) =>
    Array.from({ length: count }, (_, i) => page(`/${section}/${i}-${after}`, 5, after + (i % 2)));

  it("is nothing without comparable pages of the same section, or with few citations", () => {
    expect(fixEffect(pages("a", 9, 20), pages("b", 30, 5))).toBeNull();
    expect(fixEffect(pages("a", 4, 20), pages("a", 30, 5))).toBeNull();
    const uncited = (count: number) => Array.from({ length: count }, (_, i) => page(`/a/${i}`, 0, 0));
    expect(fixEffect(uncited(9), uncited(30))).toBeNull();
  });

  it("is plain, and the same for the same data", () => {
    const effect = fixEffect(pages("a", 9, 20), pages("a", 30, 5))!;
    expect(effect).toEqual(fixEffect(pages("a", 9, 20), pages("a", 30, 5)));
    expect(verdictOn(effect)).toBe("worked");
    const judged = { verdict: "worked", reason: null, daysLeft: null } as const;
    expect(fixSentence(judged, effect, 28)).toMatch(
      /^It worked: the fixed pages went from 5 to 20\.44 citations per page/,
    );
    expect(verdictOn(fixEffect(pages("a", 9, 0), pages("a", 30, 9))!)).toBe("worse");
    expect(verdictOn(fixEffect(pages("a", 9, 5), pages("a", 30, 5))!)).toBe("unclear");
    const early = { verdict: "too_early", reason: "days_left", daysLeft: 9 } as const;
    expect(fixSentence(early, null, 28)).toBe(
      "Too early to tell: citations are compared 28 days after crawlers read the fix, in 9 days.",
    );
  });
});
