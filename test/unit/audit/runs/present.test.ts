import { expect, it } from "vitest";
import { trendPoints } from "../../../../src/audit/runs/pages/presenters";

it("shows at most ten earlier scores, excluding the run's own and later ones", () => {
  const points = JSON.stringify(Array.from({ length: 14 }, (_, i) => [`run${i}`, i]));
  expect(trendPoints(points, "run12", true)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(trendPoints(points, "run2", true)).toEqual([0, 1]);
  expect(trendPoints(points, "running", false)).toHaveLength(10);
  expect(trendPoints(points, "older than all that are kept", true)).toEqual([]);
  expect(trendPoints(null, "run1", true)).toEqual([]);
});
