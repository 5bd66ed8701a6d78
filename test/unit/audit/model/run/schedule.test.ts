import { expect, it } from "vitest";
import { auditSlotOf } from "../../../../../src/audit/model/run/schedule";

it.each([
  ["2026-11-21T23:59:59Z", "daily:2026-11-21", "weekly:2026-11-16", "monthly:2026-11"],
  ["2026-11-22T00:00:00Z", "daily:2026-11-22", "weekly:2026-11-16", "monthly:2026-11"],
  ["2026-11-23T00:00:00Z", "daily:2026-11-23", "weekly:2026-11-23", "monthly:2026-11"],
  ["2027-01-01T00:15:00Z", "daily:2027-01-01", "weekly:2026-12-28", "monthly:2027-01"],
])("at %s the slots are %s, %s, %s", (instant, daily, weekly, monthly) => {
  const now = Date.parse(instant);
  expect([auditSlotOf("daily", now), auditSlotOf("weekly", now), auditSlotOf("monthly", now)]).toEqual([
    daily,
    weekly,
    monthly,
  ]);
});
