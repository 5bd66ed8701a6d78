import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createIssuePages,
  pagesWith,
  storeIssuePages,
} from "../../../../../src/audit/crawl/frontier/pages/issue-pages";
import { PageFinder } from "../../../../../src/audit/crawl/frontier/pages/matching-rows";
import { joinPages, packPage, unpackPages } from "../../../../../src/audit/crawl/frontier/pages/packed-pages";
import { asKept, type KeptPage } from "../../../../../src/audit/crawl/frontier/pages/kept-page";
import { createPages } from "../../../../../src/audit/crawl/frontier/pages/page-rows";
import { PageTable } from "../../../../../src/audit/crawl/frontier/pages/page-table";
import {
  compareKeys,
  isWanted,
  SORT_FIELDS,
  sortKeyOf,
  type PagesWanted,
} from "../../../../../src/audit/model/page/page-query";
import type { Severity } from "../../../../../src/audit/model/issue";
import { ObjectSql } from "./object-sql.ts";

const SEED = { seed: 22, numRuns: 60 };
const hash = fc.option(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }));
const buffer = fc.option(fc.uint8Array({ minLength: 1, maxLength: 3 }).map((bytes) => Float64Array.from(bytes).buffer));
const severity = fc.constantFrom<Severity>("error", "warning", "notice");
const issue = fc.record({ id: fc.constantFrom("missing_title", "broken_link", "thin"), severity, detail: fc.string() });
const json = (of: fc.Arbitrary<unknown>) => of.map((each) => JSON.stringify(each));
const some = json(fc.string({ unit: "binary" }));
const page: fc.Arbitrary<KeptPage> = fc.record({
  seq: fc.integer({ min: 1, max: 40 }),
  path: fc.webPath().map((path) => `/${path}`),
  urlHash: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  listed: fc.constantFrom(0, 1, 1, 1),
  inSitemap: fc.constantFrom(0, 1),
  statusCode: fc.constantFrom(0, 200, 301, 404, 500),
  outcome: fc.constantFrom("ok" as const, "redirect" as const, "blocked" as const),
  loadTimeMs: fc.nat(9_999),
  depth: fc.nat(6),
  pattern: fc.option(fc.nat(9)),
  bytes: fc.nat(),
  indexable: fc.constantFrom(0, 1),
  nonIndexableReason: fc.constantFrom(null, "noindex" as never),
  redirectHash: hash,
  canonicalHash: hash,
  titleHash: hash,
  descriptionHash: hash,
  textHash: hash,
  links: buffer,
  files: buffer,
  relations: fc.option(some),
  issues: json(fc.array(issue, { maxLength: 3 })),
  crossIssues: json(fc.array(issue, { maxLength: 2 })),
  issueCount: fc.nat(20),
  healthScore: fc.double({ min: 0, max: 100, noNaN: true }).map((score) => score + 0),
  previewScore: fc.nat(100),
  sharedPreviewScore: fc.nat(100),
  rendered: fc.option(some),
  shareImage: fc.option(some),
  extracted: fc.option(json(fc.record({ price: fc.record({ values: fc.array(fc.constantFrom("1", "2")) }) }))),
  linkedFrom: fc.option(some),
  carriedAt: fc.option(fc.nat()),
  otherHost: fc.constantFrom(null, "www.shop.example"),
  renderingReason: fc.constantFrom(null, "looks_empty" as const, "template_unchanged" as const),
  unscored: fc.option(json(fc.array(issue, { minLength: 1, maxLength: 2 }))),
});

function opened() {
  const object = new ObjectSql();
  createPages(object.sql);
  createIssuePages(object.sql);
  return { object, table: new PageTable(object.sql) };
}

describe("packed pages", () => {
  it("are what was packed, in any order, and any number of them joined", () => {
    fc.assert(
      fc.property(fc.array(page, { minLength: 1 }), (pages) => {
        const packed = joinPages(pages.map(packPage));
        const places = pages.map((_, at) => at).reverse();
        expect(unpackPages(packed, places)).toEqual(pages.toReversed());
        const bare = pages.map((each) => ({ ...each, links: null, files: null }));
        expect(unpackPages({ ...packed, edges: null }, pages.keys())).toEqual(bare);
      }),
      SEED,
    );
  });
});

describe("the table of pages", () => {
  it("has each page as it was stored or changed last, in the order of the run", () => {
    const change = fc.record({ seq: fc.integer({ min: 1, max: 40 }), healthScore: fc.nat(100), crossIssues: some });
    const step = fc.oneof(fc.array(page, { maxLength: 9 }), fc.record({ changes: fc.array(change) }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 6 }), fc.boolean(), (steps, restarts) => {
        const { object, table: first } = opened();
        let table = first;
        const model = new Map<number, KeptPage>();
        for (const each of steps) {
          if (restarts) table = new PageTable(object.sql);
          if (Array.isArray(each)) {
            table.store("run", each);
            for (const one of each) model.set(one.seq, one);
          } else {
            const changes = new Map(each.changes.map(({ seq, ...rest }) => [seq, rest]));
            table.change("run", changes);
            for (const [seq, rest] of changes) {
              const known = model.get(seq);
              if (known) model.set(seq, { ...known, ...rest });
            }
          }
        }
        const expected = [...model.values()].sort((a, b) => a.seq - b.seq);
        expect([...table.all("run")]).toEqual(expected);
        expect([...table.all("other")]).toEqual([]);
      }),
      SEED,
    );
  });

  it("keeps rows below 2 MB, whatever the analysis adds, and gives answers of bounded size", () => {
    const { object, table } = opened();
    const [sample] = fc.sample(page, { seed: 1, numRuns: 1 }) as [KeptPage];
    const count = 300;
    const pages = Array.from({ length: count }, (_, i) => ({ ...sample, seq: i + 1, links: null }));
    table.store("run", pages);
    const linkedFrom = JSON.stringify("x".repeat(30_000));
    table.change("run", new Map(pages.map(({ seq }) => [seq, { linkedFrom }])));
    const sizes = object.sql.exec<{ size: number }>("SELECT length(lines) AS size FROM page").toArray();
    expect(Math.max(...sizes.map(({ size }) => size))).toBeLessThan(600_000);
    const read = table.read("run", [...pages.keys()], true);
    expect(read.length).toBeLessThan(140);
    expect(read.map(({ seq }) => seq)).toEqual(read.map((_, i) => i + 1));
    expect([...table.all("run")].map(({ seq }) => seq)).toEqual(pages.map(({ seq }) => seq));
  });

  it("takes few rows, however small the reports are", () => {
    const { object, table } = opened();
    const [sample] = fc.sample(page, { seed: 1, numRuns: 1 }) as [KeptPage];
    for (let seq = 1; seq <= 1_000; seq++) table.store("run", [{ ...sample, seq }]);
    expect(object.writes).toBe(1_000);
    expect(object.sql.exec<{ n: number }>("SELECT count(*) AS n FROM page").one().n).toBeLessThan(10);
  });
});

describe("questions", () => {
  const query: fc.Arbitrary<PagesWanted> = fc.record({
    issue: fc.constantFrom(null, null, "missing_title", "thin"),
    severity: fc.option(severity, { freq: 1 }),
    path: fc.constantFrom(null, null, "/*", "/a*", "/", "*A*"),
    status: fc.constantFrom(null, { from: 200, to: 299 }, { from: 404, to: 404 }),
    indexable: fc.option(fc.boolean(), { freq: 1 }),
    extracted: fc.constantFrom(
      null,
      null,
      { field: "price", value: "1", isThere: true },
      { field: "price", value: null, isThere: false },
    ),
    sort: fc.option(fc.record({ field: fc.constantFrom(...SORT_FIELDS), descending: fc.boolean() })),
  });
  const issuesOf = (each: KeptPage) =>
    [...JSON.parse(each.issues), ...JSON.parse(each.crossIssues)] as Array<{ id: string; severity: Severity }>;
  const queried = (each: KeptPage) => ({
    ...each,
    indexable: each.indexable === 1,
    issues: issuesOf(each),
    extracted: each.extracted === null ? null : JSON.parse(each.extracted),
  });

  it("find what a search of every page finds, part by part, with and without the index of issues", () => {
    const pages = fc.uniqueArray(page, { selector: ({ seq }) => seq, minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(
        pages,
        query,
        fc.boolean(),
        fc.boolean(),
        fc.integer({ min: 1, max: 7 }),
        (all, wanted, isIndexed, ended, limit) => {
          const { object, table } = opened();
          table.store("run", all);
          if (isIndexed) {
            const listed = all.filter((each) => each.listed === 1).sort((a, b) => a.seq - b.seq);
            const kinds = new Map<string, { id: string; severity: Severity; seqs: number[] }>();
            for (const each of listed)
              for (const { id, severity: level } of issuesOf(each)) {
                const kind = kinds.get(id + level) ?? { id, severity: level, seqs: [] };
                kinds.set(id + level, kind);
                if (kind.seqs.at(-1) !== each.seq) kind.seqs.push(each.seq);
              }
            [...kinds.values()].forEach((kind, number) => storeIssuePages(object.sql, "run", number, [kind]));
            if (kinds.size > 0)
              expect(pagesWith(object.sql, "run", { issue: "none", severity: null })).toEqual(new Set());
          }
          const { sort } = wanted;
          const expected = all
            .filter((each) => each.listed === 1 && isWanted(queried(each), wanted))
            .map((each) => ({ seq: each.seq, key: sort ? sortKeyOf(queried(each), sort.field) : 0 }))
            .sort((a, b) => compareKeys(a, b, sort?.descending ?? false))
            .map(({ seq }) => seq);
          const finder = new PageFinder(object.sql, table);
          const found: number[] = [];
          for (let afterSeq = 0; ;) {
            const positions = finder.find("run", wanted, { afterSeq, limit, ended });
            const part = table.read("run", positions, false).map(({ seq }) => seq);
            found.push(...part);
            if (part.length < limit) break;
            afterSeq = part.at(-1)!;
          }
          expect(found).toEqual(expected);
        },
      ),
      { ...SEED, numRuns: 300 },
    );
  });

  it("to a run that is active are answered from its latest pages", () => {
    const { object, table } = opened();
    const [sample] = fc.sample(page, { seed: 1, numRuns: 1 }) as [KeptPage];
    const finder = new PageFinder(object.sql, table);
    const fetched = { ...asKept({ ...sample, listed: 1 }), seq: 1, statusCode: 500 };
    const wanted: PagesWanted = {
      issue: null,
      severity: null,
      path: null,
      status: { from: 404, to: 404 },
      indexable: null,
      extracted: null,
      sort: null,
    };
    const find = () => finder.find("run", wanted, { afterSeq: 0, limit: 9, ended: false });
    table.store("run", [fetched]);
    expect(find()).toEqual([]);
    table.store("run", [{ ...fetched, statusCode: 404 }]);
    expect(find()).toEqual([0]);
  });
});
