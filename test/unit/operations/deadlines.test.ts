import { expect, it } from "vitest";
import { CRON_PERIODS, patienceOf, STUCK_AFTER_MS, tickLateMs } from "../../../src/operations/core/deadlines";

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const [QUARTER, DAILY] = ["*/15 * * * *", "10 0 * * *"];

it("deadlines are what the runbook says", () => {
  expect(CRON_PERIODS).toEqual({ [QUARTER]: 15 * MINUTE, [DAILY]: DAY });
  expect([tickLateMs(DAY, 0, DAY + 15 * MINUTE), tickLateMs(DAY, 5, DAY + 15 * MINUTE + 6)]).toEqual([
    null,
    15 * MINUTE + 1,
  ]);
  expect(STUCK_AFTER_MS).toEqual({
    audit: 390 * MINUTE,
    queuedAudit: 45 * MINUTE,
    promptRun: 45 * MINUTE,
    analysis: HOUR,
    event: 30 * MINUTE,
    domainDeletion: 4 * HOUR,
    domainRelease: 2 * HOUR,
    accountDeletion: DAY,
  });
  expect(patienceOf("crawlready-visits")).toEqual({ degradedMs: 15 * MINUTE, failingMs: 2 * HOUR });
  expect(patienceOf("crawlready-render")).toEqual({ degradedMs: HOUR, failingMs: 6 * HOUR });
});
