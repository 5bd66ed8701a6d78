import { describe, expect, it } from "vitest";
import type { Issue, Severity } from "../../../../src/audit/model/issue";
import { Comparison, isCut } from "../../../../src/audit/analysis/figures/comparison";
import { CHECKS } from "../../../../src/audit/checks/run-checks";
import { incomparableChecks } from "../../../../src/audit/model/site/file-statuses";
import { pageHealth } from "../../../../src/audit/checks/page-health";
import { runHealth } from "../../../../src/audit/analysis/scores/run-health";
import type { Node } from "../../../../src/audit/model/site/site-graph";
import { Totals } from "../../../../src/audit/analysis/scores/totals";
import { nodeOf } from "../makers.ts";

const issue = (id: string, severity: Severity = "warning"): Issue => ({
  id,
  severity,
  detail: { found: "this", expected: "that" },
});

describe("Totals", () => {
  const score = (...pages: Array<[Partial<Node>, Issue[], number, number?]>) => {
    const totals = new Totals();
    for (const [part, issues, health, weight] of pages) totals.add(nodeOf(part), issues, health, weight ?? 1);
    return { score: runHealth(totals.health(0)).healthScore, issueCount: totals.issueCount };
  };

  it("excludes pages not meant for search from the mean but counts their issues", () => {
    const out: Array<[Partial<Node>, string]> = [
      [{ outcome: "redirect", status: 301 }, "redirect_permanent"],
      [{ outcome: "error", status: 302, reason: "error" }, "no_location"],
      [{ outcome: "error", status: 403, reason: "error" }, "access_denied"],
      [{ outcome: "error", status: 429, reason: "error" }, "rate_limited"],
      [{ outcome: "error", status: 503, reason: "error", inSitemap: true }, "rate_limited"],
      [{ outcome: "blocked", status: 0, reason: "blocked" }, "blocked_by_robots"],
      [{ indexable: false, reason: "blocked", inSitemap: true }, "blocked_by_robots"],
      [{ indexable: false, reason: "noindex" }, "noindex_page"],
      [{ indexable: false, reason: "canonicalised" }, "canonicalised_page"],
    ];
    for (const [part, id] of out)
      expect(score([{}, [], 100], [part, [issue(id, "error")], 10]), id).toEqual({ score: 100, issueCount: 1 });
    expect(score([{}, [], 100], [{ indexable: false, reason: "noindex", inSitemap: true }, [], 0]).score).toBe(70);
    expect(
      score([{}, [], 100], [{ outcome: "error", status: 404, reason: "error" }, [issue("x", "error")], 0]).score,
    ).toBe(50);
  });

  it("weights a sampled page by the pages it represents", () => {
    expect(score([{}, [], 100, 1], [{}, [issue("x", "error")], 50, 9]).score).toBe(37);
  });

  it("is zero without a page to score", () => expect(score([{ outcome: "redirect" }, [], 100]).score).toBe(0));
});

describe("a site that is closed to search", () => {
  it("caps every page's score at 40", () => expect(pageHealth([], true)).toBe(40));
});

describe("Comparison", () => {
  it("compares only pages that both runs have", () => {
    const comparison = new Comparison();
    comparison.addBefore(1, { healthScore: 90, issues: [issue("a"), issue("b", "error")] });
    comparison.addBefore(2, { healthScore: 80, issues: [issue("a")] });
    comparison.addNow(1, { healthScore: 100, issues: [] });
    comparison.addNow(2, { healthScore: 75, issues: [issue("a"), issue("c")] });
    comparison.addNow(3, { healthScore: 0, issues: [issue("d", "error")] });
    // before: 0.6 × 85 + 0.4 × 50 = 71; now: 0.6 × 87.5 + 0.4 × 100 = 92.5
    // The site's own issues are on no page, and count among the kinds.
    const site = { before: ["no_https", "no_llms_txt"], now: ["no_https", "sitemap_is_html", "sitemap_is_html"] };
    expect(comparison.summary(true, site)).toEqual({
      pages: 2,
      deltaIssues: -1,
      deltaHealth: 21.5,
      newIssueIds: ["c"],
      fixedIssueIds: ["b"],
      kinds: { newIds: ["c", "sitemap_is_html"], fixedIds: ["b", "no_llms_txt"], remaining: 2 },
    });
  });

  it("leaves out the checks of files if one of the runs did not request them all", () => {
    const leftOut = incomparableChecks({ left: 0 }, { left: 3 });
    const comparison = new Comparison(leftOut);
    comparison.addBefore(1, { healthScore: 80, issues: [issue("broken_image", "error"), issue("missing_doctype")] });
    const left = [issue("missing_doctype")];
    comparison.addNow(1, { healthScore: pageHealth([CHECKS.get("missing_doctype")!]), issues: left });
    expect(comparison.summary()).toMatchObject({ deltaIssues: 0, deltaHealth: 0, fixedIssueIds: [] });
    expect([...incomparableChecks({ left: 0 }, null)]).toEqual([]);
  });

  it("is all zero for runs without a common page", () => {
    expect(new Comparison().summary()).toEqual({
      pages: 0,
      deltaIssues: 0,
      deltaHealth: 0,
      newIssueIds: [],
      fixedIssueIds: [],
      kinds: { newIds: [], fixedIds: [], remaining: 0 },
    });
  });
});

describe("runs to compare", () => {
  it.each([
    [false, null, false, false],
    [true, null, false, true],
    [false, "r1", false, true],
    [false, null, true, true],
  ])("are cut if one of them was: %s, %s, %s", (needsContinuation, continues, before, cut) => {
    expect(isCut({ needsContinuation, continues }, { needsContinuation: before })).toBe(cut);
  });
});
