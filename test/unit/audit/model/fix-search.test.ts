import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstReads, isTight, MOST_READ, nextRead } from "../../../../src/audit/model/run/fix-search.ts";
import { PageIssues } from "../../../../src/audit/model/run/page-issues.ts";

/** Reads the runs of a site whose pages lose their issue in these runs. */
function searched(fixedIn: Record<string, number>, length: number, noise: (i: number) => number = () => 0) {
  const issues = (i: number) => Object.entries(fixedIn).filter(([, run]) => i < run);
  const counts = Array.from({ length }, (_, i) => 50 + issues(i).length + noise(i));
  const read = firstReads(counts);
  for (;;) {
    const order = [...read].sort((a, b) => a - b);
    const history = new PageIssues();
    for (const i of order) {
      history.nextRun({ began: i, ended: i });
      for (const [path, run] of Object.entries(fixedIn)) history.add(path, i < run ? [{ id: "x" }] : []);
    }
    const groups = history
      .result()
      .groups.map(({ paths, last, gone }) => ({ paths, last: order[last]!, gone: order[gone]! }));
    const next = nextRead(
      counts,
      read,
      groups.map((group) => ({ ...group, pages: group.paths.length })),
    );
    if (next === null)
      return { read, groups: groups.map((group) => Object.assign(group, { dated: isTight(group, read) })) };
    expect(read.has(next)).toBe(false);
    read.add(next);
  }
}

describe("the audit in which an issue was gone first", () => {
  it("stays the same when more audits find nothing new", () => {
    for (const length of [6, 8, 13, 40, 200])
      expect(searched({ "/": 4, "/rental": 4 }, length).groups).toEqual([
        { paths: ["/", "/rental"], last: 3, gone: 4, dated: true },
      ]);
  });

  it("is found for several fixes, and under changes of other kinds", () => {
    const fixedIn = { "/a": 9, "/b": 9, "/c": 31, "/d": 77 };
    const { groups, read } = searched(fixedIn, 120, (i) => (i % 10 === 5 ? 1 : 0));
    expect(read.size).toBeLessThanOrEqual(MOST_READ);
    for (const { paths, gone, dated } of groups) if (dated) expect(gone).toBe(fixedIn[paths[0] as "/a"]);
    expect(groups.some(({ dated }) => dated)).toBe(true);
  });

  it("is called dated only if it is, and reading ends", () => {
    const run = fc.integer({ min: 1, max: 60 });
    fc.assert(
      fc.property(
        fc.array(run, { minLength: 1, maxLength: 8 }),
        fc.array(fc.nat(3), { minLength: 61, maxLength: 61 }),
        (fixes, noise) => {
          const fixedIn = Object.fromEntries(fixes.map((at, i) => [`/${i}`, at]));
          const { groups, read } = searched(fixedIn, 61, (i) => noise[i]!);
          expect(read.size).toBeLessThanOrEqual(MOST_READ);
          for (const { paths, last, gone, dated } of groups)
            for (const path of paths) {
              expect(gone).toBeGreaterThanOrEqual(fixedIn[path]!);
              expect(last).toBeLessThan(fixedIn[path]!);
              if (dated) expect(gone).toBe(fixedIn[path]);
            }
        },
      ),
    );
  });
});
