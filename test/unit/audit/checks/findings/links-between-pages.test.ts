import { describe } from "vitest";
import { NO_STATUS } from "../../../../../src/audit/model/site/file-statuses";
import { PAIR } from "../../../../../src/audit/model/site/pair-set";
import {
  REDIRECT,
  ERROR,
  found,
  linking,
  naming,
  showing,
  file,
  files,
  PAIRED,
  expectFindings,
  type Case,
} from "./graphs.ts";

const CASES: Case[] = [
  [
    "hreflang_to_error",
    { ...naming(1, 2, 3, 9), node: ERROR, others: { 2: ERROR, 3: { outcome: "timeout", status: 0, path: "/c" } } },
    found("2 alternates with an error", "alternates with HTTP 200", 2, "a page (404)", "/c (timeout)"),
  ],
  [
    "hreflang_to_redirect",
    { ...naming(2), others: { 2: REDIRECT } },
    found("1 alternate that redirects", "alternates with HTTP 200", 1, "a page (301)"),
  ],
  [
    "hreflang_to_non_indexable",
    {
      ...naming(2, 3, 4),
      others: { 2: { reason: "noindex" }, 3: { reason: "canonicalised", path: "/c" }, 4: { reason: "blocked" } },
    },
    found("2 alternates that are not indexable", "indexable alternates", 2, "a page (200)", "/c (200)"),
  ],
  [
    "hreflang_missing_return_link",
    {
      ...naming(2, 3, 4, 5),
      others: { 2: {}, 3: {}, 4: ERROR, 5: { status: 204 } },
      with: (graph) => graph.pairs.add(3, 1, PAIR.alternate),
    },
    found("1 alternate does not link back", "a return link from each alternate", 1, "a page (200)"),
  ],
  [
    "hreflang_missing_return_link",
    {
      ...naming(2),
      node: { canonicalHash: 3 },
      others: { 2: {} },
      with: (graph) => graph.pairs.add(2, 3, PAIR.alternate),
    },
    null,
  ],
  [
    "broken_internal_link",
    {
      page: linking(2, 3, 4, 9),
      others: { 2: ERROR, 3: { outcome: "unreachable", status: 0, path: "/c" }, 4: { ...ERROR, status: 429 } },
    },
    found("2 links to broken pages", "links that work", 2, "? (404)", "/c (unreachable)"),
  ],
  [
    "internal_link_to_redirect",
    {
      page: linking(2, 3, 4),
      others: { 2: { ...REDIRECT, status: 200, path: "/b" }, 3: { ...REDIRECT, path: "/c" }, 4: {} },
    },
    found("2 links to redirects", "links to the redirect targets", 2, "/b (meta refresh)", "/c (301)"),
  ],
  [
    "broken_image",
    {
      page: showing(true, 2, 3, 4, 5, 6),
      with: files(file(2, 404), file(3, 200, "text/html"), file(4, 200), file(5, 403), file(6, 404, null, true)),
    },
    found(
      "2 images that don't load",
      "images that load",
      2,
      "https://f.example/2 (404)",
      "https://f.example/3 (text/html)",
    ),
  ],
  [
    "broken_image",
    { page: showing(true, 2), with: files(file(2, 500)) },
    found("1 image that doesn't load", "images that load", 1, "https://f.example/2 (500)"),
  ],
  [
    "broken_asset",
    { page: showing(false, 2, 3, 4), with: files(file(2, 404), file(3, 200, "text/html"), file(4, 404, null, true)) },
    found("1 file that is missing", "files that exist", 1, "https://f.example/2 (404)"),
  ],
  [
    "broken_external_link",
    {
      page: {
        files: [
          { hash: 2, image: true },
          { hash: 3, image: false },
          { hash: 4, image: false },
        ],
      },
      with: files(file(2, 410, null, true), file(3, NO_STATUS.noSuchHost, null, true), file(4, 500, null, true)),
    },
    found(
      "2 dead links to other sites",
      "links that work",
      2,
      "https://f.example/3 (no such host)",
      "https://f.example/2 (410)",
    ),
  ],
  ["broken_external_link", { page: showing(false, 2), with: files(file(2, 404)) }, null],
  [
    "image_too_large",
    {
      page: showing(true, 2, 3, 4, 5),
      with: files(
        { ...file(2, 200), bytes: 500_001 },
        { ...file(3, 404), bytes: 500_001 },
        { ...file(4, 200, null, true), bytes: 500_001 },
        { ...file(5, 200), bytes: null as never },
      ),
    },
    found("1 very large image", "at most 500000 bytes", 1, "https://f.example/2 (500001 bytes)"),
  ],
  [
    "mixed_follow_inlinks",
    { with: (graph) => [true, true, false].forEach((nofollow) => graph.countInlinks([{ target: 1, nofollow }])) },
    found("2 pages link with nofollow, 1 without", "links without nofollow", 2),
  ],
  ["mixed_follow_inlinks", { with: (graph) => graph.countInlinks([{ target: 1, nofollow: true }]) }, null],
  ["mixed_follow_inlinks", { with: (graph) => graph.countInlinks([{ target: 1, nofollow: false }]) }, null],
  ["noindex_in_sitemap", { node: { reason: "noindex", inSitemap: false } }, null],
  ["blocked_in_sitemap", { node: { reason: "blocked", inSitemap: false } }, null],
  ["blocked_in_sitemap", { node: { reason: "noindex", inSitemap: true } }, null],
  [
    "noindex_high_inlinks",
    {
      node: { reason: null },
      with: (graph) => graph.countInlinks([1, 1, 1, 1, 1].map((target) => ({ target, nofollow: false }))),
    },
    null,
  ],
  ["orphan_page", { node: { inSitemap: true } }, found("no internal link", "at least one")],
  ["orphan_page", { node: { inSitemap: false } }, null],
  ["orphan_page", { node: { inSitemap: true, indexable: false } }, null],
  ["orphan_page", { node: { inSitemap: true, depth: 0 } }, null],
  [
    "orphan_page",
    { node: { inSitemap: true }, with: (graph) => graph.countInlinks([{ target: 1, nofollow: false }]) },
    null,
  ],
  [
    "single_inlink",
    { node: { depth: 2 }, with: (graph) => graph.countInlinks([{ target: 1, nofollow: false }]) },
    found("one page links here", "several"),
  ],
  [
    "single_inlink",
    { node: { depth: 1 }, with: (graph) => graph.countInlinks([{ target: 1, nofollow: false }]) },
    null,
  ],
  [
    "single_inlink",
    { node: { depth: 2, indexable: false }, with: (graph) => graph.countInlinks([{ target: 1, nofollow: false }]) },
    null,
  ],
  ["single_inlink", { node: { depth: 2 } }, null],
  ["deep_page", { node: { ...REDIRECT, depth: 9 } }, null],
  [
    "pagination_broken",
    { page: linking(3), relations: { next: [2, 3, 9], prev: [4, 5] }, others: { 2: {}, 3: {}, 4: ERROR, 5: ERROR } },
    found(
      "rel=next is not linked with an anchor; the target of rel=next does not name this page; rel=prev answers HTTP 404",
      PAIRED,
      4,
    ),
  ],
  [
    "pagination_broken",
    {
      page: linking(2, 3),
      relations: { next: [2], prev: [3] },
      others: { 2: {}, 3: {} },
      with: (graph) => {
        graph.pairs.add(2, 1, PAIR.prev);
        graph.pairs.add(3, 1, PAIR.next);
      },
    },
    null,
  ],
  [
    "pagination_broken",
    {
      page: linking(2, 3),
      relations: { next: [2], prev: [3] },
      others: { 2: {}, 3: {} },
      with: (graph) => {
        graph.pairs.add(2, 1, PAIR.next);
        graph.pairs.add(3, 1, PAIR.prev);
      },
    },
    found("the target of rel=next does not name this page; the target of rel=prev does not name this page", PAIRED, 2),
  ],
];

describe("the whole finding of links between pages", () => expectFindings(CASES));
