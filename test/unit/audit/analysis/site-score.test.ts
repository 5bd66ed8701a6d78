import { describe, expect, it } from "vitest";
import { ScoreSheet } from "../../../../src/audit/analysis/scores/score-sheet";
import { Scores, type ScoredPage } from "../../../../src/audit/analysis/scores/scores";
import { CHECKS } from "../../../../src/audit/checks/run-checks";
import type { Issue } from "../../../../src/audit/model/issue";
import { scoreStateOf } from "../../../../src/audit/model/run/score-state";
import { nodeOf } from "../makers.ts";

const issue = (id: string): Issue => ({
  id,
  severity: CHECKS.get(id)!.severity,
  detail: { found: "this", expected: "that" },
});
const TEMPLATE = [
  "missing_meta_description",
  "missing_open_graph",
  "missing_viewport",
  "missing_h1",
  "missing_html_lang",
];
const sheetOf = (...pages: string[][]) => {
  const sheet = new ScoreSheet();
  for (const ids of pages)
    sheet.add(
      ids.map((id) => CHECKS.get(id)!),
      1,
    );
  return sheet.score(0, false)!;
};
const many = <T>(count: number, value: T) => Array.from({ length: count }, () => value);

describe("siteScore", () => {
  it("counts what a template repeats once: five warnings everywhere leave a good site good", () => {
    const everywhere = sheetOf(...many(50, TEMPLATE));
    const perPage = sheetOf(...Array.from({ length: 50 }, (_, i) => (i % 2 ? TEMPLATE : [])));
    expect(everywhere.templateIssues).toEqual([...TEMPLATE].sort());
    expect([everywhere.pageHealth, everywhere.score >= 80]).toEqual([100, true]);
    expect(perPage.templateIssues).toEqual([]);
  });

  it("fills the scale: a perfect site has 100, one with an error on each page less than 60, a closed one 40 at most", () => {
    expect(sheetOf(...many(20, [])).score).toBe(100);
    const broken = Array.from({ length: 20 }, (_, i) => (i % 2 ? ["missing_title"] : ["duplicate_content"]));
    expect(sheetOf(...broken).score).toBeLessThan(60);
    expect(sheetOf(...many(20, ["canonical_to_homepage"])).score).toBeLessThanOrEqual(40);
    const sheet = new ScoreSheet();
    sheet.add([], 1);
    expect(sheet.score(0, true)!.score).toBe(40);
  });

  /** Sites of 20 pages from good to bad, as a specialist would put them: what is wrong, on which pages. */
  const ORDER: ReadonlyArray<readonly [what: string, ids: (page: number) => string[]]> = [
    ["nothing", () => []],
    ["a matter of taste everywhere", () => ["missing_html_lang"]],
    ["one broken link", (i) => (i === 0 ? ["broken_internal_link"] : [])],
    ["a warning everywhere", () => ["missing_meta_description"]],
    ["two pages with the same text", (i) => (i < 2 ? ["duplicate_content"] : [])],
    ["a style sheet that is missing on half of the pages", (i) => (i % 2 ? ["broken_asset"] : [])],
    ["four warnings everywhere", () => TEMPLATE],
    ["a style sheet that is missing on most pages", (i) => (i < 17 ? ["broken_asset"] : [])],
    ["a style sheet that is missing in the template", () => ["broken_asset"]],
    ["no titles", () => ["missing_title"]],
    ["half of the pages empty for crawlers", (i) => (i % 2 ? ["js_only_content"] : [])],
    ["no titles, and all pages with the same text", () => ["missing_title", "duplicate_content"]],
    ["every canonical on the home page", () => ["canonical_to_homepage"]],
  ];
  it("puts sites in the order of a specialist", () => {
    const scores = ORDER.map(([, ids]) => sheetOf(...Array.from({ length: 20 }, (_, i) => ids(i))).score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(new Set(scores).size).toBe(ORDER.length);
  });

  it("lets no missing file cost as much as what keeps readers out, and a fault on most pages more than 14", () => {
    const missing = sheetOf(...many(20, ["broken_asset"])).score;
    expect([missing >= 75, missing < 86]).toEqual([true, true]);
    for (const { id, severity, weight } of CHECKS.values()) {
      if (severity !== "error" || weight === 0 || id === "og_image_broken") continue;
      const cost = 100 - sheetOf(...Array.from({ length: 20 }, (_, i) => (i < 17 ? [id] : []))).score;
      expect(cost > 14 || ["structured_data_missing_type", "hreflang_invalid_code"].includes(id), id).toBe(true);
    }
  });

  it("can be computed from its parts", () => {
    const { score, templateCost, pageCost, siteCost, costs } = sheetOf(
      ...Array.from({ length: 20 }, (_, i) => (i % 2 ? TEMPLATE : [...TEMPLATE, "broken_image"])),
    );
    expect(score).toBeCloseTo(100 - templateCost - pageCost - siteCost, 1);
    expect(costs[0]).toEqual({ id: "broken_image", harm: "partial", share: 0.5, points: 12.3 });
    expect(costs.map(({ id }) => id).sort()).toEqual(["broken_image", ...TEMPLATE].sort());
  });

  it("never gets better by one more fault, and never leaves 0 to 100", () => {
    const all = [...CHECKS.values()].filter(({ scope }) => scope !== "site").map(({ id }) => id);
    let before = 100;
    for (let count = 0; count < all.length; count += 5) {
      const { score } = sheetOf(...many(6, all.slice(0, count)));
      expect(score).toBeLessThanOrEqual(before);
      expect(score).toBeGreaterThanOrEqual(0);
      before = score;
    }
  });

  it("is null without a page, and represents pages that sampling left out", () => {
    expect(new ScoreSheet().score(0, false)).toBeNull();
    const sheet = new ScoreSheet();
    sheet.add([], 1);
    sheet.add([CHECKS.get("missing_title")!], 99);
    expect(sheet.score(0, false)!.errorFreePercent).toBe(1);
  });
});

const page = (part: Partial<ScoredPage>): ScoredPage => ({
  node: nodeOf({}),
  issues: [],
  cross: [],
  healthScore: 100,
  weight: 1,
  isShell: false,
  rendered: null,
  ...part,
});

describe("a run's scores", () => {
  it("let dead pages weigh on the pages that link to them, not as pages", () => {
    const scores = new Scores(false);
    for (let i = 0; i < 9; i++) scores.add(page({}));
    scores.add(page({ issues: [issue("broken_internal_link")], healthScore: 85 }));
    const gone = nodeOf({ outcome: "error", status: 404, reason: "error", indexable: false });
    for (let i = 0; i < 10; i++) scores.add(page({ node: gone, issues: [issue("http_4xx")], healthScore: 0 }));
    const { health, siteScore } = scores.summary(0, false);
    expect(health.healthScore).toBeLessThan(50);
    expect(siteScore).toMatchObject({ pageHealth: 98.5, errorFreePercent: 90, score: 96 });
  });

  it("say that a site of shells is client-rendered, and score what its rendered pages are", () => {
    const scores = new Scores(false);
    const duplicate = issue("duplicate_title");
    for (let i = 0; i < 4; i++)
      scores.add(
        page({
          issues: [issue("js_only_content"), issue("empty_page"), duplicate],
          cross: [duplicate],
          healthScore: 0,
          isShell: true,
          rendered: [{ id: "missing_meta_description", severity: "warning" }],
        }),
      );
    // A shell that was not rendered says nothing about crawlers that run scripts.
    scores.add(page({ issues: [issue("empty_page")], healthScore: 0, isShell: true }));
    const { health, scoreState, renderedHealthScore } = scores.summary(0, false);
    expect([health.healthScore, scoreState, renderedHealthScore]).toEqual([0, "client_rendered", 97]);
  });

  it("say why there is none: nothing to score, or nothing reached", () => {
    const closed = new Scores(false);
    closed.add(page({ node: nodeOf({ indexable: false, reason: "noindex" }) }));
    expect(closed.summary(0, false)).toMatchObject({ scoreState: "not_scorable", siteScore: null });
    // Four good pages that name another host, and a dead link.
    for (let i = 0; i < 4; i++) closed.add(page({ node: nodeOf({ indexable: false, reason: "canonicalised" }) }));
    const dead = page({ node: nodeOf({ outcome: "error", status: 404, reason: "error" }), healthScore: 0 });
    closed.add(dead);
    expect(closed.summary(0, false)).toMatchObject({ scoreState: "not_scorable", siteScore: null });
    const gone = new Scores(false);
    gone.add(dead);
    expect(gone.summary(0, false)).toMatchObject({ scoreState: "scored" });
    expect(new Scores(false).summary(0, true)).toMatchObject({ scoreState: "unreachable", renderedHealthScore: null });
  });
});

it("tells the state of runs without an analysis by their score", () => {
  expect(scoreStateOf({ completedAt: 1, healthScore: 0, scoreState: null, crawlStats: {} })).toBe("not_scorable");
  expect(scoreStateOf({ completedAt: 1, healthScore: 70, scoreState: null, crawlStats: null })).toBe("scored");
  expect(scoreStateOf({ completedAt: null, healthScore: 0, scoreState: null, crawlStats: null })).toBeNull();
});
