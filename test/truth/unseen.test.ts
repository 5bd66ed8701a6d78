import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { COMPARED } from "../support/truth/compare.ts";
import { folderSite } from "../support/truth/folder-site.ts";
import { ourAudit } from "../unit/audit/truth/our-audit.ts";
import { CACHE } from "./unseen/cache.ts";
import { DEFINED } from "./unseen/definitions.ts";
import { findings, referenceAudit, type Finding } from "./unseen/measure.ts";
import { hashOf, UNSEEN_SITES } from "./unseen/sites.ts";

const only = process.env["SITE"];
const OUT = path.join(CACHE, process.env["OUT"] ?? "unseen");

/** `npm run truth -- --unseen` only: it needs packages, and measures instead of asserting. */
describe.runIf(process.env["TRUTH"] === "unseen")("sites that no rule was tuned on", () => {
  const all: (Finding & { site: string })[] = [];

  it.each(UNSEEN_SITES.filter(({ name }) => !only || name === only).map((site) => [site.name, site] as const))(
    "measure %s",
    { timeout: 900_000 },
    (name, unseen) => {
      expect(hashOf(unseen), "the pages that were frozen").toBe(unseen.hash);
      const site = folderSite(path.join(CACHE, unseen.folder));
      const ours = ourAudit(site, unseen.start);
      const found = findings(ours, referenceAudit(site, unseen.start));
      for (const each of found) all.push({ site: name, ...each });
      const differ = found.filter(
        ({ check, by }) => by !== "both" && (COMPARED.includes(check) || DEFINED.includes(check)),
      );
      console.log(`${name}: ${ours.size} pages, ${found.length} findings, ${differ.length} differ`);
      expect(ours.size).toBeGreaterThan(5);
    },
  );

  it("writes the figures of every check", () => {
    mkdirSync(OUT, { recursive: true });
    writeFileSync(path.join(OUT, `findings${only ? `-${only}` : ""}.json`), JSON.stringify(all));
    const known = new Set([...COMPARED, ...DEFINED]);
    const lines = [...new Set(all.map(({ check }) => check))].toSorted().map((check) => {
      const own = all.filter((each) => each.check === check);
      const count = (by: Finding["by"]) => own.filter((each) => each.by === by).length;
      const [both, ours, theirs] = [count("both"), count("ours"), count("theirs")];
      return `${check}\t${both}\t${ours}\t${theirs}\t${known.has(check) ? "" : "not compared"}`;
    });
    writeFileSync(path.join(OUT, "table.txt"), `check\tboth\tonly ours\tonly theirs\n${lines.join("\n")}\n`);
    expect(lines.length).toBeGreaterThan(0);
  });
});
