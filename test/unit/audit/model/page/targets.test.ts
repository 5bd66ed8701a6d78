import { describe, expect, it } from "vitest";
import { runPageChecks } from "../../../../../src/audit/checks/run-checks";
import { FoundUrls } from "../../../../../src/audit/crawl/found-urls";
import { pageRow } from "../../../../../src/audit/crawl/page-row";
import { edgesOf, unpackEdges } from "../../../../../src/audit/model/page/edges";
import { SiteGraph } from "../../../../../src/audit/model/site/site-graph";
import { hash53 } from "../../../../../src/lib/crypto/hash";
import { factsOf, nodeOf, pageOf } from "../../makers.ts";

const ORIGIN = "https://shop.example";
const PLACE = { seq: 1, listed: 1, inSitemap: 0, pattern: null };
const pageWith = (html: string, path = "/") => pageOf(`${ORIGIN}${path}`, { facts: factsOf(html) });
const foundOn = (html: string) => {
  const found = new FoundUrls("follow", "shop.example");
  found.collect(pageWith(html), 1);
  return found.take();
};

describe("a page with more links than are judged one by one", () => {
  const count = 20_000;
  const html = Array.from({ length: count }, (_, i) => `<a href="/p/${i}" ${i % 2 ? "rel=nofollow" : ""}>p</a>`).join(
    "",
  );

  it("leads to all of them", () => {
    const urls = foundOn(html).flat();
    expect(urls).toHaveLength(count);
    expect(urls.at(-1)).toEqual({ url: `${ORIGIN}/p/${count - 1}`, depth: 1, listed: 1 });
  });

  it("keeps an edge to each, with its nofollow", () => {
    const edges = new Map(
      unpackEdges(pageRow(pageWith(html), PLACE).links).map((edge) => [edge.target, edge.nofollow]),
    );
    expect(edges.size).toBe(count);
    expect(edges.get(hash53(`${ORIGIN}/p/19998`))).toBe(false);
    expect(edges.get(hash53(`${ORIGIN}/p/19999`))).toBe(true);
  });

  it("reports its URLs in batches that SQLite takes", () => {
    const long = Array.from({ length: 5_000 }, (_, i) => `<a href="/${"x".repeat(1_000)}${i}">p</a>`).join("");
    const batches = foundOn(long);
    expect(batches.flat()).toHaveLength(5_000);
    for (const batch of batches) expect(JSON.stringify(batch).length).toBeLessThan(2_000_000);
  });

  it("fits into a row however many links there are", () => {
    const many = Array.from({ length: 200_000 }, (_, i) => `<a href=/${i}>p</a>`).join("");
    expect(pageRow(pageWith(many), PLACE).links!.byteLength).toBeLessThan(1_700_000);
  });
});

describe("a page that was not read to its end", () => {
  const html = `<!doctype html><title>The walks of the old town</title><p>A start without an end</p>`;
  const cut = pageOf(`${ORIGIN}/cut`, { facts: { ...factsOf(html), truncated: true }, bytes: 5_242_880 });
  const idsOf = (page: typeof cut) => runPageChecks(page).map((issue) => issue.id);

  it("is not judged on what was not read", () => {
    const whole = pageOf(`${ORIGIN}/cut`, { facts: factsOf(html), bytes: 5_242_880 });
    const judged = ["dead_end_page", "empty_page", "low_text_html_ratio", "missing_h1", "missing_main_landmark"];
    expect(idsOf(whole)).toEqual(expect.arrayContaining([...judged, "structured_data_missing", "thin_content"]));
    for (const id of [...judged, "structured_data_missing", "thin_content"]) expect(idsOf(cut)).not.toContain(id);
    expect(pageRow(cut, PLACE).textHash).toBeNull();
  });

  it("says so", () => {
    const issue = runPageChecks(cut).find(({ id }) => id === "html_over_limit");
    expect(issue?.detail.found).toBe("more than 5242880 bytes; the audit read only these");
  });

  it("leaves open whether other pages have links", () => {
    const graph = new SiteGraph(true, ORIGIN);
    expect(graph.wholeSite).toBe(true);
    graph.add(nodeOf(), pageRow(cut, PLACE));
    expect(graph.wholeSite).toBe(false);
  });
});

it("keeps edges to pages and files of the site only", () => {
  const page = pageWith(
    `<a href="/a">a</a><a href="/f.pdf">f</a><a href="https://other.example/">o</a><a href="/">own</a>`,
  );
  expect(edgesOf(page).map((edge) => edge.target)).toEqual([hash53(`${ORIGIN}/a`), hash53(`${ORIGIN}/f.pdf`)]);
});
