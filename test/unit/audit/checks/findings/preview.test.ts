import { describe } from "vitest";
import { ADDRESS } from "../examples/ids-of.ts";
import { type Case, LONG, body, expectFindings, jsonLd, og } from "./cases.ts";

const PREVIEWS: Case[] = [
  ["missing_open_graph", og({ "og:title": "A" }), null],
  ["missing_open_graph", og({ "og:image": "/a.png" }), null],
  ["missing_open_graph", og({ "og:url": "/a" }), { found: "no Open Graph tags", expected: "og:title and og:image" }],
  ["og_title_missing", og({ "og:title": "" }), null],
  ["og_title_missing", og({ "twitter:title": "A" }), null],
  [
    "og_title_missing",
    og({ "og:title": "", "og:url": "/a" }),
    { found: "no og:title", expected: "og:title with the other og: tags" },
  ],
  ["og_description_missing", og({ "og:description": "" }), null],
  ["og_description_missing", og({ "twitter:description": "A" }), null],
  [
    "og_description_missing",
    og({ "og:description": "", "og:url": "/a" }),
    { found: "no og:description", expected: "og:description with the other og: tags" },
  ],
  [
    "og_image_not_absolute",
    og({ "og:image": `/${LONG}` }),
    { found: `/${LONG.slice(0, 199)}`, expected: "an absolute https URL" },
  ],
  ["og_image_not_absolute", og({ "og:image": "HTTPS://walks.example/a.png" }), null],
  [
    "og_image_not_absolute",
    og({ "og:image": "http://walks.example/a.png" }),
    { found: "http://walks.example/a.png", expected: "an absolute https URL" },
  ],
  ["og_image_not_absolute", og({ "og:image": "HTTP://localhost/a.png" }), null, { url: "http://localhost/" }],
  [
    "og_image_not_absolute",
    og({ "og:image": "/a.png" }),
    { found: "/a.png", expected: "an absolute https URL" },
    { url: "http://localhost/" },
  ],
  [
    "og_url_mismatch",
    og({ "og:url": `/${LONG}` }).replace("</head>", '<link rel=canonical href="/tour"></head>'),
    { found: `og:url /${LONG.slice(0, 199)}, canonical ${ADDRESS}`, expected: "the same URL" },
  ],
  [
    "og_url_mismatch",
    og({ "og:url": "https://[" }).replace("</head>", '<link rel=canonical href="/tour"></head>'),
    { found: `og:url https://[, canonical ${ADDRESS}`, expected: "the same URL" },
  ],
  ["og_url_mismatch", og({ "og:url": "tour#a" }).replace("</head>", '<link rel=canonical href="/tour"></head>'), null],
  ["og_url_mismatch", og({ "og:url": "/other" }), null],
  [
    "twitter_card_invalid",
    og({ "twitter:card": LONG }),
    { found: LONG.slice(0, 100), expected: "summary, summary_large_image, app, player" },
  ],
  ["twitter_card_invalid", og({ "twitter:card": "Player" }), null],
  [
    "structured_data_missing_type",
    jsonLd("{}", '{"@context":"https://schema.org"}', "[{}]"),
    { found: "no @context of schema.org, no @type", expected: "@context of schema.org and a @type", count: 3 },
  ],
  [
    "structured_data_invalid_json",
    jsonLd("{", "{}", "]"),
    {
      found: "2 of 3 blocks do not parse",
      expected: "valid JSON",
      count: 2,
      samples: ["line 1, character 1: {⟂", "line 1, character 0: ⟂]"],
    },
  ],
  [
    "structured_data_host_mismatch",
    jsonLd(
      '{"@type":"A","url":"https://[","@id":7}',
      '{"@type":"A","url":"https://www.walks.example/a","@id":"HTTPS://b.example/"}',
    ),
    {
      found: "1 address of other sites",
      expected: "addresses of the site itself",
      count: 1,
      samples: ["HTTPS://b.example/"],
    },
  ],
  [
    "structured_data_host_mismatch",
    jsonLd('{"@type":"A","url":"https://a.vercel.app/b"}'),
    null,
    { url: "https://a.vercel.app/" },
  ],
  ["structured_data_missing", body("<p itemscope itemtype='https://schema.org/Walk'>"), null],
];

describe("the whole finding of what is unusual in previews and structured data", () => expectFindings(PREVIEWS));
