import { describe, expect, it } from "vitest";
import { unreachedPage } from "../../../../src/audit/crawl/fetch/fetch-page";
import { healthOf, pageRow } from "../../../../src/audit/crawl/page-row";
import { runPageChecks, runUnscoredChecks } from "../../../../src/audit/checks/run-checks";
import { auditedPage } from "../../../../src/audit/model/page/audited-page";
import { CanonicalCount } from "../../../../src/audit/model/site/canonical-hosts";
import { UnscoredTotals } from "../../../../src/audit/analysis/figures/unscored-totals";
import type { Issue } from "../../../../src/audit/model/issue";
import { factsOf } from "../makers.ts";
import { auditedOf } from "./judge.ts";

const POOR = '<main><h2>Walks</h2><p>A short text about walks. <a href="/walks">All walks</a></p></main>';
const SHUT = {
  noindex: '<meta name="robots" content="noindex">',
  canonicalised: '<link rel="canonical" href="https://www.other.example/x">',
  blocked: "",
};
const URL = "https://labelled.example/x";

/** A page with hardly any content, and why it is not indexable. */
function poor(reason: keyof typeof SHUT | null) {
  const facts = factsOf((reason === null ? "" : SHUT[reason]) + POOR);
  const fetched = { ...unreachedPage(URL, 1, "ok"), status: 200, facts };
  return auditedPage(fetched, { allowed: reason !== "blocked", rule: null }, 0);
}
const ids = (issues: readonly Issue[]) => issues.map(({ id }) => id);
const PLACE = { seq: 1, listed: 1, inSitemap: 0, pattern: null };

describe("a page that is not indexable", () => {
  it.each(Object.keys(SHUT) as Array<keyof typeof SHUT>)("because it is %s gets all checks, in two lists", (reason) => {
    const [open, shut] = [poor(null), poor(reason)];
    expect(shut.nonIndexableReason).toBe(reason);
    const missed = ids(runPageChecks(open)).filter((id) => !ids(runPageChecks(shut)).includes(id));
    expect(missed.length).toBeGreaterThan(3);
    expect(ids(runUnscoredChecks(shut))).toEqual(
      expect.arrayContaining(missed.filter((id) => id !== "missing_canonical")),
    );
    expect(ids(runUnscoredChecks(shut)).filter((id) => ids(runPageChecks(shut)).includes(id))).toEqual([]);
  });

  it("costs nothing by them", () => {
    const row = pageRow(poor("noindex"), PLACE);
    expect(JSON.parse(row.unscored!)).not.toEqual([]);
    expect(row.issueCount).toBe((JSON.parse(row.issues) as Issue[]).length);
    expect(row.healthScore).toBe(healthOf(JSON.parse(row.issues) as Issue[]));
  });

  it("has none of them once it is indexable", () => {
    expect(pageRow(poor(null), PLACE).unscored).toBeNull();
  });

  it("is counted by the reason", () => {
    const totals = new UnscoredTotals();
    const issue = (id: string): Issue => ({ id, severity: "warning", detail: { found: "a", expected: "b" } });
    totals.add([issue("missing_h1")], "noindex");
    totals.add([issue("missing_h1"), issue("thin_content")], "canonicalised");
    expect(totals.list()).toEqual([
      { id: "missing_h1", severity: "warning", pages: 2, reasons: { noindex: 1, canonicalised: 1 } },
      { id: "thin_content", severity: "warning", pages: 1, reasons: { canonicalised: 1 } },
    ]);
  });
});

describe("the hosts of canonicals", () => {
  const hostOf = (canonical: string | null) => pageRow(auditedOf({ path: "/x", canonical }), PLACE).otherHost;

  it("are noted where they are others", () => {
    expect(["/x", "https://labelled.example/y", "http://labelled.example/x", null].map(hostOf)).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(hostOf("https://www.labelled.example/x")).toBe("www.labelled.example");
  });

  it("are counted over pages that could be indexed", () => {
    const count = new CanonicalCount();
    count.add(null, null);
    count.add("canonicalised", "a.example");
    count.add("canonicalised", "b.example");
    count.add("canonicalised", "b.example");
    count.add("noindex", "c.example");
    count.add("canonicalised", null);
    expect(count.summary()).toEqual({ pages: 5, elsewhere: 3, host: "b.example" });
  });
});
