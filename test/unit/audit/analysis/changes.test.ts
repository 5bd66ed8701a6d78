import { describe, expect, it } from "vitest";
import { costsVisits } from "../../../../src/audit/analysis/figures/causes";
import { type EndFacts } from "../../../../src/audit/analysis/figures/closing";
import { Comparison, isCut } from "../../../../src/audit/analysis/figures/comparison";
import { newErrors } from "../../../../src/audit/analysis/figures/new-errors";
import { UnreadablePages } from "../../../../src/audit/analysis/figures/unreadable-pages";
import { SITEMAP_CHECKS } from "../../../../src/audit/checks/stages";
import { CHECKS } from "../../../../src/audit/checks/run-checks";
import { endingWith } from "./ending-with";

type Severity = "error" | "warning" | "notice";
const issues = (...ids: string[]) =>
  ids.map((id) => ({ id, severity: (id.startsWith("e") ? "error" : "warning") as Severity }));
const page = (healthScore: number, ...ids: string[]) => ({ healthScore, issues: issues(...ids) });

describe("a comparison of two runs", () => {
  it("is about the pages that both saw, and the site", () => {
    const comparison = new Comparison();
    comparison.addBefore(1, page(50, "e1", "w1"));
    comparison.addBefore(1, page(0, "other"));
    comparison.addBefore(2, page(100));
    comparison.addNow(1, page(81, "w1", "w2", "w0"));
    comparison.addNow(2, page(90, "w2"));
    comparison.addNow(3, page(0, "e9"));
    const ofPages = { pages: 2, deltaIssues: 2, newIssueIds: ["w0", "w2"], fixedIssueIds: ["e1"] };
    expect(comparison.summary(true, { before: ["s1", "s2"], now: ["s0", "s2"] })).toEqual({
      ...ofPages,
      deltaHealth: 26.3,
      kinds: { newIds: ["s0", "w0", "w2"], fixedIds: ["e1", "s1"], remaining: 2 },
    });
    expect(comparison.summary(false)).toEqual({
      ...ofPages,
      deltaHealth: 0,
      kinds: { newIds: ["w0", "w2"], fixedIds: ["e1"], remaining: 1 },
    });
    expect(new Comparison().summary()).toEqual({
      pages: 0,
      deltaIssues: 0,
      deltaHealth: 0,
      newIssueIds: [],
      fixedIssueIds: [],
      kinds: { newIds: [], fixedIds: [], remaining: 0 },
    });
  });

  it("leaves out the checks that one of them could not finish", () => {
    const comparison = new Comparison(new Set(["w1"]));
    comparison.addBefore(1, page(95, "w1"));
    comparison.addNow(1, page(100));
    expect(comparison.summary()).toMatchObject({ deltaIssues: 0, deltaHealth: 0, fixedIssueIds: [] });
  });

  it("says less if one of them was cut off", () => {
    const [whole, cut] = [{ needsContinuation: false }, { needsContinuation: true }];
    expect([
      isCut({ ...whole, continues: null }, whole),
      isCut({ ...cut, continues: null }, whole),
      isCut({ ...whole, continues: "r" }, whole),
      isCut({ ...whole, continues: null }, cut),
    ]).toEqual([false, true, true, true]);
  });
});

describe("errors that the run before did not have", () => {
  const of = (id: string, severity: Severity, ...seqs: number[]) => ({ id, severity, seqs });
  it("are those of pages by their number, then those of the site", () => {
    const sitemap = SITEMAP_CHECKS[0]!;
    const found = newErrors(
      {
        newIssueIds: ["missing_title", "missing_h1", "old_check"],
        pages: [
          of("missing_title", "error", 1),
          of("missing_title", "error", 2),
          of("old_check", "error", 1, 2, 3),
          of("missing_h1", "warning", 1),
          of("thin_content", "error", 1),
        ],
        others: [
          { id: sitemap.id, severity: "error" },
          { id: "robots_blocks_all", severity: "error" },
          { id: "missing_title", severity: "error" },
          { id: "missing_hsts", severity: "notice" },
        ],
      },
      { robotsAnalysis: { issues: [{ id: "robots_blocks_all" }] }, sitemapIssues: null },
    );
    expect(found).toEqual({
      total: 3,
      errors: [
        { id: "old_check", title: "old_check", pages: 3 },
        { id: "missing_title", title: CHECKS.get("missing_title")!.title, pages: 2 },
        { id: sitemap.id, title: sitemap.title, pages: 0 },
      ],
    });
    const known = { robotsAnalysis: null, sitemapIssues: [{ id: sitemap.id }] };
    expect(newErrors({ newIssueIds: [], pages: [], others: [{ id: sitemap.id, severity: "error" }] }, known)).toEqual({
      total: 0,
      errors: [],
    });
  });

  it("are fifty at most", () => {
    const pages = Array.from({ length: 51 }, (_, i) => of(`e${i}`, "error", 1));
    const { total, errors } = newErrors(
      { newIssueIds: pages.map(({ id }) => id), pages, others: [] },
      { robotsAnalysis: null, sitemapIssues: null },
    );
    expect([total, errors.length]).toEqual([51, 50]);
  });
});

it("pages that crawlers can't read any more are named with the reason, fifty of them with 300 characters", () => {
  const reasons =
    "http_4xx http_5xx fetch_timeout dns_or_connection_error redirect_loop redirect_to_error soft_404 blocked_by_robots empty_page js_only_content snapshot_blank".split(
      " ",
    );
  const pages = new UnreadablePages();
  const ids = [...reasons, ...Array.from({ length: 40 }, () => "http_4xx")];
  ids.forEach((_, i) => pages.addBefore(i, page(1, "missing_title")));
  pages.addBefore(99, page(0, "http_5xx"));
  ids.forEach((id, i) => pages.addNow(i, `/${i}${"x".repeat(300)}`, page(0, "missing_title", id)));
  pages.addNow(99, "/still", page(0, "http_4xx"));
  pages.addNow(98, "/new", page(0, "http_4xx"));
  pages.addNow(0, "/fine", page(0, "missing_title"));
  const { total, pages: named } = pages.summary();
  expect([total, named.length, named[0]!.path.length]).toEqual([51, 50, 300]);
  expect(named.slice(0, 11).map(({ because }) => because)).toEqual(reasons);
});

describe("the message of a run's end", () => {
  const messageOf = (facts: Partial<EndFacts>) => endingWith(facts).errorMessage;
  it.each<[Partial<EndFacts>, string | null]>([
    [{}, null],
    [{ closeReason: "url_limit" }, null],
    [{ closeReason: "time_limit" }, "The audit reached its time limit."],
    [{ closeReason: "month_limit" }, "The account has used up its audited pages for this month."],
    [{ closeReason: "cancelled" }, "The audit was cancelled."],
    [{ closeReason: "cancelled", robotsFailure: 503 }, "The audit was cancelled."],
    [{ closeReason: "internal_error" }, "Something went wrong on our side."],
    [{ pagesCrawled: 0 }, "None of the start URLs responded."],
    [{ pagesCrawled: 0, blockedPages: 1 }, "robots.txt does not let CrawlreadyBot fetch any of the start URLs."],
    [
      { pagesCrawled: 0, blockedPages: 1, robotsFailure: 503 },
      "robots.txt returned HTTP 503, so crawlers must not fetch any page of the site.",
    ],
    [{ pagesCrawled: 0, blockedPages: 1, robotsFailure: 0 }, "The site did not respond, not even for robots.txt."],
    [
      { wrongHost: "b.example" },
      "Every page redirects to b.example, which is another domain, so nothing else was audited. Audit b.example instead.",
    ],
    [
      { moved: { from: "a.example", to: "b.example" } },
      "a.example redirects to b.example, so the audit went on at b.example.",
    ],
    [
      { closeReason: "cancelled", wrongHost: "b.example", moved: { from: "a.example", to: "b.example" } },
      "The audit was cancelled.",
    ],
  ])("with %j is %j", (facts, message) => expect(messageOf(facts)).toBe(message));
});

it("issues cost visits where pages are dead or left out, some of them only on nearly all pages", () => {
  const ids = [
    "http_4xx",
    "soft_404",
    "noindex_added_by_js",
    "redirect_to_error",
    "canonical_cross_domain",
    "noindex_page",
    "canonicalised_page",
    "blocked_by_robots",
    "unavailable_after_past",
    "robots_txt_unreachable",
    "missing_title",
  ];
  expect([ids.filter((id) => costsVisits(id, false)), ids.filter((id) => costsVisits(id, true))]).toEqual([
    ids.slice(0, 4),
    ids.slice(0, 10),
  ]);
});
