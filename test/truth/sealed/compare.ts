import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CACHE } from "../unseen/cache.ts";
import { outOf, SETS, type SetName } from "./audit.ts";
import { PAGE_RULES } from "./page-checks.ts";
import { ACROSS, judge, MEASURED, Reference } from "./reference.ts";

interface Issue {
  id: string;
  detail: unknown;
}

interface Saved {
  run: { hitUrlLimit: boolean };
  pages: { path: string; statusCode: number; issues: Issue[]; unscoredIssues?: Issue[] }[];
}

/** A finding of the service, of the definitions, or of both. */
export interface Finding {
  site: string;
  path: string;
  check: string;
  by: "both" | "ours" | "theirs" | "not compared";
  detail?: unknown;
}

const KNOWN = new Set([...Object.keys(PAGE_RULES), ...ACROSS, ...MEASURED]);
/** Need a whole crawl. */
const WHOLE = new Set(["single_inlink", "deep_page"]);

/** Compares the saved runs with the definitions, page by page, and writes all findings and a table. */
export function compareSealed(set: SetName): void {
  const all: Finding[] = [];
  for (const site of SETS[set].sites) {
    const file = path.join(outOf(set), `${site.name}.json`);
    if (!existsSync(file)) continue;
    const { run, pages } = JSON.parse(readFileSync(file, "utf8")) as Saved;
    const isPart = run.hitUrlLimit;
    const reference = new Reference(path.join(CACHE, site.folder));
    const judged = judge(
      reference,
      pages.map((page) => page.path),
      site.start,
    );
    for (const page of pages) {
      const { ids, unsure } = judged.get(page.path)!;
      const ours = new Map([...page.issues, ...(page.unscoredIssues ?? [])].map((issue) => [issue.id, issue.detail]));
      for (const check of new Set([...ours.keys(), ...ids])) {
        const compared = KNOWN.has(check) && !unsure.has(check) && !(isPart && WHOLE.has(check));
        if (!compared && !ours.has(check)) continue;
        const by = !compared ? "not compared" : !ids.has(check) ? "ours" : ours.has(check) ? "both" : "theirs";
        all.push({ site: site.name, path: page.path, check, by, detail: ours.get(check) });
      }
    }
    console.log(
      `${site.name}: ${pages.length} pages${isPart ? ", a part" : ""}, ${all.filter((each) => each.site === site.name).length} findings`,
    );
  }
  writeFileSync(path.join(outOf(set), "findings.jsonl"), all.map((each) => JSON.stringify(each)).join("\n"));
  const lines = [...new Set(all.map(({ check }) => check))].toSorted().map((check) => {
    const count = (by: Finding["by"]) => all.filter((each) => each.check === check && each.by === by).length;
    return [check, count("both"), count("ours"), count("theirs"), count("not compared")].join("\t");
  });
  const table = `check\tboth\tonly ours\tonly theirs\tnot compared\n${lines.join("\n")}\n`;
  writeFileSync(path.join(outOf(set), "table.txt"), table);
  console.log(table);
}
