import { describe, expect, it } from "vitest";
import { unpackRelations } from "../../../../../src/audit/model/page/relations";
import type { Node } from "../../../../../src/audit/model/site/site-graph";
import { hash53 } from "../../../../../src/lib/crypto/hash";
import { nodeOf } from "../../makers.ts";
import {
  ORIGIN,
  REDIRECT,
  ERROR,
  findingOf,
  found,
  twin,
  TO_2,
  moved,
  TWO_URLS,
  TARGET,
  similar,
  SKETCHED,
  listed,
  expectFindings,
  type Case,
  type Site,
} from "./graphs.ts";

const CASES: Case[] = [
  ["canonical_to_error", { ...TO_2, others: { 2: ERROR } }, found("the target answers HTTP 404", TARGET)],
  ["canonical_to_error", { ...TO_2, others: { 2: { ...ERROR, status: 403 } } }, null],
  ["canonical_to_error", { node: { canonicalHash: null }, others: { 2: ERROR } }, null],
  ["canonical_to_redirect", { ...TO_2, others: { 2: REDIRECT } }, found("the target redirects (HTTP 301)", TARGET)],
  ["canonical_to_redirect", TO_2, null],
  [
    "canonical_to_noindex",
    { ...TO_2, others: { 2: { reason: "blocked", path: "/b" } } },
    found("/b is blocked by robots.txt", "an indexable page"),
  ],
  [
    "canonical_to_noindex",
    { ...TO_2, others: { 2: { reason: "noindex", path: "/b" } } },
    found("/b is noindex", "an indexable page"),
  ],
  ["canonical_to_noindex", { ...TO_2, others: { 2: { reason: "canonicalised", path: "/b" } } }, null],
  [
    "canonical_chain",
    { ...TO_2, others: { 2: { canonicalHash: 3, path: "/b" } } },
    found("/b names another URL as its canonical", "a target that is its own canonical"),
  ],
  ["canonical_chain", { ...TO_2, others: { 2: { ...ERROR, canonicalHash: 3, path: "/b" } } }, null],
  ["trailing_slash_duplicate", twin("/x"), found("/x/ answers with the same text", TWO_URLS)],
  ["trailing_slash_duplicate", twin("/x/"), found("/x answers with the same text", TWO_URLS)],
  ["trailing_slash_duplicate", twin("/x", { indexable: false }), null],
  ["trailing_slash_duplicate", twin("/x", { textHash: 8 }), null],
  ["trailing_slash_duplicate", twin("/x", {}, { node: { indexable: false } }), null],
  ["trailing_slash_duplicate", twin("/x", { textHash: null }, { page: { path: "/x", textHash: null } }), null],
  [
    "trailing_slash_duplicate",
    { page: { path: "/", textHash: 7 }, others: { [hash53(ORIGIN)]: { textHash: 7 } } },
    null,
  ],
  [
    "trailing_slash_duplicate",
    { page: { path: "/x?a", textHash: 7 }, others: { [hash53(`${ORIGIN}/x?a/`)]: { textHash: 7 } } },
    null,
  ],
  ["redirect_permanent", { node: moved(2), others: { 2: {} } }, found("HTTP 301", "links to the redirect target")],
  [
    "redirect_permanent",
    { node: moved(2, { status: 308 }), others: { 2: {} } },
    found("HTTP 308", "links to the redirect target"),
  ],
  ["redirect_permanent", { node: moved(2, { status: 302 }), others: { 2: {} } }, null],
  ["redirect_permanent", { node: moved(2), others: { 2: moved(3), 3: {} } }, null],
  ["redirect_permanent", { node: moved(1) }, null],
  ...[302, 303, 307].map((status): Case => [
    "redirect_temporary",
    { node: moved(2, { status }) },
    found(`HTTP ${status}`, "301 or 308 for a permanent move"),
  ]),
  ["redirect_temporary", { node: moved(2, { status: 304 }) }, null],
  ["redirect_temporary", { node: { ...ERROR, status: 302 } }, null],
  ["redirect_loop", { node: moved(1) }, found("a loop after 1 hop", "a redirect that ends at a page")],
  ["redirect_chain", { node: moved(2), others: { 2: moved(3), 3: moved(2) } }, null],
  [
    "redirect_chain_too_long",
    { node: moved(2), others: { 2: moved(3), 3: moved(4), 4: moved(5), 5: moved(6), 6: moved(2) } },
    null,
  ],
  ["redirect_to_error", { node: moved(2), others: { 2: ERROR } }, found("ends at a page with HTTP 404", TARGET)],
  ["redirect_to_error", { node: { ...ERROR } }, null],
  ["redirect_to_error", { node: moved(2) }, null],
  ["redirect_to_error", { node: moved(2), others: { 2: { ...ERROR, redirectHash: 1 } } }, null],
  ["redirects_to_homepage", { node: moved(9), with: (graph) => void (graph.redirectsToHome = 9) }, null],
  [
    "near_duplicate_content",
    { ...SKETCHED, with: similar(1) },
    { found: "nearly the same as one other page", expected: "unique text", samples: listed(1) },
  ],
  [
    "near_duplicate_content",
    { ...SKETCHED, with: similar(5) },
    { found: "nearly the same as 5 other pages", expected: "unique text", samples: listed(5).reverse() },
  ],
  [
    "near_duplicate_content",
    { ...SKETCHED, with: similar(6) },
    {
      found: "nearly the same as more than 5 other pages",
      expected: "unique text",
      samples: ["/5", "/4", "/3", "/2", "/1"],
    },
  ],
  ["near_duplicate_content", { ...SKETCHED, node: { indexable: false }, with: similar(1) }, null],
  ["near_duplicate_content", { page: { textHash: 1 }, with: similar(1) }, null],
];

describe("the whole finding of a page in its site", () => expectFindings(CASES));

describe("values that pages share", () => {
  it.each([
    ["duplicate_title", { titleHash: 5 }, {}, "a unique title"],
    ["duplicate_meta_description", { descriptionHash: 5 }, {}, "a unique description"],
    ["duplicate_content", { textHash: 5 }, {}, "unique text"],
    ["duplicate_h1", {}, { h: 5 }, "a unique heading"],
  ])("are reported by %s for indexable pages alone", (id, facts, packed, expected) => {
    const relations = JSON.stringify(packed);
    const shared = { titleHash: null, descriptionHash: null, textHash: null, path: "/x", relations, ...facts };
    const site = (change: Partial<Node>, count: number): Site => ({
      node: change,
      page: facts,
      relations: unpackRelations(relations),
      with: (graph) => {
        for (let i = 0; i < count; i++) graph.add(nodeOf({ seq: 50 + i, urlHash: 50 + i }), shared);
      },
    });
    expect(findingOf(id, site({}, 2))).toEqual(found("the same on 2 pages", expected, 2));
    expect([findingOf(id, site({}, 1)), findingOf(id, site({ indexable: false }, 2))]).toEqual([null, null]);
  });
});
