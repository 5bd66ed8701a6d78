import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import {
  call,
  cookieOf,
  env,
  newAccount,
  newSite,
  PASSWORD,
  SAME_ORIGIN,
  signIn,
  type TestSite,
} from "../support/api.ts";
import { cache, indexOf } from "../support/cache.ts";
import { deliverVisits, visitOfBot } from "../support/visits.ts";

const HOSTILE = `"><script>alert(1)</script><style>*{display:none}</style>\u202E`;
const BAD_PATH = "/x?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E";
const ESCAPED = new URL(`http://x${BAD_PATH}`).search;

let site: TestSite;
let base: string;
let session: { cookie: string; origin: string };
let auth: Record<string, string>;

beforeAll(async () => {
  site = await newSite();
  const account = await newAccount("pro", [site.host]);
  auth = account.auth;
  const json = { email: account.email, password: PASSWORD };
  const headers = { "user-agent": `Browser ${HOSTILE}`.replace("\u202E", "") };
  session = { cookie: cookieOf(await call("POST", "/api/auth/sign-in/email", { json, headers })), ...SAME_ORIGIN };
  base = `/app/site/${site.host}`;
  await cache(site.host, BAD_PATH, `<!doctype html><head><title>${HOSTILE}</title></head><script>alert(1)</script>`);
  await cache(site.host, "/old", "", { status: 301, headers: { location: `javascript:alert(1)//${HOSTILE}` } });
  await (
    await indexOf(site.host)
  ).abandon("/b", null, {
    at: Date.now(),
    outcome: "rejected",
    reason: HOSTILE,
    status: 200,
    readySignal: "deadline",
    durationMs: 5,
    words: 1,
    failedRequests: [HOSTILE],
    consoleErrors: [HOSTILE],
  });
  const id = await env.DB.prepare("SELECT id FROM domain WHERE domain = ?").bind(site.host).first<string>("id");
  await deliverVisits([[visitOfBot(id!, { path: BAD_PATH })]]);
});

const open = (path: string, headers: Record<string, string> = session) =>
  exports.default.fetch(`http://api.test${path}`, { headers, redirect: "manual" });

const post = (path: string, fields: Record<string, string>) =>
  exports.default.fetch(`http://api.test${path}`, {
    method: "POST",
    headers: { ...session, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
    redirect: "manual",
  });

/** What a page's form says that it showed. */
const seenBy = async (path: string) => /name="seen" value="([^"]+)"/.exec(await (await open(path)).text())![1]!;

/** The message that a form leaves for the next page. */
const told = (answer: Response) =>
  decodeURIComponent(/crawlready\.flash=([^;]*)/.exec(answer.headers.getSetCookie().join("\n"))?.[1] ?? "");

const snapshot = (view: string) => `${base}/cache/page${view}path=${encodeURIComponent(BAD_PATH)}`;

/** The page to which a form leads that makes a secret. Reloading it makes none, and does not show it again. */
async function shownOnce(answer: Response, own: Record<string, string> = session): Promise<string> {
  const once = answer.headers.getSetCookie().find((each) => each.startsWith("crawlready.once="));
  const to = answer.headers.get("location")!;
  expect([answer.status, once?.includes(`Path=${to};`), once?.includes("HttpOnly")]).toEqual([303, true, true]);
  const page = await open(to, { ...own, cookie: `${own["cookie"]}; ${once!.split(";")[0]}` });
  expect(page.headers.getSetCookie().join("\n")).toMatch(/crawlready\.once=; Max-Age=0/);
  return page.text();
}

describe("a hostile site", () => {
  it.each(["/cache", "/cache/renders", "?", "?view=source&", "/crawlers", "/crawlers/paths", "/crawlers/waste"])(
    "is only ever text in %s",
    async (view) => {
      const answer = await open(view.startsWith("/") ? base + view : snapshot(view));
      const html = await answer.text();
      expect([view, answer.status]).toEqual([view, 200]);
      expect(html).not.toMatch(/<script>|<style>|\u202E|href="javascript:/i);
      expect(html.match(/<h1/g)).toHaveLength(1);
    },
  );

  it("is shown with what it said", async () => {
    const [list, paths, log, source, sessions] = await Promise.all(
      [
        `${base}/cache`,
        `${base}/crawlers/paths`,
        `${base}/cache/renders`,
        snapshot("?view=source&"),
        "/app/account/security",
      ].map(async (path) => (await open(path)).text()),
    );
    const shown = "&lt;script&gt;alert(1)&lt;/script&gt;";
    for (const html of [log, source, sessions]) expect(html).toContain(shown);
    for (const html of [list, paths]) expect(html).toContain(ESCAPED.slice(0, 12));
  });

  it("is shown in a frame of a foreign origin, without scripts", async () => {
    const around = await open(snapshot("?"));
    const policy = around.headers.get("content-security-policy")!;
    expect(policy).toContain(`frame-src 'self' http://${site.host}`);
    expect(policy).toContain("script-src 'self';");
    const html = await around.text();
    const frames = [...html.matchAll(/<iframe[^>]*>/g)].map(([frame]) => frame);
    expect(frames.map((frame) => /sandbox="([^"]*)"/.exec(frame)?.[1])).toEqual(["", "allow-scripts"]);
    const inside = await open(snapshot("/frame?"));
    const text = await inside.text();
    expect(inside.headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none'; /);
    expect(inside.headers.get("content-security-policy")).not.toContain("script-src");
    expect(inside.headers.get("x-content-type-options")).toBe("nosniff");
    expect(text.startsWith(`<!doctype html><base href="http://${site.host}/x?`)).toBe(true);
    expect((await open(snapshot("/frame?"), {})).status).toBe(303);
    expect((await open(snapshot("/source?"))).headers.get("content-type")).toContain("text/plain");
  });
});

describe("what the API has for these pages", () => {
  const get = async (path: string) => (await call("GET", `${path}&domain=${site.host}`, { headers: auth })).body;

  it("filters and reads the cache, counts renders, and splits days by purpose", async () => {
    const old = Date.now() - 26 * 3_600_000;
    await cache(site.host, "/aged", "<p>old", { createdAt: old });
    const paths = async (query: string) =>
      (await get(`/api/prerender/cache/entries?${query}`)).entries.map(({ path }: { path: string }) => path);
    expect(await paths("state=stale")).toEqual(["/aged"]);
    expect(await paths("state=fresh&limit=1")).toEqual(["/old"]);
    expect((await get("/api/prerender/cache/entries?search=AGE")).total).toBe(1);
    expect(await get("/api/prerender/cache/snapshot?path=/aged")).toMatchObject({ state: "stale", html: "<p>old" });
    const counts = await get("/api/prerender/renders/counts?since=1");
    expect([counts.pages, counts.byOutcome]).toEqual([1, [{ outcome: "rejected", count: 1 }]]);
    expect((await get("/api/prerender/renders?outcome=failed")).renders).toEqual([]);
    const { daily } = await get("/api/analytics/bots/daily?days=1&detail=purpose");
    expect(daily[0].purposes).toEqual([{ provider: "openai", kind: "llm-training", count: 1 }]);
  });
});

describe("the cache's forms", () => {
  it("find pages, say how many they removed, and follow what they queued", async () => {
    for (const path of ["/blog/a", "/blog/b", "/c"]) await cache(site.host, path, "<p>");
    const found = await (await open(`${base}/cache?search=BLOG`)).text();
    expect([found.includes("/blog/a"), found.includes(">/c<")]).toEqual([true, false]);
    const some = await post(`${base}/cache/refresh/pattern`, { pattern: "/blog" });
    expect([some.status, told(some)]).toEqual([303, "done:2 pages were removed: /blog/*"]);
    const one = await post(`${base}/cache/refresh/pages`, { pages: `http://${site.host}/c`, back: "page" });
    expect([one.headers.get("location"), told(one)]).toEqual([
      `${base}/cache/page?path=%2Fc`,
      "done:1 page was removed from the cache.",
    ]);
    const wrong = await post(`${base}/cache/refresh/pages`, { pages: "https://evil.example/" });
    expect([wrong.status, (await wrong.text()).includes(", not on ")]).toEqual([400, true]);
    const events = await (await open(`${base}/cache/refresh/events?since=1&queued=1`)).text();
    expect(events).toMatch(/^retry: \d+\nevent: progress\ndata: {"pages":1,"queued":1}\n\nevent: end\n/);
  });

  it("save, move and remove rules, unless somebody changed them in the meantime", async () => {
    const save = (fields: Record<string, string>) => post(`${base}/cache/rules/save`, { do: "save", ...fields });
    for (const path of ["/a/*", "/b/*"]) expect((await save({ path, action: "pass" })).status).toBe(303);
    await post(`${base}/cache/rules/move`, { index: "1", was: "/b/*", by: "up" });
    const late = await post(`${base}/cache/rules/remove`, { index: "1", was: "/b/*" });
    expect(told(late)).toMatch(/^problem:The rules have changed in the meantime/);
    await post(`${base}/cache/rules/remove`, { index: "1", was: "/a/*" });
    const wrong = await save({ path: "no slash", action: "render" });
    expect([wrong.status, (await wrong.text()).includes("must start with /")]).toEqual([400, true]);
    const { body } = await call("GET", `/api/account/domains/${site.host}`, { headers: session });
    expect(body.renderRules.map(({ path }: { path: string }) => path)).toEqual(["/b/*"]);
  });
});

describe("lists that are typed", () => {
  it("stay on the form if the API refuses them", async () => {
    const gone = await post(`${base}/crawlers/router`, {
      gone: "search",
      goneList: "/old-page\r\nnope",
      goneShown: "",
    });
    const html = await gone.text();
    expect([gone.status, /\/old-page\s+nope<\/textarea>/.test(html)]).toEqual([400, true]);
    const boxes = Array.from(html.matchAll(/<input[^>]*name="gone"[^>]*>/g), ([box]) => box);
    expect(boxes.map((box) => /\schecked/.test(box))).toEqual([true, false, false, false]);
    const watched = await post(`${base}/mentions/facts/watch`, { paths: "/prices\r\nnope" });
    expect([watched.status, /\/prices\s+nope<\/textarea>/.test(await watched.text())]).toEqual([400, true]);
  });
});

describe("a request that no page takes", () => {
  it("says which methods a known page has, and what is wrong with a form", async () => {
    const put = await exports.default.fetch("http://api.test/app/account/keys", { method: "PUT", headers: session });
    expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
    const none = await exports.default.fetch("http://api.test/app/account/none", { method: "PUT", headers: session });
    expect([none.status, none.headers.get("allow")]).toEqual([404, null]);
    const garbage = await exports.default.fetch("http://api.test/app/account/keys", {
      method: "POST",
      headers: { ...session, "content-type": "application/x-www-form-urlencoded" },
      body: new Uint8Array([0xff, 0xfe]),
    });
    const html = await garbage.text();
    expect([garbage.status, html.includes("The form could not be read."), html.includes("JSON")]).toEqual([
      400,
      true,
      false,
    ]);
  });
});

describe("the public statistics", () => {
  it("open by their link alone, read only, without telling where the reader was", async () => {
    const page = await shownOnce(await post(`${base}/crawlers/share`, {}));
    const link = /http:\/\/api\.test(\/app\/share\/[^"<]+)/.exec(page)![1]!;
    const answer = await open(link, {});
    const html = await answer.text();
    expect([answer.status, answer.headers.get("referrer-policy"), answer.headers.get("x-robots-tag")]).toEqual([
      200,
      "no-referrer",
      "noindex, nofollow",
    ]);
    expect(html).toContain("Crawlers of");
    expect(html).not.toMatch(/<script>|method="post"|\/app\/account/);
    // The reader's own session opens nothing here.
    for (const path of [`/app/share/${site.host}/x`, link.slice(0, -1), link.replace(site.host, "a.example")])
      expect([path, (await open(path)).status]).toEqual([path, 404]);
    const { id } = (await call("GET", "/api/account/stats-tokens", { headers: session })).body.statsTokens[0];
    await post(`${base}/crawlers/share/withdraw`, { id });
    expect((await open(link, {})).status).toBe(404);
  });
});

describe("settings", () => {
  it("save names and competitors, and show what is wrong next to its field", async () => {
    const seen = () => seenBy(`${base}/settings`);
    const fields = { brandName: "Anker", brandAliases: "A\r\nB", "competitors.0.name": "Other", category: "" };
    expect((await post(`${base}/settings`, { ...fields, seen: await seen() })).status).toBe(303);
    const { body } = await call("GET", `/api/account/domains/${site.host}`, { headers: session });
    expect([body.brandName, body.brandAliases, body.competitors]).toEqual(["Anker", ["A", "B"], [{ name: "Other" }]]);
    const wrong = await post(`${base}/settings`, { ...fields, "competitors.0.siteUrl": "ftp://x", seen: await seen() });
    expect([wrong.status, (await wrong.text()).includes("http or https")]).toEqual([400, true]);
  });

  it("refuse a competitor without a name, keep what was typed of it, and remove one only if asked to", async () => {
    const path = `${base}/settings`;
    const typed = {
      brandName: "Anker",
      "competitors.0.siteUrl": "https://rival.example/",
      "competitors.0.aliases": "RV",
    };
    const refused = await post(path, { ...typed, seen: await seenBy(path) });
    const html = await refused.text();
    expect([refused.status, html.includes('value="https://rival.example/"')]).toEqual([400, true]);
    expect(html).toMatch(/id="competitors\.0\.name-error">\s*must not be empty/);
    const read = async () => (await call("GET", `/api/account/domains/${site.host}`, { headers: session })).body;
    expect((await read()).competitors).toEqual([{ name: "Other" }]);
    const removed = { brandName: "Anker", "competitors.0.name": "Other", "competitors.0.remove": "yes" };
    expect((await post(path, { ...removed, seen: await seenBy(path) })).status).toBe(303);
    expect((await read()).competitors).toEqual([]);
  });

  it("refuse control characters in names, as the API does, and warn of a name that stands for two", async () => {
    const path = `${base}/settings`;
    const refused = await post(path, { brandName: "An\u0000ker", seen: await seenBy(path) });
    expect([refused.status, (await refused.text()).includes("control characters")]).toEqual([400, true]);
    const change = (json: object) => call("PATCH", `/api/account/domains/${site.host}`, { headers: session, json });
    expect((await change({ brandAliases: ["a\u0007b"] })).status).toBe(400);
    const twice = [{ name: "Rival" }, { name: "rival " }, { name: "ANKER" }];
    const { body } = await change({ brandName: "Anker", competitors: twice });
    expect(body.warnings).toEqual(
      expect.arrayContaining([
        'The competitor "rival" is on the list twice.',
        'The competitor "ANKER" has the name of your own brand.',
      ]),
    );
    await change({ competitors: [] });
  });

  it.each(["settings", "settings/site", "settings/audits"])("%s replaces only what the form showed", async (path) => {
    const read = async () => (await call("GET", `/api/account/domains/${site.host}`, { headers: session })).body;
    const before = await read();
    const stale = await post(`${base}/${path}`, { x: "1" });
    expect([stale.status, (await stale.text()).includes("Nothing was saved")]).toEqual([409, true]);
    expect(await read()).toEqual(before);
  });

  it("never show a secret again", async () => {
    const saved = await post(`${base}/settings/access`, { headers: "x-open: sesame-4711", username: "", password: "" });
    expect(saved.status).toBe(303);
    const html = await (await open(`${base}/settings/audits`)).text();
    expect([html.includes("x-open"), html.includes("sesame-4711")]).toEqual([true, false]);
    const failed = await post(`${base}/settings/access`, { headers: "host: sesame-4711" });
    expect([failed.status, (await failed.text()).includes("sesame-4711")]).toEqual([400, false]);
  });

  it("keep the user name for a staging site, and say how a header is written", async () => {
    const typed = { headers: "sesame-4711", username: "preview-user", password: "hush-0815" };
    const texts = [typed, { ...typed, headers: "host: sesame-4711" }].map(async (fields) => {
      const answer = await post(`${base}/settings/access`, fields);
      return [answer.status, await answer.text()] as const;
    });
    const [unnamed, refused] = await Promise.all(texts);
    for (const [status, html] of [unnamed!, refused!]) {
      expect([status, /<input[^>]* name="username"[^>]* value="preview-user"/.test(html)]).toEqual([400, true]);
      expect([html.includes("sesame-4711"), html.includes("hush-0815")]).toEqual([false, false]);
    }
    expect(unnamed![1]).toMatch(/id="headers-error">\s*must be name: value/);
  });

  it("keep text that is not a number", async () => {
    const seen = await seenBy(`${base}/settings/site`);
    const answer = await post(`${base}/settings/site`, { snapshotTtlHours: "abc", seen });
    const html = await answer.text();
    expect([answer.status, /name="snapshotTtlHours"[^>]* value="abc"/.test(html)]).toEqual([400, true]);
    expect(html).toMatch(/id="snapshotTtlHours-error">\s*must be a whole number/);
  });

  it("show a new key once, and revoke it", async () => {
    const page = await shownOnce(await post("/app/account/keys", { name: HOSTILE, domain: site.host }));
    const key = /data-copy="(crk_[^"]+)"/.exec(page)![1]!;
    const headers = { "x-service-api-key": key };
    expect((await call("GET", `/api/prerender/renders?domain=${site.host}`, { headers })).status).toBe(200);
    expect(await (await open("/app/account/keys")).text()).not.toContain(key);
    const { body } = await call("GET", "/api/account/api-keys", { headers: session });
    const { id } = body.apiKeys.find((each: { domain: string | null }) => each.domain === site.host);
    expect(told(await post("/app/account/keys/revoke", { id }))).toBe("done:The key is revoked.");
    expect((await call("GET", `/api/prerender/renders?domain=${site.host}`, { headers })).status).toBe(401);
  });

  it("let every plan make keys, say what they are for, and show what each plan has", async () => {
    const host = `free-${crypto.randomUUID()}.example`;
    const free = await signIn((await newAccount("free", [host])).email);
    const read = async (path: string) => (await open(path, free)).text();
    expect(await read("/app/account/keys")).toContain("connecting a site needs no more");
    const answer = await exports.default.fetch("http://api.test/app/account/keys", {
      method: "POST",
      headers: { ...free, "content-type": "application/x-www-form-urlencoded" },
      body: "name=nginx",
      redirect: "manual",
    });
    expect(await shownOnce(answer, free)).toMatch(/data-copy="crk_/);
    const plan = await read("/app/account");
    expect(plan).toMatch(/Audited pages per month(?:(?!<tr).)*>300<(?:(?!<tr).)*>5,000<(?:(?!<tr).)*>100,000</s);
    expect(plan).toContain("Free (yours)");
    expect(await read(`/app/site/${host}/audits/new`)).toContain("Up to 100 pages in one audit");
    expect(await read(`/app/site/${host}/cache/connect`)).toContain("Make a key");
  });

  it("do not tell a restricted member that the account has no key", async () => {
    const owner = await newAccount("pro", [`a-${crypto.randomUUID()}.example`]);
    const member = { email: `m-${crypto.randomUUID()}@example.com`, password: PASSWORD, role: "member" };
    const domains = (await call("GET", "/api/domains", { headers: owner.auth })).body.domains;
    await call("POST", "/api/account/members", {
      headers: await signIn(owner.email),
      json: { ...member, domains: [domains[0].domain] },
    });
    const restricted = await signIn(member.email);
    for (const [path, words] of [
      ["keys", "The account may have others"],
      ["webhooks", "The account may have others"],
      ["members", "you see only yourself"],
    ]) {
      const html = await (await open(`/app/account/${path}`, restricted)).text();
      expect([path, html.includes(words!), /No (?:key|webhook) yet/.test(html)]).toEqual([path, true, false]);
    }
    const add = await (await open("/app/domains/new", restricted)).text();
    expect([add.includes("Only owners of the account can add domains"), add.includes('name="domain"')]).toEqual([
      true,
      false,
    ]);
  });

  it("filter the log, and ask for the name before anything is deleted", async () => {
    const log = await (await open("/app/account/log?area=api_key")).text();
    expect([log.includes("revoked an API key"), log.includes("signed in")]).toEqual([true, false]);
    const domain = await post(`${base}/settings/remove`, { confirm: "other.example" });
    const account = await post("/app/account/delete", { confirm: "yes", password: PASSWORD });
    expect([domain.status, account.status]).toEqual([400, 400]);
    expect(told(await post(`${base}/settings/remove`, { confirm: site.host }))).toContain("is removed");
  });
});
