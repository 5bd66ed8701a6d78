import { describe, expect, it } from "vitest";
import { afterStep } from "../../../src/hostnames/core/after-step";
import { nextStep } from "../../../src/hostnames/core/next-step";
import { readOutcome } from "../../../src/hostnames/core/read-outcome";
import type { HostnameRow, RemoteHostname } from "../../../src/hostnames/core/remote";
import { turnBudget } from "../../../src/hostnames/core/turn";
import { NOW, REMOTE, ROW } from "./rows";

const MINUTE_MS = 60_000;
const found = (row: Partial<HostnameRow>, remote: Partial<RemoteHostname> = {}) =>
  afterStep({ ...ROW, ...row }, "find", { kind: "hostname", hostname: { ...REMOTE, ...remote } }, NOW);

describe("the next step for a hostname", () => {
  it("looks before it creates, and again after an attempt", () => {
    expect(nextStep(ROW)).toBe("find");
    expect(nextStep({ ...ROW, looks: 1 })).toBe("create");
    expect(nextStep({ ...ROW, triedFrom: NOW, triedUntil: NOW })).toBe("find");
  });

  it("deletes and validates only what is ours", () => {
    const there = { ...ROW, cloudflareId: "ch1", unwanted: true };
    expect(nextStep({ ...there, isOurs: true })).toBe("delete");
    expect(nextStep({ ...there, isOurs: false })).toBe("forget");
    expect(nextStep({ ...there, isOurs: false, unwanted: false, asked: true })).toBe("read");
  });
});

describe("a hostname that was found", () => {
  it("is ours only if it was created while we tried", () => {
    const tried = { triedFrom: NOW - 10 * MINUTE_MS, triedUntil: NOW - 9 * MINUTE_MS };
    const whose = (createdAt: number | null, row = tried) =>
      (found(row, { createdAt }) as { set: Partial<HostnameRow> }).set.isOurs;
    expect(whose(NOW - 10 * MINUTE_MS)).toBe(true);
    expect(whose(NOW - 13 * MINUTE_MS)).toBe(false);
    expect(whose(NOW)).toBe(false);
    expect(whose(null)).toBe(false);
    expect((found({}) as { set: Partial<HostnameRow> }).set.isOurs).toBe(false);
  });
});

describe("an attempt that Cloudflare did not take", () => {
  it("is made again without another look", () => {
    const row = { ...ROW, looks: 1 };
    // The claim notes the attempt and forgets the look.
    const claimed = { ...row, looks: 0, triedFrom: NOW, triedUntil: NOW };
    const after = afterStep(row, "create", { kind: "later", waitMs: 7_000, forAll: true }, NOW);
    if (after.drop) throw new Error("it is still wanted");
    expect(nextStep({ ...claimed, ...after.set })).toBe("create");
  });
});

describe("a hostname that is gone", () => {
  const there = { ...ROW, cloudflareId: "ch1", isOurs: true, state: "active" as const };
  const setOf = (change: ReturnType<typeof afterStep>) => ("set" in change ? change.set : null);
  const lost = { kind: "unclear", reason: "TimeoutError" } as const;

  it("is created again at once if we deleted it and lost the answer, and somebody wants it again", () => {
    const tried = setOf(afterStep({ ...there, unwanted: true }, "delete", lost, NOW));
    const wanted = { ...there, ...tried, unwanted: false };
    expect(nextStep(wanted)).toBe("read");
    const after = setOf(afterStep(wanted, "read", { kind: "none" }, NOW));
    expect(after).toMatchObject({ state: "queued", cloudflareId: null, looks: 0, notBefore: 0 });
    expect(nextStep({ ...wanted, ...after })).toBe("find");
  });

  it("waits a day if Cloudflare deleted it", () => {
    const expired = setOf(afterStep(there, "read", { kind: "none" }, NOW));
    expect(expired).toMatchObject({ state: "expired", notBefore: NOW + 24 * 60 * MINUTE_MS });
  });

  it("is as before if our attempt to delete it did nothing", () => {
    const tried = setOf(afterStep({ ...there, unwanted: true }, "delete", lost, NOW));
    const active = { ...REMOTE, hostnameStatus: "active", certificateStatus: "active" };
    const after = afterStep({ ...there, ...tried }, "read", { kind: "hostname", hostname: active }, NOW);
    expect(after).toMatchObject({ set: { state: "active", isOurs: true, looks: 1 } });
    const later = setOf(afterStep({ ...there, ...setOf(after) }, "read", { kind: "none" }, NOW));
    expect(later).toMatchObject({ state: "expired" });
  });
});

describe("Cloudflare's answers", () => {
  const read = (status: number, body: unknown, retryAfter: string | null = null) =>
    readOutcome({ status, retryAfter, body }, "www.shop.dev", false, NOW);
  const failed = (code: number) => ({ success: false, errors: [{ code, message: "no" }], result: null });

  it("say that nothing was done only if the API itself says so", () => {
    expect(read(409, failed(1406))).toEqual({ kind: "duplicate" });
    expect(read(404, failed(1436))).toEqual({ kind: "none" });
    expect(read(400, failed(1409))).toEqual({ kind: "refused", reason: "no" });
    expect(read(404, "<html>")).toMatchObject({ kind: "unclear" });
    expect(read(502, failed(1500))).toMatchObject({ kind: "unclear" });
    expect(read(200, { success: true, result: { id: "x", hostname: "other.dev" } })).toMatchObject({ kind: "unclear" });
  });

  it("stop all calls for as long as they say", () => {
    expect(read(429, failed(10013), "7")).toEqual({ kind: "later", waitMs: 7_000, forAll: true });
    expect(read(429, "", null)).toMatchObject({ waitMs: 5 * MINUTE_MS });
    expect(read(403, failed(10000))).toMatchObject({ kind: "later", forAll: true, fault: "no" });
    expect(read(403, failed(1405))).toMatchObject({ kind: "later", forAll: false });
  });
});

describe("the budget of a turn", () => {
  it.each([1, 15, 100])("keeps to %i creates per minute over the turns", (perMinute) => {
    const creates = Array.from({ length: 60 }, (_, i) => turnBudget(NOW + i * 10_000, perMinute).creates);
    expect(creates.reduce((sum, each) => sum + each, 0)).toBe(10 * perMinute);
  });
});
