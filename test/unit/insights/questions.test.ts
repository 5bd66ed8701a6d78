import { describe, expect, it } from "vitest";
import {
  asksSomething,
  coverSearches,
  longUnread,
  stemsOf,
  type AskedSearch,
  type TitledPage,
} from "../../../src/insights/core/questions.ts";
import { seeded } from "../../support/seeded.ts";

const SYLLABLES = ["ka", "lo", "mi", "ter", "pon", "sil", "dru", "ven", "gar", "zet", "bou", "fin", "hal", "rix"];
const FILLERS = ["best", "how to", "2026", "reviews", "near me", "what is", "for"];

/**
 * A site with pages on topics of three words each, and searches on its topics and on others. `answered`: every search is on
 * a topic of the site. Titles have forms of the words, and searches some of the words.
 */
function history(seed: number, answered: boolean) {
  const random = seeded(seed);
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)]!;
  const word = () => Array.from({ length: 2 + Math.floor(random() * 2) }, () => pick(SYLLABLES)).join("");
  const shared = word();
  const topics = Array.from({ length: 40 }, () => [word(), word(), word(), shared]);
  const inflected = (text: string) => (random() < 0.3 ? `${text}s` : text);
  const own = topics.slice(0, 25);
  const pages = own.map((words, i): TitledPage => ({
    path: random() < 0.5 ? `/${words.slice(0, 3).join("-")}` : `/p/${i}`,
    title: `Acme ${words.map(inflected).join(" ")}`,
    description: `All about ${words.slice(0, 3).map(inflected).join(" and ")}`,
  }));
  const truth = new Set<string>();
  const searches = Array.from({ length: 60 }, (_, i): AskedSearch => {
    const about = Math.floor(random() * (answered ? own.length : topics.length));
    const words = topics[about]!.slice(0, 2 + Math.floor(random() * 2)).map(inflected);
    const query = `${pick(FILLERS)} ${words.join(" ")} ${random() < 0.3 ? "acme" : ""} ${i}`.trim();
    const cited = about >= own.length && random() < 0.1 ? 1 : 0;
    if (about >= own.length && cited === 0) truth.add(query);
    return { query, runs: 1 + Math.floor(random() * 9), cited };
  });
  return { pages, searches, truth };
}

const unanswered = ({ pages, searches }: ReturnType<typeof history>) => {
  const covered = coverSearches(searches, pages, ["Acme"]);
  return searches.filter((_, i) => covered[i]!.covers === "none").map(({ query }) => query);
};

describe("questions without a page", () => {
  it("are those of which no page speaks, in ten histories", () => {
    let [claimed, right, all] = [0, 0, 0];
    for (let seed = 1; seed <= 10; seed++) {
      const made = history(seed, false);
      const found = unanswered(made);
      claimed += found.length;
      right += found.filter((query) => made.truth.has(query)).length;
      all += made.truth.size;
    }
    const [precision, recall] = [right / claimed, right / all];
    console.log(`questions: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)} of ${all}`);
    expect(all).toBeGreaterThan(100);
    expect(precision).toBeGreaterThan(0.98);
    expect(recall).toBeGreaterThan(0.8);
  });

  it("are none where every search is on a page, in ten histories", () => {
    for (let seed = 101; seed <= 110; seed++) expect(unanswered(history(seed, true))).toEqual([]);
  });
});

describe("pages that answer searches and that no crawler has read", () => {
  const DAY = 86_400_000;
  const NOW = Date.UTC(2026, 5, 1);
  /** Searches of topics, pages on them of different ages, and who read them; `read`: everything that is a week old was read. */
  const site = (seed: number, read: boolean) => {
    const random = seeded(seed);
    const { pages, searches } = history(seed, true);
    const ages = new Map(pages.map(({ path }) => [path, random() < 0.2 ? 6 * random() : 8 + 90 * random()]));
    const readers = new Set(
      pages.flatMap(({ path }) => (random() < 0.6 || (read && ages.get(path)! >= 7) ? [path] : [])),
    );
    const runs = new Map<string, number>();
    for (const [i, { covers, path }] of coverSearches(searches, pages, ["Acme"]).entries())
      if (covers === "page" && path !== null) runs.set(path, (runs.get(path) ?? 0) + searches[i]!.runs);
    const unread = [...runs].filter(([path]) => !readers.has(path));
    // Of some pages nobody knows since when they are there.
    const since = new Map([...ages].filter(() => random() < 0.9).map(([path, days]) => [path, NOW - days * DAY]));
    return { unread, since, ages, readers, found: longUnread(unread, since, NOW) };
  };

  it("are claimed only if they are there for a week, in ten histories", () => {
    let [claimed, all] = [0, 0];
    for (let seed = 1; seed <= 10; seed++) {
      const { unread, ages, readers, found } = site(seed, false);
      for (const { path, runs } of found) {
        expect([path, readers.has(path), ages.get(path)! >= 7, runs > 0]).toEqual([path, false, true, true]);
        claimed++;
      }
      all += unread.filter(([path]) => ages.get(path)! >= 7).length;
    }
    console.log(`unread: precision 1.000, recall ${(claimed / all).toFixed(3)} of ${all}`);
    expect(all).toBeGreaterThan(40);
    expect(claimed / all).toBeGreaterThan(0.8);
  });

  it("are none where all was read, in ten histories", () => {
    for (let seed = 101; seed <= 110; seed++) expect(site(seed, true).found).toEqual([]);
  });
});

describe("words", () => {
  it("are compared by their beginnings, without accents, empty words and years", () => {
    expect([...stemsOf("What is the best Café for Repairs in 2026?")]).toEqual(["cafe", "repai"]);
    expect(stemsOf("repairing bikes")).toEqual(stemsOf("repairs bike"));
    expect([...stemsOf("東京都")]).toEqual(["東京", "京都"]);
    expect(
      stemsOf(`${"x".repeat(9)} `.repeat(500) + Array.from({ length: 500 }, (_, i) => `w${i}`).join(" ")).size,
    ).toBe(200);
  });

  it("of the brand alone ask for the site itself", () => {
    const pages = [{ path: "/", title: "Acme", description: "" }];
    const [brand, other] = coverSearches(
      [
        { query: "acme", runs: 1, cited: 0 },
        { query: "acme warranty", runs: 1, cited: 0 },
      ],
      pages,
      ["Acme"],
    );
    expect([brand!.covers, other!.covers]).toEqual(["page", "none"]);
  });

  it("of a path may be broken escapes", () => {
    const pages = [{ path: "/%E0%A4%A", title: "", description: "" }];
    expect(coverSearches([{ query: "bikes", runs: 1, cited: 1 }], pages, [])).toEqual([
      { covers: "page", path: null, share: 0 },
    ]);
  });
});

describe("a search that asks nothing", () => {
  it.each(["", "   ", "a\nb", "\u200b", "?!", "the of"])("is none: %j", (query) =>
    expect(asksSomething(query)).toBe(false),
  );
  it.each(["bicycle", "自転車", "車", "x5", "=cmd|calc", "prix vélo"])("is one with a word: %s", (query) =>
    expect(asksSomething(query)).toBe(true),
  );
});

describe("stems", () => {
  it.each([
    ["Cafés cats sand gas abc abcdes Zeitungen", ["cafe", "cat", "sand", "gas", "abc", "abcde", "zeitu"]],
    ["the best für mit les unas COMO gli x a 1", ["una"]],
    ["1899 1900 2026 2099 2100 20261 12026", ["1899", "2100", "20261", "12026"]],
    ["東京都 東 カフェ x東", ["東京", "京都", "カフ", "フェ", "x東"]],
    ["", []],
  ])("of %j", (text, stems) => expect([...stemsOf(text)]).toEqual(stems));

  it("are as many as are wanted, and of a word without spaces as many characters", () => {
    expect([...stemsOf("alpha beta gamma", 2)]).toEqual(["alpha", "beta"]);
    expect([...stemsOf("一二三四五", 3)]).toEqual(["一二", "二三"]);
  });
});

describe("what pages have for a search", () => {
  const page = (path: string, title = "", description = ""): TitledPage => ({ path, title, description });
  const cover = (query: string, pages: TitledPage[], cited = 0, brand = ["Acme"]) =>
    coverSearches([{ query, runs: 1, cited }], pages, brand)[0];

  it("is the page that speaks of most of it, the first of equals, by title, address and description", () => {
    expect(cover("alpha beta", [page("/x", "alpha"), page("/alpha-beta"), page("/y", "alpha", "beta")])).toEqual({
      covers: "page",
      path: "/alpha-beta",
      share: 1,
    });
    expect(cover("caf\u00e9", [page("/caf%C3%A9")])).toEqual({ covers: "page", path: "/caf%C3%A9", share: 1 });
    expect(cover("alpha beta", [])).toEqual({ covers: "none", path: null, share: 0 });
    expect(cover("alpha beta", [], 1)).toEqual({ covers: "page", path: null, share: 0 });
    expect(cover("acme", [page("/acme", "Acme")])).toEqual({ covers: "page", path: null, share: 0 });
  });

  it.each([
    ["alpha beta gamma", "alpha beta", "page", 2 / 3],
    ["alpha beta gamma", "alpha", "partly", 1 / 3],
    ["alpha beta gamma delta", "alpha", "none", 1 / 4],
    ["alpha beta gamma delta epsilon", "alpha beta gamma", "partly", 3 / 5],
  ])("of %s with the title %j is %s", (query, title, covers, share) => {
    // Each word is on as many pages as the others, so all weigh the same.
    const words = query.split(" ").map((word) => page(`/${word}`, title.includes(word) ? "" : word));
    const pages = [
      page("/own", title),
      ...words.filter((each) => each.title !== "").map((each) => page("/", each.title)),
    ];
    const found = cover(query, pages)!;
    expect([found.covers, found.path]).toEqual([covers, "/own"]);
    expect(found.share).toBeCloseTo(share);
  });

  it("weighs a word the less the more pages have it", () => {
    const pages = [page("/a", "alpha"), page("/b", "alpha"), page("/c", "alpha"), page("/d", "beta")];
    // alpha: ln(2 + 4 / 4); beta: ln(2 + 4 / 2).
    expect(cover("alpha beta", pages)).toEqual({
      covers: "partly",
      path: "/d",
      share: expect.closeTo(Math.log(4) / (Math.log(3) + Math.log(4))),
    });
  });

  it("is read by the first 32 words of the search, and each search by itself", () => {
    const words = Array.from({ length: 33 }, (_, i) => `w${"abcdefghij"[i % 10]}${"klmn"[Math.floor(i / 10)]}`);
    expect(cover(words.join(" "), [page("/a", words.slice(0, 32).join(" "))])!.share).toBe(1);
    const searches = ["alpha", "beta"].map((query) => ({ query, runs: 1, cited: 0 }));
    expect(coverSearches(searches, [page("/a", "alpha")], []).map(({ covers }) => covers)).toEqual(["page", "none"]);
  });
});

it("a page is unread if it is known to be there for a week, the most searched first", () => {
  const [week, now] = [7 * 86_400_000, 10 * 86_400_000];
  const unread = [
    ["/a", 1],
    ["/b", 3],
    ["/new", 9],
    ["/unknown", 9],
  ] as const;
  const since = new Map([
    ["/a", now - week],
    ["/b", 0],
    ["/new", now - week + 1],
  ]);
  expect(longUnread(unread, since, now)).toEqual([
    { path: "/b", runs: 3, since: 0 },
    { path: "/a", runs: 1, since: now - week },
  ]);
});
