import { describe, expect, it } from "vitest";
import { unreachedPage } from "../../../../../src/audit/crawl/fetch/fetch-page";
import { runPageChecks } from "../../../../../src/audit/checks/run-checks";
import { auditedPage } from "../../../../../src/audit/model/page/audited-page";
import { edgesOf } from "../../../../../src/audit/model/page/edges";
import { hash53 } from "../../../../../src/lib/crypto/hash";
import { scopeOf, scopeText } from "../../../../../src/audit/model/run/scope";
import { factsOf } from "../../makers.ts";

const LIVE = "https://www.shop.example";

/** A page of a staging host with the HTML of the public site. */
function copy(
  html: string,
  { url = "https://staging.shop.example/chairs", production = "www.shop.example", link = "" } = {},
) {
  const headers: Record<string, string> = link === "" ? {} : { link };
  const fetched = { ...unreachedPage(url, 0, "ok"), status: 200, headers, facts: factsOf(html) };
  return auditedPage(fetched, { allowed: true, rule: null }, 0, { productionHost: production || null });
}

describe("a copy of a site whose pages name the public host", () => {
  it.each([
    ["a canonical", `<link rel="canonical" href="${LIVE}/chairs">`, ""],
    ["a canonical over http", `<link rel="canonical" href="http://www.shop.example/chairs">`, ""],
    ["a canonical without a scheme", `<link rel="canonical" href="//www.shop.example/chairs">`, ""],
    ["a Link header", "", `<${LIVE}/chairs>; rel="canonical"`],
    ["a base element", `<base href="${LIVE}/"><link rel="canonical" href="chairs">`, ""],
  ])("is indexable with %s", (_name, head, link) => {
    expect(copy(head, { link })).toMatchObject({
      canonical: "https://staging.shop.example/chairs",
      indexable: true,
    });
    expect(copy(head, { link, production: "" })).toMatchObject({
      indexable: false,
      nonIndexableReason: "canonicalised",
    });
  });

  it("keeps its port and scheme", () => {
    const url = "http://localhost:8080/chairs?a=1";
    const page = copy(`<link rel="canonical" href="${LIVE}/chairs?a=1">`, { url });
    expect(page.canonical).toBe(url);
  });

  it("has its links, also those that are too many to keep", () => {
    const page = copy(
      `<a href="${LIVE}/tables">Tables</a><iframe src="${LIVE}/map"></iframe><a href="https://x.example/">X</a>`,
    );
    expect(page.links.map(({ kind }) => kind)).toEqual(["internal", "external"]);
    expect(edgesOf(page).map(({ target }) => target)).toEqual(
      ["/tables", "/map"].map((path) => hash53(`https://staging.shop.example${path}`)),
    );
  });

  it("names its own addresses in og:url and structured data", () => {
    const html = (host: string) =>
      `<link rel="canonical" href="${host}/chairs"><meta property="og:url" content="${host}/chairs"><script type="application/ld+json">{"@type":"Thing","url":"${host}/chairs"}</script>`;
    const ids = (page: Parameters<typeof runPageChecks>[0]) => runPageChecks(page).map(({ id }) => id);
    const both = new Set(["og_url_mismatch", "structured_data_host_mismatch"]);
    const url = "https://shop-git-main.vercel.app/chairs";
    expect(ids(copy(html(LIVE), { url })).filter((id) => both.has(id))).toEqual([]);
    expect(ids(copy(html("https://other.example"), { url }))).toContain("structured_data_host_mismatch");
  });

  it("still names other hosts that are not the public one", () => {
    expect(copy('<link rel="canonical" href="https://shop.example/chairs">').canonical).toBe(
      "https://shop.example/chairs",
    );
  });
});

it("makes a scope of its own, and changes no other", () => {
  expect(scopeText(scopeOf({ productionHost: "www.shop.example" }))).toContain("www.shop.example");
  expect(scopeText(scopeOf({ maxDepth: 2 }))).toBe(
    '{"include":[],"exclude":[],"maxDepth":2,"ignoreParams":[],"crawler":null}',
  );
});
