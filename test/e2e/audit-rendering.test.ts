import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSite, type SiteServer } from "../support/site-server.ts";
import { seedAccount, startAudit, startService, untilEnded, type Service } from "../support/service.ts";

/** A single-page app: one HTML for every path, and everything else made by its script. */
const SHELL = `<!doctype html><html lang="en"><head><title>App</title><script src="/app.js" defer></script></head><body><div id="root"></div></body></html>`;
const APP = `
  const path = location.pathname;
  document.title = "Page " + path;
  const next = { "/": ["/a", "/b"], "/a": ["/a/deep"], "/b": ["/a"] }[path] ?? [];
  document.querySelector("#root").innerHTML = "<h1>Page " + path + "</h1><p>" + "word ".repeat(120) + "</p>" +
    next.map((href) => '<a href="' + href + '">Go to ' + href + "</a>").join(" ");
  if (path === "/a/deep") {
    document.head.insertAdjacentHTML("beforeend", '<meta name="robots" content="noindex">');
    null.nothing;
  }`;

describe("an audit of a single-page app", () => {
  let site: SiteServer;
  let service: Service;
  beforeAll(async () => {
    site = await startSite();
    const script = { headers: { "content-type": "text/javascript" }, body: APP };
    const text = { headers: { "content-type": "text/plain" }, body: "User-agent: Googlebot\nDisallow: /app.js\n" };
    site.routes = { "/app.js": script, "/robots.txt": text, "/sitemap.xml": { status: 404 }, "*": { body: SHELL } };
    service = await startService();
  });
  afterAll(async () => {
    await service.dispose();
    await site.close();
  });

  it("finds the pages that only scripts link, and compares what they make with what the server sent", async () => {
    const auth = await seedAccount(service.base, { domain: site.host });
    const { body } = await startAudit(service.base, auth, site.host);
    const { run, pages } = await untilEnded(service.base, auth, body.runId);
    expect(run).toMatchObject({ status: "success", closeReason: "finished" });
    expect(pages.map((page: any) => page.path).sort()).toEqual(["/", "/a", "/a/deep", "/b"]);
    expect(run.crawlStats.rendered).toBe(4);
    expect(run.robotsAnalysis.blockedResources).toBe(4);
    const home = pages.find((page: any) => page.path === "/");
    expect(home.rendered).toMatchObject({
      outcome: "rendered",
      snapshot: false,
      raw: { words: 0, links: 0, title: "App" },
      rendered: { links: 2, title: "Page /", headings: ["h1: Page /"] },
      changed: ["words", "links", "title", "headings"],
      blockedResources: 1,
    });
    expect(home.loadTimeMs, "rendering is not part of it").toBeLessThan(1_000);
    const deep = pages.find((page: any) => page.path === "/a/deep");
    expect(deep.rendered.errors[0]).toContain("TypeError");
    expect(deep.rendered.rendered.robots).toEqual(["meta robots: noindex"]);
  });
});
