import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CrawlLoop, type CrawlPorts } from "../../../../src/audit/crawl/crawl-loop";
import { crawlDelayMs } from "../../../../src/audit/crawl/fetch/pace";
import { FoundUrls } from "../../../../src/audit/crawl/found-urls";
import type { JobReply, JobReport } from "../../../../src/audit/model/run/calls";
import { factsOf, pageOf } from "../makers.ts";

const errorPage = (url: string, status: number) => pageOf(url, { outcome: "error", status });

/** A loop over the given URLs; `audit` answers for them. */
function loopOver(urls: string[], audit: CrawlPorts["audit"], budgetMs = 10_000, delayMs = 0) {
  const stored: string[] = [];
  const reports: JobReport[] = [];
  let handedOut = false;
  let left = urls.length;
  const ports: CrawlPorts = {
    audit,
    advance: (report) => {
      reports.push(report);
      stored.push(...report.rows!.map((row) => `${row.path} ${row.outcome}`));
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
  const options = { concurrency: 5, delayMs, budgetMs, heartbeatMs: 100 };
  const loop = new CrawlLoop(ports, options, new FoundUrls("follow", "e.example"));
  return { loop, stored, reports };
}
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** How the loop ends. Its clock stands still while it computes, so a busy machine changes nothing. */
async function endOf(loop: CrawlLoop) {
  const end = loop.run();
  await vi.runAllTimersAsync();
  return end;
}

describe("FoundUrls", () => {
  const HTTP = "http://e.example/";
  const html = (url: string, head: string) =>
    pageOf(url, { facts: factsOf(`<html><head>${head}</head><body><a href="/next">The next page</a></body></html>`) });
  const moved = pageOf(`${HTTP}old`, { outcome: "redirect", status: 301, redirectUrl: `${HTTP}new` });
  const linked = `<link rel="canonical" href="${HTTP}other"><link rel="alternate" hreflang="de" href="${HTTP}de">`;

  it("follows the links and references of a listed page", () => {
    const found = new FoundUrls("follow", "e.example");
    found.collect(html(HTTP, linked), 1);
    found.collect(moved, 1);
    expect(found.take().flat()).toEqual([
      { url: `${HTTP}other`, depth: 0, listed: 0 },
      { url: `${HTTP}de`, depth: 0, listed: 0 },
      { url: `${HTTP}next`, depth: 1, listed: 1 },
      { url: `${HTTP}new`, depth: 0, listed: 1 },
    ]);
  });

  it("follows only redirects from a page fetched for its status", () => {
    const found = new FoundUrls("follow", "e.example");
    found.collect(html(HTTP, linked), 0);
    found.collect(moved, 0);
    expect(found.take().flat()).toEqual([{ url: `${HTTP}new`, depth: 0, listed: 0 }]);
  });
});

describe("CrawlLoop", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("retries failures before the job ends, so that a slow page is not retried forever", async () => {
    const asked: string[] = [];
    const { loop, stored } = loopOver(
      ["https://e.example/slow", "https://e.example/a"],
      async ({ url }) => {
        asked.push(url);
        if (!url.endsWith("/slow")) return errorPage(url, 404);
        await wait(300);
        return pageOf(url, { outcome: "timeout", status: 0 });
      },
      100,
    );
    expect(await endOf(loop)).toBe("budget");
    expect(asked.filter((url) => url.endsWith("/slow"))).toHaveLength(2);
    expect(stored.sort()).toEqual(["/a error", "/slow timeout"]);
  });

  it("keeps the response of the retry", async () => {
    let tries = 0;
    const { loop, stored } = loopOver(["https://e.example/flap"], ({ url }) =>
      Promise.resolve(tries++ === 0 ? errorPage(url, 500) : errorPage(url, 404)),
    );
    expect(await endOf(loop)).toBe("finished");
    expect([tries, stored]).toEqual([2, ["/flap error"]]);
  });

  it("stops retrying after a site has answered 503 twenty times in a row", async () => {
    const urls = Array.from({ length: 60 }, (_, i) => `https://e.example/${i}`);
    let asked = 0;
    const answers = { ...errorPage("https://e.example/", 503), headers: { "retry-after": "0" } };
    const { loop, stored } = loopOver(urls, ({ url }) => {
      asked++;
      return Promise.resolve({ ...answers, url, path: new URL(url).pathname });
    });
    expect(await endOf(loop)).toBe("finished");
    expect(stored).toHaveLength(60);
    expect(asked).toBeLessThanOrEqual(80);
  });

  it("sends heartbeats while pages are slow", async () => {
    const { loop, reports } = loopOver(["https://e.example/slow"], async ({ url }) => {
      await wait(500);
      return errorPage(url, 404);
    });
    await endOf(loop);
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
        return Promise.resolve(errorPage(url, 404));
      },
      budgetMs,
      delayMs,
    );
    const ending = loop.run();
    await vi.advanceTimersByTimeAsync(300_000);
    return { askedAt, stored, end: await ending };
  }

  it("requests each page half a minute after the one before until all are done", async () => {
    const { askedAt, stored, end } = await crawl(200_000);
    expect(askedAt.map((at) => Math.round(at / 1_000))).toEqual([0, 30, 60]);
    expect([end, stored]).toEqual(["finished", ["/ error", "/a error", "/b error"]]);
  });

  it("ends the job if its time is up before the pause is over, so that the next job continues", async () => {
    const { askedAt, stored, end } = await crawl(45_000);
    expect(askedAt.map((at) => Math.round(at / 1_000))).toEqual([0, 30]);
    expect([end, stored]).toEqual(["budget", ["/ error", "/a error"]]);
  });
});
