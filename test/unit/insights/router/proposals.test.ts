import { expect, it } from "vitest";
import {
  pagesToKeep,
  proposeRouting,
  type KindVisits,
  type RouterFacts,
} from "../../../../src/insights/core/router-proposals.ts";

const visit = (path: string, kind: string, visits: number, renders = 0): KindVisits => ({
  path,
  kind,
  visits,
  renders,
});
const noFacts: RouterFacts = {
  visits: [],
  targets: new Map(),
  alike: new Set(),
  unfit: new Set(),
  missing: new Map(),
  citations: new Map(),
  people: new Map(),
  cached: new Map(),
};
const proposed = (change: Partial<RouterFacts>) => proposeRouting({ ...noFacts, ...change });

it("visits of all kinds that can be routed add up, by kind in a fixed order, the most visited page first", () => {
  const { proposals } = proposed({
    visits: [
      visit("/b?x", "llm-user", 1, 1),
      visit("/b?x", "search", 2),
      visit("/b?x", "search", 1, 1),
      visit("/a?x", "llm-search", 4, 2),
      visit("/c?x", "llm-training", 9, 3),
      visit("/c?x", "seo", 99, 99),
      visit("/a", "search", 50),
    ],
    targets: new Map([
      ["/b?x", "/b"],
      ["/a?x", "/a"],
      ["/c?x", "/c"],
    ]),
    cached: new Map([
      ["/b?x", { bytes: 10, isUnchanged: false }],
      ["/c?x", { bytes: 1, isUnchanged: true }],
    ]),
  });
  expect(proposals[0]).toEqual({
    action: "redirect",
    pages: 3,
    visits: 17,
    renders: 7,
    bytes: 49,
    kinds: [
      { kind: "search", pages: 1, visits: 3 },
      { kind: "llm-search", pages: 1, visits: 4 },
      { kind: "llm-training", pages: 1, visits: 9 },
      { kind: "llm-user", pages: 1, visits: 1 },
    ],
    paths: [
      { path: "/c?x", target: "/c", visits: 9 },
      { path: "/a?x", target: "/a", visits: 4 },
      { path: "/b?x", target: "/b", visits: 4 },
    ],
    kept: [],
  });
});

it("pages that are left as they are have the first reason that applies, the most visited first", () => {
  const paths = ["/cited?x", "/people?x", "/unfit?x", "/other", "/alike", "/same?x"];
  const facts: RouterFacts = {
    ...noFacts,
    visits: paths.map((path, i) => visit(path, "search", i < 2 ? 5 : 3 + i)),
    targets: new Map(
      paths.map((path) => [
        path,
        path === "/unfit?x" ? "/unfit" : !path.includes("?") ? "/page" : `${path.split("?")[0]}?y`,
      ]),
    ),
    alike: new Set(["/alike"]),
    unfit: new Set(["/unfit"]),
    citations: new Map([
      ["/cited?x", 1],
      ["/people?x", 0],
    ]),
    people: new Map([
      ["/cited?x", 1],
      ["/people?x", 1],
      ["/same?x", 0],
    ]),
  };
  const kept = { "/cited?x": "cited", "/people?x": "people", "/unfit?x": "target", "/other": "different" };
  expect(pagesToKeep(facts)).toEqual(Object.keys(kept));
  expect(proposeRouting(facts).proposals[0]).toMatchObject({
    paths: [
      { path: "/same?x", target: "/same?y" },
      { path: "/alike", target: "/page" },
    ],
    kept: [
      { path: "/other", reason: "different", visits: 6 },
      { path: "/cited?x", reason: "cited", visits: 5 },
      { path: "/people?x", reason: "people", visits: 5 },
      { path: "/unfit?x", reason: "target", visits: 5 },
    ],
  });
});

it("pages that are gone are told from three visits on", () => {
  const paths = ["/2", "/3", "/moved", "/cited", "/people", "/there"];
  const { proposals } = proposed({
    visits: [
      ...paths.map((path) => visit(path, "search", path === "/2" ? 2 : 3)),
      visit("/1+2", "search", 1),
      visit("/1+2", "llm-user", 2),
    ],
    missing: new Map([
      ["/2", null],
      ["/3", null],
      ["/moved", "/new"],
      ["/cited", "/new"],
      ["/people", null],
      ["/1+2", null],
    ]),
    citations: new Map([["/cited", 2]]),
    people: new Map([["/people", 2]]),
    unfit: new Set(["/new"]),
  });
  expect(proposals[1]).toMatchObject({
    action: "gone",
    pages: 2,
    paths: [
      { path: "/1+2", target: null, visits: 3 },
      { path: "/3", target: null, visits: 3 },
    ],
    kept: [
      { path: "/cited", reason: "cited", visits: 3 },
      { path: "/moved", reason: "moved", visits: 3 },
      { path: "/people", reason: "people", visits: 3 },
    ],
  });
});

it("repeats are further visits of a kind to a page that has not changed, each page once", () => {
  const cached = new Map([
    ["/a", { bytes: 100, isUnchanged: true }],
    ["/b", { bytes: 10, isUnchanged: true }],
    ["/c", { bytes: 1, isUnchanged: false }],
  ]);
  const { repeats } = proposed({
    cached,
    visits: [
      visit("/a", "search", 3),
      visit("/a", "llm-user", 2),
      visit("/a", "seo", 9),
      visit("/b", "search", 2),
      visit("/b", "llm-user", 1),
      visit("/c", "search", 9),
      visit("/none", "search", 9),
    ],
  });
  expect(repeats).toEqual({ pages: 2, visits: 4, bytes: 310 });
});
