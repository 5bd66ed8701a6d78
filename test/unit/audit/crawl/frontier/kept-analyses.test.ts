import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it } from "vitest";
import { createAnalyses, KeptAnalyses } from "../../../../../src/audit/crawl/frontier/kept-analyses";
import { packAnalyses, unpackAnalyses, type Analyses } from "../../../../../src/audit/model/run/analyses";
import { objectStorage } from "../../../../support/object-storage";

const ACCESS = Array.from({ length: 100 }, (_, i) => ({ token: `Crawler${i}`, verdict: "allowed" }));

const analyses = (n: number): Analyses => ({
  robotsAnalysis: { url: "https://x.example/robots.txt", crawlerAccess: ACCESS, hash: null, issues: [] },
  crawlStats: {
    fetched: n,
    issueTotals: Array.from({ length: 30 }, (_, i) => ({ id: `issue_${i}`, pages: n })),
    last: 1,
  },
  sitemapIssues: [],
  topIssues: Array.from({ length: 20 }, (_, i) => ({ id: `issue_${i}`, pages: n })),
});

let db: DatabaseSync;
let kept: KeptAnalyses;

beforeEach(() => {
  db = new DatabaseSync(":memory:");
  const storage = objectStorage(db);
  createAnalyses(storage.sql);
  kept = new KeptAnalyses(storage);
});

const keep = async (runId: string, completedAt: number, n: number) =>
  kept.keep([await packAnalyses({ runId, completedAt }, analyses(n))]);
const read = (runId: string, completedAt: number) => unpackAnalyses(kept.find([{ runId, completedAt }])).get(runId);
const parts = () => db.prepare("SELECT count(*) AS n FROM run_analysis_part").get()!["n"];

describe("the analyses of runs", () => {
  it("come back with the same text", async () => {
    await keep("a", 1, 1);
    expect(JSON.stringify(read("a", 1))).toBe(JSON.stringify(analyses(1)));
    expect(kept.find([{ runId: "a", completedAt: 1 }]).runs[0]!.body.byteLength).toBeLessThan(300);
    expect(read("b", 1)).toBeUndefined();
  });

  it("of a run that had none are nulls", async () => {
    const none = { robotsAnalysis: null, crawlStats: null, sitemapIssues: null, topIssues: null };
    kept.keep([await packAnalyses({ runId: "a", completedAt: 1 }, none)]);
    expect(read("a", 1)).toEqual(none);
  });

  it("share equal parts", async () => {
    await keep("a", 1, 1);
    expect(parts()).toBe(3);
    await keep("b", 2, 1);
    expect(parts()).toBe(3);
    await keep("c", 3, 2);
    expect(parts()).toBe(5);
    const all = unpackAnalyses(
      kept.find([
        { runId: "a", completedAt: 1 },
        { runId: "c", completedAt: 3 },
        { runId: "none", completedAt: 3 },
      ]),
    );
    expect([...all.keys()].sort()).toEqual(["a", "c"]);
    expect(all.get("a")!.robotsAnalysis!["crawlerAccess"]).toBe(all.get("c")!.robotsAnalysis!["crawlerAccess"]);
  });

  it("of two attempts to end a run stay apart", async () => {
    await keep("a", 1, 1);
    await keep("a", 2, 2);
    expect(read("a", 1)).toEqual(analyses(1));
    expect(read("a", 2)).toEqual(analyses(2));
    await keep("a", 2, 3);
    expect(read("a", 2)).toEqual(analyses(3));
  });

  it("end with their run, all attempts and parts of no other run included", async () => {
    await keep("a", 1, 1);
    await keep("a", 2, 2);
    await keep("b", 3, 1);
    kept.drop(["a", "unknown"]);
    expect([read("a", 1), read("a", 2)]).toEqual([undefined, undefined]);
    expect(read("b", 3)).toEqual(analyses(1));
    expect(parts()).toBe(3);
    kept.drop(["b"]);
    expect(parts()).toBe(0);
  });

  it("that lack a part are an error, not an answer without it", async () => {
    await keep("a", 1, 1);
    db.exec("DELETE FROM run_analysis_part");
    expect(() => read("a", 1)).toThrow("is missing");
  });
});
