import { describe, expect, it } from "vitest";
import { auditSlotOf, auditSlots } from "../../../../../src/audit/model/run/schedule";

const at = (text: string) => Date.parse(text);
const dayOf = (text: string) => Math.floor(at(text) / 86_400_000);

describe("the slot of a scheduled audit", () => {
  it.each([
    ["2026-11-21T10:00:00Z", ["daily:2026-11-21", "weekly:2026-11-16", "monthly:2026-11"]],
    ["2026-11-16T00:00:00Z", ["daily:2026-11-16", "weekly:2026-11-16", "monthly:2026-11"]],
    ["2026-11-15T23:59:59Z", ["daily:2026-11-15", "weekly:2026-11-09", "monthly:2026-11"]],
    ["2027-01-01T00:00:00Z", ["daily:2027-01-01", "weekly:2026-12-28", "monthly:2027-01"]],
  ])("is that of the calendar for a schedule that began on no day: %s", (now, slots) => {
    const all = auditSlots(at(now));
    expect((["daily", "weekly", "monthly"] as const).map((each) => auditSlotOf(all, each, null))).toEqual(slots);
  });

  it.each([
    ["weekly", "2026-11-19", "2026-11-19T00:00:00Z", "weekly:2026-11-19"],
    ["weekly", "2026-11-19", "2026-11-25T23:59:59Z", "weekly:2026-11-19"],
    ["weekly", "2026-11-19", "2026-11-26T00:00:00Z", "weekly:2026-11-26"],
    ["monthly", "2026-11-28", "2026-11-28T05:00:00Z", "monthly:2026-11-28"],
    ["monthly", "2026-11-28", "2026-12-27T23:59:59Z", "monthly:2026-11-28"],
    ["monthly", "2026-11-28", "2026-12-28T00:00:00Z", "monthly:2026-12-28"],
    ["monthly", "2026-12-31", "2027-02-27T12:00:00Z", "monthly:2027-01-31"],
    ["monthly", "2026-12-31", "2027-02-28T00:00:00Z", "monthly:2027-02-28"],
    ["monthly", "2026-12-31", "2027-03-30T00:00:00Z", "monthly:2027-02-28"],
    ["monthly", "2026-12-31", "2027-03-31T00:00:00Z", "monthly:2027-03-31"],
    ["weekly", "1970-01-01", "2026-11-21T10:00:00Z", "weekly:2026-11-21"],
    ["monthly", "1970-01-01", "2026-11-21T10:00:00Z", "monthly:2026-11-21"],
    ["monthly", "2026-11-01", "2026-12-01T00:00:00Z", "monthly:2026-12"],
  ] as const)("of a %s schedule since %s at %s is %s", (frequency, since, now, slot) => {
    expect(auditSlotOf(auditSlots(at(now)), frequency, dayOf(since))).toBe(slot);
  });
});
