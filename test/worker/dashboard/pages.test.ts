import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { dashboard } from "../../../src/dashboard/routes";
import { appPath, sitePath } from "../../../src/lib/hosts/page-paths";
import { DASHBOARD_PAGES, type DashboardPage, type DashboardSample } from "../../support/dashboard-pages.ts";
import { call, newAccount, newSite, OPERATOR, PASSWORD, signIn, type TestSite } from "../support/api.ts";

let own: TestSite;
let foreign: TestSite;
let session: { cookie: string; origin: string };
let email: string;

beforeAll(async () => {
  own = await newSite({ "/assets/app/app.css": { body: "the customer's own file" } });
  foreign = await newSite();
  email = (await newAccount("pro", [own.host])).email;
  await newAccount("pro", [foreign.host]);
  session = await signIn(email);
});

const open = (path: string, headers: Record<string, string> = {}) =>
  exports.default.fetch(`http://api.test${path}`, { headers, redirect: "manual" });

const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  exports.default.fetch(`http://api.test${path}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(fields).toString(),
    redirect: "manual",
  });

/**
 * Answered by other rules: what does not exist, pages that strangers' links open, and `/bots`, which programs read as
 * JSON.
 */
const OTHER_RULES = new Set([
  "not-found",
  "cache-page",
  "cache-source",
  "share",
  "bots",
  "landing",
  "verify-email",
  "reset-password",
]);

/** A sample of an account with a domain and nothing else. @throws if a page needs more. */
const sampleOf = (domain: string) =>
  new Proxy({ domain } as DashboardSample, {
    get: (sample, name) => {
      if (name === "domain") return sample.domain;
      throw new Error(`the account has no ${String(name)}`);
    },
  });

function needsNothing({ path }: DashboardPage): boolean {
  try {
    return path(sampleOf("own.test")) !== "";
  } catch {
    return false;
  }
}

/** Pages that an account without data answers with 200, and some of them with a query. */
const PAGES: DashboardPage[] = [
  ...DASHBOARD_PAGES.filter(
    (page) => !OTHER_RULES.has(page.name) && !page.operator && !page.local && needsNothing(page),
  ),
  ...Object.entries({
    inspect: "url=/about",
    cache: "search=x&state=stale",
    "cache/renders": "path=/a&outcome=failed",
    "cache/refresh": "since=1&queued=2",
    "cache/rules": "path=/a",
    "cache/connect": "platform=nginx",
    crawlers: "days=90&by=purpose",
    "crawlers/paths": "search=x",
  }).map(([page, query]) => ({
    name: `${page}?${query}`,
    path: ({ domain }: DashboardSample) => `${sitePath(domain, page as "inspect")}?${query}`,
  })),
  { name: "docs/startAudit", path: () => "/docs/startAudit" },
  { name: "account/log?area=session", path: () => `${appPath("account/log")}?area=session` },
];

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

describe("a page", () => {
  it("is listed with most others", () => {
    expect(PAGES.length).toBeGreaterThan(45);
  });

  it.each(PAGES)("$name answers, with a policy that allows nothing inline", async ({ path }) => {
    const answer = await open(path(sampleOf(own.host)), session);
    const html = await answer.text();
    expect([answer.status, html.slice(0, 15)]).toEqual([200, "<!doctype html>"]);
    expect(answer.headers.get("content-security-policy")).toBe(POLICY);
    expect(answer.headers.get("referrer-policy")).toBe("same-origin");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(html).not.toMatch(/\sstyle=|<style|\son[a-z]+=|<script(?! type="module" src="\/)/);
    expect(html.match(/<h1/g)).toHaveLength(1);
  });

  it("of tokens and components is only there on this computer", async () => {
    expect((await open(appPath("_styles"))).status).toBe(404);
  });

  it("redirects readers who are not signed in to the sign-in page, and back to one of ours only", async () => {
    const answer = await open("/app/site/a.test/cache?x=1");
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      "/app/sign-in?next=%2Fapp%2Fsite%2Fa.test%2Fcache%3Fx%3D1",
    ]);
    for (const next of ["//evil.test", "https://evil.test", "/app/..//evil.test", "/api", "/app\\@evil.test"])
      expect(await (await open(`/app/sign-in?next=${encodeURIComponent(next)}`)).text()).toContain(
        'name="next" value="/app"',
      );
  });

  it("does not exist for another account's domain, or at an unknown path", async () => {
    for (const path of [`/app/site/${encodeURIComponent(foreign.host)}`, "/app/nothing"]) {
      const answer = await open(path, session);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.headers.get("content-security-policy")).toBe(POLICY);
    }
  });
});

describe("every HTML answer", () => {
  const DOMAIN = /:domain/;
  const pathsOf = () => [
    ...new Set(
      dashboard.routes
        .filter(({ method, path }) => method === "GET" && !path.includes("*"))
        .map(({ path }) => path.replace(DOMAIN, encodeURIComponent(own.host)).replaceAll(/:\w+(\{[^}]*\})?/g, "x")),
    ),
  ];

  it("of the dashboard has a policy, is framed by nobody else, and sends no address elsewhere", async () => {
    const wrong: string[] = [];
    let pages = 0;
    for (const path of [...pathsOf(), "/app/nothing", "/docs/nothing", "/nothing/", "/app/share/x/y"]) {
      const { headers } = await open(path, { ...session, accept: "text/html" });
      if (!headers.get("content-type")?.startsWith("text/html")) continue;
      pages += 1;
      const policy = headers.get("content-security-policy") ?? "";
      const is = [
        /default-src 'none'/.test(policy) && /frame-ancestors '(none|self)'/.test(policy),
        headers.get("x-content-type-options") === "nosniff",
        /^(same-origin|strict-origin|no-referrer)$/.test(headers.get("referrer-policy") ?? ""),
        !headers.has("strict-transport-security"),
      ];
      if (is.includes(false)) wrong.push(`${path} ${is.join()}`);
    }
    expect(wrong).toEqual([]);
    expect(pages).toBeGreaterThan(40);
  });

  // `/bots` is a page of the dashboard, `/render` answers with the site's own pages; reports.test.ts has the other.
  it("of the API is one of three", async () => {
    const { paths } = (await call("GET", "/openapi.json")).body;
    const html = Object.keys(paths).filter((path) => JSON.stringify(paths[path].get ?? {}).includes('"text/html"'));
    expect(html.sort()).toEqual(["/api/ai-mentions/reports/{reportId}", "/bots", "/render/{url}"]);
  });

  it("and any other over https binds the API's host to https, and no other host", async () => {
    const hsts = async (url: string) =>
      (await exports.default.fetch(url, { redirect: "manual" })).headers.get("strict-transport-security");
    for (const path of ["/app/sign-in", "/docs", "/healthz", "/api/account", "/mcp"])
      expect([path, await hsts(`https://api.test${path}`)]).toEqual([path, "max-age=31536000"]);
    expect(await hsts("http://api.test/app/sign-in")).toBeNull();
    expect(await hsts("https://unknown.example/app/sign-in")).toBeNull();
    expect(await hsts(`https://${own.host}/`)).toBeNull();
  });
});

describe("a page of an account", () => {
  it("counts once against the rate limit, however much it reads", async () => {
    const site = await newSite();
    const { email: reader } = await newAccount("pro", [site.host], { requestsPerMinute: 2 });
    const headers = await signIn(reader);
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push(await open(`/app/site/${site.host}`, headers));
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(statuses[2]!.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(await statuses[2]!.text()).toContain("Too many requests");
  });

  it("says why an account is suspended, and lets its user sign out", async () => {
    const { email: reader, accountId } = await newAccount("pro");
    const headers = await signIn(reader);
    const suspend = await call("POST", `/api/admin/accounts/${accountId}/suspend`, {
      headers: OPERATOR,
      json: { reason: "Unpaid bill." },
    });
    expect(suspend.status).toBe(200);
    const answer = await open("/app", headers);
    const html = await answer.text();
    expect([answer.status, html.includes("Unpaid bill."), html.includes("Sign out")]).toEqual([403, true, true]);
  });
});

describe("a public page", () => {
  it("has the dashboard's look, for everyone and for search engines", async () => {
    for (const [path, title] of [
      ["/bots", "Crawlers that Crawlready knows"],
      ["/docs", "API reference"],
    ]) {
      const answer = await open(path!);
      const page = await answer.text();
      expect([answer.status, page.includes(`<title>${title} · Crawlready</title>`)]).toEqual([200, true]);
      expect(page).toContain(`href="${path}" aria-current="page"`);
      expect(page).toMatch(/href="\/assets\/app\/app-[A-Z0-9]{8}\.css"/);
      expect(page).not.toMatch(/\sstyle=|<style|noindex|<script(?! type="module" src="\/)/);
      expect(page.match(/<h1/g)).toHaveLength(1);
      expect(answer.headers.get("content-security-policy")).toBe(POLICY);
    }
  });

  it("tells owners of sites who our crawler is, and how to keep it out", async () => {
    const answer = await open("/bot");
    const html = await answer.text();
    expect([answer.status, html.match(/<h1/g)?.length]).toEqual([200, 1]);
    for (const text of [
      "CrawlreadyBot/1.0; +https://",
      "CrawlreadyRender/1.0",
      "User-agent: CrawlreadyBot\nDisallow: /",
    ])
      expect(html).toContain(text);
    expect(html).not.toContain("noindex");
  });

  it("finds crawlers by words and purpose, with their lines for robots.txt", async () => {
    const found = await (await open("/bots?q=training%20openai&purpose=llm-training")).text();
    expect(found).toContain(">GPTBot</code>");
    expect(found).toContain("User-agent: GPTBot\nDisallow: /");
    expect(found).not.toContain(">OAI-SearchBot</code>");
    const none = await (
      await open(`/bots?q=${encodeURIComponent('"><script>alert(1)</script>')}&purpose=x&page=-1`)
    ).text();
    expect(none).toContain("No crawler matches");
    expect(none).not.toContain("<script>alert");
    expect(await (await open("/bots?page=2")).text()).toContain('href="/bots?page=3" rel="next"');
  });

  it("answers programs as the API does", async () => {
    for (const accept of ["application/json", "application/json, text/html;q=0.5"]) {
      const answer = await open("/bots", { accept });
      expect([
        answer.headers.get("content-type"),
        answer.headers.get("cache-control"),
        answer.headers.get("vary"),
      ]).toEqual(["application/json", "public, max-age=3600", "Accept"]);
      expect(Object.keys(await answer.json<object>())).toEqual(["date", "assistants", "crawlers"]);
    }
  });
});

describe("a form", () => {
  const right = () => ({ email, password: PASSWORD, next: "/app" });

  it("signs in and out", async () => {
    const answer = await post("/app/sign-in", right(), { origin: "http://api.test" });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/app"]);
    const cookie = answer.headers
      .getSetCookie()
      .map((each) => each.split(";")[0])
      .join("; ");
    const home = await open("/app", { cookie });
    expect([home.status, home.headers.get("location")]).toEqual([303, sitePath(own.host, "")]);
    expect((await open("/app?all=yes", { cookie })).status).toBe(200);
    expect((await post("/app/sign-out", {}, { cookie, origin: "http://api.test" })).status).toBe(303);
    const out = await open("/app", { cookie });
    expect([out.status, out.headers.get("location")]).toEqual([303, "/app/sign-in?ended=yes"]);
  });

  it("comes back with the API's message and what was typed, except the password", async () => {
    const answer = await post("/app/sign-in", { ...right(), password: "wrong-guess" });
    const html = await answer.text();
    expect(answer.status).toBe(401);
    expect(html).toContain('role="alert"');
    expect(html).toContain(`value="${email}"`);
    expect(html).not.toContain("wrong-guess");
  });

  it("of another site is refused", async () => {
    const foreignHeaders: Record<string, string>[] = [
      { origin: "https://evil.test" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
    ];
    for (const headers of foreignHeaders) {
      const answer = await post("/app/sign-in", right(), headers);
      expect([answer.status, answer.headers.getSetCookie().join().includes("session_token")]).toEqual([403, false]);
    }
    expect((await post("/app/sign-in", right(), { "content-type": "text/plain" })).status).toBe(415);
  });
});

describe("a new reader", () => {
  const cookies = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .map((each) => each.split(";")[0])
      .join("; ");

  it("signs up, adds a domain, sees what the check saw, and verifies it", async () => {
    const site = await newSite({ "/": { body: "<p>No tag\u202E here</p>" } });
    const address = `reader-${crypto.randomUUID()}@example.com`;
    const refused = await post("/app/sign-up", { email: address, password: "short", next: "/app" });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('id="password-error"')]);
    const joined = await post("/app/sign-up", { email: address, password: PASSWORD, next: "/app" });
    expect([joined.status, joined.headers.get("location")]).toEqual([303, "/app/domains/new"]);
    const cookie = cookies(joined);
    expect(await (await open("/app", { cookie })).text()).toContain("Welcome. Your account is ready.");

    const twice = await post("/app/domains", { domain: "not a domain" }, { cookie });
    expect([twice.status, await twice.text()]).toEqual([400, expect.stringContaining('value="not a domain"')]);
    const added = await post("/app/domains", { domain: site.host }, { cookie });
    const verify = `/app/site/${site.host}/verify`;
    expect([added.status, added.headers.get("location")]).toEqual([303, verify]);
    expect((await open(`/app/site/${site.host}/cache`, { cookie })).headers.get("location")).toBe(verify);

    const failed = await post(verify, {}, { cookie });
    const html = await failed.text();
    expect([failed.status, html.match(/not found<\/span> We saw/g)?.length]).toEqual([422, 3]);
    const token = /data-copy="(crawlready-[^"]+)"/.exec(html)![1]!;
    await site.set({
      "/.well-known/crawlready-verification.txt": { body: token, headers: { "content-type": "text/plain" } },
    });
    const passed = await post(verify, {}, { cookie });
    expect([passed.status, passed.headers.get("location")]).toEqual([303, `/app/site/${site.host}`]);
    expect((await open(`/app/site/${site.host}`, { cookie })).status).toBe(200);
  });

  it("gets the same page whether the email has an account or not", async () => {
    for (const address of [email, "nobody@example.com"]) {
      const answer = await post("/app/forgot-password", { email: address });
      expect([answer.status, answer.headers.get("location")]).toEqual([303, "/app/check-mail"]);
    }
  });
});

describe("scripts and styles", () => {
  const stylesheet = async () =>
    /href="(\/assets\/app\/app-[^"]+\.css)"/.exec(await (await open("/app/sign-in")).text())![1]!;

  it("have hashed names that never change their content", async () => {
    const answer = await open(await stylesheet());
    expect([answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
      200,
      expect.stringContaining("text/css"),
      "public, max-age=31536000, immutable",
    ]);
    for (const name of ["manifest.json", "app.css", "..%2fanswer-words.txt", "app-AAAAAAAA.js"])
      expect((await open(`/assets/app/${name}`)).status).toBe(404);
  });

  it("include what scripts share", async () => {
    const html = await (await open(sitePath(own.host, ""), session)).text();
    const script = await open(/src="(\/assets\/app\/chart-[^"]+)"/.exec(html)![1]!);
    const shared = /from"\.\/([^"]+)"/.exec(await script.text())![1]!;
    expect((await open(`/assets/app/${shared}`)).status).toBe(200);
  });

  it("are ours on the API's hosts alone: a customer's host has its own file at the path", async () => {
    const path = await stylesheet();
    await own.set({ [path]: { body: "the customer's own file" } });
    const answer = await exports.default.fetch(`http://${own.host}${path}`);
    expect(await answer.text()).toBe("the customer's own file");
  });
});
