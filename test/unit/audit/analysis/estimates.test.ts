import { expect, it } from "vitest";
import { Estimates } from "../../../../src/audit/analysis/figures/estimates";

const issues = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `i${i}`, severity: "notice" as const }));

it("scales the counts of a sampled run by what its pages represent, with a label and an interval", () => {
  const estimates = new Estimates();
  estimates.add(null, 1, issues(3));
  for (let i = 0; i < 50; i++) estimates.add(7, 20, issues(i % 2 === 0 ? 2 : 4));
  const { issuesLow, issuesHigh, pagesByIssue, ...rest } = estimates.summary()!;
  expect(rest).toEqual({ label: "estimate", pages: 1001, issues: 3003 });
  // Standard error of the mean: sqrt(0.95 × 1.0204 / 50) = 0.139; times 1,000 pages and 1.96.
  expect([issuesLow, issuesHigh]).toEqual([2730, 3276]);
  expect([pagesByIssue["i1"], pagesByIssue["i3"]]).toEqual([1001, 500]);
});

it("says nothing about a run that left nothing out, and never less than what was found", () => {
  const exact = new Estimates();
  exact.add(null, 1, issues(3));
  expect(exact.summary()).toBeNull();
  const few = new Estimates();
  few.add(1, 1.1, issues(100));
  few.add(1, 1.1, issues(0));
  expect(few.summary()!.issuesLow).toBeGreaterThanOrEqual(100);
});
