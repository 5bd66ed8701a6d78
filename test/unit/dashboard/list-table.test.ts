import { describe, expect, it } from "vitest";
import { Chart } from "../../../src/dashboard/ui/charts/chart";
import { readListState } from "../../../src/dashboard/ui/lists/list-state";
import { partView, wholeView, type ListColumn } from "../../../src/dashboard/ui/lists/list-view";
import { DataTable } from "../../../src/dashboard/ui/lists/table";

interface Row {
  name: string;
  pages: number;
}
const COLUMNS: ListColumn<Row>[] = [
  { name: "Name", heading: true, value: ({ name }) => name, cell: ({ name }) => name },
  { name: "Pages", number: true, value: ({ pages }) => pages, cell: ({ pages }) => pages },
];
const ROWS: Row[] = Array.from({ length: 120 }, (_, i) => ({ name: `<b>${i}</b>`, pages: i }));
/** What a component becomes. */
const markup = (node: { toString(): string } | null) => (node as { toString: () => string }).toString();
const read = (query = "") => readListState(`https://app.test/list${query}`);
const html = (query = "", rows = ROWS) =>
  markup(DataTable({ caption: "Things", empty: "Nothing yet", view: wholeView(rows, COLUMNS, read(query)) }));

describe("a list's table", () => {
  it("says where one is and how to go on, and has heads that sort", () => {
    const text = html("?page=2");
    expect(text).toContain(">51–100 of 120</p>");
    expect(text).toMatch(/href="\/list" rel="prev">\s*Previous page/);
    expect(text).toMatch(/href="\/list\?page=3" rel="next">\s*Next page/);
    // Figures begin with the highest, text with its beginning.
    expect(text).toContain('<a class="sort" href="/list?sort=-pages">Pages');
    expect(text).toContain('<a class="sort" href="/list?sort=name">Name');
    expect(text).toContain('<a href="/list?format=csv" download="">');
    expect(text).not.toContain("<b>");
  });

  it("says how it is sorted, and turns the order round", () => {
    const text = html("?sort=-pages");
    expect(text).toContain('class="figure" aria-sort="descending"');
    expect(text).toContain('href="/list?sort=pages"');
  });

  it("says of how many rows it has the first, on the page and for the file", () => {
    const cut = (query: string, outOf: number) =>
      markup(DataTable({ caption: "Things", empty: "", view: wholeView(ROWS, COLUMNS, read(query), { outOf }) }));
    expect(cut("", 167)).toContain(">1–50 of 167</p>");
    expect(cut("", 167)).toContain("Export the first 120 as CSV");
    expect(cut("?q=11", 167)).toMatch(/>1–11 of 11\s+found in the first 120 of 167<\/p>/);
    expect(cut("", 120)).toBe(html());
  });

  it("tells a search that found nothing from a list that has nothing", () => {
    expect(html("?q=nowhere")).toContain("Nothing matches");
    expect(html("", [])).toContain("Nothing yet");
  });

  it("has no count that nobody knows", () => {
    const view = partView({ rows: ROWS.slice(0, 50), nextCursor: "x" }, COLUMNS, read());
    const text = markup(DataTable({ caption: "Things", empty: "", view }));
    expect(text).toContain(">1–50 and more</p>");
    expect(text).not.toContain('class="sort"');
  });
});

describe("a chart", () => {
  const times = ["2026-11-20", "2026-11-21", "2026-11-22"];
  const chart = (more: object = {}) =>
    markup(Chart({ title: "Visits", times, series: [{ name: "One", values: [1, null, 3] }], ...more }));

  it("is drawn without scripts, with dates, the zone, and a table of the same figures", () => {
    const text = chart();
    expect(text).toContain("Days in UTC");
    expect(text).toMatch(/<svg class="plot-area"[^>]*role="img"/);
    for (const day of ["Nov 20", "Nov 21", "Nov 22"]) expect(text).toContain(`>${day}</text>`);
    expect(text.match(/<td class="figure">[^<]*/g)).toEqual(["3", "–", "1"].map((v) => `<td class="figure">${v}`));
  });

  it("names lines at their ends, and keeps those apart that are the same", () => {
    const same = [1, 2, 3];
    const text = chart({ series: ["One", "Two"].map((name) => ({ name, values: same })) });
    expect(text).toMatch(/>One 3<\/text>/);
    expect(text).toContain('stroke-dasharray="8 8" stroke-dashoffset="0"');
    expect(text).toContain('stroke-dasharray="8 8" stroke-dashoffset="-8"');
  });

  it("gives each of more than four lines a drawing of its own", () => {
    const series = ["a", "b", "c", "d", "e"].map((name) => ({ name, values: [1, 2, 3] }));
    expect(chart({ series }).match(/class="plot-area"/g)).toHaveLength(5);
    expect(chart({ series: series.slice(0, 4) }).match(/class="plot-area"/g)).toHaveLength(1);
  });

  it("marks what happened in its time alone, and says what it was", () => {
    const mark = (day: string) => ({ at: Date.parse(`${day}T15:00:00Z`), kind: "deploy", words: `Deploy <i>${day}` });
    const text = chart({ marks: [mark("2026-11-21"), mark("2026-10-01")] });
    expect(text.match(/<title>/g)).toHaveLength(1);
    expect(text).toContain("Deploy &lt;i&gt;2026-11-21");
    expect(text).not.toContain("2026-10-01");
  });
});
