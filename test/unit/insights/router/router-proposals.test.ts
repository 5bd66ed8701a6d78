import { describe, expect, it } from "vitest";
import {
  pagesToKeep,
  proposeRouting,
  type KindVisits,
  type RouterFacts,
} from "../../../../src/insights/core/router-proposals.ts";
import { seeded } from "../../../support/seeded.ts";

const KINDS = ["search", "llm-search", "llm-training", "llm-user", "seo", "social"] as const;

/**
 * A site with articles, copies that name an article as their canonical, pages that are gone, typing errors, pages that moved, and copies and
 * gone pages that answers cite or people come to. `wasted`: false leaves only articles.
 */
function history(seed: number, wasted: boolean) {
  const random = seeded(seed);
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  const visits: KindVisits[] = [];
  const visit = (path: string, least: number, most: number) => {
    for (const kind of KINDS) {
      const count = between(least, most);
      if (count > 0) visits.push({ path, kind, visits: count, renders: between(0, count) });
    }
  };
  const targets = new Map<string, string>();
  const missing = new Map<string, string | null>();
  const [citations, people, unfit] = [new Map<string, number>(), new Map<string, number>(), new Set<string>()];
  const alike = new Set<string>();
  const cached = new Map<string, { bytes: number; isUnchanged: boolean }>();
  const truth = { redirect: new Set<string>(), gone: new Set<string>() };
  for (let i = 0; i < 60; i++) {
    const page = `/article-${i}`;
    visit(page, 0, 20);
    cached.set(page, { bytes: between(1_000, 60_000), isUnchanged: random() < 0.5 });
    if (random() < 0.3) citations.set(page, between(1, 9));
    if (!wasted) continue;
    const copy = random() < 0.5 ? `${page}?sort=${i}` : `/print/${i}`;
    const isAlike = copy.includes("?") || random() < 0.8;
    if (isAlike && !copy.includes("?")) alike.add(copy);
    targets.set(copy, page);
    cached.set(copy, { bytes: 5_000, isUnchanged: true });
    visit(copy, 1, 12);
    const gone = `/old-${i}`;
    missing.set(gone, null);
    visit(gone, 1, 5);
    const draw = random();
    if (draw < 0.1) citations.set(copy, 1);
    else if (draw < 0.2) people.set(copy, 2);
    else if (draw < 0.3) unfit.add(page);
    else if (isAlike) truth.redirect.add(copy);
    if (draw < 0.1) citations.set(gone, 3);
    else if (draw < 0.2) people.set(gone, 1);
    else if (draw < 0.4) missing.set(gone, page);
    else truth.gone.add(gone);
    missing.set(`/typo-${i}`, null);
    visits.push({ path: `/typo-${i}`, kind: "search", visits: 1, renders: 1 });
  }
  const facts: RouterFacts = { visits, targets, alike, unfit, missing, citations, people, cached };
  return { facts, truth };
}

describe("proposals of the router", () => {
  it("are the planted waste and nothing else, in ten histories", () => {
    let [claimed, right, planted] = [0, 0, 0];
    for (let seed = 1; seed <= 10; seed++) {
      const { facts, truth } = history(seed, true);
      for (const { action, paths } of proposeRouting(facts).proposals) {
        claimed += paths.length;
        right += paths.filter(({ path }) => truth[action].has(path)).length;
        planted += truth[action].size;
      }
    }
    console.log(
      `router: proposals, precision ${(right / claimed).toFixed(3)}, recall ${(right / planted).toFixed(3)} of ${planted}`,
    );
    expect(planted).toBeGreaterThan(500);
    expect([right / claimed, right / planted]).toEqual([1, 1]);
  });

  it("are none where nothing is wasted, in ten histories", () => {
    for (let seed = 101; seed <= 110; seed++)
      expect(proposeRouting(history(seed, false).facts).proposals.map(({ pages }) => pages)).toEqual([0, 0]);
  });

  it("count what kinds that can be routed would be spared, and say what is kept out and why", () => {
    const visit = (path: string, kind: string, visits: number, renders = 0): KindVisits => ({
      path,
      kind,
      visits,
      renders,
    });
    const { proposals, repeats } = proposeRouting({
      visits: [
        visit("/a?x", "search", 5),
        visit("/a?x", "seo", 50),
        visit("/a?y", "llm-training", 4),
        visit("/gone", "search", 2, 2),
        visit("/gone", "llm-user", 1, 1),
        visit("/seldom", "search", 2),
        visit("/moved", "search", 9),
        visit("/a", "search", 3),
      ],
      targets: new Map([
        ["/a?x", "/a"],
        ["/a?y", "/a"],
      ]),
      alike: new Set(),
      unfit: new Set(),
      missing: new Map([
        ["/gone", null],
        ["/seldom", null],
        ["/moved", "/a"],
      ]),
      citations: new Map([["/a?y", 1]]),
      people: new Map(),
      cached: new Map([
        ["/a", { bytes: 100, isUnchanged: true }],
        ["/a?x", { bytes: 10, isUnchanged: false }],
      ]),
    });
    expect(proposals).toEqual([
      {
        action: "redirect",
        pages: 1,
        visits: 5,
        renders: 0,
        bytes: 50,
        kinds: [{ kind: "search", pages: 1, visits: 5 }],
        paths: [{ path: "/a?x", target: "/a", visits: 5 }],
        kept: [{ path: "/a?y", reason: "cited", visits: 4 }],
      },
      {
        action: "gone",
        pages: 1,
        visits: 3,
        renders: 3,
        bytes: 0,
        kinds: [
          { kind: "search", pages: 1, visits: 2 },
          { kind: "llm-user", pages: 1, visits: 1 },
        ],
        paths: [{ path: "/gone", target: null, visits: 3 }],
        kept: [{ path: "/moved", reason: "moved", visits: 9 }],
      },
    ]);
    expect(repeats).toEqual({ pages: 1, visits: 2, bytes: 200 });
  });

  it("keep pages that answers cite or people come to also if no crawler came lately", () => {
    const facts: RouterFacts = {
      visits: [],
      targets: new Map([
        ["/cited", "/a"],
        ["/people", "/a"],
        ["/to-unfit", "/b"],
        ["/copy", "/a"],
        ["/rental", "/"],
      ]),
      alike: new Set(["/cited", "/people", "/copy"]),
      unfit: new Set(["/b"]),
      missing: new Map(),
      citations: new Map([["/cited", 1]]),
      people: new Map([["/people", 1]]),
      cached: new Map(),
    };
    expect(pagesToKeep(facts)).toEqual(["/cited", "/people", "/to-unfit", "/rental"]);
  });
});
