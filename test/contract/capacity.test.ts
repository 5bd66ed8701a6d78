import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { browserTime } from "../../bench/browser-time.ts";

/** The rows of the tables of a text, without padding. */
const rows = (text: string) =>
  text
    .split("\n")
    .filter((line) => line.startsWith("|") && !line.startsWith("| -"))
    .map((line) => line.replaceAll(/ +/g, " "));

it("docs/capacity.md contains the tables that bench/capacity.ts prints", () => {
  const { stdout } = spawnSync(process.execPath, ["bench/capacity.ts"], { encoding: "utf8" });
  const printed = rows(stdout);
  expect(printed.length).toBeGreaterThan(40);
  const written = new Set(rows(readFileSync("docs/capacity.md", "utf8")));
  expect(printed.filter((row) => !written.has(row))).toEqual([]);
  // The script simulates some 300,000 renders.
}, 120_000);

it("a lone render pays for the start of a browser, its tab and the idle time", () => {
  const habits = { tabMs: 2_000, busyTabs: 0.6, sessionRenders: 1, sessionPauseMs: 0, busyHour: 1 };
  const { openMs, pools, refused } = browserTime({ customers: 1, domains: 1, rendersPerDay: 1 }, habits, 10_000);
  expect([pools, refused]).toEqual([1, 0]);
  expect(openMs / 13_500).toBeCloseTo(1, 1);
  expect(browserTime({ customers: 1, domains: 1, rendersPerDay: 1 }, habits, 60_000).openMs - openMs).toBeCloseTo(
    50_000,
    -3,
  );
});
