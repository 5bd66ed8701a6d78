import { describe, expect, it } from "vitest";
import { explain, problemsOf } from "../../../src/hostnames/core/explain";
import { readOutcome } from "../../../src/hostnames/core/read-outcome";
import type { HostnameRow } from "../../../src/hostnames/core/remote";

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;
const HOST = "www.shop.dev";
const read = (status: number, body: unknown, { lists = false, retryAfter = null as string | null } = {}) =>
  readOutcome({ status, retryAfter, body }, HOST, lists, NOW);
const errors = (...codes: number[]) => ({
  success: false,
  errors: codes.map((code) => ({ code, message: `no ${code}` })),
});
const garbled = { kind: "unclear", reason: "an unreadable answer" };

describe("a refusal of Cloudflare's", () => {
  it.each<[number, unknown, unknown]>([
    [400, errors(1409), { kind: "refused", reason: "no 1409" }],
    [400, errors(1, 1406), { kind: "duplicate" }],
    [404, errors(1, 1436), { kind: "none" }],
    [403, errors(1, 1404), { kind: "later", waitMs: 60 * MINUTE, forAll: false, fault: "no 1" }],
    [400, errors(1405), { kind: "later", waitMs: 60 * MINUTE, forAll: false, fault: "no 1405" }],
    [401, errors(1), { kind: "later", waitMs: 15 * MINUTE, forAll: true, fault: "no 1" }],
    [403, errors(1), { kind: "later", waitMs: 15 * MINUTE, forAll: true, fault: "no 1" }],
    [400, errors(7003), { kind: "later", waitMs: 15 * MINUTE, forAll: true, fault: "no 7003" }],
    [400, errors(1, 6003), { kind: "later", waitMs: 15 * MINUTE, forAll: true, fault: "no 1" }],
    [402, errors(1), { kind: "refused", reason: "no 1" }],
    [400, { success: false, errors: [{ code: "1406" }] }, { kind: "duplicate" }],
    [400, { success: false, errors: [{ code: 5, message: 7 }] }, { kind: "refused", reason: "error 5" }],
    [
      400,
      { success: false, errors: [{ code: 5, message: `${"x".repeat(299)}\n ${"y".repeat(9)}` }] },
      { kind: "refused", reason: expect.stringMatching(/^x{299}.{0,2}$/) },
    ],
    [499, errors(1406), { kind: "duplicate" }],
    [500, errors(1406), { kind: "unclear", reason: "status 500" }],
    [400, { ...errors(1406), success: true }, { kind: "unclear", reason: "status 400" }],
    [400, { errors: [{ code: 1406 }] }, { kind: "unclear", reason: "status 400" }],
    [400, { success: false, errors: [] }, { kind: "unclear", reason: "status 400" }],
    [400, { success: false, errors: "1406" }, { kind: "unclear", reason: "status 400" }],
    [400, null, { kind: "unclear", reason: "status 400" }],
    [199, errors(1409), { kind: "refused", reason: "no 1409" }],
    [300, errors(1409), { kind: "refused", reason: "no 1409" }],
  ])("with status %i (%#) is read", (status, body, outcome) => expect(read(status, body)).toEqual(outcome));

  it.each([
    [null, 5 * MINUTE],
    ["7", 7_000],
    ["7200", 60 * MINUTE],
  ])("that asks to wait %s stops everything for %i ms", (retryAfter, waitMs) => {
    expect(read(429, errors(1), { retryAfter })).toEqual({ kind: "later", waitMs, forAll: true });
  });
});

describe("a hostname in an answer", () => {
  const plain = {
    id: "ch_1-A",
    hostname: HOST,
    createdAt: null,
    hostnameStatus: "",
    certificateStatus: "",
    records: [],
    problems: [],
  };
  const of = (result: unknown, lists = false) => read(200, { success: true, result }, { lists });
  const own = { id: "ch_1-A", hostname: HOST };

  it("has its status, its records and its problems, as much of them as is shown", () => {
    const numbers = [1, 2, 3, 4, 5, 6];
    const full = {
      ...own,
      created_at: "2026-01-02T03:04:05Z",
      status: "pending",
      ownership_verification: { type: "txt", name: "_cf.shop.dev", value: "token" },
      verification_errors: ["first", "first", 7, "", " sec\nond "],
      ssl: {
        status: "pending_validation",
        validation_errors: [
          { message: "third" },
          "x",
          { message: "fourth" },
          { message: "fifth" },
          { message: "sixth" },
        ],
        validation_records: numbers.map((i) => ({ txt_name: `_acme${i}`, txt_value: `v${i}` })),
      },
    };
    const certificate = numbers
      .slice(0, 5)
      .map((i) => ({ purpose: "certificate", type: "TXT", name: `_acme${i}`, value: `v${i}` }));
    expect(of(full)).toEqual({
      kind: "hostname",
      hostname: {
        id: "ch_1-A",
        hostname: HOST,
        createdAt: Date.parse("2026-01-02T03:04:05Z"),
        hostnameStatus: "pending",
        certificateStatus: "pending_validation",
        records: [{ purpose: "ownership", type: "TXT", name: "_cf.shop.dev", value: "token" }, ...certificate],
        problems: ["first", "sec ond", "third", "fourth", "fifth"],
      },
    });
  });

  it.each<[string, object, object]>([
    ["nothing else", {}, {}],
    ["a date that is none", { created_at: "soon" }, {}],
    ["a date that is no text", { created_at: 5 }, {}],
    ["parts of other kinds", { ssl: "x", ownership_verification: [], verification_errors: {}, status: null }, {}],
    [
      "a record without a value",
      { ownership_verification: { name: "n" }, ssl: { validation_records: [{ txt_value: "v" }, {}] } },
      {},
    ],
    [
      "a problem of 301 characters",
      { verification_errors: ["x".repeat(301)] },
      { problems: [expect.stringMatching(/^x{299,300}…?$/)] },
    ],
  ])("may have %s", (_, change, expected) => {
    expect(of({ ...own, ...change })).toEqual({ kind: "hostname", hostname: { ...plain, ...expected } });
  });

  it.each([[5], [null], [""], ["a b"], ["../x"], ["x".repeat(65)]])("is unreadable with the id %j", (id) => {
    expect(of({ id, hostname: HOST })).toEqual(garbled);
  });

  it("may have an id of 64 characters", () => {
    expect(of({ id: "x".repeat(64), hostname: HOST })).toMatchObject({ kind: "hostname" });
  });

  it("is the one that was asked for", () => {
    expect(of({ id: "x", hostname: "other.dev" })).toEqual(garbled);
    expect(of({ id: "x" })).toEqual({ kind: "none" });
    expect(of({ id: 5 })).toEqual(garbled);
    expect(of(null)).toEqual(garbled);
    expect(of([{ id: "a", hostname: "other.dev" }, null, own], true)).toEqual({ kind: "hostname", hostname: plain });
    expect(of([{ id: "a", hostname: "other.dev" }], true)).toEqual({ kind: "none" });
    expect(of([], true)).toEqual({ kind: "none" });
    expect(of(own, true)).toEqual(garbled);
    expect(of([own])).toEqual(garbled);
  });

  it("is deleted by an answer that has the id alone", () => {
    expect(read(200, { id: "x" })).toEqual({ kind: "none" });
    expect(read(299, { id: "x" })).toEqual({ kind: "none" });
    expect(read(200, { id: 5 })).toEqual(garbled);
    expect(read(200, { id: "x", success: true, result: own })).toMatchObject({ kind: "hostname" });
    expect(read(200, { success: "true", result: own })).toEqual(garbled);
    expect(read(200, "<html>")).toEqual(garbled);
  });
});

describe("what keeps a hostname from being active", () => {
  const DNS = "DNS does not point here yet: set the CNAME record, or the TXT record for ownership.";
  it.each([
    ["custom hostname does not CNAME to this zone.", DNS],
    ["The ownership verification token was not found", DNS],
    ["ownership validation token was not found", DNS],
    [
      "It cannot be activated with a TXT or HTTP check",
      "The site is on Cloudflare already, so only its CNAME record can move it here.",
    ],
    [
      "It cannot be activated with an TXT or HTTP check",
      "The site is on Cloudflare already, so only its CNAME record can move it here.",
    ],
    ["No Fallback Origin", "The operator's zone has no working fallback origin. Only the operator can set one."],
    [
      "is on a held zone",
      "The owner of the domain holds it at Cloudflare. They have to release the hold, and then ask for a new check.",
    ],
    [
      "a Zone Hold",
      "The owner of the domain holds it at Cloudflare. They have to release the hold, and then ask for a new check.",
    ],
    [
      "A CAA record says no",
      "A CAA record of the domain forbids the certificate. Its owner has to allow Google Trust Services and Let's Encrypt.",
    ],
    ["Quota exceeded", "The operator's zone has no room for more hostnames. Only the operator can get more."],
    ["macaave", "macaave"],
    ["Something else", "Something else"],
  ])("is said in plain words: %s", (problem, said) => expect(explain(problem)).toBe(said));

  const late = "The certificate was not validated in time. Check the records, then ask for a new check.";
  const over = "The certificate has expired. Ask for a new check.";
  it.each<[Partial<HostnameRow>, string[]]>([
    [{ state: "active", problems: ["x"], certificateStatus: "expired" }, []],
    [{}, []],
    [
      { problems: ["x", "quota", "no quota"] },
      ["x", "The operator's zone has no room for more hostnames. Only the operator can get more."],
    ],
    [{ certificateStatus: "validation_timed_out", problems: ["x"] }, [late, "x"]],
    [{ certificateStatus: "validation_timed_out_now" }, []],
    [{ certificateStatus: "expired" }, [over]],
    [{ certificateStatus: "inactive" }, [over]],
    [{ certificateStatus: "not_expired" }, []],
    [{ certificateStatus: "expired_soon" }, []],
  ])("of %j are the sentences %j", (row, said) => {
    expect(problemsOf({ state: "pending", problems: null, certificateStatus: null, ...row } as HostnameRow)).toEqual(
      said,
    );
  });
});
