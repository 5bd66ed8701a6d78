import { describe, expect, it } from "vitest";
import { runRenderedChecks } from "../../../../../src/audit/checks/run-checks";
import type { RenderingReport } from "../../../../../src/audit/model/page/page";
import { factsOf, pageOf, parsedPage } from "../../makers.ts";
import { ADDRESS } from "./ids-of.ts";

const parsed = (html: string, address = ADDRESS) =>
  parsedPage(pageOf(address, { facts: factsOf(html), bytes: html.length }));
const page = (words: number, title = "Walks", more = "") =>
  `<title>${title}</title><script src="/app.js"></script>${more}<main><h1>Walks</h1><p>${"walk ".repeat(words)}</p></main>`;

function ids(raw: string, rendered: string, finalUrl = ADDRESS, errors: string[] = [], address = ADDRESS): string[] {
  const pair = {
    raw: parsed(raw, address),
    rendered: parsed(rendered, address),
    render: { finalUrl, errors, failedRequests: [], resources: [], ready: "quiet" as const, pending: null },
    snapshot: null,
    isAllowed: () => true,
  };
  return runRenderedChecks({ pair, report: {} as RenderingReport }).map(({ id }) => id);
}

const CANONICAL = `<link rel="canonical" href="${ADDRESS}">`;

it("blames no script of a page without any: frames, or a header of the server, made the difference", () => {
  const plain = `<title>Walks</title><main><h1>Walks</h1><p>ten words about walks that stand on the page</p></main>`;
  expect(ids(plain, page(300))).toEqual([]);
  expect(ids(plain, page(300), "https://walks.example/login")).toEqual([]);
});

describe("a page that a script leaves", () => {
  it.each(["https://walks.example/login", "https://walks.example/de/tour", "https://other.example/tour"])(
    "for %s is not compared with the page where it ends",
    (finalUrl) => {
      const found = ids(
        page(300, "Walks", CANONICAL),
        page(60, "Sign in", '<link rel="canonical" href="/login">'),
        finalUrl,
      );
      expect(found).toEqual(["js_redirect"]);
    },
  );
  it("is not said to get what the other page has", () => {
    const full = `${CANONICAL}<meta property="og:title" content="A"><meta name="robots" content="noindex"><script type="application/ld+json">{}</script>`;
    expect(ids(page(300), page(300, "Walks", full), "https://walks.example/login")).toEqual(["js_redirect"]);
  });
  it("still needs scripts to say anything, and they still fail", () => {
    const found = ids(page(3), page(400), "https://walks.example/en/tour", ["Error: lost"]);
    expect(found.sort()).toEqual(["js_errors", "js_only_content", "js_redirect"]);
  });
});

describe("a page that stays", () => {
  it.each([ADDRESS, `${ADDRESS}#walks`, `${ADDRESS}?step=2`])("at %s is compared", (finalUrl) => {
    expect(ids(page(300), page(60, "Sign in"), finalUrl)).toEqual(
      expect.arrayContaining(["content_removed_by_js", "title_changed_by_js"]),
    );
  });
  it("is the same page under the name of its folder's file", () => {
    expect(
      ids(page(300), page(300), `${ADDRESS.replace(/[^/]*$/, "")}index.html`, [], ADDRESS.replace(/[^/]*$/, "")),
    ).toEqual([]);
  });
});
