import { describe, expect, it } from "vitest";
import { doctorReport } from "../../../cli/report/doctor.ts";
import { CAUSES } from "../../../src/doctor/core/causes";
import type { Checkup, DoctorProbe, Heard } from "../../../src/doctor/core/checkup";
import { clockOffset } from "../../../src/doctor/core/clock-offset";
import { isSound, judgeCheckup, type Seen } from "../../../src/doctor/core/judge-checkup";
import { judgeTick } from "../../../src/doctor/core/judge-tick";

const probe = (change: Partial<DoctorProbe>): DoctorProbe => ({
  part: "kv",
  name: "KV",
  state: "works",
  reason: "",
  ms: 3,
  detail: "",
  ...change,
});
const checkup = (...probes: DoctorProbe[]): Checkup => ({
  id: "c1",
  at: 1_000,
  release: { version: "1.0.0", deployment: "v1" },
  migrations: { applied: ["0000_init.sql"], known: ["0000_init.sql"] },
  objectSchemas: { RENDER_POOL: 1 },
  settings: { plan: "paid", siteRequestsPerJob: 4_000, browserSecondsPerDay: 172_800 },
  probes,
});
const seen: Seen = { version: "1.0.0", wanted: null, clockMs: 12, waitedMs: 90_000 };
const heard = (change: Partial<Heard> = {}): Heard => ({ id: "c1", at: 2_000, alarms: [], queues: [], ...change });
const judge = (one: Partial<DoctorProbe>, about: Heard | null = heard(), by: Seen = seen) =>
  judgeCheckup(checkup(probe(one)), about, by).find(({ part }) => part === (one.part ?? "kv"))!;

describe("what is to arrive", () => {
  const message = { part: "queue", name: "crawlready-crawl", state: "waits" } as const;

  it("works once it has", () => {
    expect(judge(message, heard({ queues: ["crawlready-crawl"] }))).toMatchObject({ verdict: "ok", cause: null });
    expect(
      judge({ part: "alarm", name: "RENDER_POOL", state: "waits" }, heard({ alarms: ["RENDER_POOL"] })),
    ).toMatchObject({
      verdict: "ok",
    });
  });

  it.each([
    ["has not", heard({ queues: ["crawlready-render"], alarms: ["crawlready-crawl"] })],
    ["was heard of another checkup", heard({ id: "c0", queues: ["crawlready-crawl"] })],
    ["can't be known", null],
  ])("fails if it %s", (_, about) => {
    const finding = judge(message, about);
    expect(finding).toMatchObject({ verdict: "failed", seen: expect.stringContaining("nothing within 90 s") });
    expect(finding.remedy).toContain("npx wrangler queues info");
  });
});

describe("a probe", () => {
  it.each([
    [{ state: "fails", reason: "missing" }, "failed"],
    [{ state: "fails", reason: "stale" }, "failed"],
    [{ state: "fails", reason: "error", detail: "quota exceeded" }, "failed"],
    [{ state: "fails", reason: "of-the-next-release" }, "failed"],
    [{ part: "browser", name: "BROWSER", state: "fails", reason: "budget" }, "warning"],
    [{ part: "schema", name: "DB", state: "works", reason: "ahead" }, "note"],
    [{ part: "schema", name: "DB", state: "fails", reason: "behind" }, "failed"],
    [{ part: "mail", name: "mail", state: "untried", reason: "nobody" }, "note"],
    [{ part: "cron", name: "crons", state: "untried", reason: "never" }, "warning"],
    [{ part: "cron", name: "crons", state: "fails", reason: "late" }, "failed"],
    // Not to have tried is no failure, whatever the reason.
    [{ part: "provider", name: "Claude", state: "untried", reason: "auth" }, "note"],
  ] as const)("%o is judged %s", (one, verdict) => {
    const finding = judge(one);
    expect(finding.verdict).toBe(verdict);
    expect(finding.cause).not.toBe(null);
  });

  it("that fails always has a remedy", () => {
    const without = Object.entries(CAUSES).flatMap(([part, reasons]) =>
      Object.entries(reasons).flatMap(([reason, { severity, remedy }]) =>
        severity !== "note" && remedy === null ? [`${part} ${reason}`] : [],
      ),
    );
    expect(without).toEqual([]);
  });
});

describe("the release", () => {
  it("is a warning if another one answers, and a failure if another version does than was asked for", () => {
    const of = (by: Partial<Seen>) => judgeCheckup(checkup(), heard(), { ...seen, ...by })[0]!.verdict;
    expect([of({}), of({ version: "1.1.0" }), of({ wanted: "v1" }), of({ wanted: "v2" })]).toEqual([
      "ok",
      "warning",
      "ok",
      "failed",
    ]);
  });
});

describe("clocks", () => {
  it("are right between two readings", () => {
    expect([clockOffset(5, 3, 7), clockOffset(1, 3, 7), clockOffset(9, 3, 7)]).toEqual([0, -2, 2]);
  });

  it("that agree are one line, and others have their own", () => {
    const clock = (name: string, state: "works" | "fails") =>
      probe({ part: "clock", name, state, reason: state === "works" ? "" : "differs" });
    const all = checkup(clock("DB", "works"), clock("RENDER_POOL", "works"), clock("LINK_HOST", "fails"));
    const clocks = judgeCheckup(all, heard(), { ...seen, clockMs: -9_000 }).filter(({ part }) => part === "clock");
    expect(clocks.map(({ name, verdict, seen: text }) => [name, verdict, text])).toEqual([
      ["service", "warning", "-9000 ms from this computer's"],
      ["inside", "ok", "2 of 3 agree"],
      ["LINK_HOST", "warning", ""],
    ]);
  });

  it("of crons are late when health says so", () => {
    const minute = 60_000;
    expect(judgeTick(0, 30 * minute)).toEqual({ minutes: 30, isLate: false });
    expect(judgeTick(0, 30 * minute + 1)).toEqual({ minutes: 30, isLate: true });
    expect(judgeTick(5 * minute, 0)).toEqual({ minutes: 0, isLate: false });
  });
});

describe("the report", () => {
  it("has a row per finding, and cause and remedy of each failure, without escape sequences of others", () => {
    const findings = judgeCheckup(
      checkup(
        probe({}),
        probe({ part: "bucket", name: "ARCHIVE", state: "fails", reason: "error", detail: "\u001b[31mno\u0007" }),
      ),
      heard(),
      seen,
    );
    expect(isSound(findings)).toBe(false);
    expect(doctorReport("https://service.example", findings, { colours: false }).split("\n")).toEqual([
      "https://service.example",
      "",
      "release  service  ok      1.0.0, version v1, 1 migrations, objects at step 1",
      "kv       KV       ok      3 ms",
      "bucket   ARCHIVE  FAILED  no",
      "clock    service  ok      12 ms from this computer's",
      expect.stringContaining("plan     paid     -       4000 requests per job"),
      "",
      "FAILED: bucket ARCHIVE",
      "  Seen:   no",
      "  Cause:  R2 refuses to write or to read.",
      "  Remedy: See in Cloudflare's dashboard whether R2 is on and the bucket exists.",
      "",
      "1 failure, 0 warnings.",
      "",
    ]);
  });
});
