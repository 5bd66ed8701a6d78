import { describe, expect, it } from "vitest";
import { RenderPlan } from "../../../../src/audit/crawl/fetch/render-plan";
import { scriptsChange } from "../../../../src/audit/model/page/rendering";
import type { RenderingReport } from "../../../../src/audit/model/page/page";
import type { RenderingPolicy, TemplateVerdict } from "../../../../src/audit/model/page/rendering-policy";
import { factsOf, pageOf } from "../makers.ts";

const SITE = "https://shop.example";
const RICH = `<h1>Chairs</h1><p>${"word ".repeat(80)}</p><script src="/a.js"></script>`;
const EMPTY = '<div id="root"></div><script src="/a.js"></script>';
const pageAt = (path: string, html: string) => pageOf(SITE + path, { facts: factsOf(html) });

interface Visit {
  path: string;
  template?: string;
  html?: string;
  /** A page that is no HTML page, such as an error. */
  gone?: boolean;
  /** What rendering it would show. */
  shows?: TemplateVerdict;
  verdict?: TemplateVerdict;
  listed?: number;
  /** When its response arrives, ms. */
  after?: number;
}

/** Why each page is rendered or not, when they join in this order. Those with + were rendered. */
async function reasonsOf(policy: RenderingPolicy, visits: Visit[], settled: string[] = []) {
  const plan = new RenderPlan(policy);
  const reasons = await Promise.all(
    visits.map(
      async ({
        path,
        template = "/:slug",
        html = RICH,
        gone,
        shows = "same",
        verdict = null,
        listed = 1,
        after = 0,
      }) => {
        const turn = plan.join({ template, verdict });
        await new Promise((resolve) => setTimeout(resolve, after));
        const page = gone ? pageOf(SITE + path, { outcome: "error", status: 404 }) : pageAt(path, html);
        const decision = await plan.decide(page, listed, turn);
        const end = await plan.finish(turn, decision?.render ? shows : null);
        if (end !== null) settled.push(`${template} ${end}`);
        return decision && `${decision.render ? "+" : ""}${decision.reason}`;
      },
    ),
  );
  return reasons;
}

describe("the pages that a run renders", () => {
  it("auto: one of a template, however many words it has, and no other if scripts leave it as it is", async () => {
    const settled: string[] = [];
    const visits = ["/a", "/b", "/c"].map((path) => ({ path }));
    expect(await reasonsOf("auto", visits, settled)).toEqual([
      "+template_sample",
      "template_unchanged",
      "template_unchanged",
    ]);
    expect(settled).toEqual(["/:slug same"]);
  });

  it("auto: all of a template whose sample changes, and of no other template", async () => {
    expect(
      await reasonsOf("auto", [
        { path: "/a", shows: "changed" },
        { path: "/about", template: "/about" },
        { path: "/b" },
        { path: "/c" },
      ]),
    ).toEqual(["+template_sample", "+template_sample", "+template_changes", "+template_changes"]);
  });

  it("auto: all that look empty, which are samples too", async () => {
    const visits = ["/a", "/b"].map((path) => ({ path, html: EMPTY, shows: "changed" as const }));
    expect(await reasonsOf("auto", [...visits, { path: "/c" }])).toEqual([
      "+looks_empty",
      "+looks_empty",
      "+template_changes",
    ]);
  });

  it("the sample is the first by the order of discovery, however slow it is", async () => {
    expect(await reasonsOf("auto", [{ path: "/a", after: 30 }, { path: "/b" }])).toEqual([
      "+template_sample",
      "template_unchanged",
    ]);
  });

  it("a page that is gone, a frameset or one fetched only for its status is no sample", async () => {
    expect(
      await reasonsOf("auto", [
        { path: "/gone", gone: true },
        { path: "/frames", html: '<frameset><frame src="/x"></frameset>' },
        { path: "/probe", listed: 0 },
        { path: "/a" },
      ]),
    ).toEqual([null, null, null, "+template_sample"]);
  });

  it("two samples are tried, and then none of the template is rendered", async () => {
    const settled: string[] = [];
    const visits = ["/a", "/b", "/c"].map((path) => ({ path, shows: "failed" as const }));
    expect(await reasonsOf("auto", visits, settled)).toEqual(["+template_sample", "+template_sample", "failed"]);
    expect(settled).toEqual(["/:slug failed"]);
  });

  it("an earlier job's verdict counts", async () => {
    expect(await reasonsOf("auto", [{ path: "/a", verdict: "same" }])).toEqual(["template_unchanged"]);
    expect(await reasonsOf("auto", [{ path: "/a", verdict: "changed" }])).toEqual(["+template_changes"]);
    expect(await reasonsOf("auto", [{ path: "/a", verdict: "failed" }])).toEqual(["failed"]);
  });

  it.each([
    ["sample", ["+template_sample", "not_a_sample", "not_a_sample"]],
    ["all", ["+all", "+all", "+all"]],
    ["never", ["never", "never", "never"]],
  ] as const)("%s", async (policy, expected) => {
    const visits = [{ path: "/a", shows: "changed" as const }, { path: "/b" }, { path: "/c", html: EMPTY }];
    expect(await reasonsOf(policy, visits)).toEqual(expected);
  });
});

describe("what counts as a change by scripts", () => {
  const view = {
    words: 100,
    links: 20,
    title: "Chairs",
    description: null,
    canonical: null,
    robots: [],
    headings: ["h1: Chairs"],
    jsonLd: [],
  };
  const report = (change: Partial<typeof view>, more: Partial<RenderingReport> = {}) => {
    const rendered = { ...view, ...change };
    const changed = Object.keys(change) as RenderingReport["changed"];
    return {
      raw: view,
      rendered,
      changed,
      errors: [],
      failedRequests: [],
      finalUrl: `${SITE}/a`,
      ...more,
    } as unknown as RenderingReport;
  };

  it.each([
    ["nothing", report({}), false],
    ["a date, a counter", report({ words: 104 }), false],
    ["a banner of 20 words and 3 links", report({ words: 120, links: 23 }), false],
    ["a list of comments", report({ words: 121 }), true],
    ["text that is removed", report({ words: 79 }), true],
    ["a menu", report({ links: 24 }), true],
    ["the title", report({ title: "Chairs (1)" }), true],
    ["a heading", report({ headings: [] as string[] }), true],
    ["the canonical", report({ canonical: `${SITE}/b` as never }), true],
    ["a redirect by a script", report({}, { finalUrl: `${SITE}/b` }), true],
    ["its fragment alone", report({}, { finalUrl: `${SITE}/a#top` }), false],
    ["an error of a script", report({}, { errors: ["TypeError"] }), true],
    ["a request that fails", report({}, { failedRequests: ["500 /api"] }), true],
    ["no page", report({}, { rendered: null }), false],
  ])("%s", (_name, given, expected) => expect(scriptsChange(given, `${SITE}/a`)).toBe(expected));
});
