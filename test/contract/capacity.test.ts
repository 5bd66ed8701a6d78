import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { browserTime, POLICY } from "../../bench/browser-time.ts";

/** The rows of the tables of a text, without padding. */
const rows = (text: string) =>
  text
    .split("\n")
    .filter((line) => line.startsWith("|") && !line.startsWith("| -"))
    .map((line) => line.replaceAll(/ +/g, " "));

const isLong = process.env["TEST_LONG"] === "1";

it.runIf(isLong)(
  "docs/capacity.md contains the tables that bench/capacity.ts prints",
  () => {
    const { stdout } = spawnSync(process.execPath, ["bench/capacity.ts"], { encoding: "utf8" });
    const printed = rows(stdout);
    expect(printed.length).toBeGreaterThan(40);
    const written = new Set(rows(readFileSync("docs/capacity.md", "utf8")));
    expect(printed.filter((row) => !written.has(row))).toEqual([]);
    // The script simulates some 300,000 renders.
  },
  120_000,
);

const habits = { tabMs: 2_000, busyTabs: 0.75, sessionRenders: 20, sessionPauseMs: 2_000, awaited: 0, busyHour: 2 };

it("a lone render pays for the start of a browser, its tab and the idle time", () => {
  const lone = { ...habits, sessionRenders: 1, sessionPauseMs: 0, busyHour: 1 };
  const open = (idleMs: number, gatherSeconds: number) =>
    browserTime({ customers: 1, domains: 1, rendersPerDay: 1 }, lone, { idleMs, gatherSeconds });
  const { openMs, pools, refused } = open(10_000, 0);
  expect([pools, refused]).toEqual([1, 0]);
  expect(openMs / 13_500).toBeCloseTo(1, 1);
  expect(open(60_000, 0).openMs - openMs).toBeCloseTo(50_000, -3);
  expect(openMs - open(10_000, 60).openMs).toBeCloseTo(8_000, -3);
});

describe.each([
  ["small", { customers: 1_000, domains: 1, rendersPerDay: 107 }],
  ["medium", { customers: 1_000, domains: 3, rendersPerDay: 2_200 }],
  ["large", { customers: 1_000, domains: 10, rendersPerDay: 18_000 }],
])("gathering the renders of %s customers that nobody waits for", (_name, of) => {
  it.each([0.05, 0.3])(
    "saves browser time, and makes a crawler wait for nothing but a starting browser (share that waits: %s)",
    (awaited) => {
      const at = (gatherSeconds: number) => browserTime(of, { ...habits, awaited }, { ...POLICY, gatherSeconds });
      const [now, gathered] = [at(0), at(POLICY.gatherSeconds)];
      expect(gathered.openMs / now.openMs).toBeLessThan(0.85);
      expect(gathered.gaveUp).toBe(0);
      // What it may meet more often is a browser that starts, which takes 1.5 s: no other wait grows.
      expect(gathered.coldStarts).toBeLessThan(0.03);
      expect(gathered.toTab.live.mean - now.toTab.live.mean).toBeLessThan(100);
      expect(gathered.toTab.live.p95).toBeLessThan(1_500);
      expect(gathered.toTab.background.p95).toBeLessThan(120_000);
    },
  );
});
