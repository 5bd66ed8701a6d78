import { describe } from "vitest";
import { type Case, LONG, body, expectFindings, head, numbers, six } from "./cases.ts";

const BODIES: Case[] = [
  [
    "multiple_h1",
    body(`<h2>no</h2>${six((i) => `<h1>${i}</h1>`)}`),
    { found: "6 h1", expected: "one h1", count: 6, samples: numbers(5) },
  ],
  [
    "h1_too_long",
    body(`<h2>${LONG}</h2><h1>short</h1><h1>${LONG}</h1><h1>${LONG}</h1>`),
    { found: `400 characters: ${LONG.slice(0, 120)}`, expected: "at most 70 characters", count: 2 },
  ],
  [
    "heading_order_skipped",
    body("<h3>First</h3><h4>Next</h4><h1>Up</h1><h3>Too far</h3>"),
    { found: "h1 followed by h3: Too far", expected: "levels that rise by one" },
  ],
  ["heading_order_skipped", body("<h3>First</h3><h4>Next</h4><h2>Up</h2><h3>On</h3>"), null],
  [
    "multiple_titles",
    "<title>A</title><title>B</title>",
    { found: "2 titles", expected: "one title", count: 2, samples: ["A", "B"] },
  ],
  ["title_same_as_h1", "<title>Walks</title><h1>WALKS</h1>", { found: "Walks", expected: "information only" }],
  ["title_same_as_h1", "<p>no title</p>", null],
  ["title_same_as_h1", "<title>Walks</title>", null],
  ["title_same_as_h1", "<h1>Walks</h1>", null],
  ["frames_used", "<frameset></frameset>", { found: "1 frame or plug-in", expected: "none", count: 1 }],
  [
    "frames_used",
    "<frameset><frame src=/a><frame src=/b></frameset>",
    { found: "2 frames or plug-ins", expected: "none", count: 2 },
  ],
  [
    "insecure_password_form",
    body("<input type=password><input type=password>"),
    { found: "2 password fields over http", expected: "https", count: 2 },
    { url: "http://walks.example/" },
  ],
  ["insecure_password_form", body("<input type=password>"), null],
  ["insecure_password_form", body("<input type=password>"), null, { url: "http://localhost/" }],
  [
    "mixed_content",
    body('<script src="http://a.example/a.js"></script>'),
    null,
    { headers: { "content-security-policy": "upgrade-insecure-requests" } },
  ],
  ["mixed_content", body('<script src="http://a.example/a.js"></script>'), null, { url: "http://walks.example/" }],
  [
    "mixed_content",
    head(
      '<meta http-equiv="Content-Security-Policy" content="upgrade-insecure-requests">',
      '<script src="http://a.example/a.js"></script>',
    ),
    null,
  ],
  [
    "uncrawlable_link",
    body(`<a onclick="go()">Nowhere</a><a href="File:${LONG}">A</a><a href="mailto:a@b.example">A</a>`),
    {
      found: "2 links that crawlers can't follow",
      expected: "an href with a real address",
      count: 2,
      samples: ["(no href) Nowhere", `File:${LONG}`.slice(0, 200)],
    },
  ],
  [
    "malformed_link",
    body(`<a href="htp://${LONG}">A</a><a>B</a>`),
    { found: "1 malformed link", expected: "correct addresses", count: 1, samples: [`htp://${LONG}`.slice(0, 200)] },
  ],
  [
    "link_to_private_host",
    body(`<a href="http://localhost/${LONG}">A</a><a href="/b">B</a>`),
    {
      found: "1 link to private addresses",
      expected: "public addresses",
      count: 1,
      samples: [`http://localhost/${LONG}`.slice(0, 200)],
    },
  ],
  ["link_to_private_host", body('<a href="http://10.0.0.1/">A</a>'), null, { url: "http://localhost/" }],
  [
    "http_link_on_https",
    body(
      '<a href="http://walks.example/a">A</a><a href="http://b.example/">B</a><a href="http://walks.example/c.pdf">C</a>',
    ),
    {
      found: "2 http: links",
      expected: "https: links",
      count: 2,
      samples: ["http://walks.example/a", "http://walks.example/c.pdf"],
    },
  ],
  ["http_link_on_https", body('<a href="http://walks.example/a">A</a>'), null, { url: "http://walks.example/" }],
  ["internal_nofollow_link", body('<a rel=nofollow href="https://b.example/">B</a>'), null],
  [
    "empty_anchor_text",
    body('<a href="/a"></a><a href="#b"></a><a href="mailto:a@b.example"></a>'),
    { found: "1 link without text", expected: "text in every link", count: 1, samples: ["/a"] },
  ],
  [
    "dead_end_page",
    body('<a href="/tour">Here</a><a href="#b">B</a>'),
    { found: "no outgoing link", expected: "at least one link" },
  ],
  ["dead_end_page", body('<a href="/other">There</a>'), null],
  [
    "generic_anchor_text",
    body('<a href="/a">Here</a><a href="/b">More</a><a href="mailto:a@b.example">Here</a>'),
    {
      found: "2 links with generic text",
      expected: "descriptive link text",
      count: 2,
      samples: ["Here: /a", "More: /b"],
    },
  ],
  [
    "url_tracking_params_internal",
    body(
      '<a href="/a?UTM_source=x">A</a><a href="/b?a=utm_source=">B</a><a href="https://c.example/?gclid=1">C</a><a href="/d?a&fbclid=1">D</a>',
    ),
    {
      found: "2 links with tracking parameters",
      expected: "links without tracking parameters",
      count: 2,
      samples: ["/a?UTM_source=x", "/d?a&fbclid=1"],
    },
  ],
  [
    "hash_routing_links",
    body('<a href="#/a">A</a><a href="/#/b">B</a><a href="/other#/c">C</a>'),
    { found: "2 links to fragments", expected: "real paths", count: 2, samples: ["#/a", "/#/b"] },
  ],
];

describe("the whole finding of what is unusual in a body", () => expectFindings(BODIES));
