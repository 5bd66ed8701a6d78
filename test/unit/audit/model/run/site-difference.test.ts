import { describe, expect, it } from "vitest";
import { SiteDifference, type PageOfSite } from "../../../../../src/audit/model/run/site-difference";
import { pageOfSite as page } from "./page-of-site";

const ids = (...names: string[]) => names.map((id) => ({ id }));

function compared(run: PageOfSite[], other: PageOfSite[]) {
  const difference = new SiteDifference();
  for (const each of other) difference.addOther(each);
  const pages = [...run.map((each) => difference.ofRun(each)), ...other.map((each) => difference.ofOther(each))];
  return { pages: pages.filter((each) => each !== null), summary: difference.summary() };
}

describe("two sites page by page", () => {
  it("are the same without their hosts", () => {
    expect(compared([page("/"), page("/a?b=1")], [page("/a?b=1"), page("/")]).pages).toEqual([]);
  });

  it("differ in what their pages are and say", () => {
    const price = (value: string) => ({ price: { values: [value] }, sku: { values: ["1"] } });
    const run = [
      page("/", { indexable: false, unscoredIssues: ids("missing_title"), extracted: price("1") }),
      page("/new"),
      page("/text", { contentHashes: { title: "t", description: "d", text: "y" } }),
    ];
    const other = [
      page("/", { issues: ids("missing_title", "thin_content"), extracted: price("2") }),
      page("/text"),
      page("/gone", { statusCode: 404 }),
    ];
    const { pages, summary } = compared(run, other);
    expect(pages.map(({ path, differs }) => [path, ...differs])).toEqual([
      ["/", "indexable", "fields", "issues"],
      ["/new", "missing"],
      ["/text", "description", "text"],
      ["/gone", "missing"],
    ]);
    expect(pages[0]).toMatchObject({ onlyInRun: [], onlyInOther: ["thin_content"], fields: ["price"] });
    expect([pages[1]!.other, pages[3]!.run, pages[3]!.other!.statusCode]).toEqual([null, null, 404]);
    expect(summary).toMatchObject({ sharedPages: 2, onlyInRun: 1, onlyInOther: 1 });
    expect(summary.differences).toMatchObject({ missing: 2, text: 1, title: 0 });
  });

  it("say nothing of contents that a run of an earlier version did not keep", () => {
    expect(compared([page("/")], [page("/", { contentHashes: undefined })]).pages).toEqual([]);
  });
});
