import { describe, expect, it } from "vitest";
import { findingOf } from "./ids-of.ts";

const page = (body: string, head = "") =>
  `<!doctype html><html lang="en"><head><title>Walks</title>${head}</head><body>${body}`;
type Example = readonly [id: string, html: string];

/** Pages as content systems and their users make them: what is wrong with them. */
const FAULTY: readonly Example[] = [
  ["mixed_content", page('<img src="/a.png" srcset="http://cdn.example/a.png 2x">')],
  ["mixed_content", page('<picture><source srcset="/a.webp 1x, http://cdn.example/a.webp 2x"></picture>')],
  ["mixed_content", page('<video poster="http://cdn.example/a.jpg" src="/a.mp4"></video>')],
  ["mixed_content", page('<form action="/s"><button formaction="http://cdn.example/s">Go</button></form>')],
  ["mixed_content", page('<input type="image" src="http://cdn.example/a.png" alt="Go">')],
  ["mixed_content", page('<link rel="stylesheet" href="http://cdn.example/a.css">')],
  ["malformed_link", page('<a href="https:://walks.example/">A walk</a>')],
  ["malformed_link", page('<a href="htp:\\\\walks.example\\">A walk</a>')],
  ["malformed_link", page('<a href="C:\\walks\\a.doc">A walk</a>')],
  ["internal_nofollow_link", page('<a rel="external,nofollow" href="/a">A walk</a>')],
  ["empty_anchor_text", page('<a href="/a"><input type="hidden" value="1"></a>')],
  ["empty_anchor_text", page('<a href="/a"><svg><path/></svg></a><svg><text>Not in it</text></svg>')],
  ["hash_routing_links", page('<a href="https://walks.example/#/about">About</a>')],
  ["hash_routing_links", page('<a href="index.html#!/about">About</a>')],
  ["hash_routing_links", page('<a href="/tour#/about">About</a>')],
];

/** What is right with them. */
const SOUND: readonly Example[] = [
  ["dom_too_large", page(`<template>${"<i></i>".repeat(2_000)}</template>`)],
  ["mixed_content", page('<template><img src="http://cdn.example/a.png"></template>')],
  ["mixed_content", page('<img srcset="https://cdn.example/fetch/w_1,f_http://cdn.example/a.png 2x">')],
  [
    "mixed_content",
    page(
      '<img src="http://cdn.example/a.png">',
      '<meta http-equiv="Content-Security-Policy" content="default-src https:; upgrade-insecure-requests">',
    ),
  ],
  ["malformed_link", page('<a href="callto:walks\\desk">Call</a><a href="https://a.example/http:/x">A</a>')],
  ["internal_nofollow_link", page('<a rel="data-nofollow noopener" href="/a">A walk</a>')],
  ["empty_anchor_text", page('<a href="/a"><svg><text>Home</text></svg></a>')],
  ["empty_anchor_text", page('<a href="/a"><input type="button" value="Book"></a>')],
  ["empty_anchor_text", page('<a href="/a"><input type="image" alt="Book" src="/a.png"></a>')],
  ["empty_button", page("<button><svg><text>Book</text></svg></button>")],
  ["empty_heading", page("<h2><svg><text>Walks</text></svg></h2>")],
  ["hash_routing_links", page('<a href="/api.html#/walks/add">The call</a>')],
  ["hash_routing_links", page('<a href="/tour#/about">About</a><h2 id="/about">About</h2>')],
];

describe("pages of real sites", () => {
  it.each(FAULTY)("%s on %s", (id, html) => expect(findingOf(id, html)).not.toBeNull());
  it.each(SOUND)("no %s on %s", (id, html) => expect(findingOf(id, html)).toBeNull());

  it.each([
    ["content-security-policy", "upgrade-insecure-requests; default-src https:", false],
    ["content-security-policy", "default-src 'self', upgrade-insecure-requests", false],
    ["content-security-policy-report-only", "upgrade-insecure-requests", true],
    ["content-security-policy", "default-src 'self'", true],
  ])("mixed_content under %s: %s: %s", (name, value, expected) => {
    const html = page('<img src="http://cdn.example/a.png">');
    expect(findingOf("mixed_content", html, { headers: { [name]: value } }) !== null).toBe(expected);
  });
});
