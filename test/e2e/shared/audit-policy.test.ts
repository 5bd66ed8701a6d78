import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSite, type SiteServer } from "../../support/site-server.ts";
import { seedAccount, startAudit, untilEnded } from "../../support/service.ts";
import { base } from "../../support/shared-service.ts";

const PRODUCTS = Array.from({ length: 4 }, (_, i) => `/shop/${i}`);
const ARTICLES = Array.from({ length: 4 }, (_, i) => `/blog/${i}`);
const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><main><h1>${title}</h1><p>${`Words about ${title}. `.repeat(40)}</p>${body}</main></body></html>`;
const linksTo = (paths: string[]) => paths.map((path) => `<a href="${path}">See ${path}</a>`).join(" ");
const PRICES =
  '<div id="more"></div><script>document.querySelector("#more").innerHTML = "<h2>Price</h2>" + "<p>Reviews of buyers. </p>".repeat(60); null.nothing;</script>';

describe("which pages of a server-rendered shop an audit renders", () => {
  let site: SiteServer;
  let auth: Awaited<ReturnType<typeof seedAccount>>;
  beforeAll(async () => {
    site = await startSite();
    auth = await seedAccount(base, { domain: site.host });
    const routes = Object.fromEntries([
      ...PRODUCTS.map((path) => [path, { body: page(`Chair ${path}`, PRICES) }]),
      ...ARTICLES.map((path) => [path, { body: page(`Post ${path}`, "<script>document.title;</script>") }]),
    ]);
    const missing = { status: 404 };
    site.routes = {
      ...routes,
      "/": { body: page("Chairs", linksTo([...PRODUCTS, ...ARTICLES])) },
      "/robots.txt": missing,
      "/sitemap.xml": missing,
      "*": missing,
    };
  });
  afterAll(async () => {
    await site.close();
  });

  const resultOf = async (rendering: string) => {
    const { body } = await startAudit(base, auth, site.host, { rendering });
    return untilEnded(base, auth, body.runId);
  };

  it("auto: a sample of each template, and all of the one that scripts change", async () => {
    const { run, pages } = await resultOf("auto");
    const reasonOf = (path: string) => pages.find((each: any) => each.path === path).renderingReason;
    const last = PRODUCTS.at(-1)!;
    expect(reasonOf(last)).toBe("template_changes");
    expect(reasonOf(ARTICLES.at(-1)!)).toBe("template_unchanged");
    expect(reasonOf("/")).toBe("template_sample");
    const chair = pages.find((each: any) => each.path === last);
    expect(chair.rendered).toMatchObject({ outcome: "rendered" });
    expect(chair.issues.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining(["js_dependent_content", "js_errors"]),
    );
    const reasons = { template_sample: 3, template_changes: 3, template_unchanged: 3 };
    expect(run.crawlStats).toMatchObject({ rendered: 6, rendering: { policy: "auto", budget: 200, reasons } });
  });

  it("never: none", async () => {
    const { run, pages } = await resultOf("never");
    expect(run.crawlStats).toMatchObject({ rendered: 0, rendering: { policy: "never", reasons: { never: 9 } } });
    expect(pages.every((each: any) => each.rendered === null)).toBe(true);
  });
});
