import { describe, expect, it } from "vitest";
import { CrawlStats } from "../../../../src/audit/analysis/figures/crawl-stats";
import { firstSeen } from "../../../../src/audit/analysis/figures/first-seen";
import { Inlinks } from "../../../../src/audit/analysis/figures/inlinks";
import { IssueIndex } from "../../../../src/audit/analysis/figures/issue-index";
import { Namesakes } from "../../../../src/audit/analysis/figures/namesakes";
import { unpackRelations } from "../../../../src/audit/model/page/relations";
import { SiteGraph, type Node } from "../../../../src/audit/model/site/site-graph";
import type { RenderingReason } from "../../../../src/audit/model/page/rendering-policy";
import type { Issue } from "../../../../src/audit/model/issue";
import { nodeOf } from "../makers.ts";

const issue = (id: string, severity: Issue["severity"] = "error"): Issue => ({
  id,
  severity,
  detail: { found: "f", expected: "e" },
});

describe("the counts of a run", () => {
  const page = (node: Partial<Node>, more: Partial<Parameters<CrawlStats["addPage"]>[0]> = {}) => ({
    node: nodeOf(node),
    loadTimeMs: 0,
    bytes: 0,
    rendered: false,
    renderingReason: null as RenderingReason | null,
    snapshot: false,
    blockedResources: 0,
    carried: false,
    otherHost: null as string | null,
    ...more,
  });
  const statsOf = (...pages: Array<ReturnType<typeof page>>) => {
    const stats = new CrawlStats();
    for (const each of pages) stats.addPage(each);
    return stats;
  };

  it("put each page into one bucket by its response", () => {
    const bad = { indexable: false, outcome: "error" } as const;
    const stats = statsOf(
      page({ status: 200 }),
      page({ status: 204 }),
      page({ status: 301, outcome: "redirect", indexable: false, reason: "redirect" }),
      page({ ...bad, status: 404, reason: "error" }),
      page({ ...bad, status: 503, reason: "error" }),
      page({ ...bad, status: 999 }),
      page({ ...bad, status: 101 }),
      page({ outcome: "timeout", indexable: false }),
      page({ outcome: "unreachable", indexable: false }),
      page({ outcome: "blocked", indexable: false, reason: "blocked" }),
    );
    expect(stats.summary({ more: 1 })).toMatchObject({
      statusBuckets: { "2xx": 3, "3xx": 1, "4xx": 1, "5xx": 2, timeout: 1, unreachable: 1, blocked: 1 },
      nonIndexable: { noindex: 0, canonicalised: 0, blocked: 1, redirect: 1, error: 2 },
      fetched: 9,
      pagesHtml: 2,
      indexable: 2,
      more: 1,
    });
    expect([stats.failedPages, stats.blockedPages]).toEqual([2, 1]);
  });

  it("name the other host to which every page redirects", () => {
    const moved = (otherHost: string | null) => page({ status: 301, outcome: "redirect" }, { otherHost });
    const [www, login] = [moved("www.shop.example"), moved("login.example")];
    expect(statsOf(www, www).wrongHost).toBe("www.shop.example");
    expect(statsOf(www, login).wrongHost).toBeNull();
    expect(statsOf(www, page({})).wrongHost).toBeNull();
    expect(statsOf(moved(null)).wrongHost).toBeNull();
    expect(statsOf(page({}, { otherHost: "www.shop.example" })).wrongHost).toBeNull();
    expect(statsOf().wrongHost).toBeNull();
  });

  it("do not count pages of an earlier run as failures of this one", () => {
    expect(statsOf(page({ outcome: "timeout" }, { carried: true })).failedPages).toBe(0);
  });

  it("take times from pages that responded only", () => {
    const times = Array.from({ length: 20 }, (_, i) => page({}, { loadTimeMs: 100 * (20 - i) }));
    const silent = page({ outcome: "timeout" }, { loadTimeMs: 1e6 });
    const closed = page({ outcome: "blocked" }, { loadTimeMs: 1e6 });
    expect(statsOf(...times, silent, closed).summary({})).toMatchObject({
      avgLoadTimeMs: 1_050,
      p50LoadTimeMs: 1_100,
      p90LoadTimeMs: 1_900,
      p95LoadTimeMs: 2_000,
    });
    const none = { avgLoadTimeMs: 0, p50LoadTimeMs: 0, p90LoadTimeMs: 0, p95LoadTimeMs: 0 };
    expect(statsOf(silent).summary({})).toMatchObject(none);
  });

  it("add up bytes, renders, snapshots, blocked resources and depths, with depths that no page has", () => {
    const stats = statsOf(
      page({ depth: 0 }, { bytes: 5, rendered: true, snapshot: true, blockedResources: 2 }),
      page({ depth: 2 }, { bytes: 7, blockedResources: 1 }),
      page({ depth: 2 }),
    );
    expect(stats.blockedResources).toBe(3);
    expect(stats.summary({})).toMatchObject({
      bytes: 12,
      rendered: 1,
      snapshotHits: 1,
      depthHistogram: [
        { depth: 0, pages: 1 },
        { depth: 1, pages: 0 },
        { depth: 2, pages: 2 },
      ],
    });
  });

  it("list issues with the most pages first, then by id, and count severities of pages and site", () => {
    const stats = new CrawlStats();
    for (const id of ["b", "c", "c", "a"]) stats.addIssue(id, "warning");
    stats.addOther("error");
    expect(stats.summary({})).toMatchObject({
      severityCounts: { error: 1, warning: 4, notice: 0 },
      issueTotals: [
        { id: "c", severity: "warning", pages: 2 },
        { id: "a", severity: "warning", pages: 1 },
        { id: "b", severity: "warning", pages: 1 },
      ],
    });
  });
});

describe("links to broken pages", () => {
  const broken = nodeOf({ urlHash: 1, seq: 11, outcome: "error", status: 404 });
  const graphOf = (...nodes: Node[]) => {
    const graph = new SiteGraph(true, "https://e.example");
    for (const node of nodes) graph.add(node);
    return graph;
  };
  const to = (...targets: number[]) => targets.map((target) => ({ target, nofollow: false }));

  it("are listed for broken pages and redirects of the result, and only broken ones are counted", () => {
    const links = new Inlinks(
      graphOf(
        broken,
        nodeOf({ urlHash: 2, seq: 12, outcome: "redirect", status: 301 }),
        nodeOf({ urlHash: 3, seq: 13 }),
        nodeOf({ urlHash: 4, seq: 14, outcome: "error", status: 404, listed: false }),
        nodeOf({ urlHash: 5, seq: 15, outcome: "error", status: 403 }),
      ),
    );
    links.add("/a", to(1, 2, 3, 4, 5, 6));
    links.add("/b", to(1));
    expect(links.list()).toEqual([
      { seq: 11, pages: 2, paths: ["/a", "/b"] },
      { seq: 12, pages: 1, paths: ["/a"] },
    ]);
    expect(links.brokenPages).toBe(1);
  });

  it("name ten pages and count all", () => {
    const links = new Inlinks(graphOf(broken));
    for (let i = 0; i < 12; i++) links.add(`/${i}`, to(1));
    const [found] = links.list();
    expect([found!.pages, found!.paths.length, found!.paths[9]]).toEqual([12, 10, "/9"]);
  });

  it("name no more than four million characters of paths", () => {
    const nodes = Array.from({ length: 5 }, (_, i) => ({ ...broken, urlHash: i + 1, seq: i + 1 }));
    const links = new Inlinks(graphOf(...nodes));
    for (let i = 1; i <= 5; i++) links.add("x".repeat(1_000_000), to(i));
    expect(links.list().map(({ pages, paths }) => [pages, paths.length])).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
      [1, 1],
      [1, 0],
    ]);
  });
});

it("an issue's pages are listed once each, apart by severity", () => {
  const index = new IssueIndex();
  index.add(1, [issue("a"), issue("a"), issue("b", "notice")]);
  index.add(2, [issue("a"), issue("b", "error")]);
  expect(index.list()).toEqual([
    { id: "a", severity: "error", seqs: [1, 2] },
    { id: "b", severity: "notice", seqs: [1] },
    { id: "b", severity: "error", seqs: [2] },
  ]);
});

it("an issue was first seen when the runs in a row that have it began", () => {
  const previous = { crawlStats: { firstSeen: { a: 5, gone: 1 } } };
  expect(firstSeen(["b", "a", "b"], 9, previous)).toEqual({ a: 5, b: 9 });
  expect(firstSeen(["a"], 9, { crawlStats: null })).toEqual({ a: 9 });
  expect(firstSeen(["a"], 9, undefined)).toEqual({ a: 9 });
});

describe("pages that share a text", () => {
  const none = unpackRelations(null);
  type Facts = Parameters<Namesakes["named"]>[2];
  const title: Facts = { titleHash: 7, descriptionHash: null, textHash: null };
  const samplesOf = (names: Namesakes, id: string, facts: Facts = title, relations = none, urlHash = 1) =>
    names.named(issue(id), urlHash, facts, relations).detail.samples;

  it("name five others, neither themselves nor pages whose paths are long", () => {
    const names = new Namesakes();
    for (let i = 1; i <= 8; i++) names.add(i, `/${i}`, title, none);
    names.add(9, "/".padEnd(301, "x"), title, none);
    expect(samplesOf(names, "duplicate_title")).toEqual(["/2", "/3", "/4", "/5", "/6"]);
    expect(samplesOf(names, "duplicate_title", title, none, 6)).toEqual(["/1", "/2", "/3", "/4", "/5"]);
    const long = new Namesakes();
    long.add(1, "/".padEnd(300, "x"), title, none);
    long.add(2, "/".padEnd(301, "x"), title, none);
    long.add(3, "/3", title, none);
    expect(samplesOf(long, "duplicate_title", title, none, 3)).toEqual(["/".padEnd(300, "x")]);
  });

  it("leave out the language versions of a page", () => {
    const names = new Namesakes();
    names.add(1, "/en", title, { ...none, alternates: [1, 2] });
    names.add(2, "/de", title, { ...none, alternates: [1, 2] });
    names.add(3, "/x", title, none);
    expect(samplesOf(names, "duplicate_title", title, { ...none, alternates: [2, 1] }, 2)).toEqual(["/x"]);
  });

  it("are found by what the issue is about", () => {
    const names = new Namesakes();
    const facts = { titleHash: 1, descriptionHash: 2, textHash: 3 };
    const relations = { ...none, h1: 4 };
    names.add(1, "/a", facts, relations);
    names.add(2, "/t", { ...facts, descriptionHash: 9, textHash: 9 }, { ...none, h1: 9 });
    names.add(3, "/d", { ...facts, titleHash: 8, textHash: 8 }, { ...none, h1: 8 });
    names.add(4, "/c", { ...facts, titleHash: 7, descriptionHash: 7 }, { ...none, h1: 7 });
    names.add(5, "/h", { titleHash: 6, descriptionHash: 6, textHash: 6 }, relations);
    const found = (id: string) => samplesOf(names, id, facts, relations);
    expect(found("duplicate_title")).toEqual(["/t"]);
    expect(found("duplicate_meta_description")).toEqual(["/d"]);
    expect(found("duplicate_content")).toEqual(["/c"]);
    expect(found("duplicate_h1")).toEqual(["/h"]);
    expect(found("thin_content")).toBeUndefined();
  });

  it("name nobody for a page that is alone", () => {
    const names = new Namesakes();
    names.add(1, "/a", title, none);
    expect(names.named(issue("duplicate_title"), 1, title, none)).toEqual(issue("duplicate_title"));
  });
});
