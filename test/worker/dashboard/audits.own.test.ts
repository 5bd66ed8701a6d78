import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { app } from "../../../src/api/app";
import { sitePath } from "../../../src/lib/hosts/page-paths";
import {
  audit,
  call,
  html,
  newAccount,
  newSite,
  signIn,
  until,
  type TestAccount,
  type TestSite,
} from "../support/api.ts";

/** Marks that reorder text, as strangers write them. */
const BIDI = "\u202E\u2066\u200F";
const SCRIPT = `</title></script><script>alert(1)</script><img src=x onerror=alert(1)>`;
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const hostileTitle = escaped(`${BIDI}${SCRIPT}${"long ".repeat(20_000)}`);
const hostileHead = `<link rel="canonical" href="javascript:alert(1)"><meta property="og:image" content="javascript:alert(2)">
<meta name="robots" content="${escaped(SCRIPT).replaceAll('"', "")}${BIDI}">`;

const routes = {
  "/": {
    body: html({
      title: "The home page of a hostile site",
      body: `<a href="/hostile">${BIDI}</a><a href="javascript:alert(3)">x</a><a href="/gone%22%3E%3Cscript%3E">gone</a>
<a href="/one">1</a><a href="/two">2</a><img src="/none.png?%E2%80%AE<script>">`,
    }),
  },
  "/hostile": { body: html({ title: hostileTitle, head: hostileHead, body: `<h2>${hostileTitle}</h2>` }) },
  "/one": { body: html({ title: "Two pages with one title" }) },
  "/two": { body: html({ title: "Two pages with one title" }) },
  "/robots.txt": {
    headers: { "content-type": "text/plain" },
    body: `User-agent: *\nDisallow: /private/${SCRIPT}\nAllow: /${BIDI}\n${SCRIPT}${BIDI}\nUser-agent: GPTBot\nUser-agent: Other${BIDI}\nDisallow: /two\nSitemap: javascript:alert(1)\n`,
  },
};

let site: TestSite;
let account: TestAccount;
let session: { cookie: string; origin: string };
let first: any;
let second: any;

beforeAll(async () => {
  site = await newSite(routes);
  account = await newAccount("pro", [site.host]);
  [session, first] = await Promise.all([signIn(account.email), audit(account, site)]);
  await site.set({ ...routes, "/two": { body: html({ title: "A title of its own for this page" }) } });
  second = await audit(account, site);
});

const pathOf = (rest: string) => sitePath(site.host, "") + `/${rest}`;

async function open(rest: string): Promise<{ status: number; html: string }> {
  const answer = await exports.default.fetch(`http://api.test${rest ? pathOf(rest) : sitePath(site.host, "")}`, {
    headers: session,
    redirect: "manual",
  });
  return { status: answer.status, html: await answer.text() };
}

const post = (rest: string, fields: string) =>
  exports.default.fetch(`http://api.test${pathOf(rest)}`, {
    method: "POST",
    headers: { ...session, "content-type": "application/x-www-form-urlencoded" },
    body: fields,
    redirect: "manual",
  });

/** What a stranger's text could do to a page; empty: nothing. */
function effects(text: string): string[] {
  const tags = (text.match(/<[a-z][^>]*>/gi) ?? []).map((tag) =>
    tag.replaceAll(/(\s(?!src|type)[a-z-]+)="[^"]*"/g, '$1=""'),
  );
  const hrefs = [...text.matchAll(/\s(?:href|src|action)="([^"]*)"/g)].map(([, url]) => url!);
  return [
    ...tags.filter((tag) => /^<script(?! type="module" src="\/assets\/)/i.test(tag)),
    ...tags.filter((tag) => /^<(img|iframe|style|base|object)/i.test(tag) || /\s(on[a-z]+|style)=/i.test(tag)),
    ...hrefs.filter((url) => !/^(\/(?!\/)|#|https?:\/\/)/.test(url)),
    ...(text.match(/[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/g) ?? []),
  ];
}

/** Every page of audits and of Inspect with content, with the number of the API's answers it takes. */
const everyPage = (): [rest: string, calls: number][] => {
  const page = (path: string) => `path=${encodeURIComponent(path)}`;
  const id = second.run.id as string;
  return [
    ["audits", 4],
    ["audits/new", 3],
    ["audits/robots", 3],
    [`audits/${id}`, 5],
    ["audits/latest", 6],
    [`audits/${id}/issues`, 4],
    [`audits/${id}/issues?severity=error`, 4],
    [`audits/${id}/pages?sort=-issueCount`, 4],
    [`audits/${id}/pages?sort=nonsense`, 4],
    [`audits/${id}/page?${page("/hostile")}`, 5],
    [`audits/${id}/page?${page("/two")}`, 5],
    [`audits/${id}/robots`, 3],
    [`audits/${id}/agents`, 3],
    [`audits/${id}/map`, 4],
    [`audits/${id}/map?view=clicks`, 4],
    [`audits/${id}/compare`, 6],
    [`audits/${id}/sites`, 4],
    [`audits/${id}/compare?with=${first.run.id}`, 6],
    [`inspect?url=${encodeURIComponent("/hostile")}`, 9],
    [`inspect?url=${encodeURIComponent("/never-seen")}`, 9],
    ["inspect", 2],
  ];
};

describe("the pages of audits, over a hostile site", () => {
  it("let nothing of it take effect, stay small, and take a fixed number of the API's answers", async () => {
    const asked = vi.spyOn(app, "fetch");
    for (const [rest, calls] of everyPage()) {
      asked.mockClear();
      const { status, html: text } = await open(rest);
      expect([rest, status, effects(text)]).toEqual([rest, 200, []]);
      expect([rest, asked.mock.calls.length]).toEqual([rest, calls]);
      expect([rest, text.match(/<h1/g)?.length, text.length < 250_000]).toEqual([rest, 1, true]);
    }
    asked.mockRestore();
  });

  it("let nothing take effect on the page of any issue or page either", async () => {
    const ids = new Set<string>([
      ...second.pages.flatMap(({ issues }: any) => issues.map(({ id }: any) => id)),
      ...second.run.robotsAnalysis.issues.map(({ id }: any) => id),
      ...second.run.sitemapIssues.map(({ id }: any) => id),
    ]);
    expect(ids.size).toBeGreaterThan(8);
    const rests = [
      ...Array.from(ids, (id) => `audits/latest/issues/${id}`),
      ...second.pages.map(({ path }: any) => `audits/latest/page?path=${encodeURIComponent(path)}`),
    ];
    for (const rest of rests) {
      const { status, html: text } = await open(rest);
      expect([rest, status, effects(text)]).toEqual([rest, 200, []]);
    }
  });

  it("come back from a try of a hostile robots.txt", async () => {
    const text = `User-agent: *\nDisallow: /one\n${SCRIPT}${BIDI}</textarea><script>`;
    const answer = await post("audits/robots", `robotsTxt=${encodeURIComponent(text)}`);
    const shown = await answer.text();
    expect([answer.status, effects(shown.replaceAll(BIDI, ""))]).toEqual([200, []]);
    expect(shown).toContain("/one</bdi>");
  });
});

describe("the way to the fix", () => {
  it("takes one click from a run, at an address that stays", async () => {
    const [top] = second.run.topIssues;
    expect((await open("audits/latest")).html).toContain(pathOf(`audits/${second.run.id}/issues/${top.id}`));
    for (const run of ["latest", second.run.id]) {
      const { html: text } = await open(`audits/${run}/issues/${top.id}`);
      expect(text).toContain(escaped(top.title));
      expect(text).toContain("How to fix it:");
      expect(text).toContain("Each line below is JSON");
    }
  });

  it("shows the deciding line of robots.txt for a page", async () => {
    const { html: text } = await open("audits/latest/page?path=%2Ftwo");
    expect(text).toMatch(/GPTBot.*?<code><bdi>Disallow: \/two<\/bdi><\/code> \(line <span class="number">7</s);
  });
});

describe("the result of an audit", () => {
  it("begins with what changed, and leaves robots.txt and agents to their tabs", async () => {
    const { html: text } = await open(`audits/${second.run.id}`);
    const heads = Array.from(text.matchAll(/<h2[^>]*>([^<]+)<\/h2>/g), ([, head]) => head);
    expect(heads.slice(0, 3)).toEqual(["Since the audit before", "Health", "Fix first"]);
    const { fixedIssueIds } = second.run.crawlStats.comparable;
    expect(fixedIssueIds).toContain("duplicate_title");
    const difference = text.split('id="difference"')[1]!.split("</section>")[0]!;
    expect(difference).toMatch(
      new RegExp(`Kinds of issues fixed</div><div[^>]*><span class="number">${fixedIssueIds.length}<`),
    );
    expect(difference).toContain("<h3>Fixed</h3>");
    expect(text).not.toMatch(/What each crawler may fetch|llms\.txt</);
    expect((await open(`audits/${second.run.id}/robots`)).html).toContain("What each crawler may fetch");
    expect((await open(`audits/${second.run.id}/agents`)).html).toContain("llms.txt");
    expect((await open(`audits/${first.run.id}`)).html).toContain("This is the first audit.");
  });
});

describe("the map", () => {
  it("has every page of the audit, as the API's answer, a picture and a file", async () => {
    const id = second.run.id as string;
    const { body } = await call("GET", `/api/seo-spider/runs/${id}/map`, { headers: account.auth });
    expect(body.folders[0]).toMatchObject({ path: "/", parent: null, pages: second.pages.length });
    expect((await open(`audits/${id}/map`)).html).toContain("<svg ");
    const file = await exports.default.fetch(`http://api.test${pathOf(`audits/${id}/map.svg?view=clicks`)}`, {
      headers: session,
    });
    expect(file.headers.get("content-type")).toBe("image/svg+xml; charset=utf-8");
    expect(file.headers.get("content-disposition")).toBe(`attachment; filename="map-${id}.svg"`);
    expect(file.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(await file.text()).toMatch(/^<svg .*<\/svg>$/s);
  });
});

describe("Compare", () => {
  it("lists every kind of issue of both audits", async () => {
    const { html: text } = await open(`audits/${second.run.id}/compare`);
    const rows = Array.from(text.matchAll(/<tr><th scope="row".*?<\/tr>/gs), ([row]) => row);
    const ids = (...states: string[]) =>
      rows
        .filter((row) => states.some((state) => row.includes(`data-name="Since then"><div>${state}</div>`)))
        .map((row) => /\/issues\/([a-z0-9_]+)"/.exec(row)![1]!);
    const kinds = async ({ run }: any) =>
      (await call("GET", `/api/seo-spider/runs/${run.id}/issues`, { headers: account.auth })).body.issues.map(
        ({ id }: any) => id,
      );
    const [before, now] = await Promise.all([kinds(first), kinds(second)]);
    const both = now.filter((id: string) => before.includes(id));
    expect(both.length).toBeGreaterThan(5);
    expect(ids("still there", "more", "fewer").sort()).toEqual(both.sort());
    expect(ids("gone")).toEqual(["duplicate_title"]);
    expect(text).not.toContain("is left");
    // Every page that says what changed says the same.
    const counts = [
      ["fixed", 1],
      ["New", now.length - both.length],
      ["Remaining", both.length],
    ] as const;
    for (const rest of ["", `audits/${second.run.id}`, `audits/${second.run.id}/compare`]) {
      const { html: shown } = await open(rest);
      for (const [name, count] of counts)
        expect([
          rest,
          name,
          new RegExp(`${name}(?: kinds)?</(?:dt><dd|div><div class="[^"]*")><span class="number">(\\d+)<`).exec(
            shown,
          )?.[1],
        ]).toEqual([rest, name, String(count)]);
    }
    const csv = await exports.default.fetch(`http://api.test${pathOf(`audits/${second.run.id}/compare`)}?format=csv`, {
      headers: session,
    });
    expect((await csv.text()).trim().split("\n")).toHaveLength(rows.length + 1);
  });
});

describe("Health", () => {
  it("is one number on every page, without another score beside it", async () => {
    const health = String(Math.round(second.run.siteScore));
    expect(second.run.siteScore).not.toBe(second.run.healthScore);
    const shown = /stat-name">(?:<a[^>]*>)?Health(?:<\/a>)?<\/div><div class="[^"]*"><span class="number">([^<]+)</;
    for (const rest of ["", `audits/${second.run.id}`]) {
      const { html: text } = await open(rest);
      expect([rest, shown.exec(text)?.[1]]).toEqual([rest, health]);
      expect(text).not.toMatch(/[Ss]ite(?:&#39;|')?s? score|[Hh]ealth score|Rendered score/);
    }
    expect((await open("audits")).html).toContain(`data-name="Health"><div><span class="number">${health}</span>`);
  });
});

describe("pages of a domain", () => {
  it("know only its own runs", async () => {
    const other = await newSite();
    const owner = await newAccount("pro", [other.host]);
    const cookie = await signIn(owner.email);
    const base = `http://api.test/app/site/${encodeURIComponent(other.host)}`;
    for (const rest of [
      `audits/${second.run.id}`,
      `audits/${second.run.id}/pages`,
      "audits/latest",
      "audits/none/issues",
    ])
      expect([rest, (await exports.default.fetch(`${base}/${rest}`, { headers: cookie })).status]).toEqual([rest, 404]);
    const empty = await (await exports.default.fetch(`${base}/audits`, { headers: cookie })).text();
    expect(empty).toContain("No audit yet");
  });
});

describe("filters and forms", () => {
  it("say next to the field what the API refuses", async () => {
    const { status, html: text } = await open("audits/latest/pages?path=one&severity=error");
    expect(status).toBe(400);
    expect(text).toMatch(/id="path-error">[^<]*must start with/);
    expect(text).toContain('value="one"');
    const answer = await post(
      "audits/new",
      "mode=follow&urls=https%3A%2F%2Felsewhere.test%2F&files=own&maxDepth=7&include=bad",
    );
    const shown = await answer.text();
    expect(answer.status).toBe(400);
    expect(shown).toMatch(/id="include-error">/);
    expect(shown).toContain("https://elsewhere.test/</textarea>");
    const outside = await (
      await post("audits/new", "mode=follow&urls=https%3A%2F%2Felsewhere.test%2F&files=own")
    ).text();
    expect(outside).toMatch(/id="urls-error">https:\/\/elsewhere\.test\/ is on elsewhere\.test/);
    expect((await open("inspect?url=https%3A%2F%2Felsewhere.test%2F")).html).toMatch(
      /id="url-error">This address is on/,
    );
  });

  it("start an audit of the addresses in a file", async () => {
    await site.set({ "*": { body: html() } });
    const send = (name: string, text: string) => {
      const body = new FormData();
      body.set("file", new File([text], name));
      const options = { method: "POST", headers: session, body, redirect: "manual" } as const;
      return exports.default.fetch(`http://api.test${pathOf("audits/new/list")}`, options);
    };
    const empty = await send("list.txt", "");
    expect([empty.status, await empty.text()]).toEqual([400, expect.stringContaining("the file lists no URL")]);
    const started = await send("list.txt", `# mine\n${site.origin}/x,y\r\n${site.origin}/z\n`);
    expect(started.status).toBe(303);
    const rest = started.headers.get("location")!.slice(pathOf("").length);
    const detail = await until(async () => {
      const { body } = await call("GET", `/api/seo-spider/runs/${rest.slice("audits/".length)}`, { headers: session });
      return body.run.completedAt !== null && body;
    });
    expect(detail.pages.map(({ path }: any) => path)).toEqual(["/x,y", "/z"]);
  });

  it("start an audit, follow it and cancel it", async () => {
    await site.set({ "*": { body: html(), delayMs: 400 } });
    const started = await post("audits/new", `mode=follow&files=none&urls=${encodeURIComponent(`${site.origin}/`)}`);
    expect(started.status).toBe(303);
    const rest = started.headers.get("location")!.slice(pathOf("").length);
    const { html: text } = await open(rest);
    expect(text).toContain(`data-progress="/api/seo-spider/runs/${rest.slice("audits/".length)}/progress"`);
    expect(text).toContain('<meta http-equiv="refresh" content="5"');
    expect(
      (await post("audits/new", `mode=follow&files=none&urls=${encodeURIComponent(`${site.origin}/`)}`)).status,
    ).toBe(409);
    expect((await open("audits")).html).toContain("Watch the running audit");
    const cancelled = await post(`${rest}/cancel`, "");
    expect([cancelled.status, cancelled.headers.get("location")]).toEqual([303, pathOf(rest)]);
  });
});

describe("Inspect", () => {
  it("shows each part, and of a part that fails only why", async () => {
    const real = app.fetch.bind(app);
    const broken = vi.spyOn(app, "fetch").mockImplementation((request, ...rest) => {
      if (new URL(request.url).pathname.endsWith("/page-insights")) throw new Error("broken on purpose");
      if (new URL(request.url).pathname.endsWith("/prompt-stats"))
        return Response.json({ error: "x", message: "Prompts are being moved." }, { status: 409 });
      return real(request, ...rest);
    });
    const { status, html: text } = await open("inspect?url=/one");
    broken.mockRestore();
    expect(status).toBe(200);
    expect(text).toContain("Prompts are being moved.");
    expect(text).not.toContain("broken on purpose");
    const parts = ["Not cached", "Findings", "Never rendered", "GPTBot", "History", "Something went wrong on our side"];
    for (const part of parts) expect([part, text.includes(part)]).toEqual([part, true]);
  });
});
