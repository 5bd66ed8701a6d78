import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PathScore, TrendPoint } from "../../../../../src/audit/crawl/frontier/pages/trend-block";
import {
  createTrends,
  knownPaths,
  pointsOf,
  pruneTrends,
  storeTrends,
  trendRows,
} from "../../../../../src/audit/crawl/frontier/pages/trends";
import { ObjectSql } from "./object-sql.ts";

const SEED = { seed: 22, numRuns: 60 };
const score: fc.Arbitrary<PathScore> = fc.record({
  urlHash: fc.oneof(fc.nat(40), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
  healthScore: fc.option(fc.double({ min: 0, max: 100, noNaN: true }).map((each) => each + 0)),
  statusCode: fc.constantFrom(0, 200, 404, 999),
  issueCount: fc.nat(500),
});
const scores = fc.uniqueArray(score, { selector: ({ urlHash }) => urlHash, maxLength: 12 });

describe("trends", () => {
  it("have each path's latest points, each run's once, as a plain list has them", () => {
    const step = fc.record({ run: fc.nat(50), scores, prune: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { sql } = new ObjectSql();
        createTrends(sql);
        const model = new Map<number, { points: TrendPoint[]; at: number }>();
        for (const [now, { run, scores: some, prune }] of steps.entries()) {
          // A run's scores come in one go, perhaps twice; another run's never between them.
          const runId = `run-${now}-${run}`;
          for (let i = 0; i < 2; i++) storeTrends(sql, runId, some, now);
          for (const { urlHash, healthScore, statusCode, issueCount } of some) {
            const points = model.get(urlHash)?.points ?? [];
            points.push([runId, healthScore, statusCode, issueCount]);
            model.set(urlHash, { points: points.slice(-30), at: now });
          }
          if (!prune) continue;
          pruneTrends(sql, now - 5);
          for (const [hash, { at }] of model) if (at < now - 5) model.delete(hash);
        }
        const hashes = [...model.keys()].sort((a, b) => a - b);
        const expected = hashes.map((hash) => [hash, JSON.stringify(model.get(hash)!.points)]);
        const asked = [...hashes, 1, 2, 3, 77];
        expect([...pointsOf(sql, asked)].sort(([a], [b]) => a - b)).toEqual(expected);
        expect(new Set(knownPaths(sql, asked))).toEqual(new Set(hashes));
        const rows: unknown[] = [];
        for (let after = Number.MIN_SAFE_INTEGER; ;) {
          const part = trendRows(sql, after, 7);
          rows.push(...part.rows.map(({ path_hash, points }) => [path_hash, points]));
          if (!part.more) break;
          after = part.rows.at(-1)!.path_hash;
        }
        expect(rows).toEqual(expected);
      }),
      SEED,
    );
  });

  it("of many paths take few rows per run, of bounded size", () => {
    const object = new ObjectSql();
    const { sql } = object;
    createTrends(sql);
    const all = Array.from({ length: 20_000 }, (_, i) => ({
      urlHash: i * 104_729 + 1,
      healthScore: 90,
      statusCode: 200,
      issueCount: 3,
    }));
    for (let run = 0; run < 32; run++) {
      object.writes = 0;
      for (let from = 0; from < all.length; from += 5_000)
        storeTrends(sql, `run-${run}`, all.slice(from, from + 5_000), run);
      expect(object.writes).toBeLessThan(140);
    }
    const { size, n } = sql
      .exec<{ size: number; n: number }>("SELECT max(length(body) + length(runs)) AS size, count(*) AS n FROM trend")
      .one();
    expect(size).toBeLessThan(300_000);
    expect(n).toBeLessThan(140);
    const [points] = [...pointsOf(sql, [all[9_999]!.urlHash]).values()];
    expect(JSON.parse(points!)).toHaveLength(30);
    pruneTrends(sql, 99);
    expect(trendRows(sql, 0, 9)).toEqual({ rows: [], more: false });
  });
});
