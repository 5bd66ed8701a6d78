import { expect, it } from "vitest";
import { upkeepAudits } from "../../../src/audit";
import { call, env, html, newAccount, newSite, until } from "../support/api.ts";
import { countWrites, type Written } from "../support/count-writes.ts";

const DAY_MS = 86_400_000;
const PAGES = 1_000;

/** Pages in ten sections, each with a title and an image of its own and links to eight others. */
function routes() {
  const link = (path: string) => `<a href="${path}">${path}</a>`;
  const path = (n: number) => (n === 0 ? "/" : `/section-${n % 10}/article-about-something-${n}`);
  const links = (n: number) => Array.from({ length: 8 }, (_, i) => link(path((n * 8 + i + 1) % PAGES))).join(" ");
  const page = (n: number) => ({
    body: html({ title: `Article number ${n} of the site`, body: `${links(n)}<img src="/images/${n}.png" alt="x">` }),
  });
  return Object.fromEntries(Array.from({ length: PAGES }, (_, n) => [path(n), page(n)]));
}

// The short form is the audit of test/worker/usage, whose rows are held too.
it.skipIf(env.TEST_LONG !== "1")(
  "an audit of 1,000 pages writes a row for every second page at most, its end and its archive included",
  async () => {
    const site = await newSite(routes());
    const account = await newAccount("business", [site.host]);
    const domainId = (await env.DB.prepare("SELECT id FROM domain WHERE domain = ?")
      .bind(site.host)
      .first<string>("id"))!;
    const stub = env.DOMAIN_AUDIT.getByName(domainId);
    const read = await countWrites(domainId);
    const perPage = (what: string, pages: number, { total, by }: Written) => {
      const sorted = Object.entries(by).sort(([, a], [, b]) => b - a);
      console.log(
        `${what}: ${(total / pages).toFixed(2)} rows per page, ${sorted.map((each) => each.join(" ")).join(", ")}`,
      );
      return total / pages;
    };
    for (const [allowSampling, files] of [
      [false, "none"],
      [false, "own"],
      [true, "own"],
    ] as const) {
      read();
      const json = { domain: site.host, urls: [`${site.origin}/`], mode: "follow", allowSampling, files };
      const { runId } = (await call("POST", "/api/seo-spider/runs", { headers: account.auth, json })).body;
      await until(async () => (await stub.activeRun()) === null, 100_000, 500);
      const { run } = (await call("GET", `/api/seo-spider/runs/${runId}`, { headers: account.auth })).body;
      expect(run).toMatchObject({ status: "success", ...(allowSampling ? {} : { pagesCrawled: PAGES }) });
      const rows = perPage(`files ${files}${allowSampling ? ", sampled" : ""}`, run.pagesCrawled, read());
      // What a run costs whatever its pages are is spread over fewer pages.
      expect(rows).toBeLessThan(allowSampling ? 0.9 : 0.45);
    }
    await upkeepAudits(env, domainId, Date.now() + 8 * DAY_MS);
    expect(perPage("archives", 2 * PAGES, read())).toBeLessThan(0.05);
    expect(await stub.storedRuns()).toEqual([]);
  },
);
