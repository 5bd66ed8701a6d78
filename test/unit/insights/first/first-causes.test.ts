import { describe, expect, it } from "vitest";
import {
  issueCauses,
  renderCauses,
  stoppedCauses,
  violationCauses,
  wasteCauses,
} from "../../../../src/insights/core/first-causes.ts";
import type { FirstFacts, FirstIssue, ViolationFacts } from "../../../../src/insights/core/first-facts.ts";
import { WASTE_REASONS, type WasteReason } from "../../../../src/insights/core/waste.ts";
import { noFacts } from "../../../support/first-facts.ts";

const facts = (change: Partial<FirstFacts>): FirstFacts => ({ ...noFacts, ...change });
const issue = (change: Partial<FirstIssue>): FirstIssue => ({
  id: "missing_h1",
  title: "No heading",
  fix: "Add one.",
  pages: 1,
  visits: 0,
  gain: 0.5,
  costsVisits: false,
  samplePaths: ["/1", "/2", "/3", "/4"],
  ...change,
});

describe("issues of an audit", () => {
  it("are told with what they may bring", () => {
    expect(issueCauses(noFacts)).toEqual([]);
    const slow = issue({ id: "slow", fix: null, gain: 4, samplePaths: [] });
    expect(issueCauses(facts({ audit: { runId: "r1", issues: [issue({ visits: 7 }), slow] } }))).toEqual([
      {
        id: "issue:missing_h1",
        area: "issue",
        title: "No heading",
        gain: { visits: 7, citations: 0, points: 0.5 },
        evidence: "1 page has it; 7 crawler visits in 30 days met it.",
        examples: ["/1", "/2", "/3"],
        todo: "Add one.",
        page: "/app/site/a.example/audits/r1/issues/missing_h1",
        weight: 0.5,
        strength: 1,
      },
      {
        id: "issue:slow",
        area: "issue",
        title: "No heading",
        gain: { visits: 0, citations: 0, points: 4 },
        evidence: "1 page has it.",
        examples: [],
        todo: "Open the issue and fix its pages.",
        page: "/app/site/a.example/audits/r1/issues/slow",
        weight: 4,
        strength: 8,
      },
    ]);
  });

  it.each([
    [{ pages: 0 }, "The whole site has it."],
    [{ pages: 1_200 }, "1,200 pages have it."],
    [{ pages: 2, visits: 1 }, "2 pages have it; 1 crawler visit in 30 days met it."],
    [{ visits: 1, costsVisits: true }, "1 page has it; 1 crawler visit in 30 days was spent on it."],
    [{ visits: 2_000, costsVisits: true }, "1 page has it; 2,000 crawler visits in 30 days were spent on it."],
  ])("%j: %s", (change, evidence) => {
    expect(issueCauses(facts({ audit: { runId: "r", issues: [issue(change)] } }))[0]!.evidence).toBe(evidence);
  });
});

const wasted = (
  change: Partial<FirstFacts["waste"]["reasons"][number]>,
  totalVisits = 10_000,
  audit: FirstFacts["audit"] = null,
) => {
  const reasons = [{ reason: "not_found" as const, visits: 30, paths: 4, top: [], ...change }];
  return wasteCauses(facts({ waste: { totalVisits, reasons }, audit }));
};

describe("wasted visits", () => {
  const SAID: Record<WasteReason, [title: string, are: string, todo: string, strength: number]> = {
    not_found: [
      "Crawlers ask for pages that are gone",
      "answered 404 or 410 last",
      "Redirect each address that has moved to its new page, and let the others answer 410.",
      0.3,
    ],
    redirect: [
      "Crawlers follow redirects",
      "answered with a redirect last",
      "Link to the targets, in pages and sitemaps.",
      0.06,
    ],
    error: [
      "Crawlers get errors",
      "answered with an error last",
      "Repair what answers these addresses with errors.",
      0.3,
    ],
    noindex: [
      "Crawlers read pages that you keep out of search",
      "have noindex",
      "Disallow these pages in robots.txt, or remove noindex.",
      0.06,
    ],
    duplicate: [
      "Crawlers read the same content at several addresses",
      "have the content of another",
      "Redirect the copies to one address, or switch canonical redirects on.",
      0.06,
    ],
    parameters: [
      "Crawlers read addresses that differ only in their parameters",
      "are another one with parameters",
      "List these parameters among the ignored ones in the settings.",
      0.06,
    ],
  };

  it.each(WASTE_REASONS)("are told by their reason: %s", (reason) => {
    const [title, are, todo, strength] = SAID[reason];
    const top = ["/1", "/2", "/3", "/4"].map((path) => ({ path, visits: 5 }));
    expect(wasted({ reason, top })).toEqual([
      {
        id: `waste:${reason}`,
        area: "waste",
        title,
        gain: { visits: 30, citations: 0, points: null },
        evidence: `30 crawler visits in 30 days to 4 addresses that ${are}, 0.3% of all.`,
        examples: ["/1", "/2", "/3"],
        todo,
        page: "/app/site/a.example/crawlers/waste",
        weight: 0.3,
        strength: expect.closeTo(strength),
      },
    ]);
  });

  it("leave out what answers now and what the service answers, in visits, addresses and suggestions", () => {
    const top = [
      { path: "/now", visits: 9, answersNow: true, suggestedRedirect: "/x" } as const,
      { path: "/ours", visits: 8, routed: true, suggestedRedirect: "/x" } as const,
      { path: "/a", visits: 7, suggestedRedirect: "/b" },
      { path: "/c", visits: 5, suggestedRedirect: null },
    ];
    const [found] = wasted({ visits: 18, paths: 3, top: top.slice(0, 3) }, 10);
    expect(found).toMatchObject({
      gain: { visits: 1 },
      evidence: "1 crawler visit in 30 days to 1 address that answered 404 or 410 last, 10% of all.",
      examples: ["/a"],
      todo: "Redirect each address that has moved to its new page, and let the others answer 410. The report has a suggestion for 1.",
      strength: 0.05,
    });
  });

  it.each([
    ["error", "http_5xx", 0.5, 0],
    ["error", "http_5xx", 0.4, 1],
    ["error", "duplicate_content", 9, 1],
    ["duplicate", "duplicate_content", 0.5, 0],
    ["duplicate", "near_duplicate_content", 0.5, 0],
    ["not_found", "http_5xx", 9, 1],
  ] as const)("of reason %s beside the issue %s with a gain of %d are %d causes", (reason, id, gain, count) => {
    const audit = { runId: "r", issues: [issue({ id: "other", gain: 9 }), issue({ id, gain })] };
    expect(wasted({ reason }, 100, audit)).toHaveLength(count);
  });
});

describe("visits against robots.txt", () => {
  const visit = (change: Partial<ViolationFacts>): ViolationFacts => ({
    crawler: "GPTBot",
    path: "/p",
    visits: 2,
    rule: { pattern: "/p", line: 3 },
    lastDate: "2026-03-03",
    ...change,
  });

  it("of the last week are one cause per crawler", () => {
    const violations = [
      visit({ path: "/1", visits: 12, lastDate: "2026-03-09", rule: { pattern: "/", line: 7 } }),
      visit({ crawler: "CCBot", visits: 1 }),
      ...["/2", "/3", "/4"].map((path) => visit({ path })),
      visit({ path: "/late", lastDate: "2026-03-02", visits: 90 }),
    ];
    const found = violationCauses(facts({ violations, waste: { totalVisits: 100, reasons: [] } }));
    const same = {
      area: "violation",
      todo: "Refuse it at your firewall, or allow the pages in robots.txt if it may read them.",
      page: "/app/site/a.example/crawlers/waste",
    };
    expect(found).toEqual([
      {
        id: "violation:GPTBot",
        title: "GPTBot reads what robots.txt forbids",
        gain: { visits: 18, citations: 0, points: null },
        evidence: "18 verified visits in 30 days, the last on 2026-03-09; line 7 forbids most.",
        examples: ["/1", "/2", "/3"],
        weight: 9,
        strength: 1.8,
        ...same,
      },
      {
        id: "violation:CCBot",
        title: "CCBot reads what robots.txt forbids",
        gain: { visits: 1, citations: 0, points: null },
        evidence: "1 verified visit in 30 days, the last on 2026-03-03; line 3 forbids most.",
        examples: ["/p"],
        weight: 0.5,
        strength: 0.1,
        ...same,
      },
    ]);
  });
});

describe("crawlers that stopped", () => {
  it.each([
    ["llm-training", "training"],
    ["llm-search", "AI search"],
    ["llm-user", "assistants' users"],
    ["search", "search"],
  ])("are named by what they are for: %s", (kind, shown) => {
    const stopped = [{ provider: "openai", kind, daysSilent: 1, daysBefore: 26, visitsPerDay: 0.35 }];
    expect(stoppedCauses(facts({ stopped, waste: { totalVisits: 33, reasons: [] } }))).toEqual([
      {
        id: `stopped:openai:${kind}`,
        area: "stopped",
        title: `A crawler of openai (${shown}) has stopped coming`,
        gain: { visits: 11, citations: 0, points: null },
        evidence: "No visit for 1 day; before, it came on 26 of 28, 0.35 times a day.",
        examples: [],
        todo: "Look for what changed that day: robots.txt, a firewall, errors. Inspect a page as that crawler.",
        page: "/app/site/a.example/crawlers",
        weight: 25,
        strength: 1.1,
      },
    ]);
  });

  it("are told with the days of their silence", () => {
    const stopped = [{ provider: "openai", kind: "search", daysSilent: 9, daysBefore: 26, visitsPerDay: 1 }];
    expect(stoppedCauses(facts({ stopped }))[0]!.evidence).toMatch(/^No visit for 9 days;/);
  });
});

describe("pages that yield nothing", () => {
  const paused = (path: string, tries: number) => ({ path, tries, reason: "timeout" });

  it("are one cause from the second try on, each page once", () => {
    expect(renderCauses(facts({ paused: [paused("/a", 1)] }))).toEqual([]);
    const found = renderCauses(
      facts({
        paused: [paused("/a", 2), paused("/a", 3), paused("/b", 1), paused("/c", 9), paused("/d", 2), paused("/e", 2)],
        visits: new Map([
          ["/a", 4],
          ["/b", 50],
          ["/d", 1],
        ]),
        citations: new Map([
          ["/c", 2],
          ["/b", 50],
        ]),
        waste: { totalVisits: 50, reasons: [] },
      }),
    );
    expect(found).toEqual([
      {
        id: "render:paused",
        area: "render",
        title: "Pages cannot be rendered",
        gain: { visits: 5, citations: 2, points: null },
        evidence: "4 pages yielded nothing 2 times or more in a row; 5 crawler visits in 30 days.",
        examples: ["/a", "/c", "/d"],
        todo: "Open the renders of these pages and repair what keeps them from finishing.",
        page: "/app/site/a.example/cache/renders",
        weight: 10,
        strength: 1,
      },
    ]);
    expect(renderCauses(facts({ paused: [paused("/a", 2)], visits: new Map([["/a", 1]]) }))[0]!.evidence).toBe(
      "1 page yielded nothing 2 times or more in a row; 1 crawler visit in 30 days.",
    );
  });
});
