import fc from "fast-check";
import { expect, it } from "vitest";
import { secondsToGathering } from "../../../../../src/prerender/core/turns/gathering";

const NOW = Date.UTC(2026, 10, 28);
const phases = fc.integer({ min: 0, max: 0xffffffff });
const moments = fc.integer({ min: 0, max: 600_000 }).map((ms) => NOW + ms);

it("brings together what is asked for between two gatherings, within a second", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), phases, moments, moments, (every, phase, one, other) => {
      const dueAt = (now: number) => Math.floor(now / 1_000) + secondsToGathering(every, phase, now);
      for (const now of [one, other]) {
        const seconds = secondsToGathering(every, phase, now);
        expect(Number.isInteger(seconds) && seconds >= 1 && seconds <= every).toBe(true);
      }
      // Gatherings are whole periods apart, so two that are less than one apart are the same.
      expect(Math.abs(dueAt(one) - dueAt(other)) % every).toBe(0);
    }),
  );
});

it("lets pools gather at different times", () => {
  expect([0, 1, 59, 60, 61].map((phase) => secondsToGathering(60, phase, NOW))).toEqual([60, 59, 1, 60, 59]);
});

it("gathers nothing if the operator says so", () => {
  expect(secondsToGathering(0, 7, NOW)).toBe(0);
});
