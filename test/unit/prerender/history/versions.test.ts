import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it } from "vitest";
import { INDEX_STEPS } from "../../../../src/prerender/cache/tables.ts";
import { pageText, type KeptText } from "../../../../src/prerender/core/page-text.ts";
import { textLines } from "../../../../src/prerender/history/text-lines.ts";
import {
  keepVersion,
  pruneVersions,
  versionsOf,
  withoutVersion,
} from "../../../../src/prerender/history/version-rows.ts";
import {
  chooseWatched,
  isWatched,
  MAX_CITED_PAGES,
  noteCited,
  pruneWatched,
  watchedRows,
} from "../../../../src/prerender/history/watched-rows.ts";
import { objectStorage } from "../../../support/object-storage.ts";
import { seeded } from "../../../support/seeded.ts";

const DAY = 86_400_000;
let sql: SqlStorage;
beforeEach(() => {
  const storage = objectStorage(new DatabaseSync(":memory:"));
  for (const step of INDEX_STEPS) step(storage);
  sql = storage.sql;
});

const text = (given: string): KeptText => pageText(given, given);
const keep = (at: number, given: string, path = "/p") => keepVersion(sql, { path, at, status: 200, text: text(given) });
const said = (path = "/p") => versionsOf(sql, [path]).map(({ at, text: { given } }) => [at, given]);

describe("versions of a page", () => {
  it("are kept when it says something else, and read as they were", () => {
    const random = seeded(3);
    const words = () => Array.from({ length: 900 }, () => random().toString(36).slice(2, 9)).join(" ");
    const body = words();
    const texts = Array.from(
      { length: 12 },
      (_, i) => `${body.slice(0, 3_000)}\nPro €${40 + i} per month\n${body.slice(3_000)}`,
    );
    for (const [i, each] of texts.entries()) keep(i * DAY, each);
    expect(said()).toEqual(texts.map((each, i) => [i * DAY, each]));
    const { whole, rest } = sql
      .exec<{ whole: number; rest: number }>("SELECT max(bytes) AS whole, sum(bytes) - max(bytes) AS rest FROM version")
      .one();
    console.log(`versions: the latest ${whole} bytes of ${body.length}, eleven earlier ones ${rest}`);
    expect(rest / 11).toBeLessThan(whole / 20);
  });

  it("stay as they are when a render comes twice or late, or says the same", () => {
    keep(5, "a");
    keep(5, "b");
    keep(3, "c");
    keep(9, "a");
    expect(said()).toEqual([[5, "a"]]);
    keep(10, "b");
    keep(11, "a");
    expect(said()).toEqual([
      [5, "a"],
      [10, "b"],
      [11, "a"],
    ]);
  });

  it("learn what a browser shows without a new version", () => {
    keepVersion(sql, { path: "/p", at: 1, status: 200, text: pageText("a", "") });
    keepVersion(sql, { path: "/p", at: 2, status: 200, text: pageText("a", "a\nonly here") });
    expect(versionsOf(sql, ["/p"])).toEqual([
      { path: "/p", at: 1, status: 200, text: { given: "a", rendered: "only here", isWhole: true } },
    ]);
  });

  it("are bounded in number, bytes and age", () => {
    const random = seeded(5);
    const noise = () => Array.from({ length: 4_000 }, () => random().toString(36).slice(2, 7)).join("");
    for (let i = 0; i < 30; i++) keep(i, noise());
    expect(sql.exec<{ sum: number }>("SELECT sum(bytes) AS sum FROM version").one().sum).toBeLessThan(
      64 * 1024 + 30_000,
    );
    for (let i = 0; i < 100; i++) keep(1_000 + i, `short ${i}`, "/q");
    expect(said("/q")).toHaveLength(40);
    expect(said("/q").at(-1)).toEqual([1_099, "short 99"]);
    pruneVersions(sql, 1_099 + 181 * DAY);
    expect(said("/q"), "the latest stays however old").toEqual([[1_099, "short 99"]]);
  });

  it("cut long texts and say so", () => {
    const long = "ä".repeat(60_000);
    const kept = pageText(long, "");
    expect(kept.isWhole).toBe(false);
    expect(kept.given).toBe("ä".repeat(14_336));
  });
});

describe("watched pages", () => {
  it("are those that answers cite, the latest ones, and those that the owner chose", () => {
    noteCited(sql, ["/old"], 1);
    keep(1, "x", "/old");
    chooseWatched(sql, ["/mine"], DAY);
    noteCited(
      sql,
      Array.from({ length: MAX_CITED_PAGES }, (_, i) => `/p/${i}`),
      10 * DAY,
    );
    expect([isWatched(sql, "/old"), isWatched(sql, "/p/0"), isWatched(sql, "/mine")]).toEqual([false, true, true]);
    expect(withoutVersion(sql, ["/old"]), "its versions went with it").toEqual(["/old"]);
    expect(watchedRows(sql)).toHaveLength(MAX_CITED_PAGES + 1);
    chooseWatched(sql, ["/p/1"], 10 * DAY);
    expect(watchedRows(sql).filter(({ chosen }) => chosen)).toEqual([
      { path: "/p/1", chosen: true, citedAt: 10 * DAY, leftOn: null },
    ]);
    pruneWatched(sql, 191 * DAY);
    expect(watchedRows(sql).map(({ path }) => path)).toEqual(["/p/1"]);
  });

  it("keep their versions when the owner empties the list, until these are old", () => {
    chooseWatched(sql, ["/pricing", "/terms"], 20 * DAY);
    for (const path of ["/pricing", "/terms"]) for (const at of [1, 2, 3]) keep(at, `€${at}`, path);
    chooseWatched(sql, [], 30 * DAY);
    expect(watchedRows(sql)).toMatchObject([
      { path: "/pricing", chosen: false, leftOn: 30 },
      { path: "/terms", chosen: false, leftOn: 30 },
    ]);
    expect([isWatched(sql, "/pricing"), versionsOf(sql, ["/pricing"])]).toMatchObject([true, [{}, {}, {}]]);
    chooseWatched(sql, ["/pricing"], 40 * DAY);
    expect(versionsOf(sql, ["/pricing"])).toHaveLength(3);
    pruneWatched(sql, 209 * DAY);
    expect(watchedRows(sql)).toHaveLength(2);
    pruneWatched(sql, 210 * DAY);
    expect(watchedRows(sql)).toMatchObject([{ path: "/pricing", chosen: true, leftOn: null }]);
    expect(withoutVersion(sql, ["/terms"])).toEqual(["/terms"]);
  });

  it("are bounded, however often the list is replaced", () => {
    for (let day = 10; day < 20; day++)
      chooseWatched(
        sql,
        Array.from({ length: 50 }, (_, i) => `/${day}/${i}`),
        day * DAY,
      );
    expect(watchedRows(sql)).toHaveLength(100);
    expect(watchedRows(sql).filter(({ leftOn }) => leftOn !== null && leftOn < 19)).toEqual([]);
  });
});

describe("the text of HTML", () => {
  it("has a line per block, without what is hidden", () => {
    const html = `<body><nav>Home</nav><h2>Pro</h2><div><span>€</span><b>49</b></div><p hidden>no</p><script>x()</script>
      <table><tr><td>Seats</td><td>5</td></tr></table><p>a<br>b
      c</p></body>`;
    expect(textLines(html)).toBe("Home\nPro\n€49\nSeats 5\na\nb c");
  });

  it("marks what is struck out, which a browser shows without marks", () => {
    const given = textLines("<p>Pro <s>€49</s> <del><b>€39</b></del> €59</p><p hidden><s>x</s></p>");
    expect(given).toBe("Pro ~~€49~~ ~~€39~~ €59");
    expect(pageText(given, "Pro €49 €39 €59").rendered).toBe("");
  });
});
