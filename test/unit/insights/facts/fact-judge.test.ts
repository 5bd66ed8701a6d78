import { describe, expect, it } from "vitest";
import type { Claim } from "../../../../src/insights/core/facts/claims.ts";
import { compareClaim } from "../../../../src/insights/core/facts/compare.ts";
import { judgeClaim, judgedAt, type JudgedClaim, type ReadVersion } from "../../../../src/insights/core/facts/judge.ts";
import { factsOfPage, type PageValue } from "../../../../src/insights/core/facts/subject.ts";

const claim = (change: Partial<Claim> = {}): Claim => ({
  kind: "price",
  start: 0,
  end: 3,
  value: "49",
  unit: "EUR",
  period: null,
  loose: false,
  quote: "q",
  subject: new Set(["pro", "team"]),
  cites: [],
  named: true,
  names: new Set(),
  words: new Set(["pro", "team"]),
  ...change,
});

describe("a claim next to a page", () => {
  const place = (value: string, near: string, change: Partial<PageValue> = {}): PageValue => ({
    kind: "price",
    start: 0,
    end: 3,
    value,
    unit: "EUR",
    period: null,
    loose: false,
    shown: `€${value}`,
    quote: `${near} ${value}`,
    near: new Set(near.split(" ").filter(Boolean)),
    past: false,
    foreign: false,
    before: new Map(),
    ...change,
  });
  const said = (places: PageValue[], change: Partial<Claim> = {}) => {
    const found = compareClaim(claim(change), places);
    return found.says === "silent" ? "silent" : `${found.says} ${found.value.quote}`;
  };
  const other = place("59", "pro team");

  it.each<[string, PageValue[], string, Partial<Claim>?]>([
    ["no place", [], "silent"],
    ["the value at the best place", [place("9", "max"), place("49", "pro")], "says pro 49"],
    ["the value at a place as good", [other, place("49", "pro team")], "says pro team 49"],
    ["the value at a worse place", [other, place("49", "pro")], "silent"],
    ["the value elsewhere", [other, place("49", "max")], "silent"],
    ["the value alone, of nothing", [place("49", "max")], "says max 49"],
    ["the value twice, of nothing", [place("49", "max"), place("49", "")], "says max 49"],
    ["another value of the subject", [other], "differs pro team 59"],
    ["another one of before", [place("59", "pro", { past: true })], "silent"],
    ["another one of somebody else", [place("59", "pro", { foreign: true })], "silent"],
    [
      "another one of somebody else's product",
      [place("59", "pro", { before: new Map([["pro", ["velo"]]]) })],
      "silent",
    ],
    ["another one in another currency", [place("59", "pro", { unit: "USD" })], "silent"],
    ["another one that is loose", [place("59", "pro", { loose: true })], "silent"],
    ["another one of nothing", [place("59", "max")], "silent"],
    ["others, of which one fits clearly", [other, place("9", "max")], "differs pro team 59"],
    ["others of the same, one of them twice", [other, place("59", "pro"), place("9", "max")], "differs pro team 59"],
    ["others, of which none fits clearly", [place("59", "pro"), place("9", "pro")], "silent"],
    ["others, one with both rare words", [other, place("9", "pro")], "differs pro team 59"],
    [
      "others, one better by too little",
      [place("59", "pro team max"), place("9", "team alpha"), place("8", "pro")],
      "differs pro team max 59",
    ],
    ["another one, if the claim is loose", [other], "silent", { loose: true }],
    ["another one, if the claim is of nothing", [other], "silent", { subject: new Set() }],
    ["another one, without a period for a year's claim", [other], "silent", { period: "year" }],
    ["another one, without a period for a month's claim", [other], "differs pro team 59", { period: "month" }],
    [
      "another one of a year for a year's claim",
      [place("59", "pro", { period: "year" })],
      "differs pro 59",
      { period: "year" },
    ],
  ])("%s", (_, places, expected, change) => expect(said(places, change)).toBe(expected));

  it("weighs a word the less the more places have it", () => {
    const common = Array.from({ length: 8 }, (_, i) => place(`${i}`, "pro"));
    expect(said([...common, place("59", "team")])).toBe("differs team 59");
    const three = new Set(["a", "b", "c"]);
    const half = [place("1", "a b c"), place("2", "a b")];
    expect(said(half, { subject: three })).toBe("differs a b c 1");
    expect(said([place("1", "a b"), place("2", "a c")], { subject: three })).toBe("silent");
    expect(said([place("1", "a b"), place("2", "a c"), place("3", "b c")], { subject: three })).toBe("silent");
  });
});

const version = (path: string, text: string, from: number, to: number | null): ReadVersion =>
  Object.assign(factsOfPage(text, new Set(["kelpw"])), { path, from, to });
const judge = (versions: ReadVersion[], change: Partial<Claim> = {}, cited: string[] = [], others = false) =>
  judgeClaim(claim(change), versions, { cited: new Set(cited), others });

describe("a claim next to versions of pages", () => {
  const old = version("/p", "The Pro team costs €49", 1, 5);
  const now = version("/p", "The Pro team costs €59", 5, null);
  const shown = { path: "/p", quote: "The Pro team costs €59", value: "€59" };
  const unknown: JudgedClaim = { outcome: "unknown", now: null, said: null };
  const stale: JudgedClaim = {
    outcome: "stale",
    now: shown,
    said: { path: "/p", quote: "The Pro team costs €49", from: 1, to: 5 },
  };
  const nowhere: JudgedClaim = { outcome: "nowhere", now: shown, said: null };

  it.each<[string, JudgedClaim, ReadVersion[], Partial<Claim>?]>([
    ["is unknown without versions", unknown, []],
    ["is unknown to a silent page", unknown, [version("/p", "Nothing", 1, null)]],
    [
      "matches what a page says now",
      {
        outcome: "matches",
        now: { path: "/q", quote: "Pro team €49", value: "€49" },
        said: { path: "/q", quote: "Pro team €49", from: 3, to: null },
      },
      [now, version("/q", "Pro team €49", 3, null)],
    ],
    ["is stale if a page said it", stale, [old, now]],
    [
      "is stale by the last version that said it",
      { ...stale, said: { ...stale.said!, from: 2 } },
      [old, { ...old, from: 2 }, now],
    ],
    ["is not stale if it is loose", unknown, [old, now], { loose: true }],
    [
      "is not stale if the page still has the number",
      { ...unknown, now: shown },
      [old, { ...now, presentNumbers: new Set(["49"]) }],
    ],
    ["is nowhere if no page ever had it", nowhere, [now]],
    ["is unknown if the number was there", { ...unknown, now: shown }, [{ ...now, numbers: new Set(["49"]) }]],
    ["is unknown if the sentence does not name us", { ...unknown, now: shown }, [now], { named: false }],
    [
      "is unknown if it names somebody whom no page knows",
      { ...unknown, now: shown },
      [now],
      { names: new Set(["velo"]) },
    ],
    [
      "is nowhere if pages know all whom it names",
      nowhere,
      [now, version("/v", "About Velo", 1, null)],
      { names: new Set(["velo", "team"]) },
    ],
    ["is unknown if it is loose", unknown, [now], { loose: true }],
  ])("%s", (_, expected, versions, change) => expect(judge(versions, change)).toEqual(expected));

  it("is from elsewhere if the sentence cites another site", () => {
    expect(judge([now], {}, [], true)).toEqual({ ...nowhere, outcome: "elsewhere" });
  });

  it("is judged by the pages that the answer cites, unless another page says it now", () => {
    const cited = version("/c", "Pro team €69", 1, null);
    const own = { path: "/c", quote: "Pro team €69", value: "€69" };
    expect(judge([now, cited], {}, ["/c"])).toEqual({ ...nowhere, now: own });
    expect(judge([old, now, cited], {}, ["/c"])).toEqual({ ...nowhere, now: own });
    expect(judge([old, now, cited], {}, ["/p"])).toEqual(stale);
    expect(judge([old, now, version("/c", "Silent", 1, null)], {}, ["/c"])).toEqual(stale);
    const says = version("/s", "Pro team €49", 1, null);
    expect(judge([says, cited], {}, ["/c"]).outcome).toBe("matches");
    expect(judge([old, now, says], {}, ["/p"])).toEqual(stale);
  });

  it("that is a date was there only as a date", () => {
    const date = { kind: "date", value: "2026-05-03", unit: "" } as const;
    const opened = version("/d", "The Pro team opened on 4 May 2026", 1, null);
    const day = { path: "/d", quote: "The Pro team opened on 4 May 2026", value: "4 May 2026" };
    expect(judge([opened], date)).toEqual({ outcome: "nowhere", now: day, said: null });
    expect(judge([opened, version("/e", "Bikes: 3 May 2026\nCars: 4 June 2026", 1, 2)], date)).toEqual({
      ...unknown,
      now: day,
    });
    const before = version("/d", "The Pro team opened on 3 May 2026", 0, 1);
    expect(judge([before, opened], date).outcome).toBe("stale");
    const both = {
      ...opened,
      ...factsOfPage("The Pro team opened on 4 May 2026\n\n\n\nRivalco: 3 May 2026", new Set(), ["Rivalco"]),
    };
    expect(judge([before, both], date)).toEqual({ ...unknown, now: day });
  });

  it.each([
    [5, "stale"],
    [4, "was_right"],
    [1, "was_right"],
    [0, "unknown"],
  ])("of an answer at %i is %s", (at, outcome) => {
    const expected = outcome === "unknown" ? { ...unknown, now: shown } : { ...stale, outcome };
    expect(judgedAt(stale, [old, now], at)).toEqual(expected);
  });

  it.each([
    ["nowhere", 5, "nowhere"],
    ["nowhere", 4, "unknown"],
    ["elsewhere", 5, "elsewhere"],
    ["elsewhere", 4, "unknown"],
    ["matches", 0, "matches"],
    ["unknown", 0, "unknown"],
  ] as const)("%s, of an answer at %i, is %s", (outcome, at, expected) => {
    const judged = { ...nowhere, outcome };
    expect(judgedAt(judged, [{ ...old, path: "/x" }, now], at)).toEqual({ ...judged, outcome: expected });
  });
});
