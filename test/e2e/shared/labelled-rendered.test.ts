import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOST, ORIGIN, urlOf } from "../../support/labelled/page.ts";
import { renderedLabels } from "../../support/labelled/rendered-checks.ts";
import { issuesByPath, routesOf } from "../../support/labelled/routes.ts";
import type { SnapshotPage } from "../../support/labelled/scripted-page.ts";
import { siteOf } from "../../support/labelled/site.ts";
import { ask, seedAccount, startAudit, untilEnded } from "../../support/service.ts";
import { base } from "../../support/shared-service.ts";
import { startSite, type SiteRoute, type SiteServer } from "../../support/site-server.ts";

const CACHED = { "cache-control": "max-age=3600" };
const script = (headers: Record<string, string>, body = "//", route: SiteRoute = {}): SiteRoute => ({
  headers: { "content-type": "text/javascript", "access-control-allow-origin": "*", ...headers },
  body,
  ...route,
});
const styles = (headers: Record<string, string>): SiteRoute => ({
  headers: { "content-type": "text/css", ...headers },
});
const MB2 = 2 * 1024 * 1024;
/** Files that the pages load from their own server and from another one. */
const FILES: Record<string, SiteRoute> = {
  "/files/app.js": script(CACHED),
  "/files/broken": script({}, "", { status: 503 }),
  "/files/endless": script({}, "", { delayMs: 60_000 }),
  "/files/heavy.js": script(CACHED, "/".repeat(MB2 + 1)),
  "/files/heavy-revalidated.js": script({ "cache-control": "no-cache", etag: '"1"' }, "/".repeat(MB2 + 1), {
    when: [
      {
        header: "if-none-match",
        includes: '"1"',
        route: script({ "cache-control": "no-cache", etag: '"1"' }, "", { status: 304 }),
      },
    ],
  }),
  "/files/light-enough.js": script(CACHED, "/".repeat(MB2 - 1_000)),
  "/files/compressed.js": script({ ...CACHED, "content-encoding": "gzip" }, "/".repeat(MB2 + 1), { gzip: true }),
  "/files/uncached.js": script({}),
  "/files/uncached.css": styles({}),
  "/files/expires.js": script({ expires: "Thu, 31 Dec 2099 00:00:00 GMT" }),
  "/closed/app.js": script(CACHED),
  "/closed/site.css": styles(CACHED),
  "/closed.js": script(CACHED),
};

describe("the labelled site of scripted pages, audited with a real browser", () => {
  let site: SiteServer;
  let elsewhere: SiteServer;
  let auth: Record<string, string>;
  beforeAll(async () => {
    [site, elsewhere] = await Promise.all([startSite(), startSite()]);
    elsewhere.routes = FILES;
    auth = await seedAccount(base, { domain: HOST, origin: site.origin });
  });
  afterAll(async () => {
    await Promise.all([site.close(), elsewhere.close()]);
  });

  /** Renders pages in their earlier state, to create the snapshots for crawlers. */
  async function makeSnapshots(pages: readonly SnapshotPage[]): Promise<void> {
    site.routes = { ...routesOf(pages.map((page) => page.before)), ...FILES };
    for (const page of pages) {
      const answer = await ask(base, "GET", `/render/${urlOf(page)}`, { headers: auth });
      // A second try finds those of the first.
      expect([answer.status, answer.headers.get("x-crawlready-cache")]).toEqual([
        200,
        expect.stringMatching(/^(miss|hit)$/),
      ]);
    }
  }

  it("has a page for every check that compares a page with its rendered version", async () => {
    const { body } = await ask(base, "GET", "/api/seo-spider/checks", { headers: auth });
    // A page that could not be rendered has no rendered version: test/worker/prerender/rendering-and-previews.test.ts.
    const rendered = body.checks.filter(
      ({ scope, id }: { scope: string; id: string }) => scope === "rendered" && id !== "not_rendered",
    );
    const planted = new Set<string>(renderedLabels("").map((label) => label.check));
    const missing = rendered.filter(({ id }: { id: string }) => !planted.has(id));
    expect(missing).toEqual([]);
  });

  it(
    "is reported exactly as labelled: every defect where it was planted, and none elsewhere",
    { timeout: 400_000 },
    async () => {
      const pages = siteOf(renderedLabels(elsewhere.origin), []);
      await makeSnapshots(pages.filter((page): page is SnapshotPage => "before" in page));
      site.routes = { ...routesOf(pages), ...FILES };
      const started = await startAudit(base, auth, HOST, { urls: [`${ORIGIN}/`], allowSampling: false, files: "none" });
      const { run, pages: reported } = await untilEnded(base, auth, started.body.runId, 300_000);
      expect(run).toMatchObject({ status: "success", closeReason: "finished" });
      const unrendered = reported.filter((page: any) => page.rendered && page.rendered.outcome !== "rendered");
      expect(unrendered.map((page: any) => [page.path, page.rendered.reason])).toEqual([]);
      const labs = reported.flatMap((page: any) => page.rendered?.lab ?? []);
      expect(labs.length).toBeGreaterThan(0);
      expect(labs.every((lab: any) => lab.bytes > 0 && lab.cls >= 0 && (lab.lcpMs === null || lab.lcpMs > 0))).toBe(
        true,
      );
      expect(labs.some((lab: any) => lab.lcpMs !== null)).toBe(true);
      const issues = issuesByPath(pages, reported);
      expect(issues.reported).toEqual(issues.planted);
    },
  );
});
