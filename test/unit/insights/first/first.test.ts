import { describe, expect, it } from "vitest";
import { chooseFirst, MOST_ENTRIES, type FirstCause, type FirstList } from "../../../../src/insights/core/first.ts";
import { causesOf, firstReport } from "../../../../src/insights/core/first-report.ts";
import type { FirstFacts } from "../../../../src/insights/core/first-facts.ts";
import { DAY_MS, utcDay } from "../../../../src/lib/time/time.ts";
import { FAULTS, firstHistory, type Fault } from "../../../support/first-history.ts";
import { seeded } from "../../../support/seeded.ts";

const HISTORIES = 10;
const DAYS = 40;
const START = Date.parse("2026-03-01T12:00:00Z");

/** The lists of a history, one per day. */
function listsOf(history: ReturnType<typeof firstHistory>) {
  let before: FirstList | null = null;
  return Array.from({ length: DAYS }, (_, i) => {
    const now = START + i * DAY_MS;
    const { facts, came } = history.at(i, now);
    const list = firstReport(facts, before, { day: utcDay(now), came, sameView: true });
    before = list;
    return { ...list, facts, came, day: utcDay(now) };
  });
}

const faultsOf = (list: FirstList) => new Set(list.entries.map(({ id }) => id));

describe("ten histories with planted faults", () => {
  it.each(Array.from({ length: HISTORIES }, (_, i) => i + 1))("are found, and nothing else: %i", (seed) => {
    const random = seeded(seed);
    const planted = FAULTS.filter(() => random() < 0.5);
    const history = firstHistory(seed, planted);
    const lists = listsOf(history);
    const expected = new Set<string>(planted.map((fault) => history.idOf(fault)));
    for (const list of lists) {
      const shown = faultsOf(list);
      expect([...shown].filter((id) => !expected.has(id))).toEqual([]);
      if (expected.size <= MOST_ENTRIES) expect([...expected].filter((id) => !shown.has(id))).toEqual([]);
      expect(list.entries.length).toBe(Math.min(MOST_ENTRIES, expected.size));
      for (const { gain } of list.entries) expect(gain.visits + gain.citations + (gain.points ?? 0)).toBeGreaterThan(0);
    }
  });
});

describe("ten histories without a fault", () => {
  it.each(Array.from({ length: HISTORIES }, (_, i) => i + 101))("have an empty list that says so: %i", (seed) => {
    for (const { entries, done, sentence } of listsOf(firstHistory(seed, []))) {
      expect([entries, done]).toEqual([[], []]);
      expect(sentence).toMatch(
        /^There is nothing to do\. .+: the latest audit, [\d,]+ crawler visits in 30 days, [\d,]+ searches of assistants\.$/,
      );
    }
  });
});

describe("a list over days", () => {
  it("keeps its order while counts move by chance", () => {
    let changes = 0;
    let plain = 0;
    for (let seed = 1; seed <= HISTORIES; seed++) {
      const lists = listsOf(firstHistory(seed, [...FAULTS]));
      const orders = lists.map(({ entries }) => entries.map(({ id }) => id).join(" "));
      changes += orders.filter((order, i) => i > 0 && order !== orders[i - 1]).length;
      const byWeight = lists.map(({ facts }) =>
        causesOf(facts)
          .filter(({ strength }) => strength >= 1)
          .sort((a, b) => b.weight - a.weight)
          .slice(0, MOST_ENTRIES)
          .map(({ id }) => id)
          .join(" "),
      );
      plain += byWeight.filter((order, i) => i > 0 && order !== byWeight[i - 1]).length;
    }
    // In 390 nights.
    expect(plain).toBeGreaterThan(30);
    expect(changes).toBe(0);
  });

  it("is the same for the same facts, also from itself", () => {
    for (const { facts, came, day, entries, done } of listsOf(firstHistory(7, [...FAULTS]))) {
      const again = firstReport(facts, { entries, done }, { day, came, sameView: true });
      expect([again.entries, again.done]).toEqual([entries, done]);
    }
  });

  it("says that an entry is done on the day on which the data do, and forgets it after a week", () => {
    for (const fault of FAULTS) {
      const history = firstHistory(3, [fault], { repairedOn: 10 });
      const id = history.idOf(fault);
      const lists = listsOf(history);
      const days = lists.flatMap(({ entries, done }, i) => {
        expect(entries.some((each) => each.id === id) && done.some((each) => each.id === id)).toBe(false);
        return done.some((each) => each.id === id) ? [i] : [];
      });
      expect([fault, days]).toEqual([fault, [10, 11, 12, 13, 14, 15, 16]]);
      expect(lists.at(-1)!.entries).toEqual([]);
    }
  });
});

const cause = (id: string, weight: number, more: Partial<FirstCause> = {}): FirstCause => ({
  id,
  area: "waste",
  title: id,
  gain: { visits: 1, citations: 0, points: null },
  evidence: "",
  examples: [],
  todo: "",
  page: "",
  weight,
  strength: 1,
  ...more,
});
const of = (causes: FirstCause[], before: FirstList | null = null, isOver = () => true) =>
  chooseFirst(causes, before, { day: "2026-03-01", isOver });
const ids = ({ entries }: FirstList) => entries.map(({ id }) => id);

describe("the choice", () => {
  it("lets an entry be overtaken only by one that is worth a quarter more", () => {
    const first = of([cause("a", 10), cause("b", 9)]);
    expect(ids(of([cause("a", 10), cause("b", 12)], first))).toEqual(["a", "b"]);
    expect(ids(of([cause("a", 10), cause("b", 12.6)], first))).toEqual(["b", "a"]);
    expect(ids(of([cause("a", 10), cause("b", 9), cause("c", 12)], first))).toEqual(["a", "c", "b"]);
  });

  it("keeps an entry until its evidence is half of what it took to come", () => {
    const first = of([cause("a", 10), cause("weak", 1, { strength: 0.9 })]);
    expect(ids(first)).toEqual(["a"]);
    expect(ids(of([cause("a", 10, { strength: 0.5 })], first))).toEqual(["a"]);
    expect(of([cause("a", 10, { strength: 0.4 })], first)).toMatchObject({ entries: [], done: [{ id: "a" }] });
  });

  it("has three of an area and seven in all, and a newcomer that is worth little more waits", () => {
    const many = (["waste", "issue", "question"] as const).flatMap((area, i) =>
      Array.from({ length: 5 }, (_, n) => cause(`${area}${n}`, 50 - i - n, { area })),
    );
    const first = of(many);
    expect(first.entries.map(({ area }) => area).sort()).toEqual(
      ["issue", "issue", "issue", "question", "waste", "waste", "waste"].sort(),
    );
    expect(first.entries).toHaveLength(MOST_ENTRIES);
    expect(ids(of([...many, cause("new", 49, { area: "render" })], first))).toEqual(ids(first));
    expect(ids(of([...many, cause("new", 99, { area: "render" })], first))[0]).toBe("new");
    // What gave way is not done.
    expect(of([...many, cause("new", 99, { area: "render" })], first).done).toEqual([]);
  });

  it("does not call done what it knows nothing of", () => {
    const first = of([cause("a", 10)]);
    expect(of([], first, () => false)).toEqual({ entries: [], done: [] });
  });
});

describe("an empty list", () => {
  it("names what is not known", () => {
    const { facts } = firstHistory(1, []).at(0, START);
    const nothing = {
      ...facts,
      audit: null,
      waste: { totalVisits: 0, reasons: [] },
      unseen: [],
      questions: { questions: [], unread: [], readPages: new Set<string>(), runs: 0, pages: 0 },
    };
    const said = (given: typeof facts) =>
      firstReport(given, null, { day: "2026-03-01", came: new Set(), sameView: true }).sentence;
    expect(said(nothing)).toBe(
      "Nothing can be said yet. Not known: no audit has finished, no crawler was counted in 30 days, no search of an assistant is known.",
    );
    expect(said({ ...nothing, audit: facts.audit })).toBe(
      "There is nothing to do. Nothing costs visits or citations in what is known: the latest audit. Not known: no crawler was counted in 30 days, no search of an assistant is known.",
    );
  });

  it("does not claim that pages are unread where no verified crawler is counted", () => {
    const { facts } = firstHistory(2, ["unread", "fix"] satisfies Fault[]).at(0, START);
    expect(causesOf({ ...facts, unseen: [] }).map(({ area }) => area)).not.toContain("unread");
    expect(causesOf({ ...facts, unseen: [] }).map(({ area }) => area)).not.toContain("fix");
  });
});

describe("wasted visits", () => {
  const { facts } = firstHistory(4, []).at(0, START);
  const causes = (top: FirstFacts["waste"]["reasons"][number]["top"]) => {
    const reasons = [{ reason: "not_found" as const, visits: 900, paths: 9, top }];
    return causesOf({ ...facts, waste: { totalVisits: 1_000, reasons } }).find(({ area }) => area === "waste")!;
  };

  it("promise a suggestion only if there is one", () => {
    expect(causes([{ path: "/a", visits: 500, suggestedRedirect: null }]).todo).not.toMatch(/suggest/);
    expect(causes([{ path: "/a", visits: 500, suggestedRedirect: "/b" }]).todo).toMatch(
      /The report has a suggestion for 1\.$/,
    );
  });

  it("leave out what the service answers as the owner wants", () => {
    const { gain, evidence, examples } = causes([
      { path: "/a", visits: 500, routed: true, suggestedRedirect: "/b" },
      { path: "/c", visits: 100 },
    ]);
    expect([gain.visits, examples]).toEqual([400, ["/c"]]);
    expect(evidence).toBe("400 crawler visits in 30 days to 8 addresses that answered 404 or 410 last, 40% of all.");
  });
});

describe("what the data cannot see", () => {
  const lists = (fault: Fault, change: (facts: FirstFacts) => Partial<FirstFacts>, sameView = true) => {
    const [broken, repaired] = [firstHistory(3, [fault]), firstHistory(3, [fault], { repairedOn: 0 })];
    const before = firstReport(broken.at(5, START).facts, null, { day: "2026-03-01", came: new Set(), sameView: true });
    expect(before.entries.map(({ id }) => id)).toEqual([broken.idOf(fault)]);
    const { facts } = repaired.at(5, START);
    const after = { ...facts, ...change(facts) };
    return firstReport(after, before, { day: "2026-03-02", came: new Set(), sameView });
  };

  it.each(["issue", "not_found", "redirect", "fix"] as const)("an audit of other pages ends no %s", (fault) => {
    expect(lists(fault, () => ({}), false)).toMatchObject({ entries: [], done: [] });
    expect(lists(fault, () => ({})).done).toHaveLength(1);
  });

  it.each([
    ["unseen", () => ({ changed: new Set<string>() })],
    ["question", ({ questions }) => ({ questions: { ...questions, questions: [] } })],
    ["unread", ({ questions }) => ({ questions: { ...questions, readPages: new Set<string>() } })],
    ["stale_fact", ({ wrong }) => ({ wrong: { ...wrong, paths: new Set<string>() } })],
  ] satisfies Array<[Fault, (facts: FirstFacts) => Partial<FirstFacts>]>)(
    "%s: what is not looked at any more is not done",
    (fault, change) => {
      expect(lists(fault, change)).toMatchObject({ entries: [], done: [] });
      expect(lists(fault, () => ({})).done).toHaveLength(1);
    },
  );
});
