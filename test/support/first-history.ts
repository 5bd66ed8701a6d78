import type { FirstFacts } from "../../src/insights/core/first-facts.ts";
import { DAY_MS, utcDay } from "../../src/lib/time/time.ts";
import { seeded } from "./seeded.ts";

/** What may be wrong with a site. */
export const FAULTS = [
  "issue",
  "not_found",
  "redirect",
  "unseen",
  "fix",
  "question",
  "unread",
  "stale_fact",
  "foreign_fact",
  "violation",
  "stopped",
  "render",
] as const;
export type Fault = (typeof FAULTS)[number];

const IDS: Record<Fault, string> = {
  issue: "issue:missing_h1",
  not_found: "waste:not_found",
  redirect: "waste:redirect",
  unseen: "unseen:changed",
  fix: "fix:missing_title",
  question: "question:bicycle trailer for two children",
  unread: "unread:pages",
  stale_fact: "fact:stale:/repairs",
  foreign_fact: "fact:elsewhere:/prices",
  violation: "violation:GPTBot",
  stopped: "stopped:openai:llm-training",
  render: "render:paused",
};
const WINDOW = 30;
const DAYS = 120;

/** Counts of each day around a rate, and their sum over the 30 days until a day. */
function counts(random: () => number, rate: number) {
  const daily = Array.from({ length: DAYS }, () => {
    let count = 0;
    for (let i = 0; i < 2 * rate + 10; i++) if (random() < rate / (2 * rate + 10)) count++;
    return count;
  });
  return (day: number) => daily.slice(day, day + WINDOW).reduce((sum, count) => sum + count, 0);
}

/**
 * A site over days, with faults or none. A healthy one has what healthy sites have: some visits to missing pages and redirects, pages that
 * changed this week, notices, a rare search that nothing answers, a stray visit against robots.txt.
 */
export function firstHistory(
  seed: number,
  faults: readonly Fault[],
  { repairedOn = Infinity }: { repairedOn?: number } = {},
) {
  const random = seeded(seed);
  const has = (fault: Fault, day: number) => faults.includes(fault) && day < repairedOn;
  const total = counts(random, 150 + random() * 100);
  const of = Object.fromEntries(
    [...FAULTS, "noise", "pages", "cited", "search"].map((name) => [name, counts(random, 8 + random() * 12)]),
  );
  const small = counts(random, 0.2);
  const at = (day: number, now: number): { facts: FirstFacts; came: Set<string> } => {
    const sum = (name: string) => of[name]!(day);
    const ago = (days: number) => utcDay(now - days * DAY_MS);
    const page = { visits: sum("pages"), citations: 4 };
    const notFound = has("not_found", day) ? sum("not_found") : small(day);
    const redirect = has("redirect", day) ? 4 * sum("redirect") : small(day) + 30;
    const facts: FirstFacts = {
      domain: "a.example",
      now,
      audit: {
        runId: "run",
        issues: [
          { ...issue("title_too_short"), gain: 0.3 },
          ...(has("issue", day) ? [{ ...issue("missing_h1"), visits: sum("issue"), gain: 4.2 }] : []),
        ],
      },
      waste: {
        totalVisits: total(day),
        reasons: [
          { reason: "not_found", visits: notFound, paths: 4, top: [{ path: "/gone", visits: notFound }] },
          { reason: "redirect", visits: redirect, paths: 9, top: [{ path: "/old", visits: redirect }] },
          { reason: "error", visits: 300, paths: 1, top: [{ path: "/up", visits: 300, answersNow: true }] },
        ],
      },
      visits: new Map([
        ["/fixed", sum("fix")],
        ["/heavy", sum("render")],
      ]),
      citations: new Map([["/a", sum("cited") + 100]]),
      unseen: [
        {
          crawler: "GPTBot",
          medianDays: 2,
          pages: [
            { path: "/news", reason: "changed", ...page, change: { to: ago(5) } },
            { path: "/deep", reason: "never", ...page, change: null },
            ...(has("unseen", day)
              ? [
                  {
                    path: "/price",
                    reason: "changed" as const,
                    visits: sum("unseen"),
                    citations: 9,
                    change: { to: ago(20) },
                  },
                ]
              : []),
          ],
        },
        // It usually takes a month, so it is not late.
        {
          crawler: "CCBot",
          medianDays: 30,
          pages: [{ path: "/slow", reason: "changed", ...page, change: { to: ago(20) } }],
        },
      ],
      changed: new Set(["/news", "/slow", "/price"]),
      questions: {
        questions: [
          { query: "bicycle shop", runs: sum("search"), covers: "page" },
          { query: "repair price", runs: 20, covers: "partly" },
          { query: "once asked", runs: 1, covers: "none" },
          {
            query: "bicycle trailer for two children",
            runs: sum("question"),
            covers: has("question", day) ? "none" : "page",
          },
        ],
        unread: has("unread", day)
          ? [{ path: "/trailers", runs: sum("unread"), knownSince: "2026-01-01" }]
          : [{ path: "/new", runs: 1, knownSince: "2026-01-01" }],
        readPages: new Set(has("unread", day) ? [] : ["/trailers"]),
        runs: sum("search") + 20 + 500,
        pages: 40,
      },
      wrong: {
        // One answer alone may have misread.
        facts: [
          wrong("stale", "/hours", 1),
          ...(has("stale_fact", day) ? [wrong("stale", "/repairs", sum("stale_fact"))] : []),
          ...(has("foreign_fact", day) ? [wrong("elsewhere", "/prices", sum("foreign_fact"))] : []),
        ],
        answers: 1_200,
        paths: new Set(["/hours", "/repairs", "/prices"]),
      },
      violations: [
        violation("CCBot", 2, ago(1)),
        violation("Bytespider", 90, ago(20)),
        ...(has("violation", day) ? [violation("GPTBot", sum("violation"), ago(1))] : []),
      ],
      stopped: has("stopped", day)
        ? [{ provider: "openai", kind: "llm-training", daysSilent: day + 5, daysBefore: 26, visitsPerDay: 9.3 }]
        : [],
      fixes: [
        fix("missing_lang", now - 2 * DAY_MS, "/waits"),
        ...(has("fix", day) ? [fix("missing_title", now - 12 * DAY_MS, "/fixed")] : []),
      ],
      paused: [
        { path: "/one-try", tries: 1, reason: "timeout" },
        ...(has("render", day) ? [{ path: "/heavy", tries: 4, reason: "timeout" }] : []),
      ],
    };
    return { facts, came: new Set(has("stopped", day) ? [] : ["openai:llm-training"]) };
  };
  return { at, idOf: (fault: Fault) => IDS[fault] };
}

const issue = (id: string) => ({
  id,
  title: id,
  fix: "Fix it.",
  pages: 12,
  visits: 50,
  costsVisits: false,
  samplePaths: ["/a", "/b"],
});

const wrong = (outcome: "stale" | "elsewhere", path: string, answers: number) => ({
  outcome,
  path,
  answers,
  assistants: ["ChatGPT", "Claude"],
  until: outcome === "stale" ? Date.parse("2026-02-20") : null,
});

const violation = (crawler: string, visits: number, lastDate: string) => ({
  crawler,
  path: "/private/x",
  visits,
  rule: { pattern: "/private/", line: 3 },
  lastDate,
});

const fix = (issueId: string, to: number, path: string) => ({
  issueId,
  title: issueId,
  fixed: { to, isDated: true },
  renewed: null,
  reason: "not_fetched",
  paths: [{ path, fetched: [] }],
});
