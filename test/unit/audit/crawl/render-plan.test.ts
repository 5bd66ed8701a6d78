import { describe, expect, it } from "vitest";
import { RenderPlan } from "../../../../src/audit/crawl/fetch/render-plan";
import { scriptsChange } from "../../../../src/audit/model/page/rendering";
import type { RenderingReport } from "../../../../src/audit/model/page/page";
import type { RenderingPolicy, TemplateVerdict } from "../../../../src/audit/model/page/rendering-policy";
import { seeded } from "../../../support/seeded.ts";
import { factsOf, pageOf } from "../makers.ts";

const SITE = "https://shop.example";
const RICH = `<h1>Chairs</h1><p>${"word ".repeat(80)}</p><script src="/a.js"></script>`;
const EMPTY = '<div id="root"></div><script src="/a.js"></script>';
const pageAt = (path: string, html: string, hooks: number | null) =>
  pageOf(SITE + path, { facts: { ...factsOf(html), hooks } });

interface Visit {
  path: string;
  template?: string;
  html?: string;
  /** What scripts may find in it; pages without are of no look. */
  hooks?: number;
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
async function reasonsOf(
  policy: RenderingPolicy,
  visits: Visit[],
  settled: string[] = [],
  plan = new RenderPlan(policy),
) {
  const reasons = await Promise.all(
    visits.map(
      async ({
        path,
        template = "/:slug",
        html = RICH,
        hooks = null,
        gone,
        shows = "same",
        verdict = null,
        listed = 1,
        after = 0,
      }) => {
        const turn = plan.join({ template, verdict });
        await new Promise((resolve) => setTimeout(resolve, after));
        const page = gone ? pageOf(SITE + path, { outcome: "error", status: 404 }) : pageAt(path, html, hooks);
        const decision = await plan.decide(page, listed, turn);
        const { verdict: end } = await plan.finish(turn, decision?.render ? shows : (decision?.verdict ?? null));
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

  const flat = (count: number, hooks: number, more: Partial<Visit> = {}) =>
    Array.from({ length: count }, (_, i) => ({ path: `/${i}`, template: `/name-${i}`, hooks, ...more }));

  it("a pattern needs no sample if three of its shape, whose pages look the same to scripts, showed the same", async () => {
    const three = ["+template_sample", "+template_sample", "+template_sample"];
    expect(await reasonsOf("auto", flat(5, 1))).toEqual([...three, "template_unchanged", "template_unchanged"]);
    const changed = flat(4, 1, { shows: "changed" });
    expect(await reasonsOf("auto", changed)).toEqual([...three, "+template_changes"]);
    expect(await reasonsOf("sample", flat(4, 1))).toEqual([...three, "not_a_sample"]);
  });

  it("patterns of another shape or look, and those whose samples differ or fail, have their own", async () => {
    const deeper = { path: "/a/b", template: "/a/b", hooks: 1 };
    const list = { path: "/a/c", template: "/a/:slug", hooks: 1 };
    const other = { path: "/other", template: "/other", hooks: 2 };
    const reasons = await reasonsOf("auto", [...flat(4, 1), deeper, list, other]);
    expect(reasons.map((reason) => reason![0])).toEqual(["+", "+", "+", "t", "+", "+", "+"]);
    for (const shows of ["changed", "failed"] as const) {
      const [first, ...others] = flat(5, 1);
      const mixed = await reasonsOf("auto", [{ ...first!, shows }, ...others]);
      expect(mixed).toEqual(Array.from({ length: 5 }, () => "+template_sample"));
    }
  });

  it("what three samples of an earlier job showed counts", async () => {
    const plan = new RenderPlan("auto");
    const known: Array<[number, TemplateVerdict]> = [];
    for (const { path, template, hooks } of flat(4, 1)) {
      const turn = plan.join({ template, verdict: null });
      const decision = await plan.decide(pageAt(path, RICH, hooks), 1, turn);
      const { verdict, look } = await plan.finish(turn, decision!.render ? "same" : decision!.verdict!);
      if (look !== null) known.push([look, verdict!]);
    }
    expect(known).toHaveLength(3);
    expect(await reasonsOf("auto", flat(2, 1), [], new RenderPlan("auto", known))).toEqual([
      "template_unchanged",
      "template_unchanged",
    ]);
  });

  it("pages get the same reasons in whatever order they answer", async () => {
    const random = seeded(7);
    const templates = ["/a", "/b", "/c", "/d", "/e", "/f", "/x/:slug", "/y/:slug", "/z/:slug", "/w/:slug"];
    const shown = ["same", "same", "same", "changed", "failed"] as const;
    for (let round = 0; round < 10; round++) {
      const visits = Array.from({ length: 40 }, (_, i) => ({
        path: `/${i}`,
        template: templates[Math.floor(random() * templates.length)]!,
        hooks: Math.floor(random() * 2),
        gone: random() < 0.1,
        html: random() < 0.1 ? EMPTY : RICH,
        shows: shown[Math.floor(random() * (round % 2 ? 3 : shown.length))]!,
      }));
      const orders = [0, 1, 2].map((order) =>
        visits.map((visit) => Object.assign({}, visit, { after: order * random() * 15 })),
      );
      const [expected, ...others] = await Promise.all(orders.map((each) => reasonsOf("auto", each)));
      for (const each of others) expect(each).toEqual(expected);
    }
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
