import { afterEach, describe, expect, it, vi } from "vitest";
import { auditedPage } from "../../../../src/audit/model/page/audited-page";
import type { AuditedPage, FetchOutcome } from "../../../../src/audit/model/page/page";
import { CrawlLoop, type CrawlPorts } from "../../../../src/audit/crawl/crawl-loop";
import { unansweredPage } from "../../../../src/audit/crawl/fetch-page";
import { crawlDelayMs } from "../../../../src/audit/crawl/pace";
import { FoundUrls } from "../../../../src/audit/crawl/found-urls";
import { PageExtractor } from "../../../../src/web/html/extractor";
import type { JobReply, JobReport } from "../../../../src/audit/crawl/frontier/calls";

function pageOf(url: string, outcome: FetchOutcome, status: number): AuditedPage {
  const fetched = { ...unansweredPage(url, 0, outcome), status };
  return auditedPage(fetched, { allowed: true, rule: null }, 0);
}

/** A loop over the given URLs; `audit` answers for them. */
function loopOver(urls: string[], audit: CrawlPorts["audit"], budgetMs = 10_000, delayMs = 0) {
  const stored: string[] = [];
  const reports: JobReport[] = [];
  let handedOut = false;
  let left = urls.length;
  const ports: CrawlPorts = {
    audit,
    store: (rows) => Promise.resolve(void stored.push(...rows.map((row) => `${row.path} ${row.outcome}`))),
    advance: (report) => {
      reports.push(report);
      left -= report.done.length;
      const next = handedOut ? [] : urls;
      handedOut = true;
      const reply = {
        urls: next.map((url, index) => ({ seq: index + 1, url, depth: 0, listed: 1, inSitemap: 0, pattern: null })),
        end: left === 0 ? "finished" : null,
        pagesCrawled: 0,
      };
      return Promise.resolve(reply as unknown as JobReply);
    },
    now: Date.now,
  };
  const options = { concurrency: 5, delayMs, budgetMs, budgetPages: 1_000, heartbeatMs: 100 };
  const loop = new CrawlLoop(ports, options, new FoundUrls("follow", "e.example"));
  return { loop, stored, reports };
}
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("FoundUrls", () => {
  const HTTP = "http://e.example/";
  function html(url: string, head: string): AuditedPage {
    const extractor = new PageExtractor();
    extractor.write(`<html><head>${head}</head><body><a href="/next">The next page</a></body></html>`);
    const fetched = { ...pageOf(url, "ok", 200), facts: extractor.end() };
    return auditedPage(fetched, { allowed: true, rule: null }, 0);
  }
  const moved = { ...pageOf(`${HTTP}old`, "redirect", 301), redirectUrl: `${HTTP}new` };
  const linked = `<link rel="canonical" href="${HTTP}other"><link rel="alternate" hreflang="de" href="${HTTP}de">`;

  it("follows what a page of the result leads to", () => {
    const found = new FoundUrls("follow", "e.example");
    found.collect(html(HTTP, linked), 1);
    found.collect(moved, 1);
    expect(found.take()).toEqual([
      { url: `${HTTP}other`, depth: 0, listed: 0 },
      { url: `${HTTP}de`, depth: 0, listed: 0 },
      { url: `${HTTP}next`, depth: 1, listed: 1 },
      { url: `${HTTP}new`, depth: 0, listed: 1 },
    ]);
  });

  it("goes no further from a page fetched only to know its answer, but to the end of its redirects", () => {
    const found = new FoundUrls("follow", "e.example");
    found.collect(html(HTTP, linked), 0);
    found.collect(moved, 0);
    expect(found.take()).toEqual([{ url: `${HTTP}new`, depth: 0, listed: 0 }]);
  });
});

describe("CrawlLoop", () => {
  it("tries what failed a second time before the job ends, so that a slow page is not tried for ever", async () => {
    const asked: string[] = [];
    const { loop, stored } = loopOver(
      ["https://e.example/slow", "https://e.example/a"],
      async ({ url }) => {
        asked.push(url);
        if (!url.endsWith("/slow")) return pageOf(url, "error", 404);
        await wait(300);
        return pageOf(url, "timeout", 0);
      },
      100,
    );
    expect(await loop.run()).toBe("budget");
    expect(asked.filter((url) => url.endsWith("/slow"))).toHaveLength(2);
    expect(stored.sort()).toEqual(["/a error", "/slow timeout"]);
  });

  it("keeps the first good answer of a second try", async () => {
    let tries = 0;
    const { loop, stored } = loopOver(["https://e.example/flap"], ({ url }) =>
      Promise.resolve(tries++ === 0 ? pageOf(url, "error", 500) : pageOf(url, "error", 404)),
    );
    expect(await loop.run()).toBe("finished");
    expect([tries, stored]).toEqual([2, ["/flap error"]]);
  });

  it("leaves a site that answers 503 to everything after twenty answers in a row, and asks each page once from there", async () => {
    const urls = Array.from({ length: 60 }, (_, i) => `https://e.example/${i}`);
    let asked = 0;
    const answers = { ...pageOf("https://e.example/", "error", 503), headers: { "retry-after": "0" } };
    const { loop, stored } = loopOver(urls, ({ url }) => {
      asked++;
      return Promise.resolve({ ...answers, url, path: new URL(url).pathname });
    });
    expect(await loop.run()).toBe("finished");
    expect(stored).toHaveLength(60);
    expect(asked).toBeLessThanOrEqual(80);
  });

  it("gives a sign of life while pages are slow", async () => {
    const { loop, reports } = loopOver(["https://e.example/slow"], async ({ url }) => {
      await wait(500);
      return pageOf(url, "error", 404);
    });
    await loop.run();
    expect(reports.length).toBeGreaterThanOrEqual(5);
  });
});

describe("CrawlLoop on a site with Crawl-delay: 999999", () => {
  afterEach(() => {
    vi.useRealTimers();
  });
  const urls = ["https://e.example/", "https://e.example/a", "https://e.example/b"];
  const delayMs = crawlDelayMs({ crawlDelaySeconds: 999_999 });

  async function crawl(budgetMs: number) {
    vi.useFakeTimers({ now: 0 });
    const askedAt: number[] = [];
    const { loop, stored } = loopOver(
      urls,
      ({ url }) => {
        askedAt.push(Date.now());
        return Promise.resolve(pageOf(url, "error", 404));
      },
      budgetMs,
      delayMs,
    );
    const ending = loop.run();
    await vi.advanceTimersByTimeAsync(300_000);
    return { askedAt, stored, end: await ending };
  }

  it("asks for each page half a minute after the one before, and ends with all of them", async () => {
    const { askedAt, stored, end } = await crawl(200_000);
    expect(askedAt.map((at) => Math.round(at / 1_000))).toEqual([0, 30, 60]);
    expect([end, stored]).toEqual(["finished", ["/ error", "/a error", "/b error"]]);
  });

  it("ends a job whose time is over before the pause is, and the next one goes on", async () => {
    const { askedAt, stored, end } = await crawl(45_000);
    expect(askedAt.map((at) => Math.round(at / 1_000))).toEqual([0, 30]);
    expect([end, stored]).toEqual(["budget", ["/ error", "/a error"]]);
  });
});
