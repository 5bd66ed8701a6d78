import { describe, expect, it } from "vitest";
import type { RenderingReport } from "../../../../src/audit/model/page/page";
import { RENDERED_CHECKS } from "../../../../src/audit/checks/stages";
import { renderingReport } from "../../../../src/audit/model/page/rendering";
import { pageRow } from "../../../../src/audit/crawl/page-row";
import { runRenderedChecks } from "../../../../src/audit/checks/run-checks";
import { ORIGIN } from "../../../support/labelled/page.ts";
import { findingsText, type Told } from "./findings/finding-text.ts";
import {
  PATH,
  resource,
  asRendering,
  pairOf,
  noindex,
  anchors,
  NO_PREVIEW,
  files,
  text,
  both,
  shared,
  letters,
  violation,
  axe,
  type Difference,
} from "./findings/pairs.ts";

const LABELS: Record<string, { fails: Difference; passes: Difference; alsoPasses?: string[] }> = {
  js_redirect: {
    fails: { render: { finalUrl: `${ORIGIN}/login` } },
    passes: { render: { finalUrl: `${ORIGIN}${PATH}#top` } },
  },
  noindex_removed_by_js: { fails: { raw: noindex }, passes: { raw: noindex, rendered: noindex } },
  noindex_added_by_js: { fails: { rendered: noindex }, passes: { raw: noindex, rendered: noindex } },
  blocked_render_resources: {
    fails: { render: { resources: [resource(`${ORIGIN}/closed/app.js`)] } },
    passes: { render: { resources: [resource(`${ORIGIN}/closed.js`)] } },
  },
  title_changed_by_js: { fails: { rendered: { title: "Another title" } }, passes: { raw: { title: null } } },
  meta_description_changed_by_js: {
    fails: { rendered: { description: "Another" } },
    passes: { raw: { description: null } },
  },
  js_only_content: {
    fails: { raw: text("walk", 38), rendered: text("walk", 199) },
    passes: { raw: text("walk", 39), rendered: text("walk", 194) },
    alsoPasses: ["js_dependent_content"],
  },
  js_dependent_content: { fails: { raw: { words: 180 } }, passes: { raw: { words: 182 } } },
  js_only_links: { fails: { rendered: anchors(5) }, passes: { rendered: anchors(4) } },
  h1_only_in_rendered: { fails: { raw: { h1: null } }, passes: { raw: { h1: "A" } } },
  canonical_only_in_rendered: {
    fails: { raw: { canonical: null } },
    passes: { raw: { canonical: null }, rendered: { canonical: null } },
  },
  canonical_changed_by_js: {
    fails: { rendered: { canonical: `${ORIGIN}/` } },
    passes: { rendered: { canonical: PATH } },
  },
  structured_data_only_in_rendered: { fails: { raw: { jsonLd: null } }, passes: { rendered: { jsonLd: null } } },
  preview_tags_only_in_rendered: {
    fails: { raw: { preview: NO_PREVIEW } },
    passes: { raw: { preview: { ...NO_PREVIEW, "og:title": "A" } } },
  },
  content_removed_by_js: { fails: { rendered: { words: 207 } }, passes: { rendered: { words: 208 } } },
  js_errors: {
    fails: { render: { errors: ["TypeError: x is not a function"] } },
    passes: { render: { ready: "flag" } },
  },
  render_timeout: { fails: { render: { ready: "deadline" } }, passes: { render: { ready: "flag" } } },
  cloaking_risk: {
    fails: { raw: text("walk sea", 60), rendered: text("casino bonus", 60) },
    passes: { raw: text("walk sea hill", 60), rendered: text("walk sea bonus", 60) },
  },
  snapshot_blank: {
    fails: { snapshot: { body: "<main><p>Loading</p></main>" } },
    passes: { snapshot: { words: 103 } },
    alsoPasses: ["snapshot_stale"],
  },
  snapshot_stale: {
    fails: { ...both(shared(100)), snapshot: shared(89) },
    passes: { ...both(shared(100)), snapshot: shared(90) },
  },
  too_many_scripts_styles: { fails: { render: files(101) }, passes: { render: files(100) } },
  scripts_styles_too_heavy: {
    fails: { render: { resources: [resource(`${ORIGIN}/a.js`, { bytes: 2_097_153 })] } },
    passes: { render: { resources: [resource(`${ORIGIN}/a.js`, { bytes: 2_097_152 })] } },
  },
  assets_not_cached: {
    fails: { render: { resources: [resource(`${ORIGIN}/a.js`, { cacheable: false })] } },
    passes: {
      render: {
        resources: [
          resource("https://cdn.example/a.js", { cacheable: false }),
          resource(`${ORIGIN}/gone.js`, { cacheable: false, status: 404 }),
        ],
      },
    },
  },
  axe_violations: {
    fails: axe(violation("button-name", "critical")),
    passes: axe(),
  },
  axe_minor_violations: {
    fails: axe(violation("aria-deprecated-role", "minor")),
    passes: { render: { axe: { violations: [], skipped: "axe did not load in time" } } },
  },
};

describe("checks that compare a served page with its rendered form", () => {
  const ids = (change: Difference) =>
    runRenderedChecks(asRendering(change))
      .map((issue) => issue.id)
      .sort();

  it("report nothing for a page that needs no script", () => expect(ids({})).toEqual([]));

  it("have a failing and a passing pair each", () =>
    expect([...Object.keys(LABELS), "not_rendered"].sort()).toEqual(RENDERED_CHECKS.map((check) => check.id).sort()));

  it("report nothing else for a page that could not be rendered", () => {
    const report = { reason: "no tab was free in time" } as RenderingReport;
    const issues = runRenderedChecks({ pair: null, report });
    expect(issues.map(({ id, detail }) => [id, detail.found])).toEqual([["not_rendered", report.reason]]);
  });

  it.each(Object.entries(LABELS))("%s is reported for the failing page only", (id, { fails, passes, alsoPasses }) => {
    expect(ids(fails)).toEqual([id]);
    expect(ids(passes)).toEqual(alsoPasses ?? []);
  });

  it("say what they found and what is expected", async () => {
    const told = Object.values(LABELS).flatMap(({ fails }) =>
      runRenderedChecks(asRendering(fails)).map(({ id, detail }): Told => [id, detail]),
    );
    await expect(findingsText(told)).toMatchFileSnapshot("findings/rendered.txt");
  });

  it("cloaking_risk is not reported where a script adds the main element beside what was served", () => {
    const menu = `<div>${"menu item ".repeat(40)}</div>`;
    const added = (rest: string) => ({
      raw: { body: menu },
      rendered: { body: `${rest}<main><h1>Walks</h1>${"walk hill ".repeat(60)}</main>` },
    });
    const found = (rest: string) => runRenderedChecks(asRendering(added(rest))).map(({ id }) => id);
    expect(found(menu)).not.toContain("cloaking_risk");
    expect(found("")).toContain("cloaking_risk");
  });

  it("js_only_content is reported of short pages too", () => {
    const short = { raw: { body: "<div id=app></div>" }, rendered: { body: "<p>Sign in to see your walks</p>" } };
    expect(runRenderedChecks(asRendering(short)).map(({ id }) => id)).toContain("js_only_content");
  });

  it("js_only_content is not reported if crawlers get a snapshot", () => {
    const fails = LABELS["js_only_content"]!.fails;
    expect(ids({ ...fails, snapshot: fails.rendered! })).toEqual([]);
  });

  it("cloaking_risk compares the snapshot if crawlers get one, unless it is blank", () => {
    const [walks, casino] = [text("walk sea", 60), text("casino bonus", 60)];
    expect(ids({ ...both(casino), snapshot: walks })).toEqual(["cloaking_risk", "snapshot_stale"]);
    expect(ids({ raw: walks, rendered: casino, snapshot: casino })).toEqual([]);
    expect(ids({ ...both(casino), snapshot: text("walk sea", 26) })).toEqual(["cloaking_risk", "snapshot_stale"]);
    expect(ids({ ...both(casino), snapshot: text("walk sea", 23) })).toEqual(["snapshot_stale"]);
    expect(ids({ raw: text("walk sea", 20), rendered: casino, snapshot: text("walk sea", 23) })).toContain(
      "snapshot_blank",
    );
  });

  it("cloaking_risk is not reported where scripts only add text to a menu or an introduction", () => {
    const menu = { body: `<main><p>${"walk sea hill ".repeat(20)}</p></main>` };
    const whole = { body: `<main><p>${"walk sea hill ".repeat(20)}${"reviews of visitors ".repeat(100)}</p></main>` };
    expect(ids({ raw: menu, rendered: whole })).not.toContain("cloaking_risk");
    const nav = { body: `<nav>${"walk sea hill ".repeat(20)}</nav><p>Loading</p>` };
    expect(ids({ raw: nav, rendered: whole })).not.toContain("cloaking_risk");
  });

  it("axe_violations names each rule with its help, and leaves out lesser ones and what a page check has reported", () => {
    const difference = axe(
      violation("button-name", "critical", 2),
      violation("aria-required-attr", "serious", 3),
      violation("html-xml-lang-mismatch", "moderate"),
    );
    const detailOf = (...own: string[]) =>
      runRenderedChecks(
        asRendering(difference),
        own.map((id) => ({ id, severity: "warning", detail: { found: "", expected: "" } })),
      ).find(({ id }) => id === "axe_violations")!.detail;
    expect(detailOf()).toEqual({
      found: "after scripts run: button-name, aria-required-attr",
      expected: "no element that breaks a rule",
      count: 5,
      samples: [
        "button-name (critical, elements: 2), Do it, https://dequeuniversity.com/rules/axe/4.14/button-name: #a <b>",
        "aria-required-attr (serious, elements: 3), Do it, https://dequeuniversity.com/rules/axe/4.14/aria-required-attr: #a <b>",
      ],
    });
    expect(detailOf("empty_button")).toMatchObject({ found: "after scripts run: aria-required-attr", count: 3 });
    expect(ids(axe(violation("html-xml-lang-mismatch", "moderate")))).toEqual(["axe_minor_violations"]);
  });

  it("axe's faults are reported once: by the page check where a crawler sees them, as served or rendered", () => {
    const button = { main: "<button></button>" };
    const reported = (difference: Difference) => {
      const pair = pairOf({ ...axe(violation("button-name", "critical")), ...difference });
      const rendering = { pair, report: renderingReport(pair.raw, pair, false, null) };
      const row = pageRow({ ...pair.raw, rendering }, { seq: 0, listed: 1, inSitemap: 0, pattern: null });
      const accessible = (issues: Array<{ id: string }>) =>
        issues.map(({ id }) => id).filter((id) => id === "empty_button" || id === "axe_violations");
      return [accessible(JSON.parse(row.issues)), accessible(JSON.parse(row.rendered!).issues)];
    };
    expect(reported(both(button))).toEqual([["empty_button"], ["empty_button"]]);
    expect(reported({ rendered: button })).toEqual([["axe_violations"], ["empty_button"]]);
  });

  it("snapshot_blank also counts characters, unless the page itself is as short", () => {
    expect(ids({ ...both(letters(50)), snapshot: letters(49) })).toEqual(["snapshot_blank"]);
    expect(ids({ ...both(letters(50)), snapshot: letters(50) })).toEqual([]);
    expect(ids({ ...both(letters(49)), snapshot: letters(49) })).toEqual([]);
  });

  it("snapshot_blank counts words where the page needs scripts", () => {
    expect(ids({ raw: { words: 103 }, snapshot: { words: 103 } })).toContain("snapshot_blank");
    expect(ids({ raw: { words: 104 }, snapshot: { words: 103 } })).not.toContain("snapshot_blank");
    expect(ids({ raw: { words: 103 }, snapshot: { words: 104 } })).not.toContain("snapshot_blank");
  });

  it("snapshot_blank is no older snapshot of a page that has grown and needs no scripts", () => {
    expect(ids({ ...both(text("walk sea hill", 80)), snapshot: text("walk sea hill", 28) })).toEqual([
      "snapshot_stale",
    ]);
    expect(ids({ ...both(text("walk sea hill", 80)), snapshot: { body: "<main></main>" } })).toContain(
      "snapshot_blank",
    );
  });

  it("snapshot_stale ignores a render that is blank or incomplete", () => {
    const { fails } = LABELS["snapshot_stale"]!;
    expect(ids({ ...both(letters(49)), snapshot: shared(100) })).toEqual([]);
    expect(ids({ ...fails, render: { ready: "deadline" } })).toEqual(["render_timeout"]);
    expect(ids({ ...fails, render: { ready: "quiet", pending: "a request for data, a timer of 4 s" } })).toContain(
      "render_timeout",
    );
    expect(ids({ ...fails, render: { ready: "quiet", pending: "a socket or event source" } })).not.toContain(
      "render_timeout",
    );
  });

  it("report how much a snapshot differs from the page, and its age", () => {
    const detailOf = (id: string, difference: Difference) =>
      runRenderedChecks(asRendering(difference)).find((issue) => issue.id === id)!.detail.found;
    expect(detailOf("snapshot_blank", { raw: { words: 60 }, snapshot: { words: 103 } })).toMatch(
      /^103 words \(\d+ characters\) in the snapshot, 260 words rendered$/,
    );
    expect(detailOf("snapshot_stale", LABELS["snapshot_stale"]!.fails)).toBe(
      "similarity 0.89; the snapshot was made 2026-11-20T08:30:00.000Z",
    );
  });
});
