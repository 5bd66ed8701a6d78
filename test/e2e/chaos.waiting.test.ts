import { describe, expect, it } from "vitest";
import { runPlan } from "../chaos/run.ts";

const KILLS = 10;

// With full disks and a clock that jumps: `npm run chaos`.
describe.runIf(process.env["TEST_LONG"] === "1")(
  `a service that is killed ${KILLS} times under all kinds of work`,
  () => {
    it("keeps what it acknowledged, and ends all work", { timeout: 1_200_000 }, async () => {
      const seed = Math.floor(Math.random() * 1_000_000);
      const { kills, findings } = await runPlan({ seed, kills: KILLS, fills: 0, jumps: 0, minutes: 10 }, () => {});
      expect(kills).toBe(KILLS);
      const broken = findings.flatMap(({ what, wrong }) => wrong.map((each) => `${what}: ${each}`));
      expect(broken, `npm run chaos -- --kills ${KILLS} --seed ${seed}`).toEqual([]);
    });
  },
);
