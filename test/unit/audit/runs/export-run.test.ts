import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { exportRun, type ExportFormat } from "../../../../src/audit/runs/export/export-run";

const HOSTILE = "a\u001B]0;b\u009B31mc\u202Ed\u{E0041}e\u0000f";
const PAGE = {
  id: "run.1",
  path: "/",
  extracted: { price: { values: [HOSTILE] } },
  issues: [{ id: "title_missing", severity: "critical", detail: { found: HOSTILE, samples: [HOSTILE] } }],
};
const LINE = JSON.stringify(PAGE);

function exported(format: ExportFormat): Promise<string> {
  const body = () => new Response(gzipSync(`${LINE}\n`)).body;
  const env = { ARCHIVE: { get: () => Promise.resolve({ body: body() }) } };
  const run = { domain: "shop.example", archiveKey: "key", crawlStats: { extractors: [{ name: "price" }] } };
  return new Response(exportRun(env as never, run as never, format)).text();
}

it("leaves hidden characters out of CSV cells", async () => {
  const csv = await exported("csv");
  expect(csv).not.toMatch(/[^\P{C}\r\n]/u);
  expect(csv.split("a]0;b31mcdef")).toHaveLength(4);
});

it("keeps JSON lines exact", async () => expect(await exported("jsonl")).toBe(`${LINE}\n`));
