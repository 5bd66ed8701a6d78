import { describe, expect, it } from "vitest";
import { afterStep, anew, MAYBE_DELETED } from "../../../src/hostnames/core/after-step";
import { nextStep } from "../../../src/hostnames/core/next-step";
import type { CallOutcome, HostnameRow, HostnameStep, RemoteHostname } from "../../../src/hostnames/core/remote";
import { turnBudget, TURN_MS } from "../../../src/hostnames/core/turn";
import { NOW, REMOTE as PLAIN_REMOTE, ROW } from "./rows";

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];
const REMOTE: RemoteHostname = {
  ...PLAIN_REMOTE,
  records: [{ purpose: "ownership", type: "TXT", name: "n", value: "v" }],
  problems: ["p"],
};
const NEW = {
  state: "queued",
  cloudflareId: null,
  isOurs: null,
  triedFrom: null,
  triedUntil: null,
  records: null,
  problems: null,
  hostnameStatus: null,
  certificateStatus: null,
  looks: 0,
  failures: 0,
};
const after = (step: HostnameStep, outcome: CallOutcome, row: Partial<HostnameRow> = {}) =>
  afterStep({ ...ROW, ...row }, step, outcome, NOW);
const change = (set: object, isAnswered = true) => ({ drop: false, set, isAnswered });
const [unclear, none, duplicate] = [{ kind: "unclear", reason: "x" }, { kind: "none" }, { kind: "duplicate" }] as const;
const tried = { triedFrom: NOW - 9, triedUntil: NOW - 5 };

describe("an attempt whose outcome is not known", () => {
  it.each<[HostnameStep, object]>([
    ["create", { looks: 0 }],
    ["delete", { looks: MAYBE_DELETED }],
    ["find", {}],
    ["read", {}],
    ["validate", {}],
  ])("to %s is followed by another look", (step, set) => {
    expect(after(step, unclear)).toEqual(change({ ...set, failures: 1, notBefore: NOW + 15 * SECOND }, false));
  });

  it.each([
    [1, 30 * SECOND],
    [7, 32 * MINUTE],
    [8, HOUR],
    [500, HOUR],
  ])("is tried again after a pause that grows, after %i failures %i ms", (failures, pause) => {
    expect(after("find", unclear, { failures })).toEqual(
      change({ failures: failures + 1, notBefore: NOW + pause }, false),
    );
  });
});

describe("an attempt that Cloudflare refused", () => {
  const again = { failures: 1, notBefore: NOW + 15 * SECOND };
  it("finds one that is there already, which is not ours if we never tried before", () => {
    expect(after("create", duplicate)).toEqual(change({ isOurs: false, looks: -1, ...again }, false));
    expect(after("create", duplicate, tried)).toEqual(change({ looks: -1, ...again }, false));
  });

  it("rests for a day if it was to create, and is tried again otherwise", () => {
    const refused = { kind: "refused", reason: "no" } as const;
    const settled = { state: "refused", failures: 0, checkedAt: NOW, problems: ["no"], notBefore: NOW + DAY };
    expect(after("create", refused, { ...tried, failures: 3 })).toEqual(
      change({ ...tried, ...settled, changedAt: NOW }),
    );
    expect(after("create", refused, { ...tried, state: "refused" })).toEqual(change({ ...tried, ...settled }));
    expect(after("read", refused)).toEqual(change({ problems: ["no"], ...again }));
  });

  it("waits as long as it says, with the fault if that is of this hostname alone", () => {
    const later = { kind: "later", waitMs: 7, forAll: true } as const;
    expect(after("create", later, { ...tried, looks: 4 })).toEqual(
      change({ ...tried, looks: 4, notBefore: NOW + 7 }, false),
    );
    expect(after("read", later, { ...tried, looks: 4 })).toEqual(change({ notBefore: NOW + 7 }, false));
    expect(after("read", { ...later, fault: "f" })).toEqual(change({ notBefore: NOW + 7 }, false));
    expect(after("read", { ...later, forAll: false, fault: "f" })).toEqual(
      change({ problems: ["f"], notBefore: NOW + 7 }, false),
    );
    expect(after("read", { ...later, forAll: false })).toEqual(change({ notBefore: NOW + 7 }, false));
  });
});

describe("a hostname that is there", () => {
  const found = (step: HostnameStep, row: Partial<HostnameRow> = {}, remote: Partial<RemoteHostname> = {}) => {
    const changed = after(step, { kind: "hostname", hostname: { ...REMOTE, ...remote } }, row);
    if (changed.drop) throw new Error("it is there");
    return changed.set;
  };

  it("is known with all that Cloudflare says of it", () => {
    expect(after("create", { kind: "hostname", hostname: REMOTE }, { failures: 3 })).toEqual(
      change({
        cloudflareId: "ch1",
        isOurs: true,
        hostnameStatus: "pending",
        certificateStatus: "pending_validation",
        records: REMOTE.records,
        problems: ["p"],
        triedFrom: null,
        triedUntil: null,
        state: "pending",
        failures: 0,
        checkedAt: NOW,
        changedAt: NOW,
        looks: 1,
        notBefore: NOW + MINUTE,
      }),
    );
  });

  it.each([
    ["active", "active", "active"],
    ["active_redeploying", "active", "active"],
    ["active", "pending", "pending"],
    ["inactive", "active", "pending"],
    ["pending", "active", "pending"],
    ["pending_blocked", "active", "blocked"],
    ["blocked", "active", "blocked"],
    ["moved", "active", "moved"],
    ["active_moved", "active", "moved"],
    ["pending_deletion", "active", "moved"],
    ["deleted", "active", "moved"],
  ])("with status %s and certificate %s is %s", (hostnameStatus, certificateStatus, state) => {
    expect(found("read", {}, { hostnameStatus, certificateStatus }).state).toBe(state);
  });

  it.each([
    ["pending", 0, 1, MINUTE],
    ["pending", 1, 2, 78_000],
    ["pending", -2, 1, MINUTE],
    ["pending", 20, 21, 11_402_978],
    ["pending", 21, 22, 4 * HOUR],
    ["pending", 2_000, 2_001, 4 * HOUR],
    ["moved", 5, 6, 6 * HOUR],
    ["active", 5, 6, DAY],
    ["blocked", 5, 6, DAY],
  ] as const)("and %s as before is looked at again: looks %i, then %i, after %i ms", (state, looks, next, pause) => {
    const remote = { hostnameStatus: state, certificateStatus: "active" };
    const set = found("read", { state, looks, isOurs: true }, remote);
    expect([set.looks, set.notBefore, "changedAt" in set, set.isOurs]).toEqual([next, NOW + pause, false, true]);
  });

  it("is looked at soon after it has changed or was validated again, and at once if nobody wants it", () => {
    expect(found("read", { state: "active", looks: 9 })).toMatchObject({
      looks: 1,
      notBefore: NOW + MINUTE,
      changedAt: NOW,
    });
    expect(found("validate", { state: "pending", looks: 9 })).toMatchObject({ looks: 1, notBefore: NOW + MINUTE });
    expect(found("read", { unwanted: true }).notBefore).toBe(0);
  });

  it.each<[string, Partial<HostnameRow>, number | null, boolean]>([
    ["two minutes before we tried", {}, NOW - 10 * MINUTE - 2 * MINUTE, true],
    ["earlier", {}, NOW - 10 * MINUTE - 2 * MINUTE - 1, false],
    ["five minutes after we tried", {}, NOW - 9 * MINUTE + 5 * MINUTE, true],
    ["later", {}, NOW - 9 * MINUTE + 5 * MINUTE + 1, false],
    ["at no known time", {}, null, false],
    ["while we tried, but it is known to be another's", { isOurs: false }, NOW - 10 * MINUTE, false],
    ["when we had not begun", { triedFrom: null }, NOW - 10 * MINUTE, false],
    ["when we had not ended", { triedUntil: null }, NOW - 10 * MINUTE, false],
  ])("is ours if it was found as made while we tried: %s", (_, row, createdAt, isOurs) => {
    const own = { triedFrom: NOW - 10 * MINUTE, triedUntil: NOW - 9 * MINUTE, ...row };
    expect(found("find", own, { createdAt }).isOurs).toBe(isOurs);
    expect(found("read", own, { createdAt }).isOurs).toBe(own.isOurs ?? null);
  });
});

describe("a hostname that is not there", () => {
  const again = { failures: 1, notBefore: NOW + 15 * SECOND };
  const elsewhere = {
    ...NEW,
    state: "refused",
    checkedAt: NOW,
    changedAt: NOW,
    problems: [
      "Another zone at Cloudflare has this hostname. Its owner has to remove it there before it can be added here.",
    ],
    notBefore: NOW + 6 * HOUR,
  };
  const long = { triedFrom: NOW - HOUR, triedUntil: NOW - 5 * MINUTE };
  const recent = { triedFrom: NOW - HOUR, triedUntil: NOW - 5 * MINUTE + 1 };

  it.each<[string, HostnameStep, Partial<HostnameRow>, unknown]>([
    ["is dropped once it is deleted", "delete", recent, { drop: true }],
    ["is dropped if nobody wants it", "read", { unwanted: true }, { drop: true }],
    ["is dropped if nobody wants it and it can't come any more", "find", { unwanted: true, ...long }, { drop: true }],
    ["is dropped if nobody wants it and nobody tried", "find", { unwanted: true }, { drop: true }],
    [
      "is looked for again if nobody wants it and it may still come",
      "find",
      { unwanted: true, ...recent },
      change(again, false),
    ],
    ["is created next", "find", {}, change({ looks: 1, notBefore: NOW }, false)],
    ["is created after a pause if we tried before", "find", recent, change({ looks: 1, ...again }, false)],
    ["is in another zone if it is another's", "find", { looks: -1, isOurs: false, ...recent }, change(elsewhere)],
    ["is in another zone if three looks failed", "find", { looks: -1, failures: 3, ...long }, change(elsewhere)],
    [
      "may be in another zone after two",
      "find",
      { looks: -1, failures: 2, ...long },
      change({ looks: 1, failures: 3, notBefore: NOW + MINUTE }, false),
    ],
    [
      "may still come after three",
      "find",
      { looks: -1, failures: 3, ...recent },
      change({ failures: 4, notBefore: NOW + 2 * MINUTE }, false),
    ],
    [
      "starts anew if we may have deleted it",
      "read",
      { looks: MAYBE_DELETED },
      change({ ...NEW, changedAt: NOW, notBefore: 0 }, false),
    ],
    [
      "has expired otherwise",
      "read",
      { state: "active", looks: 3 },
      change({ ...NEW, state: "expired", checkedAt: NOW, changedAt: NOW, notBefore: NOW + DAY }),
    ],
    [
      "has still expired",
      "validate",
      { state: "expired" },
      change({ ...NEW, state: "expired", checkedAt: NOW, notBefore: NOW + DAY }),
    ],
  ])("%s", (_, step, row, expected) => expect(after(step, none, row)).toEqual(expected));

  it("starts anew without what was known", () => expect(anew(5)).toEqual({ ...NEW, changedAt: 5, notBefore: 0 }));
});

describe("the next step", () => {
  const there = { cloudflareId: "ch1" };
  it.each<[Partial<HostnameRow>, HostnameStep]>([
    [{}, "find"],
    [{ looks: 1 }, "create"],
    [{ looks: -1 }, "find"],
    [{ unwanted: true }, "forget"],
    [{ unwanted: true, triedFrom: 1 }, "find"],
    [there, "read"],
    [{ ...there, asked: true }, "read"],
    [{ ...there, isOurs: true }, "read"],
    [{ ...there, asked: true, isOurs: true }, "validate"],
    [{ ...there, unwanted: true, asked: true, isOurs: true }, "delete"],
    [{ ...there, unwanted: true, isOurs: null }, "forget"],
  ])("of %j is to %s", (row, step) => expect(nextStep({ ...ROW, ...row })).toBe(step));
});

it("a turn has thirty calls, its share of the creates, and another place to begin each time", () => {
  const of = (turn: number, perMinute: number) => turnBudget(turn * TURN_MS + 5, perMinute);
  expect(of(0, 6)).toEqual({ calls: 30, creates: 1, after: "00000000" });
  expect(of(1, 15)).toEqual({ calls: 30, creates: 3, after: "9e3779b1" });
  expect(of(2, 15)).toEqual({ calls: 30, creates: 2, after: "3c6ef362" });
  expect(of(14, 600).creates).toBe(30);
  expect(of(14, 600).after).toBe("a708a7ae");
  expect(TURN_MS).toBe(10 * SECOND);
});
