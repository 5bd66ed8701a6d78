import { describe, expect, it } from "vitest";
import { needsOf } from "../../../src/dashboard/pages/domains/domain-rows";
import type { RunFacts } from "../../../src/dashboard/pages/overview/figures";
import { isWhole, setupSteps, type SetupFacts } from "../../../src/dashboard/pages/overview/setup";
import { changedKinds } from "../../../src/dashboard/pages/audits/parts/changed-kinds";
import { sentenceOf, weekOf } from "../../../src/dashboard/pages/overview/today";
import type { DomainFacts } from "../../../src/dashboard/server/read";
import { sparkPoints } from "../../../src/dashboard/ui/sparkline";

const run = (startedAt: number, siteScore: number, more: Partial<RunFacts> = {}) =>
  ({
    id: `r${startedAt}`,
    startedAt,
    completedAt: startedAt,
    status: "success",
    scope: "s",
    needsContinuation: false,
    siteScore,
    scoreState: "scored",
    ...more,
  }) as RunFacts;

const daysWith = (totals: readonly number[]) =>
  totals.map((total, i) => ({ date: `2026-11-${String(i + 1).padStart(2, "0")}`, total, spoofed: 0, providers: [] }));

const WEEKS = daysWith([9, ...Array<number>(7).fill(1), ...Array<number>(7).fill(2), 0]);
const known = WEEKS.map(() => true);

describe("the sentence of the day", () => {
  it("tells Health, what to fix, and whole weeks of visits", () => {
    expect(sentenceOf({ runs: [run(2, 67.4), run(1, 35.6)], toDo: 3, daily: WEEKS, known })).toBe(
      "Health is 67 of 100, 31 more than before; there are 3 things to do first; crawlers came 14 times in the seven days to yesterday, 100% more than in the seven before.",
    );
  });

  it("says nothing of what is not known", () => {
    const none = { runs: null, toDo: 0, daily: null, known: [] };
    expect(sentenceOf(none)).toContain("nothing to report yet");
    expect(sentenceOf({ ...none, runs: [run(2, 50)] })).toBe("Health is 50 of 100; there is nothing to do.");
    expect(sentenceOf({ ...none, runs: [run(2, 50, { scoreState: "client_rendered" })], toDo: 1 })).toBe(
      "The latest audit has no Health; there is 1 thing to do first.",
    );
    const gap = known.with(3, false);
    expect([weekOf(WEEKS, gap), weekOf(WEEKS.slice(0, 10), known)]).toEqual([null, null]);
    expect(sentenceOf({ ...none, daily: WEEKS, known: gap })).toContain("nothing to report yet");
    const quiet = daysWith(Array<number>(15).fill(0));
    expect(sentenceOf({ ...none, daily: quiet, known })).toBe("Crawlers came 0 times in the seven days to yesterday.");
  });

  it("counts kinds of issues that came, went and stayed", () => {
    const pages = { pages: 9, deltaIssues: 0, deltaHealth: 0, newIssueIds: ["a"], fixedIssueIds: ["b"] };
    const kinds = { newIds: ["a", "no_https"], fixedIds: ["b"], remaining: 4 };
    expect(changedKinds({ ...pages, kinds })).toEqual({ added: ["a", "no_https"], fixed: ["b"], remaining: 4 });
    // A run of an earlier version has counted those of pages only.
    expect(changedKinds(pages)).toEqual({ added: ["a"], fixed: ["b"], remaining: null });
    expect(changedKinds(null)).toBeNull();
  });
});

describe("the setup", () => {
  const none = { requests: 0, visits: 0, cacheHits: 0, spoofed: 0 };
  const ways = { connected: none, reported: none, imported: none };
  const fresh: SetupFacts = {
    domain: "a.test",
    verified: true,
    runs: [],
    ways,
    brandName: null,
    prompts: 0,
    answered: false,
  };
  const states = (facts: Partial<SetupFacts>) => setupSteps({ ...fresh, ...facts }).map(({ state }) => state);

  it("goes from the proof to the first prompt, each step with its state and one button", () => {
    expect(states({})).toEqual(["done", "open", "open", "open", "open"]);
    expect(states({ runs: [{ id: "r", completedAt: null }] })[1]).toBe("running");
    const tested = { ...ways, connected: { ...none, spoofed: 1 } };
    expect(states({ ways: tested }).slice(2, 4)).toEqual(["done", "running"]);
    const imported = { ...ways, imported: { ...none, requests: 5 } };
    expect(states({ ways: imported }).slice(2, 4)).toEqual(["done", "done"]);
    const named = setupSteps({ ...fresh, brandName: "A" }).at(-1)!;
    expect([named.words, named.action?.href]).toEqual(["no prompt yet", "/app/site/a.test/mentions/prompts/new"]);
  });

  it("is gone when all is done, and claims nothing of what could not be read", () => {
    const done: SetupFacts = {
      ...fresh,
      runs: [{ id: "r", completedAt: 1 }],
      brandName: "A",
      prompts: 1,
      answered: true,
      ways: { ...ways, connected: { ...none, requests: 1 } },
    };
    expect(isWhole(setupSteps(done))).toBe(true);
    // A prompt that nobody could answer is not asked.
    expect(setupSteps({ ...done, answered: false }).at(-1)).toMatchObject({ state: "running", words: "no answer yet" });
    expect(setupSteps({ ...fresh, runs: null, ways: null, prompts: null })).toHaveLength(1);
  });

  it("is what a domain needs somebody for", () => {
    const site = { domain: "a.test", verified: true, proofLostAt: null, brandName: "A" } as DomainFacts;
    const facts = {
      runs: [run(1, 50)],
      ways: { ...ways, connected: { ...none, requests: 1 } },
      prompts: 1,
      answered: true,
    };
    expect(needsOf(site, facts)).toEqual([]);
    const words = (change: Partial<DomainFacts>, more: Partial<typeof facts> = {}) =>
      needsOf({ ...site, ...change }, { ...facts, ...more }).map((need) => need.words);
    expect(words({ verified: false })).toEqual(["prove that it is yours"]);
    expect(words({ proofLostAt: 1 })).toEqual(["put the proof back"]);
    expect(words({}, { runs: [run(1, 50, { status: "error" })], prompts: 0 })).toEqual([
      "the audit failed",
      "finish the setup",
    ]);
  });
});

describe("a sparkline", () => {
  it("has a gap where there are no data, and begins at zero", () => {
    expect(sparkPoints([null, 1, 2, null, 4])).toEqual(["25.0,17.0 48.0,12.0", "94.0,2.0 94.0,2.0"]);
    expect([sparkPoints([null, null]), sparkPoints([]), sparkPoints([0])]).toEqual([[], [], ["2.0,22.0 2.0,22.0"]]);
  });
});
