import { expect, it } from "vitest";
import { BlameRecord, blamedFor } from "../../../../../src/prerender/core/turns/browser-blame";

const MINUTE = 60_000;

it("the page that reports most is blamed for a silent browser, and none if all report little", () => {
  const page = (accountId: string, share: number) => ({ accountId, share });
  expect(blamedFor([])).toBeNull();
  expect(blamedFor([page("a", 0.02), page("b", 0.09)])).toBeNull();
  expect(blamedFor([page("a", 0.02), page("b", 0.4), page("c", 0.2)])).toBe("b");
});

it("an account is held back for ten minutes from the second time on", () => {
  const record = new BlameRecord();
  record.note("a", 0);
  expect(record.holds("a", 1)).toBe(false);
  record.note("a", MINUTE);
  expect([record.holds("a", 2 * MINUTE), record.holds("b", 2 * MINUTE)]).toEqual([true, false]);
  expect(record.holds("a", 10 * MINUTE)).toBe(false);
  record.note("b", 30 * MINUTE);
  expect(record.holds("a", 30 * MINUTE)).toBe(false);
});
