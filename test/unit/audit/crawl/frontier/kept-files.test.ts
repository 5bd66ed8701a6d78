import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KeptFiles } from "../../../../../src/audit/crawl/frontier/kept-files";
import { KeptRun } from "../../../../../src/audit/crawl/frontier/kept-run";
import { createLogs, passLogs } from "../../../../../src/audit/crawl/frontier/log-table";
import type { FoundFile } from "../../../../../src/audit/model/run/calls";
import { hash53 } from "../../../../../src/lib/crypto/hash";
import { ObjectSql } from "./object-sql.ts";

const SEED = { seed: 22, numRuns: 150 };

function opened() {
  const object = new ObjectSql();
  createLogs(object.sql);
  const state = { runId: "run", token: "t", phase: "files", filesSince: Date.now() };
  const kept = new KeptRun({ get: () => state, put: () => undefined } as unknown as SyncKvStorage);
  const open = () => new KeptFiles(object.sql, (work) => object.transaction(work), kept);
  return { object, state, open };
}

const found = fc
  .tuple(fc.nat(30), fc.constantFrom(null, "a.example", "b.example"), fc.constantFrom(0, 1))
  .map(([n, host, image]): FoundFile => {
    const url = `https://${host === null ? "e.example" : `${n % 2}.${host}`}/${n}`;
    return { url, hash: hash53(url), image, host };
  });
const answer = fc.record({
  file: found,
  status: fc.constantFrom(200, 404, 403, 0, -1, -3),
  contentType: fc.constantFrom(null, "image/png", "text/html"),
  bytes: fc.constantFrom(null, 10, 600_000),
});
const step = fc.oneof(
  fc.record({ add: fc.array(found, { maxLength: 9 }) }),
  fc.record({
    answers: fc.array(answer, { maxLength: 6 }),
    silent: fc.array(fc.constantFrom(null, "0.a.example", "1.b.example"), { maxLength: 1 }),
  }),
  fc.constant({ continued: true as const }),
);

describe("the files of a run", () => {
  it("are the same whether the object restarts or is killed between and in calls", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const results = [false, true].map((restarts) => {
          const { object, state, open } = opened();
          let files = open();
          return steps.map((each) => {
            const act = () => {
              if ("add" in each) return object.transaction(() => files.add(each.add));
              if ("continued" in each) {
                const before = state.runId;
                state.runId += "+";
                passLogs(object.sql, before, state.runId);
                return object.transaction(() => files.continue());
              }
              const answers = each.answers.map(({ file, ...rest }) => ({ hash: file.hash, ...rest }));
              return files.nextFiles("t", answers, each.silent);
            };
            if (restarts && "add" in each) {
              expect(() =>
                object.transaction(() => {
                  files.add(each.add);
                  throw new Error("killed");
                }),
              ).toThrow("killed");
            }
            if (restarts) files = open();
            return { due: act(), findings: files.fileFindings("t") };
          });
        });
        expect(results[1]).toEqual(results[0]);
      }),
      SEED,
    );
  });

  it("count, report and hand out what was found, each once", () => {
    const { object, open } = opened();
    const files = open();
    const own = (n: number, image = 0): FoundFile => ({ url: `https://e.example/${n}`, hash: n, image, host: null });
    files.add([own(1), own(2), own(2, 1), own(3), { ...own(4), url: "https://x.example/4", host: "x.example" }]);
    files.add([own(1), own(3, 1)]);
    expect(files.nextFiles("t", [], [])!.map(({ hash, image, url }) => [hash, image, url])).toEqual([
      [1, 0, "https://e.example/1"],
      [2, 1, "https://e.example/2"],
      [3, 1, "https://e.example/3"],
      [4, 0, "https://x.example/4"],
    ]);
    const answers = [
      { hash: 1, status: 404, contentType: null, bytes: null },
      { hash: 2, status: 200, contentType: "text/html", bytes: 5 },
      { hash: 9, status: 404, contentType: null, bytes: null },
    ];
    object.writes = 0;
    expect(files.nextFiles("t", answers, ["x.example"])!.map(({ hash }) => hash)).toEqual([3]);
    expect(object.writes).toBe(1);
    expect(open().fileFindings("t")).toEqual({
      faulty: [
        { hash: 1, url: "https://e.example/1", external: false, status: 404, contentType: null, bytes: null },
        { hash: 2, url: "https://e.example/2", external: false, status: 200, contentType: "text/html", bytes: 5 },
      ],
      stats: { found: 4, external: 1, asked: 2, budget: 5_000, left: 2, blocked: 0, broken: 1 },
    });
  });
});
