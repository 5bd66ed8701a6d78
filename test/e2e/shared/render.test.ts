import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSite, type SiteServer } from "../../support/site-server.ts";
import { ask, seedAccount } from "../../support/service.ts";
import { base } from "../../support/shared-service.ts";

const BOT = { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" };

const words = Array.from({ length: 60 }, (_, i) => `word${i}`).join(" ");
const shell = (script: string) =>
  `<!doctype html><html><head><title>Shell</title></head><body><div id="root"></div><script>${script}</script></body></html>`;
const app = (text: string) =>
  shell(
    `setTimeout(() => { document.getElementById("root").innerHTML = "<h1>${text}</h1><p>${words}</p>"; document.title = "${text}"; }, 50)`,
  );

describe("rendering in the real browser", () => {
  let site: SiteServer;
  let auth: Record<string, string>;
  beforeAll(async () => {
    site = await startSite();
    auth = await seedAccount(base, { domain: site.host });
  });
  afterAll(async () => {
    await site.close();
  });

  const render = (path: string, headers: Record<string, string> = BOT) =>
    ask(base, "GET", `/render/${site.origin}${path}`, { headers: { ...auth, ...headers } });
  const edge = (path: string, headers: Record<string, string> = BOT) =>
    ask(base, "GET", path, { headers: { host: site.host, ...headers } });
  const cacheState = (answer: { headers: Headers }) => answer.headers.get("x-crawlready-cache");

  it("serves text created by a script, the second time from the cache", async () => {
    site.routes = { "/a": { body: app("Made by script") } };
    const first = await render("/a");
    expect([first.status, cacheState(first)]).toEqual([200, "miss"]);
    expect(first.body).toContain("<h1>Made by script</h1>");
    expect(first.body).not.toContain("<script>");
    const second = await render("/a");
    expect([cacheState(second), second.body]).toEqual(["hit", first.body]);
    expect(site.log.filter((line) => line === "GET /a")).toHaveLength(1);
  });

  it("renders again after an invalidation, and immediately with prewarm", async () => {
    site.routes = { "/b": { body: app("First version") } };
    await render("/b");
    site.routes = { "/b": { body: app("Second version") } };
    expect((await render("/b")).body).toContain("First version");
    const invalidate = (prewarm: boolean) =>
      ask(base, "POST", "/api/prerender/cache/invalidate-page-cache", {
        headers: auth,
        json: { domain: site.host, path: "/b", prewarm },
      });
    expect((await invalidate(false)).body).toEqual({ ok: true, deleted: 1, prewarmed: 0 });
    const anew = await render("/b");
    expect([cacheState(anew), anew.body.includes("Second version")]).toEqual(["miss", true]);
    site.routes = { "/b": { body: app("Third version") } };
    expect((await invalidate(true)).body).toEqual({ ok: true, deleted: 1, prewarmed: 1 });
    const warmed = await render("/b");
    expect([cacheState(warmed), warmed.body.includes("Third version")]).toEqual(["hit", true]);
  });

  it("shows the current page, regardless of the site's browser caching", async () => {
    const headers = { "cache-control": "public, max-age=600" };
    const version = (text: string) => ({
      "/kept": {
        headers,
        body: `<!doctype html><title>${text} page</title><div id="root"></div><script src="/kept.js"></script>`,
      },
      "/kept.js": {
        headers: { ...headers, "content-type": "text/javascript" },
        body: `fetch("/kept.json").then((answer) => answer.text()).then((data) => {
          document.getElementById("root").textContent = "${text} script, " + data + " ${words}";
        })`,
      },
      "/kept.json": { headers, body: `${text} data` },
    });
    const json = { domain: site.host, path: "/kept" };
    for (const text of ["First", "Second", "Third"]) {
      site.routes = version(text);
      await ask(base, "POST", "/api/prerender/cache/invalidate-page-cache", { headers: auth, json });
      const { body } = await render("/kept");
      for (const part of ["page", "script", "data"]) expect(body).toContain(`${text} ${part}`);
    }
  });

  it("waits for the page's own ready flag", async () => {
    const script = `window.prerenderReady = false; setTimeout(() => { document.getElementById("root").innerHTML = "<h1>Late</h1><p>${words}</p>"; window.prerenderReady = true; }, 900)`;
    site.routes = { "/late": { body: shell(script) } };
    expect((await render("/late")).body).toContain("<h1>Late</h1>");
  });

  it("passes redirects on without following them, and takes statuses from origin and metas", async () => {
    site.routes = {
      "/old": { status: 301, headers: { location: "/new" } },
      "/new": { body: app("New") },
      "/gone": { status: 410, body: app("Gone for good") },
      "/soft": { body: `<head><meta name="prerender-status-code" content="404"></head><body><p>${words}</p></body>` },
    };
    const moved = await render("/old");
    expect([moved.status, moved.headers.get("location")]).toEqual([301, `${site.origin}/new`]);
    expect(site.log).not.toContain("GET /new");
    expect((await render("/gone")).status).toBe(410);
    const soft = await render("/soft");
    expect([soft.status, soft.body.includes("prerender-status-code")]).toEqual([404, false]);
  });

  it("never stores a blank page or a server error: the origin answers", async () => {
    site.routes = {
      "/blank": { body: "<html><body></body></html>" },
      "/broken": { status: 500, body: "<h1>Broken</h1>" },
    };
    for (const [path, status] of [
      ["/blank", 200],
      ["/broken", 500],
    ] as const) {
      for (let i = 0; i < 2; i++) {
        const answer = await render(path);
        expect([answer.status, cacheState(answer)]).toEqual([status, "bypass"]);
      }
    }
  });

  it("renders a page that never becomes ready once, leaves it alone, and tells its owner why", async () => {
    const script = `document.getElementById("root").innerHTML = "<p>${words}</p>"; fetch("/never.json").then((answer) => answer.text()).then((text) => document.body.append(text))`;
    site.routes = { "/never": { body: shell(script) }, "/never.json": { body: "late", delayMs: 60_000 } };
    for (let i = 0; i < 3; i++) expect(cacheState(await render("/never"))).toBe("bypass");
    const { body } = await ask(base, "GET", `/api/prerender/renders?domain=${site.host}&path=/never`, {
      headers: auth,
    });
    expect(body.paused).toMatchObject([{ path: "/never", tries: 1, reason: expect.stringContaining("/never.json") }]);
    expect(body.renders).toMatchObject([{ outcome: "rejected", readySignal: "deadline" }]);
  });

  it("renders a page once for many concurrent requests", async () => {
    site.routes = { "/many": { body: app("Once"), delayMs: 300 } };
    const answers = await Promise.all(Array.from({ length: 8 }, () => render("/many")));
    for (const answer of answers) expect(answer.body).toContain("<h1>Once</h1>");
    expect(site.log.filter((line) => line === "GET /many")).toHaveLength(1);
  });

  it("renders any number of pages for a key holder that is not a catalogued crawler", async () => {
    site.routes = { "*": { body: app("One of many") } };
    // More at once than the budget of crawlers allows, but few enough for an account's tabs on a slow machine.
    for (const batch of [0, 1]) {
      const pages = Array.from({ length: 12 }, (_, i) => `/many/${batch}/${i}`);
      const states = (await Promise.all(pages.map((path) => render(path, { "user-agent": "node" })))).map(cacheState);
      expect(states).toEqual(pages.map(() => "miss"));
    }
  });

  it("does the same for a domain's own traffic, and passes people through", async () => {
    site.routes = { "/edge": { body: app("By host") } };
    const bot = await edge("/edge");
    expect([cacheState(bot), bot.body.includes("<h1>By host</h1>")]).toEqual(["miss", true]);
    expect(cacheState(await render("/edge"))).toBe("hit");
    const person = await edge("/edge", { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36" });
    expect(person.body).toBe(site.routes["/edge"]!.body);
  });

  it("does not carry cookies and storage over to a domain's next render", async () => {
    site.routes = {
      "/set": {
        body: shell(
          `localStorage.setItem("k", "leak"); document.cookie = "c=leak"; document.getElementById("root").innerHTML = "<p>${words}</p>"`,
        ),
      },
      "/get": {
        body: shell(
          `document.getElementById("root").innerHTML = "<p>${words} seen:" + localStorage.getItem("k") + document.cookie + "</p>"`,
        ),
      },
    };
    await render("/set");
    expect((await render("/get")).body).toContain("seen:null</p>");
  });
});
