import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, describe, expect, it } from "vitest";
import { GUIDE_PATHS, REWRITTEN_PATHS } from "../../../demo/guides.ts";
import { DEMO_PAGES } from "../../../demo/pages.ts";
import { ANSWERS, dateGuides, demoCitations, FIX, plantCitations } from "../../../scripts/dev/demo-effect.ts";
import { dateRenders, daysToClosable } from "../../../scripts/dev/demo-ledger.ts";
import { isLeftAlone, OLD_PATHS, oldShopVisits, switchedAt } from "../../../scripts/dev/demo-router.ts";
import { CitedHistory } from "../../../src/insights/core/cited-history.ts";
import { fixEffect, verdictOn } from "../../../src/insights/core/fix-effect.ts";
import { routerEffect, routerVerdict } from "../../../src/insights/core/router-effect.ts";
import { DAY_MS, dayNumber } from "../../../src/lib/time/time.ts";
import { ANSWER_STEPS } from "../../../src/mentions/answers/tables.ts";
import { isHeldBack } from "../../../src/prerender/core/crawl-router.ts";

const NOW = Date.UTC(2026, 10, 28, 14, 42);
const today = dayNumber(NOW);

describe("the demo's stories", () => {
  it("has a fix that worked, by the report's own rules, and only because of what was planted", () => {
    const answers = demoCitations();
    const rows = answers.flatMap(({ daysAgo, paths }) =>
      paths.map((path) => ({ path, day: today - daysAgo, count: 1 })),
    );
    const counts = answers.map(({ daysAgo }) => ({ day: today - daysAgo, count: 1 }));
    const windows = {
      match: today - FIX.before - 56,
      before: today - FIX.before - 28,
      after: today - FIX.fetched + 1,
      days: 28,
    };
    const history = new CitedHistory(rows, counts);
    expect(history.fewestAnswers(windows)).toBeGreaterThanOrEqual(50);
    const citationsOf = history.within(windows);
    const nth = (n: number) => GUIDE_PATHS.filter((_, i) => i % 3 === n).map(citationsOf);
    const effect = fixEffect(nth(0), [...nth(1), ...nth(2)])!;
    expect([verdictOn(effect), effect.pages, effect.controls]).toEqual(["worked", 5, 10]);
    expect(effect.low).toBeGreaterThan(5);
    // Between guides that nobody wrote anew there is nothing to tell.
    expect(verdictOn(fixEffect(nth(1), nth(2))!)).toBe("unclear");
  });

  it("has a switch that saves visits, by the report's own rules, over the halves that the service chooses", () => {
    const since = switchedAt(NOW);
    const visits = oldShopVisits(NOW);
    const sums = (path: string) => {
      const own = visits.filter((visit) => visit.path === path).map(({ daysAgo }) => NOW - daysAgo * DAY_MS);
      return {
        before: own.filter((at) => at < since && at >= since - 28 * DAY_MS).length,
        after: own.filter((at) => at > since && at <= since + 28 * DAY_MS).length,
      };
    };
    for (const path of OLD_PATHS) expect(isLeftAlone(path, since)).toBe(isHeldBack(path, since));
    const alone = OLD_PATHS.filter((path) => isHeldBack(path, since));
    const routed = OLD_PATHS.filter((path) => !isHeldBack(path, since));
    const effect = routerEffect(routed.map(sums), alone.map(sums))!;
    expect(routerVerdict(effect)).toBe("fewer");
  });

  it("goes back to a day that the ledger can close, at any hour", () => {
    for (const hour of [0, 1, 2, 3, 14, 23]) {
      const now = Date.UTC(2026, 10, 28, hour, 30);
      const made = now - daysToClosable(now) * DAY_MS;
      expect([hour, dayNumber(made)]).toEqual([hour, dayNumber(now - 2 * 3_600_000) - 1]);
    }
  });

  it("has guides with enough text where they were written anew, and little elsewhere", () => {
    const words = (path: string) =>
      DEMO_PAGES[path]!.blocks.map(({ h1, p }) => h1 ?? p ?? "")
        .join(" ")
        .split(/\s+/).length;
    for (const path of GUIDE_PATHS) expect([path, words(path) >= 210]).toEqual([path, REWRITTEN_PATHS.includes(path)]);
  });
});

describe("the demo's dates in local databases", () => {
  const state = mkdtempSync(path.join(tmpdir(), "demo-"));
  afterAll(() => rmSync(state, { recursive: true }));
  const database = (className: string) => {
    const folder = path.join(state, "v3/do", `crawlready-${className}`);
    mkdirSync(folder, { recursive: true });
    return new DatabaseSync(path.join(folder, "0a.sqlite"));
  };

  it("copies answers of today once, as ended runs of the past that cite guides", () => {
    const db = database("DomainAnswers");
    const sql = { exec: (text: string) => db.exec(text) } as unknown as SqlStorage;
    for (const step of ANSWER_STEPS) step({ sql } as Parameters<typeof step>[0]);
    const add = db.prepare(
      "INSERT INTO answer(day, created_at, run_id, prompt_id, provider, attempt, own_urls, answer) VALUES(?, ?, ?, 'p', 'claude', 1, '[]', x'00')",
    );
    for (let i = 0; i < ANSWERS; i++) add.run("2026-11-28", NOW + i, `run-${i}`);
    plantCitations(state, "http://127.0.0.1:1", NOW);
    plantCitations(state, "http://127.0.0.1:1", NOW + DAY_MS / 2);
    const rows = db
      .prepare("SELECT day, status, own_urls, run FROM answer WHERE day < '2026-11-28' ORDER BY day")
      .all();
    expect(rows).toHaveLength(demoCitations().length);
    expect(rows[0]).toMatchObject({ day: "2026-07-11", status: "ok", run: expect.stringContaining('"answeredAt":') });
    const cited = rows.flatMap((row) => JSON.parse(row["own_urls"] as string) as string[]);
    expect(new Set(cited)).toEqual(new Set(GUIDE_PATHS.map((each) => `http://127.0.0.1:1${each}`)));
    db.close();
  });

  it("gives the first renders a day that can be closed, and the new guides' snapshots the day of their text, once", () => {
    const db = database("SnapshotIndex");
    db.exec("CREATE TABLE render_log(id INTEGER PRIMARY KEY, at INTEGER, block TEXT)");
    db.exec("CREATE TABLE entry(path TEXT PRIMARY KEY, changed_at INTEGER)");
    const renders = Array.from({ length: 14 }, (_, i) => ({
      id: i + 1,
      begunAt: NOW,
      record: { at: NOW },
      made: { at: NOW },
    }));
    db.prepare("INSERT INTO render_log VALUES(1, ?, ?)").run(NOW, JSON.stringify({ id: 1, renders }));
    db.prepare("INSERT INTO entry VALUES(?, 0), ('/', 0)").run(REWRITTEN_PATHS[0]!);
    for (let again = 0; again < 2; again++) {
      dateRenders(state, NOW);
      dateGuides(state, NOW);
    }
    const { block } = db.prepare("SELECT block FROM render_log").get() as { block: string };
    const days = (JSON.parse(block) as { renders: typeof renders }).renders.map(
      ({ made }) => dayNumber(made.at) - today,
    );
    expect(days).toEqual([...Array.from({ length: 12 }, () => -1), 0, 0]);
    const entries = db.prepare("SELECT path, changed_at AS at FROM entry ORDER BY path").all();
    expect(entries.map(({ path: own, at }) => [own, at])).toEqual([
      ["/", 0],
      [REWRITTEN_PATHS[0], NOW - FIX.rewritten * DAY_MS],
    ]);
    db.close();
  });
});
