import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { COMPARED, compareResults, type Difference } from "../support/truth/compare.ts";
import { folderSite } from "../support/truth/folder-site.ts";
import { ourAudit } from "../unit/audit/truth/our-audit.ts";
import { secondAudit } from "../support/truth/second-audit.ts";
import { PACKAGED_SITES } from "./packages.ts";

/** Where `npm run truth` unpacks the packages. */
const CACHE = path.resolve("node_modules/.cache/crawlready-truth");

describe("two audits that share no code", () => {
  const agreed = new Map<string, number>();
  const lines: string[] = [];

  it.each(PACKAGED_SITES.map((site) => [`${site.package} ${site.start}`, site] as const))(
    "agree on %s",
    { timeout: 600_000 },
    (name, { package: from, folder, start }) => {
      const site = folderSite(path.join(CACHE, from, folder));
      const startedAt = performance.now();
      const ours = ourAudit(site, start);
      const took = performance.now() - startedAt;
      const result = compareResults(ours, secondAudit(site, start));
      for (const [check, count] of result.agreed) agreed.set(check, (agreed.get(check) ?? 0) + count);
      lines.push(
        `${name}: ${result.pages} pages, ${result.differences.length} differences, ${(took / result.pages).toFixed(2)} ms/page`,
      );
      for (const each of result.differences) lines.push(`  ${textOf(each)}`);
      console.log(lines.findLast((line) => !line.startsWith(" ")));
      expect(result.pages).toBeGreaterThan(5);
      expect(result.differences.map(textOf)).toEqual([]);
    },
  );

  it("compare at least 44 checks that these sites have", () => {
    for (const check of COMPARED) lines.push(`${check}: ${agreed.get(check) ?? 0}`);
    writeFileSync(path.join(CACHE, "report.txt"), `${lines.join("\n")}\n`);
    expect(COMPARED.length).toBeGreaterThanOrEqual(44);
  });
});

function textOf({ path: page, check, by }: Difference): string {
  return `${check} of ${page}: only ${by}`;
}
