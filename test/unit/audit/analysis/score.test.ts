import { describe, expect, it } from "vitest";
import type { EndFacts } from "../../../../src/audit/analysis/figures/closing";
import { pageHealth, type ScoredIssue } from "../../../../src/audit/checks/page-health";
import { runHealth } from "../../../../src/audit/analysis/scores/run-health";
import { endingWith } from "./ending-with";

const issue = (
  id: string,
  severity: ScoredIssue["severity"],
  weight: number,
  category: ScoredIssue["category"] = "Title",
): ScoredIssue => ({ id, severity, weight, category });

describe("pageHealth", () => {
  const error = issue("missing_title", "error", 15);
  const warning = issue("missing_meta_description", "warning", 5, "Meta description");
  it.each<[string, ScoredIssue[], number]>([
    ["no issue", [], 100],
    ["one warning", [warning], 95],
    ["one error", [error], 85],
    ["an error and a warning", [error, warning], 80],
    ["ten notices", Array.from({ length: 10 }, (_, i) => issue(`n${i}`, "notice", 1)), 92],
    ["a missing page", [issue("http_4xx", "error", 100, "HTTP status and redirects")], 0],
    ["a blocker", [issue("soft_404", "error", 15, "HTTP status and redirects")], 40],
    ["an id twice", [warning, warning], 95],
    ["a small error", [issue("x", "error", 1)], 89],
    ["many warnings of one family", Array.from({ length: 10 }, (_, i) => issue(`w${i}`, "warning", 5)), 65],
  ])("%s", (_name, issues, expected) => expect(pageHealth(issues)).toBe(expected));
});

describe("runHealth", () => {
  const run = (scores: number[], withError: number, sitePenalty = 0) =>
    runHealth({
      weight: scores.length,
      weightedScore: scores.reduce((sum, score) => sum + score, 0),
      errorFreeWeight: scores.length - withError,
      sitePenalty,
    }).healthScore;

  it("combines the mean and the share of error-free pages", () => {
    expect(run([...Array.from({ length: 9 }, () => 100), 0], 1)).toBe(90);
    expect(run([95, 95, 95], 0)).toBe(97);
    expect(run([85, 85], 2)).toBe(51);
    expect(run([100], 0, 7)).toBe(93);
    expect(run([100], 0, 70)).toBe(80);
    expect(run([], 0)).toBe(0);
  });
});

describe("endingOf", () => {
  it.each<[string, Partial<EndFacts>, string, string, boolean]>([
    ["all pages", {}, "success", "finished", false],
    ["the page limit", { closeReason: "url_limit", queueLeft: 5 }, "limit_reached", "url_limit", true],
    ["the time limit", { closeReason: "time_limit", queueLeft: 5 }, "limit_reached", "time_limit", true],
    ["the month's limit", { closeReason: "month_limit", queueLeft: 5 }, "partial", "month_limit", true],
    ["a cancelled run", { closeReason: "cancelled", queueLeft: 1 }, "partial", "cancelled", true],
    ["half of the pages failed", { failedPages: 5 }, "success", "finished", false],
    ["more failures than pages", { failedPages: 6 }, "partial", "finished", false],
    ["nothing but failures", { pagesCrawled: 1, failedPages: 1 }, "error", "seed_unreachable", false],
    ["nothing at all", { pagesCrawled: 0 }, "error", "seed_unreachable", false],
    ["forbidden seeds", { pagesCrawled: 0, blockedPages: 1 }, "error", "robots_blocked", false],
    [
      "new pages that are all blocked",
      { pagesCrawled: 0, blockedPages: 1, newPagesOnly: true },
      "success",
      "finished",
      false,
    ],
    [
      "new pages of a site that is down",
      { pagesCrawled: 0, blockedPages: 1, robotsFailure: 503, newPagesOnly: true },
      "error",
      "robots_blocked",
      false,
    ],
    ["no new page at all", { pagesCrawled: 0, newPagesOnly: true }, "error", "seed_unreachable", false],
    ["a silent site", { pagesCrawled: 0, blockedPages: 1, robotsFailure: 0 }, "error", "seed_unreachable", false],
    [
      "a failing robots.txt",
      { pagesCrawled: 0, blockedPages: 1, robotsFailure: 503 },
      "error",
      "robots_blocked",
      false,
    ],
    [
      "an internal error without a page",
      { closeReason: "internal_error", pagesCrawled: 0 },
      "error",
      "internal_error",
      false,
    ],
  ])("%s", (_name, facts, status, closeReason, needsContinuation) => {
    const hitUrlLimit = closeReason === "url_limit";
    expect(endingWith(facts)).toMatchObject({ status, closeReason, needsContinuation, hitUrlLimit });
  });

  it("says where a site is whose pages all redirect there", () => {
    expect(endingWith({ moved: { from: "shop.example", to: "www.shop.example" } })).toMatchObject({
      status: "success",
      errorMessage: "shop.example redirects to www.shop.example, so the audit went on at www.shop.example.",
    });
    expect(endingWith({ pagesCrawled: 1, wrongHost: "www.shop.example" })).toMatchObject({
      status: "success",
      errorMessage: expect.stringContaining("Audit www.shop.example instead"),
    });
    expect(endingWith({}).errorMessage).toBeNull();
  });
});
