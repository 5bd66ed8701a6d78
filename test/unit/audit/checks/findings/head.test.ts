import { describe } from "vitest";
import { ADDRESS } from "../examples/ids-of.ts";
import { type Case, LONG, alternates, at, body, expectFindings, head, links, numbers, six } from "./cases.ts";

const HEADS: Case[] = [
  [
    "canonical_has_fragment",
    links(`canonical href="/a#${LONG}"`),
    { found: `/a#${LONG}`.slice(0, 200), expected: "a URL without #" },
  ],
  [
    "canonical_in_body",
    body(`<link rel=canonical href="/${LONG}">`),
    { found: `in the body: /${LONG.slice(0, 199)}`, expected: "the canonical inside head" },
  ],
  ["canonical_invalid", links('canonical href=""'), { found: "(empty)", expected: "an absolute URL" }],
  [
    "canonical_invalid",
    links(`canonical href="https://[${LONG}"`),
    { found: `https://[${LONG}`.slice(0, 200), expected: "an absolute URL" },
  ],
  ["canonical_relative", links('canonical href="https://["'), null],
  ["canonical_relative", links('canonical href=""'), null],
  [
    "canonical_relative",
    links('canonical href="HTTPS://walks.example/a"', 'canonical href="b"'),
    { found: "b", expected: "an absolute URL" },
  ],
  ["canonical_cross_domain", links('canonical href="https://www.walks.example/tour"'), null],
  ["canonical_cross_domain", body(""), null],
  [
    "canonical_header_html_mismatch",
    links('canonical href="https://["', 'canonical href="/b"'),
    { found: "Link header: https://walks.example/c; HTML: https://walks.example/b", expected: "the same URL in both" },
    { headers: { link: '</c>; rel="canonical"' } },
  ],
  [
    "canonical_header_html_mismatch",
    body('<link rel=canonical href="/b">'),
    null,
    { headers: { link: '</c>; rel="canonical"' } },
  ],
  [
    "canonical_http_on_https",
    links('canonical href="http://walks.example/a"'),
    null,
    { url: "http://walks.example/b" },
  ],
  ["canonical_to_homepage", links('canonical href="/"'), null, at("/")],
  ["canonical_to_homepage", links('canonical href="/"'), null, at("/INDEX.html?utm_source=a&gclid=b")],
  [
    "canonical_to_homepage",
    links('canonical href="/"'),
    { found: "https://walks.example/", expected: "the page's own URL" },
    at("/?page=2"),
  ],
  [
    "canonical_to_homepage",
    links('canonical href="/"'),
    { found: "https://walks.example/", expected: "the page's own URL" },
    at("/index.html/a"),
  ],
  ["canonical_to_homepage", links('canonical href="/a"'), null],
  ["missing_canonical", body(""), null, { headers: { link: '</tour>; rel="canonical"' } }],
  [
    "multiple_canonicals",
    links(...numbers(6, (i) => `canonical href="/${i}"`), 'canonical href="/0"'),
    {
      found: "6 canonicals",
      expected: "one canonical",
      count: 6,
      samples: numbers(5, (i) => `https://walks.example/${i}`),
    },
  ],
  [
    "multiple_canonicals",
    links('canonical href="https://["', 'canonical href="/a"'),
    { found: "2 canonicals", expected: "one canonical", count: 2, samples: ["https://[", "https://walks.example/a"] },
  ],
  [
    "multiple_meta_descriptions",
    head(six((i) => `<meta name=description content="${i}">`)),
    { found: "6 descriptions", expected: "one description", count: 6, samples: numbers(5) },
  ],
  [
    "viewport_no_width",
    head('<meta name=viewport content="">'),
    { found: "(empty)", expected: "width=device-width, initial-scale=1" },
  ],
  [
    "viewport_no_width",
    head(`<meta name=viewport content="a=${LONG}">`),
    { found: `a=${LONG}`.slice(0, 200), expected: "width=device-width, initial-scale=1" },
  ],
  ["viewport_no_width", head('<meta name=viewport content="Initial-Scale = 1">'), null],
  [
    "viewport_blocks_zoom",
    head(`<meta name=viewport content="user-scalable=no,a=${LONG}">`),
    { found: `user-scalable=no,a=${LONG}`.slice(0, 200), expected: "a viewport that allows zooming" },
  ],
  ["missing_charset", "<title>A</title>", null, { headers: { "content-type": "text/html; CHARSET = utf-8" } }],
  ["missing_charset", "<title>A</title>", { found: "no charset", expected: "charset=utf-8" }],
  [
    "meta_refresh_redirect",
    head(`<meta http-equiv=refresh content="0; url=/${LONG}">`),
    { found: `0; url=/${LONG}`.slice(0, 300), expected: "an HTTP redirect" },
  ],
  [
    "invalid_html_lang",
    `<html lang="${LONG}!"><title>A</title>`,
    { found: LONG.slice(0, 100), expected: "a language tag such as en or de-AT" },
  ],
  [
    "metas_in_body",
    body('<link rel=canonical href="/a"><meta name="robots" content="a">'),
    {
      found: "outside head: canonical, meta robots",
      expected: "these tags inside head",
      count: 2,
      samples: ["canonical", "meta robots"],
    },
  ],
  [
    "hreflang_invalid_code",
    alternates(["", "/a"], ["en-UK", "/b"], ["de-Latn-AT", "/c"], ["X-Default", "/d"]),
    { found: "2 invalid codes", expected: "codes such as de or de-AT", count: 2, samples: ["(empty)", "en-UK"] },
  ],
  [
    "hreflang_conflicting",
    alternates(["de", "https://["], ["de", "/b"], ["DE", "/c"]),
    {
      found: "1 contradiction",
      expected: "one URL per language",
      count: 1,
      samples: ["DE: https://walks.example/b and https://walks.example/c"],
    },
  ],
  [
    "hreflang_conflicting",
    alternates(["de", "/a"], ["de-AT", "/a"], ["fr", "/a"], ["x-default", "/a"]),
    {
      found: "1 contradiction",
      expected: "one URL per language",
      count: 1,
      samples: ["https://walks.example/a: de and fr"],
    },
  ],
  [
    "hreflang_conflicting",
    alternates(["x-default", "/a"], ["x-default", "/b"]),
    {
      found: "1 contradiction",
      expected: "one URL per language",
      count: 1,
      samples: ["x-default: https://walks.example/a and https://walks.example/b"],
    },
  ],
  [
    "hreflang_lang_mismatch",
    alternates(["x-default", ADDRESS], ["de", ADDRESS]),
    { found: "html lang is en, hreflang de", expected: "the same language" },
  ],
  ["hreflang_lang_mismatch", alternates(["X-Default", ADDRESS]), null],
  ["hreflang_lang_mismatch", alternates(["en-GB", ADDRESS], ["de", "/b"]), null],
  ["hreflang_lang_mismatch", alternates(["de", ADDRESS]).replace(' lang="en"', ""), null],
  ["hreflang_missing_self", alternates(["en", "/a"]).replace("</head>", '<link rel=canonical href="/a"></head>'), null],
  ["hreflang_missing_self", alternates(["en", "/tour"], ["de", "/a"]), null],
  ["hreflang_missing_x_default", alternates(["en", "/a"], ["X-Default", "/a"]), null],
  [
    "hreflang_relative_url",
    alternates(["en", "HTTP://walks.example/a"], ["de", "//walks.example/b"], ["fr", "c"]),
    { found: "2 relative URLs", expected: "absolute URLs", count: 2, samples: ["de: //walks.example/b", "fr: c"] },
  ],
];

describe("the whole finding of what is unusual in a head", () => expectFindings(HEADS));
