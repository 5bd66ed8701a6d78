import { HOST, ORIGIN, type LabelledPage, type PageParts } from "./page.ts";

/** A page that fails a check, one that barely passes it, and other pages that both need. */
export interface Labelled {
  check: string;
  fails: LabelledPage[];
  passes: LabelledPage[];
  others?: LabelledPage[];
}

type Difference = PageParts & Omit<Partial<LabelledPage>, "issues">;

/** `also`: further issues of the failing and the passing page that the defect implies. */
function label(
  check: string,
  fails: Difference,
  passes: Difference,
  also: { fails?: string[]; passes?: string[] } = {},
  others: LabelledPage[] = [],
): Labelled {
  const path = `/p/${check.replaceAll("_", "-")}`;
  return {
    check,
    fails: [{ path: `${path}/fails`, ...fails, issues: [check, ...(also.fails ?? [])] }],
    passes: [{ path: `${path}/passes`, ...passes, issues: also.passes ?? [] }],
    others,
  };
}

const robots = (content: string, name = "robots"): Difference => ({
  head: `<meta name="${name}" content="${content}">`,
});
const main = (html: string): Difference => ({ main: html });
const own = (check: string, side: "fails" | "passes") => `${ORIGIN}/p/${check.replaceAll("_", "-")}/${side}`;
const alternates = (...list: Array<[code: string, href: string]>): string =>
  list.map(([code, href]) => `<link rel="alternate" hreflang="${code}" href="${href}">`).join("");
/** Language versions on hosts that the crawl does not visit. */
const DE = "https://de.labelled.example/walk";
const FR = "https://fr.labelled.example/walk";
const schema = (data: Record<string, unknown>) => JSON.stringify({ "@context": "https://schema.org", ...data });
const NO_PREVIEW = {
  "og:title": null,
  "og:description": null,
  "og:image": null,
  "og:url": null,
  "twitter:card": "summary",
};
const letters = (count: number) =>
  "Walks of the old town and its harbour "
    .repeat(6)
    .slice(0, count - 1)
    .padEnd(count, "s");
const picture = (attributes: string) => main(`<img src="/files/share.png" ${attributes}>`);
const shares = (image: string): Difference => ({ preview: { "og:image": `${ORIGIN}${image}` } });
const link = (attributes: string, text = "The map of this walk") => main(`<p><a ${attributes}>${text}</a></p>`);

/** More of this than of the English walk. */
const GERMAN =
  "Der Weg führt durch die alte Stadt und ist nicht sehr lang. Sie können ihn auch mit dem Rad fahren, wenn das Wetter gut ist, und werden von der Mauer aus den Hafen sehen. ".repeat(
    12,
  );
/** An absolute link. A relative link on an http page would lead the crawl through the whole site over http. */
const HOME = `<a href="${ORIGIN}/">All the walks of this town</a>`;

const http: Labelled[] = [
  label("http_4xx", { status: 404 }, { status: 408 }),
  label("http_5xx", { status: 500 }, { status: 503, headers: { "retry-after": "1" } }, { passes: ["rate_limited"] }),
  label("fetch_timeout", { delayMs: 15_500 }, { delayMs: 5_400 }, { passes: ["very_slow_page", "slow_ttfb"] }),
  label("dns_or_connection_error", { broken: true }, { status: 500 }, { passes: ["http_5xx"] }),
  label("access_denied", { status: 403 }, { status: 404 }, { passes: ["http_4xx"] }),
  label("rate_limited", { status: 429 }, { status: 503 }, { passes: ["http_5xx"] }),
  label(
    "meta_refresh_redirect",
    // A redirect is not judged as a page: that it is empty is no finding.
    { raw: `<!doctype html><meta http-equiv="refresh" content="5; url=${own("missing_h1", "passes")}">` },
    { head: '<meta http-equiv="refresh" content="300; url=?">' },
  ),
];

const indexability: Labelled[] = [
  label("noindex_page", robots("noindex"), robots("noindex", "bingbot")),
  label("nofollow_page", robots("nofollow"), robots("noarchive")),
  label("conflicting_robots_directives", robots("index, noindex"), robots("index, follow"), {
    fails: ["noindex_page"],
  }),
  label("unavailable_after_past", robots("unavailable_after: 2020-01-01"), robots("unavailable_after: 2099-01-01")),
  label("snippet_restricted", robots("max-snippet:0"), robots("max-snippet:1")),
  label("blocked_by_robots", { path: "/closed/page" }, { path: "/closed" }),
  label("not_audited", {}, {}),
  label("metas_in_body", main('<meta property="og:locale" content="en_GB">'), {
    head: '<meta property="og:locale" content="en_GB">',
  }),
];

const titles: Labelled[] = [
  label("missing_title", { title: null }, { title: "A" }, { passes: ["title_too_short"] }),
  label("title_too_short", { title: "Nine char" }, { title: "Ten chars." }, { passes: ["title_short"] }),
  label("title_short", { title: "Little walk to it" }, { title: "WALKS ON MOORS AND MEN" }),
  label("title_too_long", { title: letters(71) }, { title: letters(60) }),
  label(
    "multiple_titles",
    { head: "<title>Another title</title>" },
    main('<svg width="1" height="1"><title>A drawing</title></svg>'),
  ),
  label(
    "title_same_as_h1",
    { title: "The walk around the northern wall", h1: "The walk around the Northern Wall" },
    { title: "The walk around the southern wall", h1: "The walk around the southern walls" },
  ),
];

const texts: Labelled[] = [
  label(
    "missing_meta_description",
    { description: null },
    { description: "x" },
    { passes: ["meta_description_too_short"] },
  ),
  label("meta_description_too_short", { description: letters(69) }, { description: letters(70) }),
  label("meta_description_too_long", { description: letters(170) }, { description: letters(155) }),
  label(
    "multiple_meta_descriptions",
    { head: '<meta name="description" content="Another description of the same page">' },
    { head: '<meta name="twitter:description" content="A description for shares">' },
  ),
  label(
    "soft_404",
    { h1: "Oops! That page can’t be found.", words: 60 },
    { h1: "How to fix 404 errors in nginx", words: 60 },
    { fails: ["thin_content"], passes: ["thin_content"] },
  ),
  label("missing_h1", { h1: null }, { h1: "A" }),
  label("multiple_h1", main("<h1>A second heading</h1>"), main("<h2>A second heading</h2>")),
  label("h1_too_long", { h1: letters(71) }, { h1: `x${letters(69)}` }),
  label("heading_order_skipped", main("<h2>Way</h2><h4>Steps</h4>"), main("<h2>Way</h2><h3>Steps</h3><h2>End</h2>")),
  label("thin_content", { words: 199 }, { words: 200 }),
  label("low_text_html_ratio", { bytes: 24_000 }, { bytes: 14_000 }),
  label(
    "placeholder_text",
    main("<p>Lorem ipsum dolor sit amet, consectetur.</p>"),
    main("<p>Printers call such a text lorem ipsum.</p>"),
  ),
  label(
    "empty_page",
    { body: `<main><h1>Walks</h1><a href="/">${"w".repeat(43)}</a></main>` },
    { body: `<main><h1>Strolls</h1><a href="/">${"v".repeat(42)}</a></main>` },
    {
      fails: ["thin_content", "low_text_html_ratio"],
      passes: ["thin_content", "low_text_html_ratio"],
    },
  ),
  label("hash_routing_links", link('href="#/about"'), link('href="#about"')),
];

const canonicals: Labelled[] = [
  label(
    "missing_canonical",
    { canonical: null },
    { canonical: null, headers: { link: `<${own("missing_canonical", "passes")}>; rel="canonical"` } },
  ),
  label(
    "multiple_canonicals",
    { head: `<link rel="canonical" href="${ORIGIN}/">` },
    { head: `<link rel="canonical" href="${own("multiple_canonicals", "passes")}">` },
  ),
  label(
    "canonical_invalid",
    { canonical: "https://[" },
    { canonical: `HTTPS://LABELLED.EXAMPLE/p/canonical-invalid/passes` },
  ),
  label(
    "canonical_relative",
    { canonical: "/p/canonical-relative/fails" },
    { canonical: own("canonical_relative", "passes") },
  ),
  label(
    "canonical_in_body",
    { canonical: null, main: `<link rel="canonical" href="${own("canonical_in_body", "fails")}">` },
    {
      canonical: null,
      head: `<noscript><img src="/files/share.png" alt="" width="1" height="1"></noscript><link rel="canonical" href="${own("canonical_in_body", "passes")}">`,
    },
    { fails: ["metas_in_body"] },
  ),
  label(
    "canonical_to_homepage",
    { canonical: `${ORIGIN}/` },
    { canonical: own("missing_h1", "passes") },
    { fails: ["canonicalised_page"], passes: ["canonicalised_page"] },
  ),
  label(
    "canonical_header_html_mismatch",
    { headers: { link: `<${own("missing_h1", "passes")}>; rel=canonical` } },
    { headers: { link: `<${own("canonical_header_html_mismatch", "passes")}>; rel=canonical` } },
  ),
  label(
    "canonical_http_on_https",
    { canonical: `http://${HOST}/p/canonical-http-on-https/fails`, links: false, main: HOME },
    { canonical: own("canonical_http_on_https", "passes") },
    { fails: ["canonicalised_page"] },
  ),
  label(
    "canonical_has_fragment",
    { canonical: `${own("canonical_has_fragment", "fails")}#top` },
    { canonical: own("canonical_has_fragment", "passes") },
  ),
  label(
    "canonical_cross_domain",
    { canonical: "https://another.example/walk" },
    { canonical: "https://www.labelled.example/walk" },
    { fails: ["canonicalised_page"], passes: ["canonicalised_page"] },
  ),
  label(
    "canonicalised_page",
    { canonical: own("missing_h1", "passes") },
    { canonical: `https://${HOST}:443/p/canonicalised-page/passes` },
  ),
  label(
    "pagination_canonical_to_first",
    { path: "/p/list?page=2", canonical: `${ORIGIN}/p/list` },
    { path: "/p/list?page=3", canonical: `${ORIGIN}/p/list?page=3` },
    { fails: ["canonicalised_page"] },
    [{ path: "/p/list", issues: [] }],
  ),
];

const international: Labelled[] = [
  label(
    "hreflang_invalid_code",
    { head: alternates(["en", own("hreflang_invalid_code", "fails")], ["en-UK", FR], ["x-default", DE]) },
    { head: alternates(["en", own("hreflang_invalid_code", "passes")], ["en-GB", FR], ["x-default", DE]) },
    // Many pages here name the same page as their German version, so these are one set.
    { fails: ["hreflang_cluster_broken"] },
  ),
  label(
    "hreflang_relative_url",
    { head: alternates(["en", "/p/hreflang-relative-url/fails"], ["de", DE], ["x-default", FR]) },
    { head: alternates(["en", own("hreflang_relative_url", "passes")], ["de", DE], ["x-default", FR]) },
  ),
  label(
    "hreflang_missing_self",
    { head: alternates(["de", DE], ["fr", FR], ["x-default", FR]) },
    { head: alternates(["de", DE], ["x-default", own("hreflang_missing_self", "passes")]) },
  ),
  label(
    "hreflang_missing_x_default",
    { head: alternates(["en", own("hreflang_missing_x_default", "fails")], ["de", DE]) },
    { head: alternates(["en", own("hreflang_missing_x_default", "passes")]) },
  ),
  label(
    "hreflang_conflicting",
    { head: alternates(["en", own("hreflang_conflicting", "fails")], ["de", DE], ["de", FR], ["x-default", DE]) },
    { head: alternates(["en", own("hreflang_conflicting", "passes")], ["de", DE], ["de-AT", DE], ["x-default", DE]) },
  ),
  label(
    "hreflang_lang_mismatch",
    { head: alternates(["de", own("hreflang_lang_mismatch", "fails")]) },
    { lang: "en-US", head: alternates(["en", own("hreflang_lang_mismatch", "passes")]) },
  ),
  label("missing_html_lang", { lang: null }, { lang: "x-dialect" }),
  label("html_lang_mismatch", main(`<p>${GERMAN}</p>`), {
    lang: "de",
    main: `<p>${GERMAN.split(" ").reverse().join(" ")}</p>`,
  }),
  label("invalid_html_lang", { lang: "en_US" }, { lang: "en-US" }),
];

const links: Labelled[] = [
  label(
    "internal_nofollow_link",
    link('href="/p/internal-nofollow-link/fails" rel="nofollow"'),
    link('href="https://another.example/" rel="nofollow"'),
  ),
  label("dead_end_page", { links: false }, { links: false, main: '<a href="/">All the walks</a>' }),
  label(
    "too_many_links",
    { main: '<a href="#x">stop</a> '.repeat(2_999), words: 3_400, elements: 0 },
    { main: '<a href="#x">stop</a> '.repeat(2_998), words: 3_400 },
    { fails: ["dom_too_large"], passes: ["dom_too_large"] },
  ),
  label("empty_anchor_text", link('href="/"', ""), link('href="/" aria-label="All the walks"', "")),
  label("generic_anchor_text", link('href="/"', "Click here"), link('href="/"', "Click here for all the walks")),
  label("uncrawlable_link", link('href="javascript:void(0)"'), link('href="/" onclick="open()"')),
  label("malformed_link", link('href="htp://labelled.example/map"'), link('href="mailto:walks@labelled.example"')),
  label("link_to_private_host", link('href="http://192.168.1.5/map"'), link('href="http://192.169.1.5/map"')),
  label("link_to_preview_host", link('href="https://labelled.vercel.app/"'), link('href="https://walks.vercel.app/"')),
  label(
    "http_link_on_https",
    link(`href="http://${HOST}/files/map.pdf"`),
    link(`href="https://${HOST}/files/map.pdf"`),
  ),
  label(
    "url_tracking_params_internal",
    link('href="/p/tracked?utm_source=nav"'),
    link('href="https://another.example/?utm_source=walks"'),
    {},
    [
      {
        path: "/p/tracked?utm_source=nav",
        canonical: `${ORIGIN}/p/tracked`,
        issues: ["canonicalised_page"],
        linked: false,
      },
      { path: "/p/tracked", issues: [] },
    ],
  ),
];

const images: Labelled[] = [
  label("image_missing_alt", picture('width="9" height="9"'), picture('width="9" height="9" alt=""')),
  label(
    "image_alt_too_long",
    picture(`width="9" height="9" alt="${letters(101)}"`),
    picture(`width="9" height="9" alt="${letters(100)}"`),
  ),
  label("image_missing_dimensions", picture('alt="A map" width="9"'), picture('alt="A map" style="aspect-ratio: 1"')),
];

/** Everything that Google recommends for a product. */
const MAP = {
  name: "Map",
  image: "/m.png",
  description: "A map",
  brand: "Walks",
  review: {},
  aggregateRating: {},
  sku: "7",
};

const structured: Labelled[] = [
  label(
    "structured_data_invalid_json",
    { jsonLd: '{"@context":' },
    { jsonLd: ' \n{"@context":"https://schema.org","@type":"Thing"}' },
  ),
  label("structured_data_missing_type", { jsonLd: schema({ name: "A walk" }) }, { jsonLd: schema({ "@graph": [] }) }),
  label(
    "structured_data_missing_required",
    { jsonLd: schema({ "@type": "Product", ...MAP, offers: { "@type": "Offer", price: 5 } }) },
    { jsonLd: schema({ "@type": "Product", ...MAP, offers: { "@type": "Offer", price: 5, priceCurrency: "EUR" } }) },
  ),
  label(
    "structured_data_missing_recommended",
    {
      jsonLd: schema({
        "@type": "BlogPosting",
        headline: "Map",
        author: "A",
        datePublished: "2026-01-01",
        image: "/m.png",
      }),
    },
    {
      jsonLd: schema({
        "@type": "BlogPosting",
        headline: "Map",
        author: "A",
        datePublished: "2026-01-01",
        image: "/m.png",
        dateModified: "2026-01-02",
      }),
    },
  ),
  label(
    "structured_data_missing",
    { jsonLd: null },
    { jsonLd: null, main: '<div itemscope itemtype="https://schema.org/Thing"></div>' },
  ),
  label(
    "structured_data_host_mismatch",
    { jsonLd: schema({ "@type": "WebPage", url: "https://another.example/walk" }) },
    { jsonLd: schema({ "@type": "WebPage", url: "https://www.labelled.example/walk" }) },
  ),
];

const previews: Labelled[] = [
  label(
    "missing_open_graph",
    { preview: NO_PREVIEW },
    { preview: { ...NO_PREVIEW, "og:title": "A walk" } },
    { fails: ["og_image_missing"], passes: ["og_description_missing", "og_image_missing"] },
  ),
  label("og_title_missing", { preview: { "og:title": null } }, { preview: { "og:title": "A" } }),
  label("og_description_missing", { preview: { "og:description": "" } }, { preview: { "og:description": "A" } }),
  label(
    "og_image_missing",
    { preview: { "og:image": null } },
    { preview: { "og:image": null, "twitter:image": `${ORIGIN}/files/share.png` } },
  ),
  label(
    "og_image_not_absolute",
    { preview: { "og:image": "/files/share.png" } },
    { preview: { "og:image": `HTTPS://${HOST}/files/share.png` } },
  ),
  label("og_image_broken", shares("/files/gone.png"), shares("/files/unreadable.png")),
  label("og_image_unsupported_format", shares("/files/share.svg"), shares("/files/unreadable.png")),
  label("og_image_too_small", shares("/files/small.png"), shares("/files/small-enough.png")),
  label("og_image_too_heavy", shares("/files/heavy.png"), shares("/files/light-enough.png")),
  label(
    "og_url_mismatch",
    { preview: { "og:url": `${ORIGIN}/` } },
    { preview: { "og:url": `${own("og_url_mismatch", "passes")}#top` } },
  ),
  label("twitter_card_missing", { preview: { "twitter:card": null } }, { preview: { "twitter:card": "summary" } }),
  label("twitter_card_invalid", { preview: { "twitter:card": "gallery" } }, { preview: { "twitter:card": "player" } }),
];

const speed: Labelled[] = [
  label("slow_ttfb", { delayMs: 1_000 }, { delayMs: 300 }),
  label("slow_page", { delayMs: 3_300 }, { delayMs: 2_300 }, { fails: ["slow_ttfb"], passes: ["slow_ttfb"] }),
  label(
    "very_slow_page",
    { delayMs: 5_300 },
    { delayMs: 4_200 },
    { fails: ["slow_ttfb"], passes: ["slow_page", "slow_ttfb"] },
  ),
  label(
    "html_large",
    { bytes: 1_000_001 },
    { bytes: 1_000_000 },
    { fails: ["low_text_html_ratio"], passes: ["low_text_html_ratio"] },
  ),
  label(
    "html_over_limit",
    { bytes: 2_097_153 },
    { bytes: 2_097_152 },
    { fails: ["low_text_html_ratio"], passes: ["low_text_html_ratio", "html_large"] },
  ),
  label("uncompressed_html", { bytes: 10_241, compressed: false }, { bytes: 10_240, compressed: false }),
  label("dom_too_large", { elements: 1_501 }, { elements: 1_500 }),
];

const overHttp: Difference = { scheme: "http", linked: false, links: false };

const security: Labelled[] = [
  label("http_page", { ...overHttp, main: HOME }, {}),
  label("mixed_content", main('<script src="http://cdn.example/x.js"></script>'), link('href="http://cdn.example/x"')),
  label(
    "insecure_password_form",
    { ...overHttp, main: `${HOME}<input type="password" title="Password">` },
    main('<input type="password" title="Password">'),
    { fails: ["http_page"] },
  ),
];

const long = (length: number) =>
  `/p/${"abcdefghijklmnopqrstuvwxyz-".repeat(9)}`.slice(0, length - 1).padEnd(length, "z");

const urls: Labelled[] = [
  label("url_too_long", { path: long(201) }, { path: long(200) }),
  label("url_uppercase", { path: "/p/Walk" }, { path: "/p/walk%2Fmap" }),
  label("url_underscore", { path: "/p/old_town" }, { path: "/p/old-town?_=1" }),
  label("url_space", { path: "/p/old%20walk" }, { path: "/p/old-walk?q=a+b" }),
  label("url_non_ascii", { path: "/p/caf%C3%A9" }, { path: "/p/caf%21" }),
  label("url_multiple_slashes", { path: "/p//walk" }, { path: "/p/one/walk" }),
  label("url_repetitive_path", { path: "/p/map/a/map/b/map" }, { path: "/p/map/a/map/b" }),
  label("url_too_many_params", { path: "/p/many?a=1&b=2&c=3&d=4&e=5" }, { path: "/p/many?a=1&b=2&c=3&d=4" }),
  label("url_session_id", { path: "/p/session?sid=1" }, { path: "/p/session?side=1" }),
];

const basics: Labelled[] = [
  label("missing_viewport", { viewport: null }, { viewport: "initial-scale=1" }),
  label("viewport_no_width", { viewport: "width=1024" }, { viewport: "width=device-width" }),
  label(
    "missing_charset",
    { charset: null },
    { charset: null, headers: { "content-type": "text/html; charset=utf-8" } },
  ),
  label("missing_doctype", { doctype: "" }, { doctype: '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN">' }),
  label("duplicate_element_ids", main('<p id="a"></p><p id="a"></p>'), main('<p id="a"></p><p id="b"></p>')),
  label(
    "content_type_mismatch",
    { headers: { "content-type": "text/plain" } },
    { headers: { "content-type": "application/xhtml+xml" } },
  ),
  label(
    "frames_used",
    main('<object type="application/x-shockwave-flash" data="/files/map.swf"></object>'),
    main('<object type="image/svg+xml" data="/files/map.svg"></object>'),
  ),
  label("missing_main_landmark", { landmark: "<div>" }, { landmark: '<div role="main">' }),
];

const accessibility: Labelled[] = [
  label(
    "form_field_without_label",
    main('<form><input name="q"><input type="hidden" name="t"></form>'),
    main(
      '<form><label>Name <input name="n"></label><label for="m">Mail</label><input id="m"><textarea title="Text"></textarea><select hidden></select><input type="submit"></form>',
    ),
  ),
  label(
    "empty_button",
    main('<button><svg width="1" height="1"></svg></button>'),
    main('<button><svg><title>Close</title></svg></button><button aria-label="Open"></button><input type="reset">'),
  ),
  label(
    "empty_heading",
    main("<h2> <b></b></h2>"),
    main('<h2><img src="/files/share.png" alt="Way" width="9" height="9"></h2>'),
  ),
  label(
    "frame_without_title",
    main('<iframe src="https://another.example/map"></iframe>'),
    main(
      '<iframe src="https://another.example/map" title="Map"></iframe><iframe src="https://another.example/p" width="1"></iframe>',
    ),
  ),
  label("positive_tabindex", main('<p tabindex="1">Way</p>'), main('<p tabindex="0">Way</p><p tabindex="-1">Way</p>')),
  label(
    "ambiguous_label_target",
    main('<label for="a">Name</label><input id="a"><p id="a"></p>'),
    main('<label for="a">Name</label><input id="a"><p id="b"></p><p id="b"></p>'),
    { fails: ["duplicate_element_ids"], passes: ["duplicate_element_ids"] },
  ),
  label(
    "viewport_blocks_zoom",
    { viewport: "width=device-width, maximum-scale=1.9" },
    { viewport: "width=device-width, maximum-scale=2, user-scalable=yes" },
  ),
];

/** Every check of a single page, with a page that fails it and one that barely passes. */
export const PAGE_LABELS: Labelled[] = [
  http,
  indexability,
  titles,
  texts,
  canonicals,
  international,
  links,
  images,
  structured,
  previews,
  speed,
  security,
  urls,
  basics,
  accessibility,
].flat();
