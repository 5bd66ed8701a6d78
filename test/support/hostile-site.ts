import type net from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { answer, endless, type RawHandler } from "./raw-server.ts";

export const GOOD_PAGES = 20;

const doc = (title: string, body: string, head = "") =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body><h1>${title}</h1><p>${"Some words of text. ".repeat(30)}</p>${body}</body></html>`;
const links = (hrefs: readonly string[]) => hrefs.map((href) => `<a href="${href}">${href.slice(0, 60)}</a>`).join(" ");
const script = (code: string) =>
  `<!doctype html><html><head><title>Script</title></head><body><div id="root"></div><script>${code}</script></body></html>`;
const redirect =
  (location: string | null): RawHandler =>
  (socket) =>
    answer(socket, "", { status: "302 Found", headers: location === null ? {} : { Location: location } });
const page =
  (html: string | Uint8Array, options?: Parameters<typeof answer>[2]): RawHandler =>
  (socket) =>
    answer(socket, html, options);
const encoded = (body: Uint8Array, encoding: string) => page(body, { headers: { "Content-Encoding": encoding } });
const raw =
  (text: string, then: (socket: net.Socket) => void = (socket) => socket.end()): RawHandler =>
  (socket) => {
    socket.write(text);
    then(socket);
  };

/** Expected page result of a hostile URL; `any`: the result exists, with any content. */
export type Expected = { outcome?: string[]; statusCode?: number } | "any";

/** One of the 44 behaviours, at paths where a good page could be. */
export interface Behaviour {
  n: number;
  name: string;
  paths: Record<string, { handle: RawHandler; expect: Expected }>;
}

const FAILED = ["unreachable", "timeout"];
const BOMB = Buffer.alloc(100_000_000, " ");
const NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/**
 * Behaviours 1 to 35, 41 to 44: each is one or more URLs linked from the home page. `canary`: a host that must not be
 * requested.
 */
function pageBehaviours(host: string, canary: string): Behaviour[] {
  const one = (n: number, name: string, handle: RawHandler, expect: Expected): Behaviour => ({
    n,
    name,
    paths: { [`/h/${n}`]: { handle, expect } },
  });
  const several = (
    n: number,
    name: string,
    variants: Record<string, RawHandler>,
    expect: Expected = "any",
  ): Behaviour => ({
    n,
    name,
    paths: Object.fromEntries(Object.entries(variants).map(([key, handle]) => [`/h/${n}/${key}`, { handle, expect }])),
  });
  const [port] = canary.split(":").slice(-1);
  return [
    one(
      1,
      "endless body",
      (socket) => endless(socket, "Content-Type: text/html", Buffer.from("<p>more</p>".repeat(6_000))),
      { outcome: ["ok"], statusCode: 200 },
    ),
    one(2, "gzip bomb", encoded(gzipSync(BOMB), "gzip"), { outcome: ["ok"], statusCode: 200 }),
    one(3, "nested gzip", encoded(gzipSync(gzipSync(doc("Nested", ""))), "gzip"), "any"),
    one(4, "br bomb", encoded(brotliCompressSync(BOMB), "br"), "any"),
    one(5, "bad gzip", encoded(Buffer.from("this is no gzip at all"), "gzip"), "any"),
    one(6, "unrequested zstd", encoded(Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 1, 2, 3, 4]), "zstd"), "any"),
    one(7, "slow head", () => {}, { outcome: ["timeout"], statusCode: 0 }),
    one(
      8,
      "one byte per half second",
      (socket) => {
        socket.write(
          "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<html><title>Drip</title>",
        );
        const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write("x")), 500);
      },
      { outcome: ["timeout"] },
    ),
    one(9, "reset before the response", (socket) => socket.resetAndDestroy(), {
      outcome: ["unreachable"],
      statusCode: 0,
    }),
    one(
      10,
      "reset in the body",
      raw("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9000\r\n\r\n<title>Half</title>", (socket) =>
        setTimeout(() => socket.resetAndDestroy(), 50),
      ),
      "any",
    ),
    one(
      11,
      "short Content-Length",
      raw("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9000\r\n\r\n<title>Short</title>"),
      "any",
    ),
    one(
      12,
      "wrong chunking",
      raw(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n<title>Chunks</title>\r\n",
      ),
      "any",
    ),
    one(13, "garbage instead of HTTP", raw("\u0000\u0001 this is no HTTP \u00ff\r\n\r\n"), {
      outcome: FAILED,
      statusCode: 0,
    }),
    one(14, "a header of 200 KB", page(doc("Header", ""), { headers: { "X-Long": "a".repeat(200_000) } }), "any"),
    one(
      15,
      "5,000 headers",
      page(doc("Headers", ""), {
        headers: Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`X-${i}`, "1"])),
      }),
      "any",
    ),
    several(16, "statuses outside the standard", {
      "999": page("", { status: "999 Odd" }),
      "099": page("", { status: "099 Odd" }),
    }),
    one(
      17,
      "204 with a body",
      raw("HTTP/1.1 204 No Content\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello"),
      "any",
    ),
    several(
      18,
      "redirect loop",
      { a: redirect("/h/18/b"), b: redirect("/h/18/a") },
      { outcome: ["redirect"], statusCode: 302 },
    ),
    one(19, "chain of 30 redirects", redirect("/chain/1"), { outcome: ["redirect"], statusCode: 302 }),
    one(20, "redirect without Location", redirect(null), { outcome: ["error"], statusCode: 302 }),
    one(21, "broken Location", redirect("http://[broken"), { outcome: ["error"], statusCode: 302 }),
    several(
      22,
      "Location of another scheme",
      {
        file: redirect("file:///etc/passwd"),
        javascript: redirect("javascript:alert(1)"),
        data: redirect("data:text/html,x"),
      },
      { outcome: ["error"], statusCode: 302 },
    ),
    several(
      23,
      "redirect to private addresses",
      {
        loopback: redirect(`http://127.0.0.1:${port}/loopback`),
        mapped: redirect(`http://[::ffff:127.0.0.1]:${port}/mapped`),
        decimal: redirect(`http://2130706433:${port}/decimal`),
        metadata: redirect("http://169.254.169.254/latest/meta-data/"),
        name: redirect("http://metadata.google.internal/"),
      },
      { outcome: ["redirect"], statusCode: 302 },
    ),
    one(24, "redirect off the domain", redirect(`http://localhost:${port}/elsewhere`), {
      outcome: ["redirect"],
      statusCode: 302,
    }),
    one(25, "http and https ping-pong", redirect(`https://${host}/h/25`), { outcome: ["redirect"], statusCode: 302 }),
    one(27, "endless calendar", page(doc("Calendar", links(["/d/1"]))), { outcome: ["ok"] }),
    one(28, "session ids in paths", page(doc("Sessions", links(["/s/0/x"]))), { outcome: ["ok"] }),
    one(29, "permutations of parameters", page(doc("Parameters", links(["/p?a=1&b=2", "/p?b=2&a=1"]))), {
      outcome: ["ok"],
    }),
    one(30, "relative links that grow", page(doc("Growing", links(["/g/a/"]))), { outcome: ["ok"] }),
    one(31, "50,000 links on a page", page(doc("Links", links(Array.from({ length: 50_000 }, (_, i) => `/l/${i}`)))), {
      outcome: ["ok"],
    }),
    one(32, "100,000 nested elements", page(`<!doctype html><title>Deep</title>${"<div>".repeat(100_000)}deep`), {
      outcome: ["ok"],
    }),
    one(
      33,
      "an attribute of 8 MB",
      page(`<!doctype html><title>Attribute</title><p data-x="${"a".repeat(8_000_000)}">text</p>`),
      { outcome: ["ok"] },
    ),
    several(
      34,
      "wrong charsets",
      {
        utf16: page(Buffer.from(`\uFEFF${doc("UTF-16", "")}`, "utf16le"), { type: "text/html" }),
        unknown: page(doc("Unknown", ""), { type: "text/html; charset=klingon" }),
        invalid: page(Buffer.concat([Buffer.from(doc("Invalid", "")), Buffer.from([0xff, 0xfe, 0xc0, 0x80])])),
        bom: page(`\uFEFF${doc("BOM", "")}`, { type: "text/html; charset=iso-8859-1" }),
      },
      { outcome: ["ok"], statusCode: 200 },
    ),
    several(35, "content that does not match its type", {
      image: page(doc("Image", ""), { type: "image/png" }),
      video: (socket) =>
        endless(socket, "Content-Type: text/html\r\nContent-Length-Hint: 2147483648", Buffer.alloc(65_536, 0)),
    }),
    several(
      41,
      "429 and 503 with absurd Retry-After",
      {
        far: page("", { status: "429 Too Many Requests", headers: { "Retry-After": "1000000000" } }),
        negative: page("", { status: "429 Too Many Requests", headers: { "Retry-After": "-5" } }),
        past: page("", {
          status: "429 Too Many Requests",
          headers: { "Retry-After": "Sat, 01 Jan 2000 00:00:00 GMT" },
        }),
        gone: page("", { status: "503 Service Unavailable", headers: { "Retry-After": "1000000000" } }),
      },
      { outcome: ["error"] },
    ),
    several(42, "different content on each request", { cloak: cloaking(), flap: flapping() }),
    several(43, "cookies and walls", {
      cookies: page(doc("Cookies", ""), { headers: { "Set-Cookie": `a=${"b".repeat(10_000)}` } }),
      wall: redirect("/h/43/wall?cookie=1"),
      captcha: page(doc("Are you a robot?", "<form><input name=captcha></form>"), { status: "403 Forbidden" }),
    }),
    several(
      44,
      "scripts that misbehave",
      {
        alert: page(script("for (let i = 0; i < 50; i++) alert(i)")),
        spin: page(script("while (true) {}")),
        memory: page(script("window.kept = Array.from({ length: 4 }, () => new ArrayBuffer(1 << 28))")),
        popups: page(script("for (let i = 0; i < 200; i++) window.open('/good/1')")),
        navigate: page(script("setInterval(() => { location.href = '/h/44/navigate?' + Math.random() }, 20)")),
        download: page(
          script("const a = document.createElement('a'); a.href = '/good/1'; a.download = 'x'; a.click()"),
        ),
        requests: page(script("for (let i = 0; i < 5000; i++) fetch('/x/' + i).catch(() => {})")),
        worker: page(script("navigator.serviceWorker?.register('/sw.js').catch(() => {})")),
      },
      { outcome: ["ok"], statusCode: 200 },
    ),
  ];
}

function cloaking(): RawHandler {
  let times = 0;
  return (socket) => answer(socket, doc(`Version ${times++}`, links([`/good/${(times % GOOD_PAGES) + 1}`])));
}

function flapping(): RawHandler {
  let times = 0;
  return (socket) =>
    times++ % 2 === 0 ? answer(socket, "", { status: "500 Internal Server Error" }) : answer(socket, doc("Flap", ""));
}

const XML = { type: "application/xml" };
const urlset = (entries: string) => `<urlset ${NS}>${entries}</urlset>`;

/** Behaviours 37 to 39: sitemaps named in robots.txt. */
function sitemapBehaviours(host: string, canary: string): Record<string, RawHandler> {
  const base = `http://${host}`;
  const index = (...files: string[]) =>
    `<sitemapindex ${NS}>${files.map((file) => `<sitemap><loc>${base}${file}</loc></sitemap>`).join("")}</sitemapindex>`;
  const bomb = `<!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa">${"bcdefghij"
    .split("")
    .map((name, i) => `<!ENTITY ${name} "${`&${"abcdefghi"[i]};`.repeat(10)}">`)
    .join("")}]>${urlset(`<url><loc>${base}/&j;</loc></url>`)}`;
  const external = `<!DOCTYPE x [<!ENTITY e SYSTEM "http://${canary}/entity">]>${urlset(`<url><loc>${base}/&e;</loc></url>`)}`;
  const many = Array.from(
    { length: 50_001 },
    (_, i) => `<url><loc>${base}/l/${i}</loc><lastmod>9999-12-31</lastmod></url>`,
  );
  const foreign = `<url><loc>http://${canary}/foreign</loc><lastmod>${"9".repeat(10_000)}</lastmod></url>`;
  return {
    "/37-bomb.xml": page(bomb, XML),
    "/37-external.xml": page(external, XML),
    "/38-loop.xml": page(index("/38-loop.xml", "/38-back.xml"), XML),
    "/38-back.xml": page(index("/38-loop.xml"), XML),
    "/38-many.xml": page(index(...Array.from({ length: 10_000 }, (_, i) => `/child/${i}.xml`)), XML),
    "/39-big.xml": page(urlset(many.join("") + foreign), XML),
  };
}

/** A site of good pages with hostile addresses beside them; unknown paths answer 200 (36). */
export function hostileSite(host: string, canary: string): { handle: RawHandler; behaviours: Behaviour[] } {
  const behaviours = pageBehaviours(host, canary);
  const routes = new Map<string, RawHandler>();
  for (const { paths } of behaviours) for (const [path, { handle }] of Object.entries(paths)) routes.set(path, handle);
  const sitemaps = sitemapBehaviours(host, canary);
  for (const [path, handle] of Object.entries(sitemaps)) routes.set(path, handle);
  const good = Array.from({ length: GOOD_PAGES }, (_, i) => `/good/${i + 1}`);
  for (const path of good) routes.set(path, page(doc(`Good page ${path}`, links(["/"]))));
  const named = Object.keys(sitemaps).filter((path) => path !== "/38-back.xml");
  routes.set(
    "/robots.txt",
    page(named.map((path) => `Sitemap: http://${host}${path}\n`).join(""), { type: "text/plain" }),
  );
  const hostile = behaviours.flatMap(({ paths }) => Object.keys(paths));
  // Hostile links first; the links after them must still be found.
  routes.set("/", page(doc("A hostile site", links([...hostile, ...good]))));
  return { behaviours, handle: (socket, path) => (routes.get(path) ?? trap)(socket, path) };
}

/** Endless paths (27 to 30), the redirect chain (19), and a 200 for everything else (36). */
const trap: RawHandler = (socket, path) => {
  const number = Number(/\d+/.exec(path)?.[0] ?? 0);
  if (path.startsWith("/chain/") && number < 30) return redirect(`/chain/${number + 1}`)(socket, path);
  if (path.startsWith("/d/")) return answer(socket, doc(`Day ${number}`, links([`/d/${number + 1}`])));
  if (path.startsWith("/s/"))
    return answer(socket, doc("Session", links([`/s/${number + 1}/x`, `/s/${number + 1}/y`])));
  if (path.startsWith("/p?")) {
    const query = path.slice(3).split("&");
    const more = `c${query.length}=1`;
    return answer(
      socket,
      doc("Parameters", links([`/p?${[...query, more].join("&")}`, `/p?${[more, ...query].join("&")}`])),
    );
  }
  if (path.startsWith("/g/")) return answer(socket, doc("Growing", links(["a/", "./a/a/"])));
  if (path.startsWith("/child/")) return answer(socket, urlset(""), XML);
  answer(socket, doc("Nothing here", links([`/soft/${Math.random()}`])));
};
