import { describe, expect, it } from "vitest";
import { factSentence, type FactStory } from "../../../../src/insights/core/facts/fact-words.ts";
import { givenTo } from "../../../../src/insights/core/facts/given.ts";
import { DAY_MS } from "../../../../src/lib/time/time.ts";

describe("crawlers that were given a version", () => {
  const on = (token: string, ...days: number[]) => days.map((day) => ({ path: "/p", token, day }));
  const reads = [...on("A", 3, 4, 6, 7, 9), ...on("B", 5, 7), ...on("C", 3, 7), { path: "/q", token: "C", day: 5 }];
  const given = (to: number | null, from = 3) =>
    givenTo({ path: "/p", from: from * DAY_MS + 1, to: to && to * DAY_MS + 1 }, ["A", "B", "C"], reads);

  it("are those that read it between its first and its last day, the last one first", () => {
    expect(given(7)).toEqual([
      { crawler: "A", day: 6, since: 9 },
      { crawler: "B", day: 5, since: null },
    ]);
    expect(given(6)).toEqual([
      { crawler: "B", day: 5, since: 7 },
      { crawler: "A", day: 4, since: 7 },
    ]);
    expect(given(null, 7)).toEqual([{ crawler: "A", day: 9, since: null }]);
  });
});

describe("a fact in words", () => {
  const story: FactStory = {
    outcome: "matches",
    by: ["Claude"],
    claimed: "€49",
    now: { path: "/p", value: "€59" },
    said: { path: "/o", until: "2026-01-02" },
    others: "none",
    given: null,
    knownSince: null,
  };
  const told = (change: Partial<FactStory>) => factSentence({ ...story, ...change });
  const given = { crawler: "GPTBot", day: "2026-01-01", since: null };
  it.each<[Partial<FactStory>, string]>([
    [{}, "Claude says €49, and so does /p."],
    [{ now: null }, "Claude says €49, and so does your page."],
    [{ outcome: "unknown" }, "Claude says €49. Whether that is right cannot be told from your pages."],
    [{ outcome: "was_right" }, "Claude said €49, which was right until 2026-01-02: /o said so then; now /p says €59."],
    [
      { outcome: "stale" },
      "Claude says €49. /o said so until 2026-01-02; now /p says €59. No crawler of theirs is known to have been given that version.",
    ],
    [
      { outcome: "stale", given },
      "Claude says €49. /o said so until 2026-01-02; now /p says €59. GPTBot was last given that version on 2026-01-01, and is not known to have read the page since it changed.",
    ],
    [
      { outcome: "stale", given: { ...given, since: "2026-01-09" } },
      "Claude says €49. /o said so until 2026-01-02; now /p says €59. GPTBot was last given that version on 2026-01-01 and a later one on 2026-01-09.",
    ],
    [
      { outcome: "nowhere", by: ["Claude", "Gemini"] },
      "Claude and Gemini say €49. No kept version of your pages says so; /p says €59. No other site is cited for it.",
    ],
    [
      { outcome: "elsewhere", others: "sentence", knownSince: "2026-01-01" },
      "Claude says €49. No kept version of your pages says so; /p, of which versions are kept since 2026-01-01, says €59. Another site is cited for it, which was not read.",
    ],
    [
      { outcome: "elsewhere", others: "answer" },
      "Claude says €49. No kept version of your pages says so; /p says €59. No other site is cited at that place; the answer cites some, without saying for what.",
    ],
  ])("%j", (change, sentence) => expect(told(change)).toBe(sentence));
});
