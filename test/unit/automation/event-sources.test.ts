import { describe, expect, it } from "vitest";
import { newErrors } from "../../../src/audit/analysis/figures/new-errors";
import { UnreadablePages } from "../../../src/audit/analysis/figures/unreadable-pages";
import { auditEnded } from "../../../src/audit/model/run/run-events";
import { EVENT_TYPES } from "../../../src/events/event-types";
import { reportEvents } from "../../../src/mentions/core/report/report-events";

const page = (...ids: string[]) => ({
  healthScore: 100,
  issues: ids.map((id) => ({ id, severity: "error" as const })),
});
const issue = (id: string, severity: "error" | "warning" = "error") => ({ id, severity });

describe("pages that crawlers can no longer read", () => {
  it("are those that were readable before, each with what keeps crawlers out", () => {
    const pages = new UnreadablePages();
    pages.addBefore(1, page("missing_title"));
    pages.addBefore(2, page("http_5xx"));
    pages.addBefore(3, page());
    pages.addBefore(4, page());
    const now = (...ids: string[]) => ({ issues: page(...ids).issues });
    pages.addNow(1, "/a", now("missing_title", "http_4xx"));
    pages.addNow(2, "/b", now("http_5xx"));
    pages.addNow(3, "/c", now("missing_title"));
    pages.addNow(4, "/d", now("js_only_content"));
    pages.addNow(5, "/new", now("empty_page"));
    expect(pages.summary()).toEqual({
      total: 2,
      pages: [
        { path: "/a", because: "http_4xx" },
        { path: "/d", because: "js_only_content" },
      ],
    });
  });

  it("are counted beyond what is listed, and long paths are cut", () => {
    const pages = new UnreadablePages();
    for (let i = 0; i < 200; i++) pages.addBefore(i, page());
    for (let i = 0; i < 200; i++) pages.addNow(i, `/${"x".repeat(2_000)}`, { issues: page("empty_page").issues });
    const { total, pages: listed } = pages.summary();
    expect([total, listed.length, listed[0]!.path.length]).toEqual([200, 50, 300]);
  });
});

describe("new errors", () => {
  const previous = {
    robotsAnalysis: { issues: [issue("robots_txt_unreachable")] },
    sitemapIssues: [issue("sitemap_is_html")],
  };

  it("are errors that are new on common pages, or on the whole site, with their titles", () => {
    const pages = [
      { id: "http_5xx", severity: "error" as const, seqs: [1, 2] },
      { id: "missing_title", severity: "error" as const, seqs: [3] },
      { id: "blocked_by_robots", severity: "warning" as const, seqs: [4] },
    ];
    const others = [issue("robots_txt_unreachable"), issue("sitemap_is_html"), issue("robots_blocks_all")];
    others.push(issue("robots_txt_syntax_error", "warning"), issue("sitemap_unreachable"));
    expect(newErrors({ newIssueIds: ["http_5xx", "blocked_by_robots"], pages, others }, previous)).toEqual({
      total: 3,
      errors: [
        { id: "http_5xx", title: "The page answers with a server error", pages: 2 },
        { id: "robots_blocks_all", title: "robots.txt blocks search engines", pages: 0 },
        { id: "sitemap_unreachable", title: "A sitemap can't be fetched", pages: 0 },
      ],
    });
  });
});

describe("the end of a run", () => {
  const run = { id: "r", accountId: "a", domainId: "d", trigger: "api" };
  const end = { status: "success", pagesCrawled: 3, completedAt: 5, healthScore: 80, deltaHealth: -1, issueCount: 2 };
  const fits = (data: object) => EVENT_TYPES["audit.ended"].data.parse({ domain: "x.example", ...data });

  it("is announced once per run, with a score only if the run has one", () => {
    const scored = auditEnded(run, { ...end, deltaIssues: 1, scoreState: "scored" }, 9);
    expect(scored).toMatchObject({ id: "audit.ended:r", at: 5, data: { healthScore: 80, trigger: "manual" } });
    expect(fits(scored.data)).toMatchObject({ deltaHealth: -1 });
    const unscored = auditEnded(run, { ...end, scoreState: "unreachable" }, 9);
    expect(fits(unscored.data)).toMatchObject({ healthScore: null, deltaHealth: null });
    const abandoned = auditEnded({ ...run, trigger: "schedule" }, { status: "error", pagesCrawled: 0 }, 9);
    expect(abandoned).toMatchObject({ id: "audit.ended:r", at: 9, data: { trigger: "schedule", issueCount: null } });
    fits(abandoned.data);
  });
});

describe("a report", () => {
  const place = { reportId: "r", day: "2026-11-21", now: 1 };
  const types = (delta: number | null, significant: boolean, wasDropped = false) => {
    const previous = delta === null ? null : 50;
    const change = { visibility: { current: 50 + (delta ?? 0), previous, delta, significant, shift: delta } };
    const stats = { visibility: { value: 50 + (delta ?? 0) }, responses: 20, change } as never;
    return reportEvents({ id: "d", accountId: "a" }, place, stats, wasDropped).map(({ type, data }) => {
      EVENT_TYPES[type].data.parse({ domain: "x.example", ...data });
      return type;
    });
  };

  it("is announced, and a drop once, if it is more than chance", () => {
    expect(types(null, false)).toEqual(["report.ready"]);
    expect(types(-10, false)).toEqual(["report.ready"]);
    expect(types(10, true)).toEqual(["report.ready"]);
    expect(types(-10, true)).toEqual(["report.ready", "visibility.dropped"]);
    expect(types(-10, true, true)).toEqual(["report.ready"]);
  });
});
