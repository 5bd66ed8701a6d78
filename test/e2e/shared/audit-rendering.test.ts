import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSite, type SiteServer } from "../../support/site-server.ts";
import { ask, seedAccount, startAudit, untilEnded } from "../../support/service.ts";
import { base } from "../../support/shared-service.ts";

/** A single-page app: the same HTML for every path; its script creates the rest. */
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
  beforeAll(async () => {
    site = await startSite();
    const script = { headers: { "content-type": "text/javascript" }, body: APP };
    const text = { headers: { "content-type": "text/plain" }, body: "User-agent: Googlebot\nDisallow: /app.js\n" };
    site.routes = { "/app.js": script, "/robots.txt": text, "/sitemap.xml": { status: 404 }, "*": { body: SHELL } };
  });
  afterAll(async () => {
    await site.close();
  });

  it("finds pages linked only by scripts, and compares the rendered pages with the served HTML", async () => {
    const auth = await seedAccount(base, { domain: site.host });
    const { body } = await startAudit(base, auth, site.host);
    const { run, pages } = await untilEnded(base, auth, body.runId);
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

  it("reports files that only styles and scripts ask for", async () => {
    const shop = await startSite();
    const css = `@font-face { font-family: f; src: url(/gone.woff2) } body { font-family: f; background: url(/gone.png) } h1 { background: url(/back.png) }`;
    const home = `<!doctype html><html lang="en"><head><title>Shop</title><style>${css}</style></head><body><h1>Shop</h1><p>${"word ".repeat(80)}</p><script>fetch("/gone.json"); fetch("/api/cart");</script></body></html>`;
    const missing = { status: 404 };
    const png = { headers: { "content-type": "image/png" }, body: "x" };
    shop.routes = { "/": { body: home }, "/back.png": png, "*": missing };
    try {
      const auth = await seedAccount(base, { domain: shop.host });
      const { body } = await startAudit(base, auth, shop.host, { files: "own" });
      const { pages } = await untilEnded(base, auth, body.runId);
      const found = (id: string) =>
        pages[0].issues.find((issue: any) => issue.id === id)?.detail.samples.join(" ") ?? "";
      expect(found("broken_asset")).toContain("/gone.woff2 (404)");
      expect(found("broken_asset")).toContain("/gone.json (404)");
      expect(found("broken_asset")).not.toContain("/api/cart");
      expect(found("broken_image")).toContain("/gone.png (404)");
      expect(found("broken_image")).not.toContain("/back.png");
    } finally {
      await shop.close();
    }
  });

  it("renders behind a site's password for the audit alone", async () => {
    const closed = await startSite();
    const basicAuth = { username: "editor", password: "let the editor in" };
    const includes = `Basic ${btoa("editor:let the editor in")}`;
    const behind = (body: string, type = "text/html") => ({
      status: 401,
      body: "closed",
      when: [{ header: "authorization", includes, route: { body, headers: { "content-type": type } } }],
    });
    const missing = { status: 404 };
    closed.routes = {
      "/robots.txt": missing,
      "/sitemap.xml": missing,
      "/app.js": behind(APP, "text/javascript"),
      "*": behind(SHELL),
    };
    try {
      const auth = await seedAccount(base, { domain: closed.host });
      const { body } = await startAudit(base, auth, closed.host, { access: { basicAuth } });
      const { pages } = await untilEnded(base, auth, body.runId);
      expect(pages.map((page: any) => page.path).sort()).toEqual(["/", "/a", "/a/deep", "/b"]);
      expect(pages[0].rendered).toMatchObject({ outcome: "rendered", rendered: { title: "Page /" } });
      const shown = await ask(base, "GET", `/render/${closed.origin}/`, { headers: auth });
      expect(shown.status).toBe(401);
      expect(shown.body).not.toContain("Page /");
    } finally {
      await closed.close();
    }
  });

  it("compares the snapshots for crawlers with the current pages", async () => {
    const own = await startSite();
    /** The app, with the given numbers of old and fresh words per page. The home page links to all pages. */
    const serve = (texts: Record<string, [old: number, fresh: number]>) => {
      const app = `
        const texts = ${JSON.stringify(texts)};
        const [old, fresh] = texts[location.pathname];
        const links = location.pathname === "/" ? Object.keys(texts) : ["/"];
        document.querySelector("#root").innerHTML = "<p>" + "old ".repeat(old) + "fresh ".repeat(fresh) + "</p>" +
          "<nav>" + links.map((href) => '<a href="' + href + '">' + href + "</a>").join(" ") + "</nav>";`;
      const script = { headers: { "content-type": "text/javascript" }, body: app };
      const missing = { status: 404 };
      own.routes = { "/app.js": script, "/robots.txt": missing, "/sitemap.xml": missing, "*": { body: SHELL } };
    };
    try {
      const auth = await seedAccount(base, { domain: own.host });
      serve({ "/": [100, 0], "/same": [100, 0], "/changed": [100, 0], "/half": [30, 0], "/later": [100, 0] });
      for (const path of ["/", "/same", "/changed", "/half"]) {
        const stored = await ask(base, "GET", `/render/${own.origin}${path}`, { headers: auth });
        expect([stored.status, stored.headers.get("x-crawlready-cache")], path).toEqual([200, "miss"]);
      }
      serve({ "/": [100, 0], "/same": [95, 5], "/changed": [80, 20], "/half": [100, 0], "/later": [0, 100] });
      const { body } = await startAudit(base, auth, own.host);
      const { pages } = await untilEnded(base, auth, body.runId);
      const found = (path: string) =>
        pages
          .find((page: any) => page.path === path)
          .issues.map((issue: { id: string }) => issue.id)
          .filter((id: string) => id.startsWith("snapshot_"));
      expect(
        Object.fromEntries(["/", "/same", "/changed", "/half", "/later"].map((path) => [path, found(path)])),
      ).toEqual({ "/": [], "/same": [], "/changed": ["snapshot_stale"], "/half": ["snapshot_blank"], "/later": [] });
      const half = pages.find((page: any) => page.path === "/half");
      expect(half.healthScore).toBeLessThanOrEqual(40);
      const again = await ask(base, "GET", `/render/${own.origin}/half`, { headers: auth });
      expect(again.headers.get("x-crawlready-cache"), "an audit does not change what is stored").toBe("hit");
      expect(again.body).not.toContain("old ".repeat(31));
    } finally {
      await own.close();
    }
  });
});
