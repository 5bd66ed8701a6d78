import type { Labelled } from "./page-checks.ts";
import { ORIGIN, type LabelledPage } from "./page.ts";
import * as scripts from "./page-scripts.ts";
import { label, pathOf, scripted, THIN } from "./scripted-page.ts";

const NO_PREVIEW = { "og:title": null, "og:description": null, "og:image": null, "og:url": null, "twitter:card": null };
const NOINDEX = '<meta name="robots" content="noindex">';
const JSON_LD =
  '<script type="application/ld+json">{"@context":"https://schema.org","@type":"WebPage","name":"Walk"}</script>';
/** Pages that other pages link to. */
const QUAYS = Array.from({ length: 8 }, (_, i) => `/js/quay/${i}`);
const anchors = (paths: string[]) => paths.map((path) => `<a href="${path}">Walk${path.at(-1)}</a>`).join(" ");
const served = (src: string) => ({ head: `<script src="${src}" defer></script>` });

const statuses: Labelled[] = [
  label(
    "js_redirect",
    [
      { does: 'if (!location.search) location.replace("?step=2")' },
      { does: 'history.replaceState(null, "", "/login")' },
    ],
    { does: 'location.hash = "top"' },
  ),
  {
    check: "js_errors",
    // The next pages reuse its browser tab at once.
    fails: [
      scripted("js_errors", "repeated", ["js_errors", THIN], {
        does: "setInterval(() => { throw new Error('again') }, 5)",
      }),
    ],
    passes: [],
  },
  label(
    "soft_404",
    [{ does: scripts.setHeading("Page not found") }, { does: scripts.setHeading("Seite nicht gefunden") }],
    { does: scripts.setHeading("The bus 4040 to the foundry") },
  ),
  label(
    "noindex_removed_by_js",
    { head: NOINDEX, does: 'document.querySelector("meta[name=robots]").remove()' },
    { head: NOINDEX },
    { fails: ["noindex_page"], passes: ["noindex_page"] },
  ),
  label(
    "noindex_added_by_js",
    { does: scripts.addToHead(NOINDEX) },
    { does: scripts.addToHead('<meta name="robots" content="noarchive">') },
  ),
];

const metadata: Labelled[] = [
  label(
    "title_changed_by_js",
    { does: 'document.title = "Another walk through the old town"' },
    { does: 'document.title = "  " + document.title.replace(" ", "\\n")' },
  ),
  label(
    "meta_description_changed_by_js",
    { does: 'document.querySelector("meta[name=description]").content = "Another"' },
    { description: null, does: scripts.addToHead('<meta name="description" content="A walk">') },
    { passes: ["missing_meta_description", THIN] },
  ),
  label(
    "h1_only_in_rendered",
    { h1: null, does: scripts.addToMain("<h1>A</h1>") },
    { h1: "A", does: scripts.setHeading("Another") },
    { fails: ["missing_h1", THIN] },
  ),
  label(
    "canonical_only_in_rendered",
    { canonical: null, does: scripts.addToHead(`<link rel="canonical" href="${ORIGIN}/">`) },
    { canonical: null },
    { fails: ["missing_canonical", THIN], passes: ["missing_canonical", THIN] },
  ),
  label(
    "canonical_changed_by_js",
    { does: scripts.setCanonical(`${ORIGIN}/`) },
    { does: scripts.setCanonical(pathOf("canonical_changed_by_js", "passes")) },
  ),
  label(
    "structured_data_only_in_rendered",
    { jsonLd: null, does: scripts.addToHead(JSON_LD) },
    { does: scripts.addToHead(JSON_LD) },
    { fails: ["structured_data_missing", THIN] },
  ),
  label(
    "preview_tags_only_in_rendered",
    { preview: NO_PREVIEW, does: scripts.addToHead('<meta property="og:title" content="A">') },
    {
      preview: { ...NO_PREVIEW, "twitter:card": "summary" },
      does: scripts.addToHead('<meta property="og:title" content="A">'),
    },
    {
      fails: ["missing_open_graph", "og_image_missing", "twitter_card_missing", THIN],
      passes: ["missing_open_graph", "og_image_missing", THIN],
    },
  ),
];

const texts: Labelled[] = [
  {
    ...label(
      "js_only_content",
      { words: 40, does: scripts.addWords(161) },
      { words: 40, does: scripts.addWords(159) },
      { passes: ["js_dependent_content", THIN] },
    ),
    // Crawlers get a snapshot of this page, so it is not thin either.
    others: [
      scripted("js_only_content", "snapshot", [], {
        words: 40,
        does: scripts.addWords(161),
        did: scripts.addWords(161),
      }),
    ],
  },
  label("js_dependent_content", { does: scripts.addWords(20) }, { does: scripts.addWords(19) }),
  label("content_removed_by_js", { does: scripts.cutWords(10) }, { does: scripts.cutWords(9) }),
  {
    ...label("js_only_links", { does: scripts.addToMain(anchors(QUAYS.slice(0, 5))) }, [
      { does: scripts.addToMain(anchors(QUAYS.slice(0, 4))) },
      // Together with the two links of every page, the page has as many links as the script adds.
      { main: anchors(QUAYS.slice(5)), does: scripts.addToMain(anchors(QUAYS.slice(0, 5))) },
    ]),
    others: QUAYS.map((path, i): LabelledPage => ({ path, linked: i >= 5, issues: [] })),
  },
];

/** Pages whose snapshot has 55 words, or the 45 of the served HTML. */
const snapshots: Labelled[] = [
  label(
    "cloaking_risk",
    { did: scripts.addWords(10), does: scripts.cutWords(13) + scripts.addWords(23, "casino") },
    { did: scripts.addWords(10), does: scripts.cutWords(12) + scripts.addWords(22, "casino") },
    { fails: ["snapshot_stale", THIN], passes: ["snapshot_stale", THIN] },
  ),
  label(
    "snapshot_stale",
    { did: scripts.addWords(10), does: scripts.addWords(4) + scripts.addWords(6, "casino") },
    { did: scripts.addWords(10), does: scripts.addWords(5) + scripts.addWords(5, "casino") },
  ),
  label(
    "snapshot_blank",
    { did: "", does: scripts.addWords(68) },
    { did: "", does: scripts.addWords(67) },
    { fails: ["js_dependent_content", THIN], passes: ["js_dependent_content", "snapshot_stale", THIN] },
  ),
];

/** `elsewhere`: origin of another site. */
const running = (elsewhere: string): Labelled[] => [
  label(
    "js_errors",
    [
      { does: "null.nothing" },
      { does: 'fetch("/files/broken")' },
      { does: "Promise.reject(new Error('nobody catches this'))" },
    ],
    [
      { does: 'try { null.nothing } catch (error) { console.error(error) } fetch("/files/missing")' },
      { does: `fetch("${elsewhere}/files/broken")` },
    ],
  ),
  label(
    "render_timeout",
    { does: 'fetch("/files/endless")' },
    { does: 'fetch("/files/endless"); window.prerenderReady = true' },
  ),
  label(
    "blocked_render_resources",
    [served("/closed/app.js"), { head: '<link rel="stylesheet" href="/closed/site.css">' }],
    [served("/closed.js"), { does: scripts.loadFrom(`${elsewhere}/closed/app.js`) }],
  ),
  label("too_many_scripts_styles", { does: scripts.loadMany(101) }, { does: scripts.loadMany(100) }),
  label(
    "scripts_styles_too_heavy",
    [
      served("/files/heavy.js"),
      served("/files/heavy.js"),
      served("/files/heavy-revalidated.js"),
      served("/files/heavy-revalidated.js"),
    ],
    [served("/files/light-enough.js"), served("/files/compressed.js"), served("/files/compressed.js")],
  ),
  label(
    "assets_not_cached",
    [served("/files/uncached.js"), { head: '<link rel="stylesheet" href="/files/uncached.css">' }],
    [served("/files/expires.js"), { does: scripts.loadFrom(`${elsewhere}/files/uncached.js`) }],
  ),
];

const accessibility: Labelled[] = [
  label(
    "axe_violations",
    [
      { does: scripts.addToMain("<button></button>") },
      // What the page replaced does not reach the world that axe runs in.
      {
        does: `document.querySelectorAll = () => []; window.axe = {}; ${scripts.addToMain('<div role="checkbox" tabindex="0">Sea</div>')}`,
      },
    ],
    { does: scripts.addToMain("<button>Go</button>") },
  ),
  label(
    "axe_minor_violations",
    { does: scripts.addToMain('<div role="directory">Sea</div>') },
    { does: scripts.addToMain('<div role="list"><div role="listitem">Sea</div></div>') },
  ),
];

/** A page that fails and a page that passes for every rendered check. */
export function renderedLabels(elsewhere: string): Labelled[] {
  return [...statuses, ...metadata, ...texts, ...snapshots, ...running(elsewhere), ...accessibility];
}
