import { describe, expect, it } from "vitest";
import { CHECKS } from "../../../../src/audit/checks/run-checks";
import type { Finding } from "../../../../src/audit/model/issue";
import type { AuditedPage, ParsedPage, RenderedPair } from "../../../../src/audit/model/page/page";
import type { ShareImage } from "../../../../src/audit/model/page/share-image";
import { unpackRelations } from "../../../../src/audit/model/page/relations";
import { SimilarTexts } from "../../../../src/audit/model/page/similar-texts";
import type { GraphPage, SiteGraph } from "../../../../src/audit/model/site/site-graph";
import type { SiteFacts } from "../../../../src/audit/model/site/site-facts";
import { textWidth } from "../../../../src/audit/checks/shared/text-width";
import type { LabelledPage } from "../../../support/labelled/page.ts";
import { nodeOf, parsedPage } from "../makers.ts";
import { findingsText, type Told } from "./findings/finding-text.ts";
import { auditedOf } from "./judge.ts";

type Text = ParsedPage["facts"]["text"];
/** What a check says of the number `n`. */
type Reports = (id: string, n: number) => Finding | null;
/** Check, its threshold, the number next to the edge that passes and the one that fails, and how to look. */
type Edge = [id: string, threshold: string, passes: number, fails: number, reports: Reports];

const pageOf = (parts: Partial<LabelledPage> = {}) => parsedPage(auditedOf({ path: "/x", ...parts }));
const PAGE = pageOf();
const changed = (change: Partial<ParsedPage>): ParsedPage => ({ ...PAGE, ...change });
const withFacts = (change: Partial<ParsedPage["facts"]>) => changed({ facts: { ...PAGE.facts, ...change } });
const withText = (change: Partial<Text>) => withFacts({ text: { ...PAGE.facts.text, ...change } });

/** What a check says about a page. */
function judged(id: string, page: AuditedPage): Finding | null {
  const check = CHECKS.get(id)!;
  if (check.scope !== "page") throw new Error(`${id} is not a page check`);
  return check.test(page as ParsedPage);
}

/** Whether a check reports the page, with this in its finding. */
const onPage =
  (page: (n: number) => AuditedPage, said = ""): Reports =>
  (id, n) =>
    isSaid(judged(id, page(n)), said);

function isSaid(finding: Finding | null, said: string): Finding | null {
  return finding !== null && `${finding.found} ${finding.expected}`.includes(said) ? finding : null;
}

function onPair(pair: (n: number) => Partial<RenderedPair>): Reports {
  return (id, n) => {
    const check = CHECKS.get(id)!;
    if (check.scope !== "rendered") throw new Error(`${id} is not a rendered check`);
    const render = { finalUrl: PAGE.url, errors: [], failedRequests: [], resources: [], ready: "quiet" as const };
    const whole = { raw: PAGE, rendered: PAGE, render, snapshot: null, isAllowed: () => true, ...pair(n) };
    return check.test(whole, new Set());
  };
}

/** A site graph of which only these parts are asked. */
function inGraph(place: (n: number) => { page?: Partial<GraphPage>; graph: object }): Reports {
  return (id, n) => {
    const check = CHECKS.get(id)!;
    if (check.scope !== "cross") throw new Error(`${id} is not a cross check`);
    const { page, graph } = place(n);
    return check.test({ node: nodeOf(), ...page } as GraphPage, graph as SiteGraph);
  };
}

function onSite(site: (n: number) => object, said = ""): Reports {
  return (id, n) => {
    const check = CHECKS.get(id)!;
    if (check.scope !== "site") throw new Error(`${id} is not a site check`);
    return isSaid(check.test(site(n) as SiteFacts), said);
  };
}

const words = (count: number, more: Partial<Text> = {}) => withText({ words: count, cjk: 0, ...more });
const chars = (count: number) => withText({ chars: count });
const FILE = { url: PAGE.url, type: "script" as const, status: 200, bytes: 1, cacheable: true };
const loading = (list: Array<typeof FILE>) => ({
  render: { finalUrl: PAGE.url, errors: [], failedRequests: [], ready: "quiet" as const, resources: list },
});
const image = (change: Partial<ShareImage>) =>
  changed({
    shareImage: {
      url: "https://e.example/i.png",
      status: 200,
      contentType: "image/png",
      format: "png",
      bytes: 64,
      width: 1200,
      height: 630,
      ...change,
    },
  });
/** A text of 100 words that has this share in common with WALKS. */
function likeness(share: number): ParsedPage {
  const count = Math.round(100 * share);
  return withText({ main: "walk ".repeat(count) + "casino ".repeat(100 - count), words: 100, chars: 500 });
}
const WALKS = withText({ main: "walk ".repeat(100), words: 100, chars: 500 });
const snapshotOf = (page: ParsedPage) => ({ snapshot: { page, createdAt: 0 } });
const links = (count: number) =>
  pageOf({ main: Array.from({ length: count }, (_, i) => `<a href="/walk/${i}">Walk ${i}</a>`).join(" ") });
const llmsText = (count: number) => "# Walks\n\n[All](https://e.example/)".padEnd(count, "x");

const NOINDEX = { node: nodeOf({ reason: "noindex", indexable: false }) };
const TO_HOME = { node: nodeOf({ redirectHash: 9 }) };
const WITH_IMAGE = { files: [{ hash: 1, image: true, external: false }] } as unknown as Partial<GraphPage>;
const SHARED = { relations: { og: 1 } } as unknown as Partial<GraphPage>;
const inlinks = (count: number, fetchedPages: number) => ({ fetchedPages, inlinksOf: () => count });
const imageOf = (bytes: number) => ({
  files: new Map([[1, { url: "https://e.example/i.png", external: false, status: 200, bytes }]]),
});
const chain = (hops: number) => ({ chainOf: () => ({ hops, loop: false, end: null }) });
const previews = (pages: number, indexablePages: number) => ({ indexablePages, previews: { of: () => pages } });
const SKETCHED = {
  textHash: 1,
  path: "/x",
  relations: { ...unpackRelations(null), sketch: [0, 0], minima: Array.from({ length: 8 }, () => 0x11111111) },
} as unknown as Partial<GraphPage>;
/** A site with a text whose sketch differs in so many bits. */
function sketchAway(bits: number) {
  const similar = new SimilarTexts();
  similar.add({ halves: [0, 2 ** bits - 1], textHash: 2, cluster: 2, path: "/y" });
  return { texts: { of: () => 1 }, clusterOf: () => 1, similar };
}
/** A site with a text that shares so much of its sequences. */
function sketchSharing(share: number) {
  const same = Math.ceil(64 * (share + (1 - share) / 15));
  const digits = Array.from({ length: 64 }, (_, i) => (i < same ? 1 : 2));
  const minima = Array.from({ length: 8 }, (_, at) =>
    digits.slice(8 * at, 8 * at + 8).reduce((sum, each, i) => sum | (each << (4 * i)), 0),
  );
  const similar = new SimilarTexts();
  similar.add({ halves: [0, 0], minima, textHash: 2, cluster: 2, path: "/y" });
  return { texts: { of: () => 1 }, clusterOf: () => 1, similar };
}
const WIDE = "W";
const NARROW = "i";
const ALTERNATES = ["de", "fr"].map((code) => ({ code, href: `/${code}`, url: `https://e.example/${code}` }));

/** A text of so many pixels and characters. */
function ofWidth(pixels: number, length: number, fontPx = 20): string {
  for (let wide = 0; wide <= length; wide++)
    for (let middle = 0; wide + middle <= length; middle++) {
      const text = WIDE.repeat(wide) + "t".repeat(middle) + NARROW.repeat(length - wide - middle);
      if (textWidth(text, fontPx) === pixels) return text;
    }
  throw new Error(`no text of ${length} characters has ${pixels} px`);
}

const EDGES: Edge[] = [
  ["viewport_blocks_zoom", "minMaximumScale", 2, 1.9, onPage((n) => withFacts({ viewport: `maximum-scale=${n}` }))],
  ["empty_page", "minCharacters", 50, 49, onPage(chars)],
  [
    "low_text_html_ratio",
    "maxPercent",
    10.1,
    10,
    onPage((n) => changed({ ...withText({ bytes: 10 * n }), bytes: 1_000 })),
  ],
  ["thin_content", "minWords", 200, 199, onPage((n) => withText({ mainWords: n, mainCjk: 0 }))],
  ["thin_content", "minCjkCharacters", 400, 399, onPage((n) => withText({ mainWords: 0, mainCjk: n }))],
  ["meta_description_too_long", "maxCharacters", 155, 156, onPage((n) => changed({ description: WIDE.repeat(n) }))],
  ["meta_description_too_long", "maxPixels", 985, 986, onPage((n) => changed({ description: ofWidth(n, 160, 14) }))],
  ["meta_description_too_short", "minCharacters", 70, 69, onPage((n) => changed({ description: "x".repeat(n) }))],
  ["h1_too_long", "maxCharacters", 70, 71, onPage((n) => pageOf({ h1: "x".repeat(n) }))],
  ["hreflang_missing_x_default", "minAlternates", 1, 2, onPage((n) => changed({ alternates: ALTERNATES.slice(0, n) }))],
  ["too_many_links", "maxLinks", 3_000, 3_001, onPage((n) => withFacts({ linkCount: n }))],
  ["dom_too_large", "maxElements", 1_500, 1_501, onPage((n) => withFacts({ elements: n }))],
  ["html_large", "maxBytes", 1_000_000, 1_000_001, onPage((n) => changed({ bytes: n }))],
  ["html_large", "overLimitBytes", 2_097_153, 2_097_152, onPage((n) => changed({ bytes: n }))],
  ["html_over_limit", "maxBytes", 2_097_152, 2_097_153, onPage((n) => changed({ bytes: n }))],
  ["slow_page", "maxMs", 3_000, 3_001, onPage((n) => changed({ loadTimeMs: n }))],
  ["slow_page", "verySlowMs", 5_001, 5_000, onPage((n) => changed({ loadTimeMs: n }))],
  ["very_slow_page", "maxMs", 5_000, 5_001, onPage((n) => changed({ loadTimeMs: n }))],
  ["slow_ttfb", "maxMs", 800, 801, onPage((n) => changed({ ttfbMs: n }))],
  ["uncompressed_html", "maxBytes", 10_240, 10_241, onPage((n) => changed({ bytes: n, headers: {} }))],
  ["og_image_too_heavy", "maxWhatsAppBytes", 307_200, 307_201, onPage((n) => image({ bytes: n }))],
  ["og_image_too_heavy", "maxBytes", 5_242_880, 5_242_881, onPage((n) => image({ bytes: n }), "LinkedIn")],
  ["og_image_too_small", "minWidth", 600, 599, onPage((n) => image({ width: n, height: 315 }))],
  ["og_image_too_small", "minHeight", 315, 314, onPage((n) => image({ width: 600, height: n }))],
  ["og_image_too_small", "leastPixels", 200, 199, onPage((n) => image({ width: n, height: 200 }), "Facebook")],
  ["title_short", "minCharacters", 9, 10, onPage((n) => changed({ title: NARROW.repeat(n) }))],
  ["title_short", "goodCharacters", 30, 29, onPage((n) => changed({ title: NARROW.repeat(n) }))],
  ["title_short", "goodPixels", 200, 199, onPage((n) => changed({ title: ofWidth(n, 20) }))],
  ["title_too_long", "maxCharacters", 60, 61, onPage((n) => changed({ title: WIDE.repeat(n) }))],
  ["title_too_long", "maxPixels", 561, 562, onPage((n) => changed({ title: ofWidth(n, 65) }))],
  ["title_too_long", "maxCharactersAnyWidth", 70, 71, onPage((n) => changed({ title: NARROW.repeat(n) }))],
  ["title_too_short", "minCharacters", 10, 9, onPage((n) => changed({ title: "x".repeat(n) }))],
  ["url_repetitive_path", "minRepeats", 2, 3, onPage((n) => pageOf({ path: `/a/${"b/".repeat(n)}c` }))],
  ["url_too_long", "maxCharacters", 200, 201, onPage((n) => changed({ path: "/".padEnd(n, "x") }))],
  [
    "url_too_long",
    "cutOffCharacters",
    2_000,
    2_001,
    onPage((n) => changed({ path: "/".padEnd(n) }), "longer than many"),
  ],
  [
    "url_too_many_params",
    "maxParameters",
    4,
    5,
    onPage((n) => pageOf({ path: `/x?${"a=1&".repeat(n).slice(0, -1)}` })),
  ],
  ["noindex_high_inlinks", "percent", 19, 20, inGraph((n) => ({ page: NOINDEX, graph: inlinks(n, 100) }))],
  ["noindex_high_inlinks", "minInlinks", 4, 5, inGraph((n) => ({ page: NOINDEX, graph: inlinks(n, 10) }))],
  ["image_too_large", "maxBytes", 500_000, 500_001, inGraph((n) => ({ page: WITH_IMAGE, graph: imageOf(n) }))],
  ["deep_page", "maxClicks", 3, 4, inGraph((n) => ({ page: { node: nodeOf({ depth: n }) }, graph: {} }))],
  ["redirect_chain", "minHops", 1, 2, inGraph((n) => ({ graph: chain(n) }))],
  ["redirect_chain", "maxHops", 5, 4, inGraph((n) => ({ graph: chain(n) }))],
  ["redirect_chain_too_long", "minHops", 4, 5, inGraph((n) => ({ graph: chain(n) }))],
  [
    "redirects_to_homepage",
    "minRedirects",
    2,
    3,
    inGraph((n) => ({ page: TO_HOME, graph: { homeHash: 9, redirectsToHome: n } })),
  ],
  ["og_tags_identical_sitewide", "percent", 79, 80, inGraph((n) => ({ page: SHARED, graph: previews(n, 100) }))],
  ["og_tags_identical_sitewide", "minPages", 4, 5, inGraph((n) => ({ page: SHARED, graph: previews(n, n) }))],
  ["near_duplicate_content", "maxDistance", 8, 7, inGraph((n) => ({ page: SKETCHED, graph: sketchAway(n) }))],
  ["near_duplicate_content", "minShare", 0.84, 0.85, inGraph((n) => ({ page: SKETCHED, graph: sketchSharing(n) }))],
  ["content_removed_by_js", "share", 0.8, 0.799, onPair((n) => ({ raw: words(1_000), rendered: words(1_000 * n) }))],
  ["js_dependent_content", "minShare", 0.199, 0.2, onPair((n) => ({ raw: words(1_000 * n), rendered: words(1_000) }))],
  ["js_dependent_content", "maxShare", 0.7, 0.699, onPair((n) => ({ raw: words(1_000 * n), rendered: words(1_000) }))],
  ["js_only_content", "fewWords", 50, 49, onPair((n) => ({ raw: words(n), rendered: words(200) }))],
  ["js_only_content", "manyWords", 199, 200, onPair((n) => ({ raw: words(49), rendered: words(n) }))],
  ["js_only_content", "share", 0.2, 0.199, onPair((n) => ({ raw: words(1_000 * n), rendered: words(1_000) }))],
  ["js_only_links", "minLinks", 4, 5, onPair((n) => ({ raw: links(0), rendered: links(n) }))],
  ["scripts_styles_too_heavy", "maxBytes", 2_097_152, 2_097_153, onPair((n) => loading([{ ...FILE, bytes: n }]))],
  ["too_many_scripts_styles", "maxFiles", 100, 101, onPair((n) => loading(Array.from({ length: n }, () => FILE)))],
  [
    "cloaking_risk",
    "minWords",
    49,
    50,
    onPair((n) => ({ raw: words(n, { main: "other", mainWords: n, mainCjk: 0 }), rendered: WALKS })),
  ],
  [
    "cloaking_risk",
    "minWords",
    49,
    50,
    onPair((n) => ({ raw: WALKS, rendered: words(n, { main: "other", mainWords: n, mainCjk: 0 }) })),
  ],
  ["cloaking_risk", "minSimilarity", 0.6, 0.59, onPair((n) => ({ raw: likeness(n), rendered: WALKS }))],
  ["snapshot_blank", "minCharacters", 50, 49, onPair((n) => ({ rendered: PAGE, ...snapshotOf(chars(n)) }))],
  [
    "snapshot_blank",
    "minShare",
    0.4,
    0.399,
    onPair((n) => ({ rendered: words(1_000), ...snapshotOf(words(1_000 * n)) })),
  ],
  ["snapshot_stale", "minSimilarity", 0.9, 0.89, onPair((n) => ({ rendered: WALKS, ...snapshotOf(likeness(n)) }))],
  [
    "canonicals_name_other_host",
    "minShare",
    0.899,
    0.9,
    onSite((n) => ({ canonicalHosts: { pages: 1_000, elsewhere: 1_000 * n, host: "a.example" } })),
  ],
  ["llms_txt_invalid", "minCharacters", 50, 49, onSite((n) => ({ llmsTxt: { status: 200, text: llmsText(n) } }))],
  ["robots_txt_redirects", "maxRedirects", 5, 6, onSite((n) => ({ robotsFile: { redirects: n } }), "missing")],
  ["robots_txt_too_large", "maxBytes", 512_000, 512_001, onSite((n) => ({ robotsFile: { bytes: n } }))],
];

describe("the numbers of the checks' rules", () => {
  it.each(EDGES)("%s: %s passes %d and fails %d", (id, threshold, passes, fails, reports) => {
    expect([passes, fails]).toContain(CHECKS.get(id)!.thresholds![threshold]);
    expect([reports(id, passes), reports(id, fails)]).toEqual([null, expect.anything()]);
  });

  it("are what the findings just beyond them say", async () => {
    const told = EDGES.map(([id, , , fails, reports]): Told => [id, reports(id, fails)!]);
    await expect(findingsText(told)).toMatchFileSnapshot("findings/limits.txt");
  });

  it("are all here", () => {
    const named = [...CHECKS.values()].flatMap(({ id, thresholds = {} }) =>
      Object.keys(thresholds).map((threshold) => `${id} ${threshold}`),
    );
    expect(named.length).toBeGreaterThan(50);
    expect([...new Set(EDGES.map(([id, threshold]) => `${id} ${threshold}`))].sort()).toEqual(named.sort());
  });
});
