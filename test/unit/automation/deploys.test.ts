import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  afterFailure,
  afterTurn,
  failDeploy,
  joinDeploy,
  newDeploy,
  STEPS,
  type Deploy,
} from "../../../src/automation/deploy-hook/core/deploy";
import { isChosen, isGivenUp, judgeContent } from "../../../src/automation/deploy-hook/core/page-state";
import { DeployBook } from "../../../src/automation/deploy-hook/ledger/ledger";
import {
  movePages,
  noteListed,
  owedPages,
  payPages,
  settlePages,
} from "../../../src/automation/deploy-hook/ledger/ledger-pages";
import type { ObjectStorage } from "../../../src/db/object-schema";
import { contentText } from "../../../src/prerender/core/pages/content-text";

/** An object's storage, in memory. */
function storage(): ObjectStorage {
  const database = new DatabaseSync(":memory:");
  const values = new Map<string, unknown>();
  const exec = (text: string, ...bound: Array<string | number | null>) => {
    const isScript = bound.length === 0 && text.includes(";");
    const rows = isScript ? (database.exec(text), []) : database.prepare(text).all(...bound);
    return { toArray: () => rows, one: () => rows[0] };
  };
  const kv = {
    get: (key: string) => values.get(key),
    put: (key: string, value: unknown) => void values.set(key, value),
  };
  let depth = 0;
  const transactionSync = <T>(work: () => T): T => {
    database.exec(`SAVEPOINT s${++depth}`);
    try {
      return work();
    } catch (error) {
      database.exec(`ROLLBACK TO s${depth}`);
      throw error;
    } finally {
      database.exec(`RELEASE s${depth--}`);
    }
  };
  return { sql: { exec }, kv, transactionSync } as unknown as ObjectStorage;
}

const order = (ref: string | null = null) => ({ domainId: "d", ref, paths: null, indexNow: true, audit: true });
const PATHS = ["/a", "/b", "/c", "/d"];
const paths = fc.subarray(PATHS, { minLength: 1 });

/** Which deploy a message is about, and which step: mostly the ones that are due, but also any others. */
const about = {
  isLate: fc.nat(3).map((n) => n === 0),
  step: fc.option(fc.constantFrom(...STEPS), { freq: 2 }),
};

/** What may happen to a ledger, at any time, twice, late and in any order. */
const event = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("ask" as const), ref: fc.option(fc.constantFrom("r1", "r2", "r3")) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("begin" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("list" as const), paths, changedAt: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("queue" as const), paths }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("land" as const), paths, content: fc.constantFrom("x", "y", "") }),
  },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("turn" as const), ...about, done: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("fail" as const), ...about, final: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("pay" as const), paths }) },
);
type Event = typeof event extends fc.Arbitrary<infer E> ? E : never;

/** Lets one thing happen to the deploy that runs. Returns how many pages were paid. */
function happen(ledger: DeployBook, each: Event, now: number): number {
  if (each.kind === "ask") ledger.ask(order(each.ref), now);
  if (each.kind === "begin") ledger.current(now);
  const all = ledger.list(1e9, 100);
  const running = all.find(({ report }) => report.state === "running");
  const target = "isLate" in each && each.isLate ? all.at(-1) : running;
  if (!target || each.kind === "ask" || each.kind === "begin") return 0;
  const { no, report } = target;
  const { sql } = ledger;
  if (each.kind === "list") {
    const found = each.paths.map((path) => ({ path, changedAt: each.changedAt, content: "", outdated: false }));
    ledger.transaction(() => noteListed(sql, no, { isFirst: report.isFirst, named: new Set() }, found, now));
    ledger.noteSitemap();
  } else if (each.kind === "queue") movePages(sql, no, each.paths, "chosen", "queued");
  else if (each.kind === "land") {
    const none = { failures: 0, failedAt: 0, reason: "" };
    const landed = each.paths.map((path) => ({ path, content: each.content, ...none }));
    ledger.transaction(() => settlePages(sql, no, landed, { isFirst: report.isFirst, owes: true }));
  } else if (each.kind === "turn") {
    const turn = each.done
      ? ({ kind: "done", note: null } as const)
      : ({ kind: "again", waitMs: 0, ahead: true } as const);
    ledger.change(no, (deploy) => afterTurn(deploy, each.step ?? deploy.step ?? "list", turn, now));
  } else if (each.kind === "fail") {
    const failure = { reason: "broken", final: each.final };
    ledger.change(
      no,
      (deploy) => afterFailure(deploy, each.step ?? deploy.step ?? "list", failure, { now, random: 0 }).deploy,
    );
  } else return payPages(sql, each.paths);
  return 0;
}

const rank = ({ state, step }: Deploy) =>
  state === "waiting" ? -1 : state === "running" ? STEPS.indexOf(step!) : STEPS.length;

describe("the ledger of deploys", () => {
  it("survives turns that come twice, late and in any order", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 100, size: "max" }), (events) => {
        const ledger = new DeployBook(storage());
        const ranks = new Map<string, number>();
        const ends = new Map<string, string>();
        let [owed, paid] = [0, 0];
        events.forEach((each, now) => {
          const before = new Set(owedPages(ledger.sql, 100));
          paid += happen(ledger, each, now);
          owed += owedPages(ledger.sql, 100).filter((path) => !before.has(path)).length;
          const reports = ledger.list(1e9, 100).map(({ report }) => report);
          expect(reports.filter(({ state }) => state === "running").length).toBeLessThanOrEqual(1);
          expect(reports.filter(({ state }) => state === "waiting").length).toBeLessThanOrEqual(1);
          for (const report of reports) {
            // No step is taken back, and what has ended stays as it is.
            expect(rank(report)).toBeGreaterThanOrEqual(ranks.get(report.id) ?? -1);
            ranks.set(report.id, rank(report));
            if (report.endedAt === null) continue;
            const text = JSON.stringify(report);
            expect(ends.get(report.id) ?? text).toBe(text);
            ends.set(report.id, text);
          }
        });
        // Each change is paid once, or still owed.
        expect(paid + owedPages(ledger.sql, 100).length).toBe(owed);
        // A ref leads to one deploy for ever.
        for (const ref of ["r1", "r2", "r3"]) {
          const first = ledger.ask(order(ref), 1_000).deploy.id;
          expect(ledger.ask(order(ref), 1_001)).toMatchObject({ isNew: false, deploy: { id: first } });
        }
      }),
      { numRuns: process.env["TEST_LONG"] === "1" ? 300 : 20 },
    );
  });

  const asks = (ref: string | null, named: string[] | null = null) => ({ ...order(ref), paths: named });
  const many = (from: number, count: number) => Array.from({ length: count }, (_, i) => `/${from + i}`);

  it("keeps the pages that a call names which joins a waiting deploy of the sitemap: they were dropped", () => {
    for (const [first, second] of [
      [asks("z7"), asks("z8", ["/k2"])],
      [asks("z7", ["/k2"]), asks("z8")],
    ] as const) {
      const ledger = new DeployBook(storage());
      const { deploy } = ledger.ask(first, 1);
      expect(ledger.ask(second, 2)).toMatchObject({ isNew: false, refusal: null, deploy: { id: deploy.id } });
      expect(ledger.find(deploy.id)).toMatchObject({ sitemap: true, paths: ["/k2"], refs: ["z7", "z8"] });
    }
  });

  it("refuses more named pages than a deploy holds, and keeps the others: both lists were dropped", () => {
    const ledger = new DeployBook(storage());
    const { deploy } = ledger.ask(asks("a", many(0, 900)), 1);
    expect(ledger.ask(asks("b", many(900, 101)), 2)).toMatchObject({ isNew: false, refusal: "full" });
    expect(ledger.find(deploy.id)).toMatchObject({ refs: ["a"], paths: many(0, 900), sitemap: false });
    expect(ledger.ask(asks("b", many(800, 200)), 3)).toMatchObject({ isNew: false, refusal: null });
    expect(ledger.find(deploy.id)).toMatchObject({ refs: ["a", "b"], paths: many(0, 1_000) });
    // A deploy is one row, which has a bound of its own.
    const long = many(0, 600).map((path) => path.padEnd(2_000, "x"));
    expect(new DeployBook(storage()).ask(asks(null, long), 1).refusal).toBe("full");
  });

  it("begins a new deploy for the ref of a failed one, whose step has ended: it could not be tried again", () => {
    const ledger = new DeployBook(storage());
    const { deploy } = ledger.ask(asks("v1"), 1);
    const { no } = ledger.current(2)!;
    ledger.change(no, (running) => failDeploy(running, "no_sitemap", 3));
    expect(ledger.find(deploy.id)!.steps.list).toEqual({ beganAt: 2, endedAt: 3, note: "no_sitemap" });
    const again = ledger.ask(asks("v1", ["/a"]), 4);
    expect(again).toMatchObject({ isNew: true, refusal: null, deploy: { refs: ["v1"] } });
    expect(again.deploy.id).not.toBe(deploy.id);
    expect(ledger.ask(asks("v1", ["/a"]), 5)).toMatchObject({ isNew: false, deploy: { id: again.deploy.id } });
  });

  it("refuses a known ref with other pages or steps: they were dropped without a word", () => {
    const ledger = new DeployBook(storage());
    const refusal = (each: Parameters<DeployBook["ask"]>[0]) => ledger.ask(each, 2).refusal;
    ledger.ask({ ...asks("v1", ["/a", "/b"]), audit: false }, 1);
    expect(refusal({ ...asks("v1", ["/b", "/a"]), audit: false })).toBeNull();
    expect(refusal({ ...asks("v1", ["/c"]), audit: false })).toBe("ref_conflict");
    expect(refusal({ ...asks("v1"), audit: false })).toBe("ref_conflict");
    expect(refusal(asks("v1", ["/a"]))).toBe("ref_conflict");
  });

  it("gives up a step after eight failures: a needed one ends the deploy, another leaves a note", () => {
    const at = (step: "compare" | "submit"): Deploy => ({
      ...newDeploy("id", order(), 0),
      state: "running",
      step,
      steps: { [step]: { beganAt: 0, endedAt: null, note: null } },
    });
    const failed = (step: "compare" | "submit", times: number) => {
      let deploy = at(step);
      for (let i = 0; i < times; i++)
        deploy = afterFailure(deploy, step, { reason: "why", final: false }, { now: 5, random: 0 }).deploy;
      return deploy;
    };
    expect(failed("compare", 7)).toMatchObject({ state: "running", failures: 7 });
    expect(failed("compare", 8)).toMatchObject({ state: "failed", error: "why", endedAt: 5 });
    expect(failed("submit", 8)).toMatchObject({ state: "running", step: "audit", steps: { submit: { note: "why" } } });
  });

  it("is not changed by a late failure of another step, or after its end", () => {
    const failure = { reason: "why", final: true };
    const clock = { now: 5, random: 0 };
    const running: Deploy = { ...newDeploy("id", order(), 0), state: "running", step: "submit" };
    expect(afterFailure(running, "compare", failure, clock)).toEqual({ deploy: running, waitMs: 0 });
    const ended: Deploy = { ...running, state: "done" };
    expect(afterFailure(ended, "submit", failure, clock)).toEqual({ deploy: ended, waitMs: 0 });
  });
});

describe("a waiting deploy that another order joins", () => {
  const asked = { domainId: "d", ref: "r1", paths: ["/a", "/b"], indexNow: false, audit: false };
  const waiting = newDeploy("x", asked, 0);

  it("does what either requested, once", () => {
    const joined = joinDeploy(waiting, { ...asked, ref: "r2", paths: ["/b", "/c"], audit: true });
    expect(joined).toEqual({ ...waiting, refs: ["r1", "r2"], paths: ["/a", "/b", "/c"], audit: true });
    expect(joinDeploy(joined, { ...asked, ref: "r1", indexNow: true })).toEqual({ ...joined, indexNow: true });
  });

  it("keeps its refs if the order has none, and reads the sitemap if the order names no pages", () => {
    const joined = joinDeploy(waiting, { ...asked, ref: null, paths: null });
    expect(joined).toEqual({ ...waiting, sitemap: true });
    expect(joinDeploy(joined, asked)).toEqual(joined);
  });

  it("submits again what either wants submitted again", () => {
    const joined = joinDeploy(waiting, { ...asked, paths: ["/c"], resubmit: true });
    expect(joined).toEqual({ ...waiting, paths: ["/a", "/b", "/c"], resubmitted: ["/c"] });
    const again = joinDeploy(joined, { ...asked, resubmit: true });
    expect(again.resubmitted).toEqual(["/c", "/a", "/b"]);
    expect(joinDeploy(again, { ...asked, paths: null, resubmit: true }).resubmitted).toEqual(["/c", "/a", "/b"]);
  });
});

describe("a released page", () => {
  it("may have changed if its date is another than the last deploy saw, even if its snapshot is newer", () => {
    const rules = { isFirst: false, isGiven: false };
    const page = { changedAt: 2, outdated: false };
    expect(isChosen(page, { changedAt: 1 }, rules)).toBe(true);
    expect(isChosen(page, { changedAt: 2 }, rules)).toBe(false);
    expect(isChosen(page, null, rules)).toBe(true);
    expect(isChosen(page, null, { ...rules, isFirst: true })).toBe(false);
    expect(isChosen({ ...page, changedAt: null }, { changedAt: 1 }, rules)).toBe(false);
  });

  it("is compared with what it said before", () => {
    const known = { before: "x", wasKnown: true };
    expect(["x", "y", ""].map((content) => judgeContent(known, content, false))).toEqual([
      "same",
      "changed",
      "baseline",
    ]);
    expect(judgeContent({ before: "", wasKnown: false }, "x", false)).toBe("added");
    expect(judgeContent({ before: "", wasKnown: false }, "x", true)).toBe("baseline");
    expect(isGivenUp({ failures: 2, failedAt: 0 }, 60_000)).toBe(true);
    expect(isGivenUp({ failures: 2, failedAt: 1 }, 60_000)).toBe(false);
  });

  it("says the same whatever its white space and headers are, and another thing with another status", () => {
    const page = { status: 200, location: null, title: "T", description: "", canonical: "", headers: { link: "<a>" } };
    const text = contentText(page, "one  two");
    expect(contentText({ ...page, headers: {} }, " one\ntwo ")).toBe(text);
    expect(contentText({ ...page, status: 410 }, "one two")).not.toBe(text);
    expect(contentText({ ...page, headers: { "x-robots-tag": "noindex" } }, "one two")).not.toBe(text);
  });
});
