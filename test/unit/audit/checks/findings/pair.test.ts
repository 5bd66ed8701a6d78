import { describe, expect, it } from "vitest";
import { runRenderedChecks } from "../../../../../src/audit/checks/run-checks";
import type { RenderingReport } from "../../../../../src/audit/model/page/page";
import { ORIGIN } from "../../../../support/labelled/page.ts";
import {
  anchors,
  asRendering,
  axe,
  both,
  letters,
  noindex,
  resource,
  shared,
  text,
  violation,
  type Difference,
} from "./pairs.ts";

const LONG = "x".repeat(400);
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);
const rules = numbers(12).map((i) => violation(`rule-${i}`, "serious", i));
const told = (rule: string, i: number) =>
  `${rule} (serious, elements: ${i}), Do it, https://dequeuniversity.com/rules/axe/4.14/${rule}: #a <b>`;
const withScript = { body: "<main><p>Walks</p></main><script src=/a.js></script>" };

type Told = [found: string, expected: string, count?: number, samples?: string[]] | null;

describe("the whole finding of a page before and after its scripts", () => {
  it.each<[string, Difference, Told]>([
    [
      "js_redirect",
      { render: { finalUrl: `${ORIGIN}/app?b=2&a=1#x` } },
      [`ends at ${ORIGIN}/app?b=2&a=1`, "an HTTP redirect"],
    ],
    [
      "js_redirect",
      { render: { finalUrl: `${ORIGIN}/app/index.html` } },
      [`ends at ${ORIGIN}/app/index.html`, "an HTTP redirect"],
    ],
    ["js_redirect", { render: { finalUrl: "nowhere" } }, null],
    [
      "meta_description_changed_by_js",
      { raw: { description: LONG }, rendered: { description: `y${LONG}` } },
      [`"${LONG.slice(0, 100)}" becomes "y${LONG.slice(0, 99)}"`, "the same description"],
    ],
    ["meta_description_changed_by_js", { rendered: { description: null } }, null],
    ["title_changed_by_js", { rendered: { title: null } }, null],
    ["canonical_changed_by_js", { rendered: { canonical: null } }, null],
    ["canonical_changed_by_js", { raw: { canonical: null } }, null],
    ["canonical_only_in_rendered", { rendered: { canonical: "/b" } }, null],
    [
      "h1_only_in_rendered",
      { raw: { h1: null }, rendered: { h1: LONG } },
      [`added: ${LONG.slice(0, 120)}`, "the h1 in the served HTML"],
    ],
    ["h1_only_in_rendered", both({ h1: null }), null],
    ["structured_data_only_in_rendered", both({ jsonLd: null }), null],
    [
      "structured_data_only_in_rendered",
      { raw: { jsonLd: null }, rendered: { jsonLd: "{}</script><script type=application/ld+json>{}" } },
      ["2 blocks added", "JSON-LD in the served HTML", 2],
    ],
    ["preview_tags_only_in_rendered", both({ head: "" }), null],
    ["noindex_added_by_js", { raw: noindex }, null],
    ["noindex_removed_by_js", { rendered: noindex }, null],
    [
      "blocked_render_resources",
      { render: { resources: [400, 399].map((status) => resource(`${ORIGIN}/closed/${status}`, { status })) } },
      ["1 blocked file", "scripts and styles allowed", 1, [`${ORIGIN}/closed/399`]],
    ],
    [
      "assets_not_cached",
      {
        render: {
          resources: [400, 399].map((status) => resource(`${ORIGIN}/${status}`, { status, cacheable: false })),
        },
      },
      ["1 file", "cache-control with a max-age", 1, [`${ORIGIN}/399`]],
    ],
    [
      "scripts_styles_too_heavy",
      { render: { resources: [resource("/a", { bytes: 2_000_000 }), resource("/b", { bytes: 2_000_000 })] } },
      ["4000000 bytes", "at most 2097152 bytes"],
    ],
    [
      "js_errors",
      { render: { errors: [LONG, "b"], failedRequests: ["c"] } },
      ["3 errors", "none", 3, [LONG.slice(0, 200), "b", "c"]],
    ],
    [
      "render_timeout",
      { render: { pending: "a request for data, a timer of 4 s" } },
      ["a request for data that does not end", "a quiet network, or window.prerenderReady"],
    ],
    [
      "render_timeout",
      { render: { pending: "a script, a socket" } },
      ["a script that does not end", "a quiet network, or window.prerenderReady"],
    ],
    ["render_timeout", { render: { pending: "a timer of 4 s, a request" } }, null],
    ["js_only_links", { raw: anchors(5), rendered: { main: `${anchors(5).main} ${anchors(10).main}` } }, null],
    [
      "js_only_links",
      { rendered: { main: `${anchors(6).main}<a href="https://b.example/">B</a>` } },
      ["6 of 8 internal links", "links in the served HTML", 6, numbers(6).map((i) => `${ORIGIN}/walk/${i}`)],
    ],
    ["js_dependent_content", both(withScript), null],
    ["js_dependent_content", both({ body: "<main></main>" }), null],
    [
      "js_only_content",
      { raw: { body: "<p>One" }, rendered: text("walk", 9) },
      ["1 word as served, 10 rendered", "the text in the served HTML"],
    ],
    [
      "snapshot_blank",
      { ...both(letters(50)), snapshot: letters(1) },
      ["1 word (1 character) in the snapshot, 1 word rendered", "the page's text in its snapshot"],
    ],
    [
      "snapshot_stale",
      { ...both(shared(100)), snapshot: shared(0) },
      ["similarity 0.00; the snapshot was made 2026-11-20T08:30:00.000Z", "at least 0.9"],
    ],
    ["snapshot_stale", both(shared(100)), null],
    [
      "cloaking_risk",
      {
        raw: { body: `<main>${"walk ".repeat(599)}${"sea ".repeat(401)}</main>` },
        rendered: { body: `<main>${"walk ".repeat(599)}${"bonus ".repeat(401)}</main>` },
      },
      ["similarity 0.59", "at least 0.6"],
    ],
    [
      "axe_violations",
      axe(...rules),
      [
        `after scripts run: ${numbers(10)
          .map((i) => `rule-${i}`)
          .join(", ")}`,
        "no element that breaks a rule",
        66,
        numbers(10).map((i) => told(`rule-${i}`, i)),
      ],
    ],
    [
      "axe_violations",
      axe({ ...violation("a", "critical"), examples: [] }),
      [
        "after scripts run: a",
        "no element that breaks a rule",
        1,
        ["a (critical, elements: 1), Do it, https://dequeuniversity.com/rules/axe/4.14/a"],
      ],
    ],
    ["axe_violations", {}, null],
    [
      "axe_minor_violations",
      axe(violation("a", "moderate", 2), violation("b", "serious")),
      [
        "after scripts run: a",
        "no element that breaks a rule",
        2,
        ["a (moderate, elements: 2), Do it, https://dequeuniversity.com/rules/axe/4.14/a: #a <b>"],
      ],
    ],
  ])("%s, case %#", (id, difference, finding) => {
    const detail = runRenderedChecks(asRendering(difference)).find((issue) => issue.id === id)?.detail ?? null;
    const [found, expected, count, samples] = finding ?? [];
    expect(detail).toEqual(finding && { found, expected, ...(count && { count }), ...(samples && { samples }) });
  });

  it("compares nothing but what needs no comparison once a script has moved on to another page", () => {
    const other = { title: "B", description: "B", h1: "B", canonical: "/b", body: "<p>B</p>" };
    const ids = (finalUrl: string) =>
      runRenderedChecks(asRendering({ rendered: other, render: { finalUrl } })).map(({ id }) => id);
    expect(ids(`${ORIGIN}/login`)).toEqual(["js_redirect"]);
    expect(ids("https://b.example/app")).toEqual(["js_redirect"]);
    expect(ids(`${ORIGIN}/app?state=2`)).toContain("title_changed_by_js");
  });

  it("blames no script of a page that has none, and names the reason of a failed render", () => {
    const raw = { body: "<p>One", jsonLd: null };
    expect(runRenderedChecks(asRendering({ raw, rendered: text("walk", 300) })).map(({ id }) => id)).not.toContain(
      "js_only_content",
    );
    const failed = (reason: string | null) => runRenderedChecks({ pair: null, report: { reason } as RenderingReport });
    expect(failed(null)).toEqual([
      {
        id: "not_rendered",
        severity: "notice",
        detail: { found: "unknown reason", expected: "a rendered page to compare" },
      },
    ]);
  });
});
