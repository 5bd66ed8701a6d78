import { describe, expect, it } from "vitest";
import { operatorOf, assistantOf } from "../../../src/analytics/core/referral";
import { agentHosts, MAX_SIGNATURE_HEADER, signatureClaims } from "../../../src/analytics/core/signature-claims";
import { stoppedCrawlers, watchedDays, type DayVisits } from "../../../src/analytics/core/stopped-crawlers";
import { medianOf, summarise } from "../../../src/analytics/core/summarise";
import { VERDICTS } from "../../../src/analytics/core/verdict";
import { visitKey } from "../../../src/analytics/core/visit-key";
import { canonicalPath, countedPath } from "../../../src/analytics/core/visit-path";
import { timeIssue } from "../../../src/analytics/core/visit-time";

describe("crawlers that stopped", () => {
  const TODAY = 1_000;
  const visits = (days: readonly number[], change: Partial<DayVisits> = {}): DayVisits[] =>
    days.map((day) => ({ day, provider: "openai", kind: "search", visits: 3, spoofed: false, ...change }));
  const daily = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const stopped = (change: object = {}) => ({
    provider: "openai",
    kind: "search",
    lastDay: 990,
    daysSilent: 9,
    daysBefore: 14,
    visitsPerDay: 3,
    ...change,
  });

  it.each<[string, DayVisits[], object[]]>([
    ["came on fourteen days", visits(daily(977, 990)), [stopped()]],
    ["came on thirteen days", visits(daily(978, 990)), []],
    ["came longer ago than counts", visits([962, ...daily(978, 990)]), []],
    [
      "came for the first time on the first day that counts, with a gap",
      visits([963, 964, 965, ...daily(968, 990)]),
      [stopped({ daysBefore: 26, visitsPerDay: 2.8 })],
    ],
    ["are silent for two days", visits(daily(977, 997)), []],
    ["are silent for three days", visits(daily(977, 996)), [stopped({ lastDay: 996, daysSilent: 3, daysBefore: 20 })]],
    ["are silent for 21 days", visits(daily(950, 978)), [stopped({ lastDay: 978, daysSilent: 21, daysBefore: 28 })]],
    ["are silent for 22 days", visits(daily(950, 977)), []],
    ["are silent for less than thrice their longest gap", visits([...daily(970, 980), ...daily(985, 990)]), []],
    [
      "are silent for thrice their longest gap",
      visits([...daily(970, 980), ...daily(984, 990)]),
      [stopped({ daysBefore: 18, visitsPerDay: 2.6 })],
    ],
    ["were impostors", visits(daily(970, 990), { spoofed: true }), []],
    [
      "were impostors after they stopped",
      [...visits(daily(977, 990)), ...visits([995], { spoofed: true })],
      [stopped()],
    ],
    ["left days without visits", [...visits(daily(977, 990)), ...visits([995], { visits: 0 })], [stopped()]],
    [
      "are several, of several providers",
      [
        ...visits(daily(977, 990)).toReversed(),
        ...visits(daily(977, 999), { kind: "training" }),
        ...visits(daily(977, 990), { provider: "google", visits: 1 }),
        ...visits([990], { provider: "google", visits: 1 }),
      ],
      [stopped(), stopped({ provider: "google", visitsPerDay: 1.1 })],
    ],
  ])("%s", (_name, rows, expected) => expect(stoppedCrawlers(rows, TODAY)).toEqual(expected));

  it("are told for as many days as asked for", () => {
    expect([stoppedCrawlers(visits(daily(970, 990)), TODAY, 8), watchedDays(), watchedDays(8)]).toEqual([[], 50, 37]);
    expect(stoppedCrawlers(visits(daily(977, 990)), TODAY, 9)).toEqual([stopped()]);
  });
});

describe("the signers that a request names", () => {
  it.each([
    ['"https://a.example"', ["a.example"]],
    ['"https://a.example:8443/path"', ["a.example:8443"]],
    ['"https://A.example."', ["a.example"]],
    ['"http://a.example"', []],
    ['"https://.:80"', []],
    ["token", []],
    ["5", []],
    [
      'a="https://a.example", b="https://b.example";type=directory, c="https://c.example";type=other',
      ["a.example", "b.example"],
    ],
    ['a="https://a.example";type="directory"', []],
    ['a=("https://a.example"), b=?1', []],
    [
      'a="https://1.example", b="https://2.example", c="https://3.example", d="https://4.example", e="https://5.example"',
      ["1.example", "2.example", "3.example", "4.example"],
    ],
    [`a="https://a.example"${" ".repeat(MAX_SIGNATURE_HEADER - 21)}`, ["a.example"]],
    [`a="https://a.example"${" ".repeat(MAX_SIGNATURE_HEADER - 20)}`, []],
    ["", []],
    ['"', []],
  ])("%.60s", (header, hosts) => expect(agentHosts(header)).toEqual(hosts));

  const agent = 'sig="https://a.example", other="https://b.example";type=jwks_uri, list=("x"), number=5';
  it.each<[string, object[]]>([
    [
      's=("@authority" "signature-agent";key="sig");tag="web-bot-auth"',
      [{ label: "s", member: "sig", host: "a.example" }],
    ],
    [
      's=("@method" "@authority" "signature-agent";key="sig");tag="web-bot-auth"',
      [{ label: "s", member: "sig", host: "a.example" }],
    ],
    [
      's=("@path" "@authority" "signature-agent";key="sig");tag="web-bot-auth"',
      [{ label: "s", member: "sig", host: null }],
    ],
    [
      's=("@method";req "@authority" "signature-agent";key="sig");tag="web-bot-auth"',
      [{ label: "s", member: "sig", host: null }],
    ],
    [
      's=("@authority" "signature-agent";key="other");tag="web-bot-auth"',
      [{ label: "s", member: "other", host: null }],
    ],
    ['s=("@authority" "signature-agent";key="sig");tag="other"', []],
    ['s=("@authority";req "signature-agent";key="sig");tag="web-bot-auth"', []],
    ['s=("@method" "signature-agent";key="sig");tag="web-bot-auth"', []],
    ['s=("@authority");tag="web-bot-auth"', []],
    ['s=("@authority" "signature-agent";key="none");tag="web-bot-auth"', []],
    ['s=("@authority" "signature-agent";key="list");tag="web-bot-auth"', []],
    ['s=("@authority" "signature-agent";key="number");tag="web-bot-auth"', []],
    ['s=("@authority" "signature-agent";key=sig);tag="web-bot-auth"', []],
    ['s=("@authority" "signature-agent";key="sig";req);tag="web-bot-auth"', []],
    ['s=("@authority" "signature-agent";sf);tag="web-bot-auth"', []],
    ['s=("@authority" "signature-agent");tag="web-bot-auth"', []],
    ['s=("@authority" "signature-agent";key="sig" "signature-agent";key="other");tag="web-bot-auth"', []],
    ['s="text";tag="web-bot-auth"', []],
    ["s=(", []],
    ["", []],
  ])("are claimed by %s", (input, claims) => expect(signatureClaims(input, agent)).toEqual(claims));

  it("are claimed by the whole header where that is one address, by four signatures at most", () => {
    const one = '("@authority" "signature-agent");tag="web-bot-auth"';
    const input = Array.from({ length: 5 }, (_, i) => `s${i}=${one}`).join(", ");
    expect(signatureClaims(input, '"https://a.example"')).toEqual(
      Array.from({ length: 4 }, (_, i) => ({ label: `s${i}`, member: null, host: "a.example" })),
    );
  });
});

it.each([
  [180, 0, null],
  [180, -1, "is more than 180 days old"],
  [0, 5 * 60_000, null],
  [0, 5 * 60_000 + 1, "is in the future"],
])("a visit of %i days ago and %i ms later: %s", (days, ms, issue) => {
  const now = Date.UTC(2026, 10, 22);
  expect(timeIssue(now - days * 86_400_000 + ms, now)).toBe(issue);
});

it.each([
  [[], null],
  [
    [
      [5, 1],
      [9, 1],
    ],
    5,
  ],
  [
    [
      [5, 1],
      [9, 2],
    ],
    9,
  ],
  [
    [
      [5, 1],
      [7, 1],
      [9, 1],
    ],
    7,
  ],
  [
    [
      [5, 3],
      [9, 2],
    ],
    5,
  ],
] as const)("the lower median of %j is %s", (counts, expected) => expect(medianOf(counts)).toBe(expected));

it("the summary has every sum, and time saved to a tenth of a minute", () => {
  const row = {
    provider: "b",
    kind: "search",
    verdict: VERDICTS.verified,
    cache: 7,
    render: 2,
    savedMs: 100_000,
    savedCount: 4,
  };
  const rows = [
    row,
    { ...row, provider: "a", verdict: VERDICTS.unknown },
    { ...row, kind: "llm-user", verdict: VERDICTS.unknown, cache: 1, render: 0, savedMs: 0, savedCount: 1 },
    { ...row, provider: "z", verdict: VERDICTS.spoofed, cache: 90 },
  ];
  expect(summarise(rows, 10_000)).toEqual({
    topSearchCrawler: { provider: "a", count: 9 },
    topLlmCrawler: { provider: "b", count: 1 },
    totalCrawlsServed: 19,
    crawlBudgetSaved: { percentage: 78.9, minutesSaved: 4.3, cacheHits: 15 },
    verification: { verified: 9, unknown: 10, spoofed: 92 },
  });
});

it("paths that are none are not counted, and long ones up to their limit", () => {
  expect(canonicalPath("/:80/x")).toBe("/:80/x");
  expect([canonicalPath(""), canonicalPath("x"), countedPath("x", null), countedPath("", [])]).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect(countedPath(`/a?b=${"x".repeat(2_000)}`, null)).toHaveLength(2_005);
  expect(countedPath(`/a?b=${"x".repeat(2_044)}`, null)).toBeNull();
  expect(countedPath("/a?gclid=1&ref=2&x=3", [])).toBe("/a?x=3");
  expect(visitKey("abc")).toBe("-5010229573455851542");
});

it("people come from the assistant of a host or of one up to seven levels below", () => {
  const below = (levels: number) => `https://${"a.".repeat(levels)}chatgpt.com/`;
  expect([0, 1, 7, 8].map((levels) => assistantOf(below(levels), "/")?.id)).toEqual([
    "chatgpt",
    "chatgpt",
    "chatgpt",
    undefined,
  ]);
  expect([assistantOf(" https://chatgpt.com./ ", "/")?.id, assistantOf("", "/?utm_source= ChatGPT.com ")?.id]).toEqual([
    "chatgpt",
    "chatgpt",
  ]);
  const behind = (spaces: number) => assistantOf(`${" ".repeat(spaces)}https://chatgpt.com`, "/")?.id;
  expect([behind(2_029), behind(2_048)], "read up to a length").toEqual(["chatgpt", undefined]);
  expect([assistantOf(null, "/?utm_source="), assistantOf(null, "utm_source=chatgpt.com")]).toEqual([null, null]);
  expect([operatorOf("chatgpt"), operatorOf("nobody")]).toEqual(["openai", "other"]);
});
