import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  csvAddress,
  firstAddress,
  listAddress,
  nextAddress,
  previousAddress,
  readListState,
  sortedAddress,
} from "../../../src/dashboard/ui/lists/list-state";
import {
  arranged,
  idOf,
  partView,
  shownColumns,
  wholeView,
  type ListColumn,
} from "../../../src/dashboard/ui/lists/list-view";

const BASE = "https://app.test/app/site/a.test/audits/r/pages";
const read = (query: string, filters = ["status", "issue"]) => readListState(BASE + query, filters);
const again = (path: string) => readListState(`https://app.test${path}`, ["status", "issue"]);

describe("the state of a list in the address", () => {
  it("has search, order, part, columns and the list's own filters", () => {
    const state = read("?q=+two++words+&sort=-pages&cursor=7&before=50&back=&col=page&col=pages&status=4xx&other=1");
    expect(state).toEqual({
      path: "/app/site/a.test/audits/r/pages",
      search: "two++words".replace("++", "  "),
      sort: "-pages",
      page: 1,
      cursor: "7",
      before: 50,
      trail: [""],
      columns: ["page", "pages"],
      filters: { status: "4xx" },
    });
    expect(again(listAddress(state))).toEqual(state);
  });

  it("leaves out what makes no sense", () => {
    const state = read("?sort=a%20b&page=-4&before=9&back=x&col=%3Cb%3E&status=%20");
    expect(state).toEqual({ ...read(""), columns: null });
    expect(read("?page=1e99").page).toBe(100_000);
    expect(read("?page=x").page).toBe(1);
  });

  it("is the same after any address was read and written", () => {
    const text = fc.string({ maxLength: 30 });
    fc.assert(
      fc.property(text, text, fc.integer({ min: -5, max: 9 }), text, (q, sort, page, status) => {
        const query = new URLSearchParams({ q, sort, page: String(page), status });
        const state = read(`?${query.toString()}`);
        expect(again(listAddress(state))).toEqual(state);
      }),
    );
  });

  it("begins at the first row in another order, and in an export", () => {
    const state = read("?page=3&status=4xx&q=a");
    expect(sortedAddress(state, "path")).toBe(`${state.path}?status=4xx&q=a&sort=path`);
    expect(csvAddress(state)).toBe(`${state.path}?status=4xx&q=a&format=csv`);
    expect(firstAddress(state)).toBe(`${state.path}?status=4xx&q=a`);
  });

  it("leads forth and back through parts", () => {
    const first = read("?sort=path");
    const second = again(nextAddress(first, "c1", 50));
    const third = again(nextAddress(second, "c2", 50));
    expect([second.before, third.before]).toEqual([50, 100]);
    expect(previousAddress(first, 50)).toBe(null);
    expect(previousAddress(second, 50)).toBe(firstAddress(first));
    expect(again(previousAddress(third, 50)!)).toEqual(second);
  });

  it("forgets the beginning of a long way", () => {
    let state = read("");
    for (let i = 0; i < 200; i++) state = again(nextAddress(state, `${i}-${"x".repeat(90)}`, 50));
    expect(listAddress(state).length).toBeLessThan(2_000);
    expect(state.before).toBe(10_000);
    expect(again(previousAddress(state, 50)!).before).toBe(9_950);
  });
});

interface Row {
  name: string;
  pages: number | null;
}
const COLUMNS: ListColumn<Row>[] = [
  { name: "The name", heading: true, value: ({ name }) => name, cell: ({ name }) => name },
  { name: "Pages", number: true, value: ({ pages }) => pages, cell: ({ pages }) => pages },
  { name: "Twice", extra: true, value: ({ pages }) => pages && 2 * pages, cell: () => "" },
];
const ROWS: Row[] = [
  { name: "b 10", pages: 3 },
  { name: "b 9", pages: null },
  { name: "Ä", pages: 20 },
];
const names = (rows: readonly Row[]) => rows.map(({ name }) => name);

describe("a list that is read whole", () => {
  it("is sorted by text as people do, and by number; what is not known is last", () => {
    expect(names(arranged(ROWS, COLUMNS, read("?sort=the-name")))).toEqual(["Ä", "b 9", "b 10"]);
    expect(names(arranged(ROWS, COLUMNS, read("?sort=pages")))).toEqual(["b 10", "Ä", "b 9"]);
    expect(names(arranged(ROWS, COLUMNS, read("?sort=-pages")))).toEqual(["Ä", "b 10", "b 9"]);
    expect(names(arranged(ROWS, COLUMNS, read("?sort=nothing")))).toEqual(names(ROWS));
  });

  it("is searched by all words in all columns", () => {
    expect(names(arranged(ROWS, COLUMNS, read("?q=B+10")))).toEqual(["b 10"]);
    expect(names(arranged(ROWS, COLUMNS, read("?q=ä+20")))).toEqual(["Ä"]);
    expect(arranged(ROWS, COLUMNS, read("?q=b+20"))).toEqual([]);
  });

  it("is shown a page at a time, with what is before and after it", () => {
    const at = (query: string) => {
      const { rows, first, total, links } = wholeView(ROWS, COLUMNS, read(query), { perPage: 1 });
      return [names(rows), first, total, links.previous !== null, links.next !== null];
    };
    expect(at("")).toEqual([["b 10"], 1, 3, false, true]);
    expect(at("?page=2")).toEqual([["b 9"], 2, 3, true, true]);
    expect(at("?page=99")).toEqual([["Ä"], 3, 3, true, false]);
  });

  it("shows the chosen columns, always with the heading", () => {
    const shown = (query: string) => shownColumns(COLUMNS, read(query)).map(idOf);
    expect(shown("")).toEqual(["the-name", "pages"]);
    expect(shown("?col=twice")).toEqual(["the-name", "twice"]);
    expect(shown("?col=unknown")).toEqual(["the-name", "pages"]);
  });
});

it("a list in parts knows its end, and is sorted only as the API can", () => {
  const columns = [{ ...COLUMNS[0]!, sort: "path" }, COLUMNS[1]!];
  const middle = partView({ rows: ROWS, nextCursor: "n" }, columns, read("?cursor=c&before=50&back="));
  expect([middle.first, middle.total, columns.map(middle.sortOf)]).toEqual([51, null, ["path", null]]);
  const last = partView({ rows: ROWS, nextCursor: null }, columns, read("?cursor=c&before=50&back="));
  expect([last.total, last.links.next, last.links.previous]).toEqual([53, null, read("").path]);
});
