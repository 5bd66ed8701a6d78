import { describe, expect, it } from "vitest";
import { makeReport } from "../../../cli/report/report.ts";
import { readSavedRun, type Run, type SavedRun } from "../../../cli/report/saved-run.ts";
import { tasksOf } from "../../../cli/report/summary.ts";
import { kindOf, savedRun } from "./saved-runs.ts";

const site = (found: string) => ({
  id: "no_robots",
  severity: "warning" as const,
  detail: { found, expected: "a file" },
});
const sitemap = (sitemapUrl: string) => ({
  id: "sitemap_empty",
  severity: "error" as const,
  title: "Empty",
  sitemapUrl,
  count: 1,
  sampleUrls: [],
  detail: "no URLs",
  fix: "List pages.",
});

describe("a report", () => {
  it("counts the findings of pages, of the site and of sitemaps", () => {
    const run = {
      robotsAnalysis: { issues: [site("none")] },
      sitemapIssues: [sitemap("https://site.example/a.xml"), sitemap("https://site.example/b.xml")],
    } as unknown as Partial<Run>;
    const saved = savedRun({ "/": { a: {} }, "/x": { a: {}, b: { severity: "notice" } } }, run);
    saved.issues.push(kindOf("no_robots", "warning", "site"), kindOf("sitemap_empty", "error", "sitemap"));
    const { totals, groups } = makeReport(saved);
    expect(totals).toEqual({ error: 4, warning: 1, notice: 1 });
    expect(groups.find(({ id }) => id === "sitemap_empty")!.findings.map(({ url }) => url)).toEqual([
      "https://site.example/a.xml",
      "https://site.example/b.xml",
    ]);
  });

  it("shows with a baseline only what is new, whatever the host of a preview", () => {
    const before = savedRun({ "/": { a: {} }, "/b": { gone: {} } }, {}, "https://www.site.example/");
    const now = savedRun({ "/": { a: { found: "other words" } }, "/c": { a: {} } }, {}, "http://127.0.0.1:4000/");
    const { groups, comparison, totals } = makeReport(now, before);
    expect(groups.map(({ id, findings }) => [id, findings.map(({ url }) => url)])).toEqual([
      ["a", ["http://127.0.0.1:4000/c"]],
    ]);
    expect(comparison).toMatchObject({ newTotals: { error: 1 }, fixed: 1, scoreBefore: 80 });
    expect(totals.error).toBe(2);
  });

  it("compares sitemap findings by the path of the sitemap", () => {
    const at = (host: string) => {
      const saved = savedRun({}, { sitemapIssues: [sitemap(`https://${host}/s.xml`)] }, `https://${host}/`);
      saved.issues.push(kindOf("sitemap_empty", "error", "sitemap"));
      return saved;
    };
    expect(makeReport(at("preview.example"), at("site.example")).comparison).toMatchObject({
      fixed: 0,
      newTotals: { error: 0 },
    });
  });

  it("lists issues as the run ranks them, and consequences with their cause", () => {
    const topIssues = [
      { id: "cause", gain: 9 },
      { id: "next", gain: 1 },
    ] as unknown as Run["topIssues"];
    const all = { follower: { severity: "notice" }, unranked: {}, next: { severity: "warning" }, cause: {} } as const;
    const saved = savedRun({ "/": all }, { topIssues });
    saved.issues.find(({ id }) => id === "follower")!.consequenceOf = "cause";
    const { groups } = makeReport(saved);
    expect(groups.map(({ id }) => id)).toEqual(["cause", "follower", "next", "unranked"]);
    expect(tasksOf(groups).map(({ group, followers }) => [group, followers].flat().map(({ id }) => id))).toEqual([
      ["cause", "follower"],
      ["next"],
      ["unranked"],
    ]);
  });

  it("keeps a consequence as a separate task if only it is new", () => {
    const [before, now] = [savedRun({ "/": { cause: {} } }), savedRun({ "/": { cause: {}, follower: {} } })];
    now.issues.find(({ id }) => id === "follower")!.consequenceOf = "cause";
    expect(tasksOf(makeReport(now, before).groups).map(({ group }) => group.id)).toEqual(["follower"]);
  });
});

const damaged = (damage: (saved: SavedRun) => unknown) => JSON.stringify(damage(savedRun({ "/": { a: {} } })));

describe("a saved run", () => {
  it.each([
    ["nonsense", /run\.json is not JSON/],
    ["null", /is not a saved run/],
    ['{"run":{},"pages":[],"issues":[],"url":"x"}', /is not a saved run/],
    ['{"run":{},"pages":[],"issues":[],"url":"https://a.example/","format":9}', /another version/],
    [damaged((saved) => ({ ...saved, pages: [{}] })), /is not a saved run/],
    [damaged((saved) => ({ ...saved, pages: [null] })), /is not a saved run/],
    [damaged((saved) => ({ ...saved, run: {} })), /is not a saved run/],
    [damaged((saved) => ({ ...saved, issues: [{ id: "a" }] })), /is not a saved run/],
    [damaged((saved) => ({ ...saved, run: { ...saved.run, topIssues: null } })), /is not a saved run/],
    [damaged((saved) => ({ ...saved, pages: [{ path: "/", issues: [{ id: "a" }] }] })), /is not a saved run/],
  ])("%j is refused", (text, message) => expect(() => readSavedRun(text, "run.json")).toThrow(message));

  it("is read as it was written", () => {
    const saved = savedRun({ "/": { a: {} } });
    expect(readSavedRun(JSON.stringify(saved), "run.json")).toEqual(saved);
  });
});
