import { expect, it } from "vitest";
import { homeOfRun } from "../../../../../src/audit/model/run/home-of-run";
import { RunDifference, type DifferingPage } from "../../../../../src/audit/model/run/run-difference";

const page = (path: string, ids: readonly string[] = [], change: Partial<DifferingPage> = {}): DifferingPage => ({
  path,
  healthScore: 80,
  statusCode: 200,
  issues: ids.map((id) => ({ id, severity: "warning" })),
  ...change,
});

function compare(others: readonly DifferingPage[], own: readonly DifferingPage[]) {
  const difference = new RunDifference();
  for (const each of others) difference.addOther(each);
  for (const each of own) difference.addOwn(each);
  return difference.summary();
}

it("two runs of the same pages have no difference", () => {
  const pages = [page("/a", ["x", "x"]), page("/b")];
  expect(compare(pages, pages)).toEqual({
    sharedPages: 2,
    deltaIssues: 0,
    deltaHealth: 0,
    addedPages: { pages: 0, samplePaths: [] },
    removedPages: 0,
    changedStatus: { pages: 0, samplePaths: [] },
    issues: [],
    unchanged: [{ id: "x", severity: "warning", pages: 1 }],
  });
  expect(compare([], [])).toMatchObject({ sharedPages: 0, deltaHealth: 0 });
});

it("a comparison says what pages of both runs gained and lost, with the kinds that changed most first", () => {
  const others = [
    page("/a", ["x"], { healthScore: 70 }),
    page("/b", ["x", "y"]),
    page("/c", ["z"], { statusCode: 404 }),
    page("/gone", ["x", "x"]),
  ];
  const own = [page("/a", ["w"]), page("/b", ["y"]), page("/c", ["z", "z"]), page("/new", ["y"])];
  const none = { pages: 0, samplePaths: [] };
  expect(compare(others, own)).toEqual({
    sharedPages: 3,
    deltaIssues: 0,
    deltaHealth: 3.3,
    addedPages: { pages: 1, samplePaths: ["/new"] },
    removedPages: 1,
    changedStatus: { pages: 1, samplePaths: ["/c"] },
    issues: [
      { id: "x", severity: "warning", before: 2, now: 0, added: none, fixed: { pages: 2, samplePaths: ["/a", "/b"] } },
      { id: "w", severity: "warning", before: 0, now: 1, added: { pages: 1, samplePaths: ["/a"] }, fixed: none },
    ],
    unchanged: [
      { id: "y", severity: "warning", pages: 1 },
      { id: "z", severity: "warning", pages: 1 },
    ],
  });
  expect(compare([page("/a", ["b", "a"])], [page("/a")]).issues.map(({ id }) => id)).toEqual(["a", "b"]);
});

it("a comparison names ten pages and counts all", () => {
  const own = Array.from({ length: 12 }, (_, i) => page(`/${i}`));
  const { addedPages } = compare([], own);
  expect([addedPages.pages, addedPages.samplePaths]).toEqual([12, own.slice(0, 10).map(({ path }) => path)]);
});

it("a run's home page has the scheme and host of its first seed", () => {
  const homeOf = (seeds: string[], domain = "e.example") => homeOfRun({ seeds, domain }).href;
  expect(homeOf(["http://www.e.example/deep?x"])).toBe("http://www.e.example/");
  expect([homeOf([]), homeOf([], "localhost:8080")]).toEqual(["https://e.example/", "http://localhost:8080/"]);
});
