import { describe, expect, it } from "vitest";
import { TopIssues } from "../../../../src/audit/analysis/scores/top-issues";
import { CHECKS } from "../../../../src/audit/checks/run-checks";
import { CONSEQUENCES } from "../../../../src/audit/analysis/figures/causes";

const ranked = (id: string, samples?: string[]) => ({
  check: CHECKS.get(id)!,
  detail: { found: "this", expected: "that", samples },
});
const topOf = (pages: number, idsOf: (i: number) => string[]) => {
  const top = new TopIssues();
  for (let i = 0; i < pages; i++)
    top.addPage(
      `/${i}`,
      0,
      idsOf(i).map((id) => ranked(id)),
    );
  return top.list(0);
};
const ids = (list: Array<{ id: string }>) => list.map(({ id }) => id);

describe("topIssues", () => {
  it("put what costs visits first, even a notice: a cross-domain canonical on every page", () => {
    const list = topOf(50, () => [
      "missing_meta_description",
      "missing_viewport",
      "missing_h1",
      "canonical_cross_domain",
    ]);
    expect(list[0]).toMatchObject({ id: "canonical_cross_domain", cause: "template", costsVisits: true, gain: 75 });
    const few = topOf(50, (i) => (i === 7 ? ["canonical_cross_domain"] : ["missing_meta_description"]));
    expect(few.find(({ id }) => id === "canonical_cross_domain")).toMatchObject({ costsVisits: false });
  });

  it("group by cause: a template's issue is fixed once, and single errors come before it", () => {
    const list = topOf(100, (i) => [...(i < 10 ? ["broken_internal_link"] : []), "missing_meta_description"]);
    expect(list.map(({ id, cause, pages }) => [id, cause, pages])).toEqual([
      ["broken_internal_link", "pages", 10],
      ["missing_meta_description", "template", 100],
    ]);
  });

  it("put hundreds of dead pages before a template's warning, though few pages link to them", () => {
    const list = (dead: number) => {
      const top = new TopIssues();
      for (let i = 0; i < 700; i++)
        top.addPage(`/${i}`, 0, [ranked("missing_open_graph"), ...(i < 4 ? [ranked("broken_internal_link")] : [])]);
      for (let i = 0; i < dead; i++) top.addPage(`/gone/${i}`, 0, [ranked("http_4xx")]);
      return ids(top.list(dead));
    };
    expect(list(4)).toEqual(["missing_open_graph", "broken_internal_link"]);
    expect(list(420)).toEqual(["broken_internal_link", "missing_open_graph"]);
  });

  it("count a setting of the server as one thing to fix, though small pages are exempt from it", () => {
    const list = topOf(100, (i) => [
      ...(i < 75 ? ["uncompressed_html"] : []),
      ...(i < 12 ? ["broken_internal_link"] : []),
    ]);
    expect(list.map(({ id, cause }) => [id, cause])).toEqual([
      ["broken_internal_link", "pages"],
      ["uncompressed_html", "template"],
    ]);
  });

  it("name the element that all pages of a template share", () => {
    const top = new TopIssues();
    for (let i = 0; i < 6; i++) top.addPage(`/${i}`, 0, [ranked("empty_anchor_text", [`/own-${i}`, "/logo"])]);
    expect(top.list(0)[0]!.element).toBe("/logo");
  });

  it("fold consequences under their cause, unless they also occur without it", () => {
    const shell = [
      "js_only_content",
      "empty_page",
      "thin_content",
      "missing_h1",
      "js_only_links",
      "missing_open_graph",
    ];
    const list = topOf(20, (i) => [...shell, ...(i === 0 ? ["title_too_long"] : [])]);
    expect(ids(list)).toEqual(["js_only_content", "title_too_long"]);
    expect(ids(list[0]!.consequences).sort()).toEqual(shell.slice(1).sort());
    const apart = topOf(20, (i) => (i < 10 ? ["missing_open_graph", "og_image_missing"] : ["og_image_missing"]));
    expect(ids(apart).sort()).toEqual(["missing_open_graph", "og_image_missing"]);
  });

  it("weigh pages by the visits of crawlers, and site-wide issues by all visits", () => {
    const top = new TopIssues();
    top.addPage("/quiet", 0, [ranked("missing_title")]);
    top.addPage("/busy", 1023, [ranked("duplicate_content")]);
    top.addSite({ id: "robots_txt_unreachable", severity: "error", weight: 5 }, { found: "", expected: "" }, 7);
    const list = top.list(0);
    expect(ids(list)).toEqual(["robots_txt_unreachable", "duplicate_content", "missing_title"]);
    expect(list[1]).toMatchObject({ pages: 1, visits: 1023, impact: 150, samplePaths: ["/busy"] });
    expect(list[0]).toMatchObject({ pages: 0, visits: 7, impact: 15, cause: "site" });
  });

  it("treat dead pages and the links to them as one problem, and dead pages as outside any template", () => {
    const top = new TopIssues();
    for (let i = 0; i < 10; i++) {
      top.addPage(`/${i}`, 0, [ranked("missing_viewport"), ...(i < 2 ? [ranked("broken_internal_link")] : [])]);
      top.addPage(`/gone/${i}`, 0, [ranked("http_4xx")]);
    }
    const [link, viewport] = top.list(10);
    expect(link).toMatchObject({ id: "broken_internal_link", consequences: [{ id: "http_4xx", pages: 10 }] });
    expect(viewport).toMatchObject({ id: "missing_viewport", cause: "template" });
    expect(ids(top.list(3))).toEqual(["http_4xx", "broken_internal_link", "missing_viewport"]);
  });

  it("know every id that they fold", () => {
    const all = Object.entries(CONSEQUENCES).flatMap(([cause, each]) => [cause].concat(each));
    expect(all.filter((id) => !CHECKS.has(id))).toEqual([]);
  });
});
