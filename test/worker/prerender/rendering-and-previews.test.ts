import { describe, expect, it } from "vitest";
import { audit, html, newAccount, newSite } from "../support/api.ts";

/** The start of a PNG: just enough to determine its size. */
function png(width: number, height: number): string {
  const bytes = new Uint8Array(64);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  new DataView(bytes.buffer).setUint32(16, width);
  new DataView(bytes.buffer).setUint32(20, height);
  return btoa(String.fromCharCode(...bytes));
}
const PNG = { "content-type": "image/png" };
const links = (...hrefs: string[]) => hrefs.map((href) => `<a href="${href}">link to ${href}</a>`).join(" ");
const page = (detail: any, path: string) => detail.pages.find((each: { path: string }) => each.path === path);

describe("share images", () => {
  it("are read once, and count towards the preview score", async () => {
    const site = await newSite({});
    const { host } = site;
    const tags = (image: string) =>
      [
        '<meta property="og:title" content="A title for shares">',
        '<meta property="og:description" content="A description for shares">',
        `<meta property="og:image" content="${image}">`,
        '<meta property="og:type" content="article">',
        '<meta property="og:site_name" content="The site">',
        '<meta name="twitter:card" content="summary_large_image">',
        '<meta property="og:image:alt" content="What it shows">',
      ].join("");
    const shared = (image: string) => ({ body: html({ head: tags(image) }) });
    await site.set({
      "/": {
        body: html({
          head: tags(`http://${host}/good.png`),
          body: links("/a", "/b", "/small", "/gone", "/text", "/svg", "/data"),
        }),
      },
      "/a": shared(`http://${host}/good.png`),
      "/b": shared(`http://${host}/good.png#part`),
      "/small": shared(`http://${host}/small.png`),
      "/gone": shared(`http://${host}/gone.png`),
      "/text": shared(`http://${host}/text.png`),
      "/svg": shared(`http://${host}/i.svg`),
      "/data": shared("data:image/png;base64,AAAA"),
      "/good.png": { headers: PNG, base64: png(1200, 630) },
      "/small.png": { headers: PNG, base64: png(120, 630) },
      "/text.png": { headers: PNG, body: "no image at all" },
      "/i.svg": {
        headers: { "content-type": "image/svg+xml" },
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"/>',
      },
    });
    const account = await newAccount("pro", [host]);
    const detail = await audit(account, site);
    expect(page(detail, "/").shareImage).toEqual({
      url: `http://${host}/good.png`,
      status: 200,
      contentType: "image/png",
      format: "png",
      bytes: 64,
      width: 1200,
      height: 630,
    });
    const best = page(detail, "/a").previewScore;
    expect(page(detail, "/b").previewScore).toBe(best);
    expect(page(detail, "/a").previewUnverified).toBe(false);
    expect(best).toBeGreaterThanOrEqual(90);
    // Text without a size is still an image by its type, so only the points for the size are lost.
    expect(page(detail, "/text").previewScore).toBe(best - 10);
    for (const path of ["/small", "/gone", "/svg", "/data"]) expect(page(detail, path).previewScore, path).toBe(50);
    const asked = (await site.log()).filter((line) => line.endsWith(".png") || line.endsWith(".svg"));
    expect(asked.sort()).toEqual(["GET /gone.png", "GET /good.png", "GET /i.svg", "GET /small.png", "GET /text.png"]);
    const before = (await site.log()).length;
    await audit(account, site);
    const again = (await site.log()).slice(before).filter((line) => line.endsWith(".png"));
    // An image at fault may have been mended since.
    expect(again.sort(), "the day's cache holds good images over runs").toEqual([
      "GET /gone.png",
      "GET /small.png",
      "GET /text.png",
    ]);
  });
});

describe("share tags", () => {
  it("score less if another page has the same preview, indexable or not", async () => {
    const site = await newSite({});
    const tags = (title: string) =>
      `<meta property="og:title" content="${title}"><meta property="og:type" content="x">`;
    const named = (title: string, more = "") => ({ body: html({ head: tags(title) + more }) });
    const copyOf = (path: string) => `<link rel="canonical" href="http://${site.host}${path}">`;
    await site.set({
      "/": { body: html({ head: tags("Home"), body: links("/own", "/own?v=2", "/a", "/b", "/type", "/none") }) },
      "/own": named("Own", copyOf("/own")),
      "/own?v=2": named("Own", copyOf("/own")),
      "/a": named("The same"),
      "/b": named("The same", '<meta name="robots" content="noindex">'),
      "/type": { body: html({ head: '<meta property="og:type" content="x">' }) },
      "/none": { body: html() },
    });
    const account = await newAccount("pro", [site.host]);
    const detail = await audit(account, site);
    const scores = Object.fromEntries(detail.pages.map((each: any) => [each.path, each.previewScore]));
    const own = scores["/own"];
    expect(scores).toMatchObject({ "/": own, "/own?v=2": own, "/a": own - 5, "/b": own - 5 });
    // Without og:title the title element gives 7 of 15 points; no other page has the tag itself.
    expect(scores).toMatchObject({ "/type": own - 8, "/none": own - 8 - 3 - 5 });
  });
});

describe("shells", () => {
  it("are audited as served when there is no browser, and the run succeeds", async () => {
    const shell = `<!doctype html><html lang="en"><head><title>An app without text</title></head><body><div id="root"></div><script src="/app.js"></script>${links("/a", "/b", "/c", "/d", "/e")}</body></html>`;
    const site = await newSite({ "*": { body: shell } });
    const account = await newAccount("pro", [site.host]);
    const detail = await audit(account, site);
    expect(detail.run).toMatchObject({ status: "success", pagesCrawled: 6 });
    expect(detail.run.crawlStats.rendered).toBe(0);
    expect(page(detail, "/").rendered).toMatchObject({
      outcome: "failed",
      rendered: null,
      changed: [],
      raw: { title: "An app without text", links: 5 },
    });
    expect(page(detail, "/").rendered.reason.length).toBeGreaterThan(5);
    // After three consecutive failures a job stops requesting renders.
    expect(detail.pages.filter((each: any) => each.rendered !== null).length).toBeLessThanOrEqual(4);
  });
});
