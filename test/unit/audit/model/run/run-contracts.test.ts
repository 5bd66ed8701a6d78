import { describe, expect, it } from "vitest";
import { packAnalyses, unpackAnalyses, type Analyses } from "../../../../../src/audit/model/run/analyses";
import {
  asksFiles,
  afterCancel,
  afterCrawl,
  afterFiles,
  handedOut,
  reported,
} from "../../../../../src/audit/model/run/crawl-steps";
import {
  asksFor,
  newRun,
  redispatched,
  renewed,
  type RunConfig,
  type RunState,
} from "../../../../../src/audit/model/run/run-state";
import { RunDifference } from "../../../../../src/audit/model/run/run-difference";
import { scopeOf } from "../../../../../src/audit/model/run/scope";
import { judgeSeeds } from "../../../../../src/audit/model/run/seed-urls";
import { SiteDifference, type PageOfSite } from "../../../../../src/audit/model/run/site-difference";
import { pageOfSite } from "./page-of-site";

describe("the record of a run", () => {
  const config = { runId: "r", domainId: "d", pageLimit: 10, mode: "follow", allowSampling: true } as RunConfig;
  const begun: RunState = {
    runId: "r",
    domainId: "d",
    pageLimit: 10,
    phase: "prepare",
    token: "t",
    claimed: false,
    leaseUntil: 45_100,
    beganAt: 100,
    resumptions: 0,
    lastProgressAt: 100,
    leased: 0,
    leasedListed: 0,
    counted: 0,
    issues: 0,
    sampling: true,
    continues: "earlier",
    renders: 0,
    closeReason: null,
  };

  it("is that of a run without a job at its start, which samples unless its URLs were selected", () => {
    expect(newRun(config, "t", 100, "earlier")).toEqual(begun);
    const sampling = (change: Partial<RunConfig>) => newRun({ ...config, ...change }, "t", 0, null).sampling;
    expect([sampling({ mode: "sitemap" }), sampling({ mode: "selected" }), sampling({ allowSampling: false })]).toEqual(
      [true, false, false],
    );
    expect([asksFor({}), asksFor({ files: "all" })]).toEqual(["none", "all"]);
  });

  it("changes with each step as a whole", () => {
    const busy = { ...begun, claimed: true, leased: 3, leasedListed: 2, resumptions: 1 };
    expect(redispatched(busy, "u", 1_000, true)).toEqual({
      ...busy,
      token: "u",
      claimed: false,
      leaseUntil: 46_000,
      resumptions: 2,
      leased: 0,
      leasedListed: 0,
    });
    expect(renewed(busy, 1_000, false)).toEqual({ ...busy, leaseUntil: 31_000 });
    const alive = { ...busy, leaseUntil: 31_000, resumptions: 0, lastProgressAt: 1_000 };
    expect(renewed({ ...busy, claimed: false }, 1_000, true)).toEqual(alive);
    expect(reported(busy, [{ seq: 1, listed: 1, counted: true, issues: 4 }], 1_000)).toEqual({
      ...alive,
      leased: 2,
      leasedListed: 1,
      counted: 1,
      issues: 4,
    });
    expect(handedOut(busy, [{ listed: 1 }, { listed: 0 }])).toEqual({ ...busy, leased: 5, leasedListed: 3 });
    const crawled = { ...alive, leased: 0, leasedListed: 0, closeReason: "finished" as const };
    expect(afterCrawl(busy, "finished", false, 1_000)).toEqual({ ...crawled, phase: "analyse" });
    expect(afterCrawl(busy, "finished", true, 1_000)).toEqual({ ...crawled, phase: "files", filesSince: 1_000 });
    expect(afterCrawl(busy, "month_limit", true, 1_000).phase).toBe("files");
    expect(afterCrawl(busy, "time_limit", true, 1_000).phase).toBe("analyse");
    expect(afterFiles(busy, 1_000)).toEqual({ ...alive, phase: "analyse" });
    expect(afterCancel({ ...begun, phase: "prepare" })).toEqual({
      ...begun,
      phase: "prepare",
      closeReason: "cancelled",
    });
    expect(afterCancel({ ...begun, phase: "crawl", closeReason: "url_limit" }).closeReason).toBe("url_limit");
    expect([asksFiles({ ...begun, phase: "files" }, 9e9), asksFiles({ ...begun, filesSince: 1 }, 2)]).toEqual([
      true,
      false,
    ]);
  });
});

describe("the seeds of a run", () => {
  const url = (length: number) => `https://a.example/${"x".repeat(length - 18)}`;
  it("are refused if they are longer than 2,048 characters or outside of the scope, and quoted up to 500", () => {
    const scope = scopeOf({ exclude: ["/b"], ignoreParams: ["p"] });
    expect(
      judgeSeeds(
        [
          ` ${url(2_048)}\n`,
          url(2_049),
          "https://a.example/b",
          "https://a.example/c?p=1",
          "mailto:a@a.example",
          "https://a.example:8443/",
        ],
        "a.example",
        scope,
      ),
    ).toEqual({
      seeds: [url(2_048), "https://a.example/c"],
      invalid: [
        { url: url(2_049).slice(0, 500), reason: "is longer than 2,048 characters" },
        { url: "https://a.example/b", reason: "is outside the audit's scope" },
        { url: "mailto:a@a.example", reason: "is not an http or https URL" },
        { url: "https://a.example:8443/", reason: "is on a.example:8443, not on a.example" },
      ],
    });
    expect(judgeSeeds(["https://a.example/b", "https://A.example/b#c"], "a.example")).toEqual({
      seeds: ["https://a.example/b"],
      invalid: [],
    });
  });
});

describe("the analyses of a run", () => {
  const part = (chars: number) => [`x`.repeat(chars - 4)];
  it("are kept apart from 300 characters on, and come back whole", async () => {
    const analyses: Analyses = {
      robotsAnalysis: { short: part(299), long: part(300), none: null },
      crawlStats: null,
      sitemapIssues: part(300),
      topIssues: part(299),
    };
    const packed = await packAnalyses({ runId: "r", completedAt: 7 }, analyses);
    expect([packed.runId, packed.completedAt, Object.keys(packed.parts)]).toEqual([
      "r",
      7,
      ["robotsAnalysis.long", "sitemapIssues"],
    ]);
    expect(packed.parts["sitemapIssues"]).toBe(packed.parts["robotsAnalysis.long"]);
    expect([...packed.bodies.keys()]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
    const { bodies, ...run } = packed;
    expect([...unpackAnalyses({ runs: [run], bodies })]).toEqual([["r", analyses]]);
    expect(() => unpackAnalyses({ runs: [run], bodies: new Map() })).toThrow(
      `part ${packed.parts["sitemapIssues"]} of an analysis is missing`,
    );
  });
});

const named = (...ids: string[]) => ids.map((id) => ({ id }));

describe("a page of two sites", () => {
  const values = (fields: Record<string, string>) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { values: [value] }]));
  const side = { statusCode: 200, indexable: true, healthScore: 90 };
  const alone = { run: null, other: null, differs: ["missing"], onlyInRun: [], onlyInOther: [], fields: [] };

  it("is described as a whole", () => {
    const difference = new SiteDifference();
    const other = pageOfSite("/a", {
      statusCode: 404,
      healthScore: 5,
      issues: named("x", "y", "y"),
      unscoredIssues: named("u"),
      contentHashes: { title: "T", description: null, text: "x" },
      extracted: values({ price: "1", size: "2", gone: "3" }),
    });
    for (const page of [other, pageOfSite("/gone"), pageOfSite("/same")]) difference.addOther(page);
    const own = pageOfSite("/a", {
      indexable: false,
      issues: named("y", "w", "w"),
      extracted: values({ price: "9", size: "2", more: "4" }),
    });
    expect(difference.ofRun(own)).toEqual({
      path: "/a",
      run: { ...side, indexable: false },
      other: { ...side, statusCode: 404, healthScore: 5 },
      differs: ["status", "indexable", "title", "fields", "issues"],
      onlyInRun: ["w"],
      onlyInOther: ["x", "u"],
      fields: ["price"],
    });
    expect(difference.ofRun(pageOfSite("/same", { healthScore: 1 }))).toBeNull();
    expect(difference.ofRun(pageOfSite("/new"))).toEqual({ ...alone, path: "/new", run: side });
    expect(difference.ofOther(pageOfSite("/gone"))).toEqual({ ...alone, path: "/gone", other: side });
    expect([difference.ofOther(other), difference.ofOther(pageOfSite("/unknown"))]).toEqual([null, null]);
    expect(difference.summary()).toEqual({
      sharedPages: 2,
      onlyInRun: 1,
      onlyInOther: 1,
      differences: { missing: 2, status: 1, indexable: 1, title: 1, description: 0, text: 0, fields: 1, issues: 1 },
    });
  });

  it("names thirty issues of each side, and only what one of them has", () => {
    const many = (prefix: string) => Array.from({ length: 31 }, (_, i) => `${prefix}${i}`);
    const compared = (own: string[], others: string[]) => {
      const difference = new SiteDifference();
      difference.addOther(pageOfSite("/", { issues: named(...others) }));
      return difference.ofRun(pageOfSite("/", { issues: named(...own) }));
    };
    expect(compared(many("a"), many("b"))).toMatchObject({
      onlyInRun: many("a").slice(0, 30),
      onlyInOther: many("b").slice(0, 30),
    });
    expect(compared([], ["x"])).toMatchObject({ differs: ["issues"], onlyInRun: [], onlyInOther: ["x"] });
    expect(compared(["x"], [])).toMatchObject({ differs: ["issues"], onlyInRun: ["x"], onlyInOther: [] });
  });

  it("differs in contents that only one of them has, unless a run did not keep them", () => {
    const hashes = (description: string | null, kept = true) =>
      pageOfSite("/", { contentHashes: kept ? { title: "t", description, text: null } : undefined });
    const differs = (own: PageOfSite, other: PageOfSite) => {
      const difference = new SiteDifference();
      difference.addOther(other);
      return difference.ofRun(own)?.differs ?? [];
    };
    expect([
      differs(hashes("d"), hashes(null)),
      differs(hashes(null), hashes("d")),
      differs(hashes("d"), hashes("d")),
    ]).toEqual([["description"], ["description"], []]);
    expect([differs(hashes("d", false), hashes("e")), differs(hashes("d"), hashes("e", false))]).toEqual([[], []]);
  });
});

it("kinds of issues that stay as they were are listed by severity, then by their pages, then by name", () => {
  const difference = new RunDifference();
  const issues = (...list: string[]) =>
    list.map((each) => ({
      id: each.slice(1),
      severity: ({ e: "error", w: "warning", n: "notice" } as const)[each[0] as "e"],
    }));
  const pages = [issues("na", "wc", "wb", "ed", "we"), issues("na", "we"), issues("na")].map((each, i) => ({
    path: `/${i}`,
    healthScore: 1,
    statusCode: 200,
    issues: each,
  }));
  for (const page of pages) difference.addOther(page);
  difference.addOther({ path: "/gone", healthScore: 1, statusCode: 200, issues: issues("nz") });
  for (const page of pages) difference.addOwn(page);
  const { unchanged, removedPages } = difference.summary();
  expect(unchanged.map(({ id, pages: count }) => `${id} ${count}`)).toEqual(["d 1", "e 2", "b 1", "c 1", "a 3"]);
  expect(removedPages).toBe(1);
});
