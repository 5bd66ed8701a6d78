import { describe, expect, it } from "vitest";
import { buildReport } from "../../../../src/mentions/core/report/build-report";
import type { ReportV3 } from "../../../../src/mentions/core/report/figures/schema";
import { simulatedAccount, WORLDS, type World } from "../../../support/simulated-accounts";

const now = Date.parse("2026-11-20T00:10:00Z");
const LONG = process.env["TEST_LONG"] === "1";
const ACCOUNTS = Number(process.env["ACCOUNTS"] ?? (LONG ? 1_000 : 30));
/** Two standard deviations above 5 % with this many accounts. */
const ALLOWED = 0.05 + (LONG ? 0 : 2 * Math.sqrt((0.05 * 0.95) / ACCOUNTS));
const SIZES = process.env["SIZES"]?.split(",").map(Number) ?? (LONG ? [1, 3, 10, 30] : [1, 3]);

const moves = (report: ReportV3) =>
  report.actionItems.some(({ rule }) => rule === "rising" || rule === "decaying") ||
  /, (up|down) /.test(report.quickSummary.headline);
const anyChange = ({ stats }: ReportV3) => Object.values(stats.change).some(({ significant }) => significant);
const anyPrompt = ({ promptHighlights: { wins, losses } }: ReportV3) => wins.length + losses.length > 0;

const falls = (report: ReportV3) => report.actionItems.some(({ rule }) => rule === "decaying");

/** Shares of simulated accounts whose report claims a change: of visibility, of any metric, of a prompt. */
function claims(world: World, prompts: number, lift: number) {
  const found = { visibility: 0, metric: 0, prompt: 0, fall: 0 };
  for (let seed = 1; seed <= ACCOUNTS; seed++) {
    const report = buildReport(simulatedAccount({ world, prompts, seed, lift }, now));
    if (moves(report)) found.visibility++;
    if (falls(report)) found.fall++;
    if (anyChange(report)) found.metric++;
    if (anyPrompt(report)) found.prompt++;
  }
  const share = (count: number) => count / ACCOUNTS;
  return {
    visibility: share(found.visibility),
    metric: share(found.metric),
    fall: share(found.fall),
    prompt: share(found.prompt),
  };
}

describe("accounts in which nothing changes", () => {
  it.each(WORLDS.flatMap((world) => SIZES.map((prompts) => [world, prompts] as const)))(
    "%s answers to %i prompts: at most 5 % false alarms",
    (world, prompts) => {
      const alarms = claims(world, prompts, 0);
      if (LONG) console.info(world, prompts, JSON.stringify(alarms));
      expect(alarms.visibility).toBeLessThanOrEqual(ALLOWED);
      expect(alarms.metric).toBeLessThanOrEqual(ALLOWED);
      expect(alarms.prompt).toBeLessThanOrEqual(ALLOWED);
    },
    LONG ? 600_000 : 60_000,
  );
});

/** Share of the rises found, by prompts and by how much the chance of a mention grows (docs/visibility-report.md). */
const POWER: Array<[prompts: number, lift: number, found: number]> = [
  [1, 0.4, 0.55],
  [3, 0.3, 0.75],
  [10, 0.2, 0.9],
  [30, 0.1, 0.6],
];

describe("accounts whose visibility rises", () => {
  it.each(POWER.filter(([prompts]) => SIZES.includes(prompts)))(
    "%i prompts, chance of a mention up by %f: found in %f of the accounts",
    (prompts, lift, stated) => {
      const { visibility } = claims("independent", prompts, lift);
      if (LONG) console.info("power", prompts, lift, visibility);
      expect(visibility).toBeGreaterThanOrEqual(
        LONG ? stated : stated - 2 * Math.sqrt((stated * (1 - stated)) / ACCOUNTS),
      );
    },
    LONG ? 600_000 : 60_000,
  );
});

/** The same for falls. */
const FALLS: Array<[prompts: number, fall: number, found: number]> = [
  [1, 0.4, 0.5],
  [3, 0.3, 0.6],
  [10, 0.2, 0.8],
  [30, 0.1, 0.6],
];

describe.runIf(LONG)("accounts whose visibility falls", () => {
  it.each(FALLS)(
    "%i prompts, chance of a mention down by %f: found in %f of the accounts",
    (prompts, by, stated) => {
      const { fall } = claims("independent", prompts, -by);
      console.info("fall", prompts, by, fall);
      expect(fall).toBeGreaterThanOrEqual(stated);
    },
    LONG ? 600_000 : 60_000,
  );
});
