import { expect, it } from "vitest";
import { LOOKS_OF_ADDRESS } from "../../../src/prerender/look/look-publicly";
import { call, html, newSite } from "../support/api.ts";

let addresses = 0;
const look = (url: string, address = `192.0.2.${++addresses}`) =>
  call("POST", "/api/look", { headers: { "cf-connecting-ip": address }, json: { url } });

it("shows what a page says without scripts, and what robots.txt says", async () => {
  const site = await newSite({
    "/robots.txt": { headers: { "content-type": "text/plain" }, body: "User-agent: GPTBot\nDisallow: /private\n" },
    "/": { body: html({ title: "Shop", body: "<p>one two three</p><script>more()</script>" }) },
    "/private": { body: html() },
    "/moved": { status: 301, headers: { location: "/" } },
    "/image": { headers: { "content-type": "image/png" }, body: "x" },
  });
  const { status, body } = await look(`${site.origin}/moved`);
  expect([status, body.url, body.status, body.title, body.scripts]).toEqual([
    200,
    `${site.origin}/`,
    200,
    "Shop",
    expect.any(Number),
  ]);
  expect(body.text).toContain("one two three");
  expect(body.robots).toEqual({ allowed: true, rule: null });
  expect((await site.headers())["user-agent"]).toMatch(/GPTBot.*CrawlreadyTrial/);
  expect((await look(`${site.origin}/image`)).body).toMatchObject({ status: 200, words: null, text: null });
  expect((await look(`${site.origin}/none`)).body).toMatchObject({ status: 404, failure: null });
});

it("requests nothing that robots.txt keeps from GPTBot, also behind a redirect to another host", async () => {
  const closed = await newSite({
    "/robots.txt": { headers: { "content-type": "text/plain" }, body: "User-agent: *\nDisallow: /\n" },
    "/": { body: html({ body: "secret" }) },
  });
  const { body } = await look(`${closed.origin}/`);
  expect(body).toMatchObject({ status: null, text: null, robots: { allowed: false, rule: "Disallow: /" } });
  expect(await closed.log()).toEqual(["GET /robots.txt"]);
  const open = await newSite({
    "/robots.txt": { status: 404 },
    "*": { status: 302, headers: { location: `${closed.origin}/` } },
  });
  const moved = (await look(`${open.origin}/`)).body;
  expect(moved).toMatchObject({ url: `${closed.origin}/`, text: null, robots: { allowed: false } });
  expect(await closed.log()).toEqual(["GET /robots.txt", "GET /robots.txt"]);
});

it("judges each page on the way, with one robots.txt per site", async () => {
  const site = await newSite({
    "/robots.txt": { headers: { "content-type": "text/plain" }, body: "User-agent: GPTBot\nDisallow: /private\n" },
    "/a": { status: 301, headers: { location: "/b" } },
    "/b": { status: 302, headers: { location: "/private" } },
    "/loop": { status: 302, headers: { location: "/loop" } },
    "/away": { status: 302, headers: { location: "mailto:a@b.example" } },
    "/private": { body: html({ body: "secret" }) },
  });
  const { body } = await look(`${site.origin}/a`);
  expect(body).toMatchObject({ url: `${site.origin}/private`, text: null, robots: { allowed: false } });
  expect(await site.log()).toEqual(["GET /robots.txt", "GET /a", "GET /b"]);
  expect((await look(`${site.origin}/loop`)).body).toMatchObject({ status: null, failure: "more than 5 redirects" });
  const away = await look(`${site.origin}/away`);
  expect([away.status, away.body.status, away.body.failure]).toEqual([200, null, expect.any(String)]);
});

it("says why there is no answer", async () => {
  const site = await newSite({ "/robots.txt": { status: 503 }, "*": { broken: true } });
  const { body } = await look(`${site.origin}/`);
  expect(body).toMatchObject({ status: null, failure: "the connection failed", robots: { allowed: null, rule: null } });
});

it("refuses what is no public page, and more than an address's share", async () => {
  for (const url of [
    "ftp://example.com/",
    "https://user:secret@example.com/",
    "javascript:alert(1)",
    "x".repeat(3_000),
  ])
    expect([url.slice(0, 30), (await look(url)).status]).toEqual([url.slice(0, 30), 400]);
  const site = await newSite({ "*": { body: html() } });
  const statuses = [];
  for (let i = 0; i <= LOOKS_OF_ADDRESS; i++) statuses.push((await look(`${site.origin}/`, "198.51.100.7")).status);
  expect(statuses).toEqual([...Array.from({ length: LOOKS_OF_ADDRESS }, () => 200), 429]);
  expect((await look(`${site.origin}/`)).status).toBe(200);
});
