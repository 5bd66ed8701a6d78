import { exports } from "cloudflare:workers";
import { encode } from "uqr";
import { describe, expect, it } from "vitest";
import { call, html, newAccount, newSite, PASSWORD, signIn } from "../support/api.ts";

const HTML = { accept: "text/html,application/xhtml+xml" };

const send = (path: string, headers: Record<string, string> = {}, fields?: Record<string, string>) =>
  exports.default.fetch(`http://api.test${path}`, {
    method: fields ? "POST" : "GET",
    headers: { ...HTML, ...(fields && { "content-type": "application/x-www-form-urlencoded" }), ...headers },
    body: fields && new URLSearchParams(fields).toString(),
    redirect: "manual",
  });

const hidden = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1]?.replaceAll("&amp;", "&");

describe("a session that has ended", () => {
  it("costs no text: the reader signs in again, and one button sends the form", async () => {
    const { email } = await newAccount("pro");
    const stale = await signIn(email);
    await call("POST", "/api/auth/sign-out", { headers: stale, json: {} });
    const read = await send("/app/account/log?area=session", stale);
    expect(read.headers.get("location")).toBe("/app/sign-in?next=%2Fapp%2Faccount%2Flog%3Farea%3Dsession&ended=yes");
    expect(await (await send(read.headers.get("location")!)).text()).toContain("Your session has ended");

    const domain = `kept-${crypto.randomUUID()}.example`;
    const typed = { domain, brandName: 'A "brand" & more', password: "hush-0815" };
    const refused = await send("/app/domains", stale, typed);
    const form = await refused.text();
    expect([refused.status, form.includes("Your session has ended"), form.includes("hush-0815")]).toEqual([
      401,
      true,
      false,
    ]);
    const kept = { resume: hidden(form, "resume")!, kept: hidden(form, "kept")! };
    const wrong = await (await send("/app/sign-in", {}, { email, password: "wrong", ...kept })).text();
    expect(hidden(wrong, "kept")).toBe(kept.kept);

    const back = await send("/app/sign-in", {}, { email, password: PASSWORD, ...kept });
    const resumed = await back.text();
    expect(resumed).toContain('action="/app/domains"');
    const fields = { domain: hidden(resumed, "domain")!, brandName: 'A "brand" & more' };
    expect([fields.domain, resumed.includes("A &quot;brand&quot; &amp; more")]).toEqual([domain, true]);
    const cookie = back.headers.getSetCookie().map((each) => each.split(";")[0]);
    const sent = await send("/app/domains", { cookie: cookie.join("; ") }, fields);
    expect([sent.status, sent.headers.get("location")]).toEqual([303, `/app/site/${domain}/verify`]);
  });

  it("sends nobody elsewhere, and keeps no form that is too long", async () => {
    const { email } = await newAccount("pro");
    for (const resume of ["https://evil.test/", "//evil.test", "/api/account", "/app/../x"]) {
      const answer = await send("/app/sign-in", {}, { email, password: PASSWORD, resume, kept: "a=1" });
      expect([resume, answer.status, answer.headers.get("location")]).toEqual([resume, 303, "/app"]);
    }
    const long = await (await send("/app/domains", {}, { domain: "x".repeat(200_000) })).text();
    expect([long.length < 20_000, hidden(long, "kept")]).toEqual([true, undefined]);
  });
});

describe("what does not exist", () => {
  it("is a page for browsers and JSON for programs", async () => {
    const page = await send("/nothing/here");
    const html = await page.text();
    expect([page.status, html.startsWith("<!doctype html>"), html.match(/<h1/g)?.length]).toEqual([404, true, 1]);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    for (const [path, accept] of [
      ["/nothing/here", "*/*"],
      ["/api/nothing", HTML.accept],
    ]) {
      const answer = await send(path!, { accept: accept! });
      expect([path, answer.status, ((await answer.json()) as any).error]).toEqual([path, 404, "not_found"]);
    }
  });

  it("is not the icon or robots.txt", async () => {
    const icon = await send("/favicon.ico");
    const svg = await send(icon.headers.get("location")!);
    expect([icon.status, svg.status, svg.headers.get("content-type")]).toEqual([301, 200, "image/svg+xml"]);
    const robots = await send("/robots.txt", { accept: "*/*" });
    expect([robots.status, await robots.text()]).toEqual([
      200,
      expect.stringMatching(/Allow: \/docs\n[^]*Disallow: \/\n/),
    ]);
  });
});

describe("pages for everyone", () => {
  it("know who reads them, and are then for nobody's cache", async () => {
    const { email } = await newAccount("pro");
    const session = await signIn(email);
    for (const path of ["/docs", "/docs/errors", "/bots", "/bot"]) {
      const [known, unknown] = await Promise.all([send(path, session), send(path)]);
      const [own, others] = [await known.text(), await unknown.text()];
      expect([path, own.includes(email), own.includes('href="/app/sign-in">Sign in')]).toEqual([path, true, false]);
      expect([path, others.includes(email), others.includes('href="/app/sign-in">Sign in')]).toEqual([
        path,
        false,
        true,
      ]);
      expect(known.headers.get("cache-control")).toBe("no-store");
      expect(unknown.headers.get("vary")).toContain("Cookie");
    }
  });
});

describe("the page at /", () => {
  const look = (url: string, headers: Record<string, string> = { origin: "http://api.test" }) =>
    exports.default.fetch("http://api.test/look", {
      method: "POST",
      headers: { ...headers, "cf-connecting-ip": "192.0.2.61", "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ url }).toString(),
    });

  it("is for strangers and caches; who is signed in goes on to the dashboard", async () => {
    const stranger = await send("/");
    expect([stranger.status, stranger.headers.get("cache-control")]).toEqual([200, "public, max-age=300"]);
    expect(stranger.headers.get("vary")).toContain("Cookie");
    const page = await stranger.text();
    expect(page).toContain("See it as GPTBot");
    expect(page).not.toMatch(/noindex|Plans and prices|Open the demo/);
    const { email } = await newAccount("pro");
    const member = await send("/", await signIn(email));
    expect([member.status, member.headers.get("location"), member.headers.get("cache-control")]).toEqual([
      303,
      "/app",
      "no-store",
    ]);
    expect((await send("/look")).headers.get("location")).toBe("/");
  });

  it("shows what GPTBot gets of the page that somebody typed, as text", async () => {
    const title = "<b>Shop</b>";
    const site = await newSite({
      "*": { body: html({ title: title.replaceAll("<", "&lt;"), body: "&lt;script&gt;alert(1)&lt;/script&gt; text" }) },
    });
    const answer = await look(`${site.host}/p`);
    const page = await answer.text();
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(page).toContain("&lt;b&gt;Shop");
    expect(page).not.toMatch(/<script>alert|<b>Shop/);
    expect(page).toContain(`value="${site.host}/p"`);
  });

  it("says what is wrong with an address, and takes no form of another site", async () => {
    const wrong = await look("not an address");
    expect([wrong.status, (await wrong.text()).includes("field-error")]).toEqual([400, true]);
    expect((await look("example.com", { origin: "https://evil.test" })).status).toBe(403);
  });
});

describe("a second factor", () => {
  it("is set up with a QR code of its address, made by the server", async () => {
    const { email } = await newAccount("pro");
    const session = await signIn(email);
    const html = await (await send("/app/account/two-factor/enable", session, { "on-password": PASSWORD })).text();
    const uri = /href="(otpauth:[^"]+)"/.exec(html)![1]!.replaceAll("&amp;", "&");
    const path = /<svg class="qr" viewBox="0 0 (\d+) \1"[^]*?<path d="([^"]+)"/.exec(html)!;
    const { data, size } = encode(uri, { ecc: "M", border: 4 });
    const dark = new Set(Array.from(path[2]!.matchAll(/M(\d+) (\d+)h1v1h-1z/g), ([, x, y]) => `${x} ${y}`));
    expect([Number(path[1]), dark.size]).toEqual([size, data.flat().filter(Boolean).length]);
    // The three corner marks, inside the border that readers need.
    for (const at of ["4 4", `${size - 5} 4`, `4 ${size - 5}`]) expect([at, dark.has(at)]).toEqual([at, true]);
    for (let i = 0; i < size; i++) expect(dark.has(`0 ${i}`) || dark.has(`${i} 3`)).toBe(false);
  });
});
