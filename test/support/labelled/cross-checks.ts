import { GONE_HOST } from "./images.ts";
import { ORIGIN, type LabelledPage } from "./page.ts";
import type { Labelled } from "./page-checks.ts";

const at = (path: string) => `${ORIGIN}/x/${path}`;
const page = (path: string, issues: string[] | undefined, parts: Omit<LabelledPage, "path" | "issues"> = {}) => ({
  path: `/x/${path}`,
  issues,
  ...parts,
});
const moved = (path: string, to: string, issues: string[], status = 301) =>
  page(path, issues, { status, redirect: to.startsWith("/") ? to : `/x/${to}` });
const linkTo = (path: string, attributes = "") => ({
  main: `<p><a href="/x/${path}" ${attributes}>The walk that is meant here</a></p>`,
});
/** 240 words that several pages share. */
const LONG = `<p>${Array.from({ length: 60 }, (_, i) => `harbour ${i} wall ${i * 7}`).join(" ")}</p>`;
const picture = (src: string) => ({ main: `<img src="${src}" alt="A map" width="9" height="9">` });
const alternates = (...list: Array<[code: string, path: string]>) => ({
  head: list.map(([code, path]) => `<link rel="alternate" hreflang="${code}" href="${at(path)}">`).join(""),
});

const redirects: Labelled[] = [
  {
    check: "redirect_permanent",
    fails: [moved("rp/old", "rp/new", ["redirect_permanent"], 308)],
    passes: [page("rp/new", [])],
  },
  {
    check: "redirect_temporary",
    fails: [moved("rt/old", "rp/new", ["redirect_temporary"], 307)],
    passes: [moved("rt/moved", "rp/new", ["redirect_permanent"])],
  },
  {
    check: "redirect_chain",
    fails: [moved("rc/one", "rc/two", ["redirect_chain"])],
    passes: [moved("rc/two", "rp/new", ["redirect_permanent"])],
  },
  {
    check: "redirect_chain_too_long",
    fails: [moved("rl/5", "rl/4", ["redirect_chain_too_long"])],
    passes: [moved("rl/4", "rl/3", ["redirect_chain"])],
    others: [
      moved("rl/3", "rl/2", ["redirect_chain"]),
      moved("rl/2", "rl/1", ["redirect_chain"]),
      moved("rl/1", "rp/new", ["redirect_permanent"]),
    ],
  },
  {
    check: "redirect_loop",
    fails: [
      moved("loop/one", "loop/two", ["redirect_loop"]),
      moved("loop/two", "loop/one", ["redirect_loop"]),
      moved("loop/self", "loop/self", ["redirect_loop"]),
    ],
    passes: [moved("loop/none", "rp/new", ["redirect_permanent"])],
  },
  {
    check: "redirect_to_error",
    fails: [moved("re/gone", "re/missing", ["redirect_permanent", "redirect_to_error"])],
    passes: [moved("re/refused", "re/secret", ["redirect_permanent"])],
    others: [page("re/missing", ["http_4xx"], { status: 404 }), page("re/secret", ["access_denied"], { status: 403 })],
  },
  {
    check: "redirects_to_homepage",
    fails: ["a", "b", "c"].map((name) => moved(`home/${name}`, "/", ["redirect_permanent", "redirects_to_homepage"])),
    passes: [moved("home/d", "rp/new", ["redirect_permanent"])],
  },
];

const same = { title: "One and the same walk, told twice", h1: "A walk told twice" };
const TEXT = `<main><h1>The walk of two addresses</h1><p>${Array.from({ length: 32 }, (_, i) => `Along wall ${i} and down to the sea. `).join("")}</p><a href="/imprint">Who publishes these walks</a></main>`;

const duplicates: Labelled[] = [
  {
    check: "trailing_slash_duplicate",
    fails: ["slash/a", "slash/a/"].map((path) =>
      page(path, ["duplicate_content", "duplicate_h1", "trailing_slash_duplicate"], { body: TEXT }),
    ),
    passes: [page("slash/b", ["canonicalised_page"], { canonical: at("slash/b/") }), page("slash/b/", [])],
  },
  {
    check: "duplicate_title",
    fails: ["title/a", "title/b"].map((path) => page(path, ["duplicate_title"], { title: same.title })),
    passes: [
      page("title/en", [], {
        title: "Language versions share a title",
        ...alternates(["en", "title/en"], ["x-default", "title/gb"]),
      }),
      page("title/gb", [], {
        title: "Language versions share a title",
        ...alternates(["en", "title/en"], ["x-default", "title/gb"]),
      }),
    ],
  },
  {
    check: "duplicate_meta_description",
    fails: ["text/a", "text/b"].map((path) =>
      page(path, ["duplicate_meta_description"], {
        description: "Both of these walks begin at the station, and both of them end beside the harbour.",
      }),
    ),
    passes: [
      page("text/c", [], {
        description: "This walk begins at the station, passes the museum and ends at the harbour.",
      }),
      page("text/d", ["noindex_page"], {
        description: "This walk begins at the station, passes the museum and ends at the harbour.",
        head: '<meta name="robots" content="noindex">',
      }),
    ],
  },
  {
    check: "duplicate_h1",
    fails: ["head/a", "head/b"].map((path) => page(path, ["duplicate_h1"], { h1: same.h1 })),
    passes: [page("head/c", [], { h1: "A walk told once" })],
  },
  {
    check: "near_duplicate_content",
    fails: ["near/a", "near/b"].map((path, i) =>
      page(path, ["near_duplicate_content"], { main: LONG.replace("harbour 40", `quay ${i}`), words: 0 }),
    ),
    passes: [page("near/c", [], { main: LONG.replaceAll("harbour", "quay"), words: 0 })],
  },
  {
    check: "duplicate_content",
    fails: ["same/a", "same/b"].map((path) =>
      page(path, ["duplicate_content", "duplicate_h1"], { body: TEXT.replace("two addresses", "two names") }),
    ),
    passes: [page("same/c", ["near_duplicate_content"], { body: TEXT.replace("two addresses", "one name") })],
  },
];

const sitemaps: Labelled[] = [
  {
    check: "noindex_in_sitemap",
    fails: [
      page("map/noindex", ["noindex_in_sitemap", "noindex_page"], {
        head: '<meta name="robots" content="noindex">',
        inSitemap: true,
      }),
    ],
    passes: [page("map/indexed", [], { inSitemap: true })],
  },
  {
    check: "blocked_in_sitemap",
    fails: [{ path: "/closed/listed", issues: ["blocked_by_robots", "blocked_in_sitemap"], inSitemap: true }],
    passes: [{ path: "/closed/unlisted", issues: ["blocked_by_robots"] }],
  },
  {
    check: "noindex_high_inlinks",
    fails: [
      {
        path: "/imprint",
        issues: ["noindex_high_inlinks", "noindex_page"],
        head: '<meta name="robots" content="noindex">',
      },
    ],
    passes: [page("few/noindex", ["noindex_page"], { head: '<meta name="robots" content="noindex">' })],
  },
];

const canonicals: Labelled[] = [
  {
    check: "canonical_to_error",
    fails: [page("ce/a", ["canonical_to_error", "canonicalised_page"], { canonical: at("ce/gone") })],
    passes: [page("ce/b", ["canonicalised_page"], { canonical: at("ce/refused") })],
    others: [page("ce/gone", undefined, { status: 410 }), page("ce/refused", undefined, { status: 403 })],
  },
  {
    check: "canonical_to_redirect",
    fails: [page("cr/a", ["canonical_to_redirect", "canonicalised_page"], { canonical: at("rp/old") })],
    passes: [page("cr/b", ["canonicalised_page"], { canonical: at("rp/new") })],
  },
  {
    check: "canonical_to_noindex",
    fails: [page("cn/a", ["canonical_to_noindex", "canonicalised_page"], { canonical: at("few/noindex") })],
    passes: [page("cn/b", ["canonicalised_page"], { canonical: at("rp/new") })],
  },
  {
    check: "canonical_chain",
    fails: [page("cc/a", ["canonical_chain", "canonicalised_page"], { canonical: at("cc/b") })],
    passes: [page("cc/b", ["canonicalised_page"], { canonical: at("rp/new") })],
  },
];

const SET = alternates(["en", "set/en"], ["de", "set/de"], ["x-default", "set/en"]);
const international: Labelled[] = [
  {
    check: "hreflang_cluster_broken",
    // The set is told once, on its first page; its pages one by one.
    fails: [
      page("set/it", ["hreflang_cluster_broken", "hreflang_missing_return_link"], {
        lang: "it",
        ...alternates(["it", "set/it"], ["es", "set/es"], ["pt", "set/pt"], ["x-default", "set/it"]),
      }),
      page("set/es", ["hreflang_missing_return_link"], {
        lang: "es",
        ...alternates(["es", "set/es"], ["it", "set/it"], ["pt", "set/pt"], ["x-default", "set/it"]),
      }),
    ],
    passes: [page("set/en", [], SET), page("set/de", [], { lang: "de", ...SET })],
    others: [page("set/pt", [], { lang: "pt" })],
  },
  {
    check: "hreflang_missing_return_link",
    fails: [
      page(
        "lang/en",
        ["hreflang_cluster_broken", "hreflang_missing_return_link"],
        alternates(["en", "lang/en"], ["de", "lang/de"], ["x-default", "lang/en"]),
      ),
    ],
    passes: [
      page("lang/gb", [], alternates(["en", "lang/gb"], ["fr", "lang/fr"], ["x-default", "lang/gb"])),
      page("lang/fr", [], {
        lang: "fr",
        ...alternates(["en", "lang/gb"], ["fr", "lang/fr"], ["x-default", "lang/gb"]),
      }),
    ],
    others: [page("lang/de", [], { lang: "de" })],
  },
  {
    check: "hreflang_to_error",
    fails: [
      page("lang/e", ["hreflang_to_error"], alternates(["en", "lang/e"], ["de", "lang/gone"], ["x-default", "lang/e"])),
    ],
    passes: [page("lang/f", [], alternates(["en", "lang/f"], ["de", "lang/refused"], ["x-default", "lang/f"]))],
    others: [page("lang/gone", undefined, { status: 404 }), page("lang/refused", undefined, { status: 401 })],
  },
  {
    check: "hreflang_to_redirect",
    fails: [
      page("lang/r", ["hreflang_to_redirect"], alternates(["en", "lang/r"], ["de", "rp/old"], ["x-default", "lang/r"])),
    ],
    passes: [page("lang/s", [], alternates(["en", "lang/s"], ["x-default", "lang/s"]))],
  },
  {
    check: "hreflang_to_non_indexable",
    fails: [
      page(
        "lang/n",
        ["hreflang_to_non_indexable"],
        alternates(["en", "lang/n"], ["de", "lang/noindex"], ["x-default", "lang/n"]),
      ),
    ],
    passes: [page("lang/o", [], alternates(["en", "lang/o"], ["x-default", "lang/o"]))],
    others: [
      page("lang/noindex", ["noindex_page"], {
        lang: "de",
        head: `<meta name="robots" content="noindex">${alternates(["en", "lang/n"], ["de", "lang/noindex"], ["x-default", "lang/n"]).head}`,
      }),
    ],
  },
];

const links: Labelled[] = [
  {
    check: "broken_internal_link",
    fails: [page("link/broken", ["broken_internal_link"], linkTo("re/missing"))],
    passes: [page("link/refused", [], linkTo("re/secret"))],
  },
  {
    check: "broken_image",
    fails: [page("file/image", ["broken_image"], picture("/files/gone.png"))],
    passes: [page("file/refused", [], picture("/files/refused.png"))],
  },
  {
    check: "broken_asset",
    fails: [page("file/script", ["broken_asset"], { main: '<script src="/files/gone.js"></script>' })],
    passes: [
      page("file/moved", [], {
        main: '<script src="/files/moved.js"></script><a href="/files/map.pdf">The map of this walk</a>',
      }),
    ],
  },
  {
    check: "image_too_large",
    fails: [page("file/large", ["image_too_large"], picture("/files/large.jpg"))],
    passes: [page("file/large-enough", [], picture("/files/large-enough.jpg"))],
  },
  {
    check: "internal_link_to_redirect",
    fails: [page("link/moved", ["internal_link_to_redirect"], linkTo("rp/old"))],
    passes: [page("link/direct", [], linkTo("rp/new"))],
  },
  {
    check: "mixed_follow_inlinks",
    fails: [page("link/mixed", ["mixed_follow_inlinks"])],
    passes: [page("link/nofollow-only", [], { linked: false })],
    others: [
      page("link/with-nofollow", ["internal_nofollow_link"], linkTo("link/mixed", 'rel="nofollow"')),
      page("link/all-nofollow", ["internal_nofollow_link"], linkTo("link/nofollow-only", 'rel="nofollow"')),
      page("link/also-nofollow", ["internal_nofollow_link"], linkTo("link/nofollow-only", 'rel="nofollow"')),
    ],
  },
  {
    check: "single_inlink",
    fails: [page("deep/2", ["single_inlink"], { linked: false, ...linkTo("deep/3") })],
    passes: [page("deep/1", [], linkTo("deep/2"))],
  },
  {
    check: "deep_page",
    fails: [page("deep/4", ["deep_page", "single_inlink"], { linked: false })],
    passes: [page("deep/3", ["single_inlink"], { linked: false, ...linkTo("deep/4") })],
  },
  {
    check: "pagination_broken",
    fails: [
      page("list/a", ["pagination_broken"], {
        head: `<link rel="next" href="${at("list/a?page=2")}">`,
        ...linkTo("list/a?page=2"),
      }),
    ],
    passes: [
      page("list/b", [], {
        head: `<link rel="next" href="${at("list/b/page/2")}"><link rel="next" href="${at("chapter/1")}">`,
        ...linkTo("list/b/page/2"),
      }),
      page("list/b/page/2", [], { head: `<link rel="previous" href="${at("list/b")}">`, ...linkTo("list/b") }),
      // Chapters of a document, not pages of a list.
      page("chapter/1", [], { head: `<link rel="next" href="${at("chapter/2")}">` }),
      page("chapter/2", [], { head: `<link rel="prev" href="${at("list/b")}">` }),
    ],
    others: [page("list/a?page=2", [])],
  },
];

/** Checks that compare pages of the labelled site. */
export const CROSS_LABELS: Labelled[] = [redirects, duplicates, sitemaps, canonicals, international, links].flat();

/** The preview that the pages of a single-page app inherit from its index.html. */
const DEFAULT = { "og:title": "Walks", "og:description": "All the walks" };
// Including the home page and the imprint, 8 of 10 pages share the preview in one site and 7 of 9 in the other.
const app = (name: string, count: number, others: number, issues: string[]): LabelledPage[] => [
  ...Array.from({ length: count }, (_, i) => ({ path: `/${name}/${i}`, preview: DEFAULT, issues })),
  ...Array.from({ length: others }, (_, i) => ({ path: `/${name}/own-${i}`, issues: [] })),
];

/** Checks of what other sites answer, which only a run that asks them can tell. */
export const ELSEWHERE: Labelled[] = [
  {
    check: "broken_external_link",
    fails: [
      page("away/gone", ["broken_external_link"], { main: `<a href="https://${GONE_HOST}/walk">A walk elsewhere</a>` }),
    ],
    passes: [page("away/here", [], { main: '<a href="https://another.example/walk">A walk elsewhere</a>' })],
  },
];

/** Checks that need a separate site. The home page comes first. */
export const SITES_OF_THEIR_OWN: Array<Labelled & { mode: "follow" | "sitemap" }> = [
  {
    check: "og_tags_identical_sitewide",
    mode: "follow",
    fails: app("app", 8, 0, ["og_tags_identical_sitewide"]),
    passes: [{ path: "/", issues: [] }],
  },
  {
    check: "og_tags_identical_sitewide",
    mode: "follow",
    fails: [],
    passes: app("mixed", 7, 0, []),
    others: [{ path: "/", issues: [] }],
  },
  {
    check: "orphan_page",
    mode: "sitemap",
    fails: [{ path: "/alone", issues: ["orphan_page"], inSitemap: true, linked: false }],
    passes: [{ path: "/linked", issues: [], inSitemap: true }],
    others: ["/", "/imprint"].map((path) => ({ path, issues: [], inSitemap: true })),
  },
];
