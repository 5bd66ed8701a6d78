import { describe, expect, it } from "vitest";
import { CROSS_CHECKS, PAGE_CHECKS } from "../../../../src/audit/checks/stages";
import { CROSS_LABELS, ELSEWHERE, SITES_OF_THEIR_OWN } from "../../../support/labelled/cross-checks.ts";
import { findingsText, type Told } from "./findings/finding-text.ts";
import { judgeSite } from "./judge.ts";
import { PAGE_LABELS } from "../../../support/labelled/page-checks.ts";
import { urlOf, type LabelledPage } from "../../../support/labelled/page.ts";
import { LABELLED_SITE, siteOf } from "../../../support/labelled/site.ts";

function expectLabels(pages: readonly LabelledPage[]): void {
  const found = judgeSite(pages);
  const listed = pages.filter((page) => page.issues !== undefined);
  const ids = (url: string) => (found.get(url) ?? []).map((issue) => issue.id).sort();
  const wrong = listed
    .map((page) => ({ url: urlOf(page), found: ids(urlOf(page)), expected: [...page.issues!].sort() }))
    .filter((page) => page.found.join() !== page.expected.join());
  expect(wrong).toEqual([]);
}

describe("the labelled site", () => {
  it("reports every planted defect and nothing else", () => expectLabels(LABELLED_SITE));

  it.each([...SITES_OF_THEIR_OWN, ...ELSEWHERE].map((label) => [label.check, label] as const))(
    "reports exactly the planted defects on the separate site for %s",
    (_, label) => expectLabels(siteOf([label], [])),
  );

  it("has a failing and a passing page for every page and cross-page check", () => {
    const labels = [...PAGE_LABELS, ...CROSS_LABELS, ...SITES_OF_THEIR_OWN, ...ELSEWHERE];
    for (const { id } of [...PAGE_CHECKS, ...CROSS_CHECKS]) {
      const own = labels.filter((label) => label.check === id);
      const has = (page: LabelledPage) => page.issues!.includes(id);
      expect(own.flatMap((label) => label.fails).some(has), id).toBe(true);
      expect(
        own.flatMap((label) => label.passes).some((page) => !has(page)),
        id,
      ).toBe(true);
    }
  });

  it("says what was found, what is expected, how often and where", async () => {
    const sites = [LABELLED_SITE, ...[...SITES_OF_THEIR_OWN, ...ELSEWHERE].map((label) => siteOf([label], []))];
    const issues = sites.flatMap((site) => [...judgeSite(site).values()].flat());
    const places = new Map([...PAGE_CHECKS, ...CROSS_CHECKS].map(({ id }, place) => [id, place]));
    const told = issues.map(({ id, detail }): Told => [id, detail]);
    const inOrder = told.sort(([a], [b]) => places.get(a)! - places.get(b)!);
    await expect(findingsText(inOrder)).toMatchFileSnapshot("findings/pages.txt");
  });
});
