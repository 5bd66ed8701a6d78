import { describe, expect, it } from "vitest";
import { CAUSES, causeOf } from "../../../src/doctor/core/causes";
import type { Checkup, DoctorPart, DoctorProbe } from "../../../src/doctor/core/checkup";
import { clockOffset } from "../../../src/doctor/core/clock-offset";
import {
  isSound,
  judgeCheckup,
  reachFinding,
  type DoctorFinding,
  type Seen,
} from "../../../src/doctor/core/judge-checkup";
import { judgeTick } from "../../../src/doctor/core/judge-tick";

const checkup = (probes: Array<Partial<DoctorProbe>>, change: Partial<Checkup> = {}): Checkup => ({
  id: "c1",
  at: 1,
  release: { version: "1.0.0", deployment: null },
  migrations: { applied: ["a", "b"], known: [] },
  objectSchemas: {},
  settings: { plan: "free", siteRequestsPerJob: 40, browserSecondsPerDay: 600 },
  probes: probes.map((probe) => ({
    part: "kv",
    name: "KV",
    state: "works",
    reason: "",
    ms: null,
    detail: "",
    ...probe,
  })),
  ...change,
});
const seen: Seen = { version: "1.0.0", wanted: null, clockMs: null, waitedMs: 1_499 };
const ok = { verdict: "ok", cause: null, remedy: null } as const;
const because = (part: DoctorPart, reason: string) => {
  const { severity, cause, remedy } = CAUSES[part][reason]!;
  return { verdict: severity, cause, remedy };
};
const frame = {
  release: { part: "release", name: "service", seen: "1.0.0, 2 migrations, objects at step 0", ...ok },
  clock: { part: "clock", name: "service", seen: "not measured", ...ok },
  plan: {
    part: "plan",
    name: "free",
    seen: "40 requests per job, 600 browser seconds per day",
    ...because("plan", "free"),
  },
};

describe("a report", () => {
  it("has the release, the probes, the clocks and the plan, in this order", () => {
    const clock = { part: "clock", name: "DB" } as const;
    const found = judgeCheckup(
      checkup([
        clock,
        { detail: "d", ms: 3 },
        { ...clock, name: "O", state: "fails", reason: "differs", detail: "9 s" },
      ]),
      null,
      seen,
    );
    expect(found).toEqual([
      frame.release,
      { part: "kv", name: "KV", seen: "d, 3 ms", ...ok },
      frame.clock,
      { part: "clock", name: "inside", seen: "1 of 2 agree", ...ok },
      { part: "clock", name: "O", seen: "9 s", ...because("clock", "differs") },
      frame.plan,
    ]);
    expect(judgeCheckup(checkup([]), null, seen)).toEqual([frame.release, frame.clock, frame.plan]);
    expect(
      judgeCheckup(checkup([{ ...clock, state: "fails", reason: "differs" }]), null, seen).map(({ name }) => name),
    ).toEqual(["service", "service", "DB", "free"]);
  });

  const only = (probe: Partial<DoctorProbe>, heard: Parameters<typeof judgeCheckup>[1] = null) =>
    judgeCheckup(checkup([probe]), heard, seen)[1];
  it.each<[Partial<DoctorProbe>, Partial<DoctorFinding>]>([
    [{ ms: 0 }, { seen: "", ...ok }],
    [{ ms: 1 }, { seen: "1 ms", ...ok }],
    [
      { state: "fails", reason: "stale", ms: 5, detail: "d" },
      { seen: "d", ...because("kv", "stale") },
    ],
    [
      { state: "fails", reason: "", ms: 5 },
      { verdict: "failed", seen: "", cause: "It failed: ." },
    ],
    [
      { part: "schema", reason: "ahead", ms: 5 },
      { seen: "5 ms", ...because("schema", "ahead") },
    ],
    [
      { part: "mail", state: "untried", reason: "error" },
      { ...because("mail", "error"), verdict: "note" },
    ],
    [{ part: "cron", state: "untried", reason: "never" }, because("cron", "never")],
    [{ part: "mail", state: "fails", reason: "error" }, because("mail", "error")],
  ])("has a finding for %j", (probe, finding) => expect(only(probe)).toMatchObject(finding));

  it("tells what has arrived, in the queue or as an alarm of this checkup", () => {
    const heard = { id: "c1", at: 2, alarms: ["A"], queues: ["Q"] };
    const [queue, alarm] = [
      { part: "queue", name: "Q", state: "waits" },
      { part: "alarm", name: "A", state: "waits" },
    ] as const;
    expect(only(queue, heard)).toEqual({ part: "queue", name: "Q", seen: "delivered", ...ok });
    expect(only(alarm, heard)).toEqual({ part: "alarm", name: "A", seen: "rang", ...ok });
    const late = { seen: "nothing within 1 s" };
    expect(only({ ...queue, name: "A" }, heard)).toEqual({
      part: "queue",
      name: "A",
      ...late,
      ...because("queue", "waiting"),
    });
    expect(only({ ...alarm, name: "Q" }, heard)).toEqual({
      part: "alarm",
      name: "Q",
      ...late,
      ...because("alarm", "waiting"),
    });
    expect(only(alarm, { ...heard, id: "c0" })).toMatchObject(late);
  });

  it.each<[Partial<Seen>, Partial<Checkup>, Partial<DoctorFinding>]>([
    [{}, { objectSchemas: { A: 2, B: 5 } }, { seen: "1.0.0, 2 migrations, objects at step 5", ...ok }],
    [
      { wanted: "v1" },
      { release: { version: "1.0.0", deployment: "v1" } },
      { seen: "1.0.0, version v1, 2 migrations, objects at step 0", ...ok },
    ],
    [{ wanted: "v2" }, {}, because("release", "version")],
    [{ version: "1.0.1" }, {}, because("release", "other")],
    [
      { version: "1.0.1", wanted: "v1" },
      { release: { version: "1.0.0", deployment: "v1" } },
      because("release", "other"),
    ],
  ])("tells the release for %j", (by, change, finding) => {
    expect(judgeCheckup(checkup([], change), null, { ...seen, ...by })[0]).toMatchObject({
      part: "release",
      name: "service",
      ...finding,
    });
  });

  it.each([
    [5_000, true],
    [5_001, false],
    [-5_000, true],
    [-5_001, false],
  ])("tells whether this computer's clock is right: %i ms, %s", (clockMs, right) => {
    const finding = judgeCheckup(checkup([]), null, { ...seen, clockMs })[1];
    expect(finding).toEqual({
      part: "clock",
      name: "service",
      seen: `${clockMs} ms from this computer's`,
      ...(right ? ok : because("clock", "caller")),
    });
  });

  it("tells the plan", () => {
    const settings = { plan: "paid", siteRequestsPerJob: 1, browserSecondsPerDay: 2 } as const;
    expect(judgeCheckup(checkup([], { settings }), null, seen)[2]).toEqual({
      part: "plan",
      name: "paid",
      seen: "1 requests per job, 2 browser seconds per day",
      ...because("plan", "paid"),
    });
  });

  it("tells that nothing could be asked", () => {
    expect(reachFinding("html", "s")).toEqual({
      part: "reach",
      name: "service",
      seen: "s",
      ...because("reach", "html"),
    });
  });

  it("is sound with warnings and notes, and without failures", () => {
    const of = (...verdicts: Array<DoctorFinding["verdict"]>) =>
      isSound(
        verdicts.map((verdict): DoctorFinding => Object.assign({}, frame.plan, { verdict, part: "plan" as const })),
      );
    expect([of(), of("ok", "note", "warning"), of("ok", "failed")]).toEqual([true, true, false]);
  });
});

describe("a cause", () => {
  it("has a text of its own, and a remedy unless it is a note", () => {
    const all = Object.entries(CAUSES).flatMap(([part, reasons]) =>
      Object.entries(reasons).map(([reason, cause]) => Object.assign({ part, reason }, cause)),
    );
    expect(all.length).toBeGreaterThan(45);
    for (const { part, reason, severity, cause, remedy } of all) {
      expect(cause, `${part} ${reason}`).toMatch(/^[A-Z].{9,}\.$|^.+\)\.$/);
      if (severity !== "note") expect(remedy, `${part} ${reason}`).toMatch(/.{15,}\.|EMAIL_FROM/);
      if (remedy !== null) expect(remedy.length).toBeGreaterThan(20);
    }
  });

  it.each([
    [
      "note",
      "schema ahead, object busy, mail printed, mail nobody, mail unset, provider unset, provider costs, plan free, plan paid",
    ],
    ["warning", "object release, cron never, browser budget, clock differs, clock caller, release other"],
  ])("is a %s for these reasons alone", (severity, expected) => {
    const found = Object.entries(CAUSES).flatMap(([part, reasons]) =>
      Object.entries(reasons).flatMap(([reason, cause]) => (cause.severity === severity ? [`${part} ${reason}`] : [])),
    );
    expect(found.join(", ")).toBe(expected);
  });

  const AGAIN = "Run the doctor again. If it stays so, look at Cloudflare's status page and at the Worker's log.";
  it.each([
    ["kv", "silent", "It did not answer in time."],
    ["kv", "error", "It answered with an error."],
    ["kv", "newer", "It failed: newer."],
    ["next", "newer", "It failed: newer."],
    ["next", "error", "It answered with an error."],
  ])("of %s %s is told where the part has none", (part, reason, cause) => {
    expect(causeOf(part as DoctorPart, reason)).toEqual({ severity: "failed", cause, remedy: AGAIN });
  });

  it("of a binding that is missing is the same for all", () => {
    for (const part of ["database", "schema", "kv", "bucket", "object", "queue", "browser"] as const)
      expect(causeOf(part, "missing")).toEqual({
        severity: "failed",
        cause: "The binding is not part of the deployed Worker.",
        remedy: "Run `npm run deploy`: it creates what is missing and deploys again.",
      });
    for (const part of ["kv", "bucket"] as const)
      expect(causeOf(part, "stale")).toEqual({
        severity: "failed",
        cause: "It does not read what was just written.",
        remedy: AGAIN,
      });
    expect(causeOf("database", "error").cause).toBe("D1 refuses statements.");
  });
});

it("a clock is off by what its reading lies outside of ours", () => {
  expect([clockOffset(3, 3, 7), clockOffset(7, 3, 7), clockOffset(2, 3, 7), clockOffset(8, 3, 7)]).toEqual([
    0, 0, -1, 1,
  ]);
});

it("a tick's age is in whole minutes", () => {
  expect(judgeTick(5, 120_004)).toEqual({ minutes: 1, isLate: false });
  expect(judgeTick(5, 120_005).minutes).toBe(2);
});
