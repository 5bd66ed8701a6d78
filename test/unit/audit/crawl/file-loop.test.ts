import { describe, expect, it } from "vitest";
import { FileLoop, type FilePorts } from "../../../../src/audit/crawl/file-loop";
import { FoundFiles } from "../../../../src/audit/crawl/found-files";
import type { AskedFile } from "../../../../src/audit/crawl/fetch/ask-file";
import type { FileResult, FileTarget } from "../../../../src/audit/model/run/calls";
import { isFinal } from "../../../../src/audit/model/site/link-tries";
import { isMissing, isNoImage } from "../../../../src/audit/model/site/file-statuses";
import { factsOf, pageOf } from "../makers.ts";

const file = (hash: number, host: string | null = null): FileTarget => ({
  hash,
  url: `https://${host ?? "e.example"}/${hash}`,
  image: 0,
  host,
});
const answered = (status: number): AskedFile => ({
  status,
  contentType: null,
  bytes: null,
  requests: 1,
  retryAfter: null,
});

/** A loop with a clock of its own over files that an object would hand out, ten at a time. */
function loopOver(files: FileTarget[], change: Partial<FilePorts> = {}, delayMs = 0, budgetMs = 60_000) {
  let now = 0;
  const stored: FileResult[] = [];
  const given: Array<string | null> = [];
  const asked: Array<{ url: string; at: number }> = [];
  const ports: FilePorts = {
    next: (results, silent) => {
      stored.push(...results);
      given.push(...silent);
      const known = new Set(stored.map(({ hash }) => hash));
      return Promise.resolve(files.filter(({ hash, host }) => !known.has(hash) && !given.includes(host)).slice(0, 10));
    },
    ask: (url) => {
      asked.push({ url, at: now });
      return Promise.resolve(answered(200));
    },
    isAllowed: () => true,
    look: () => Promise.resolve({ status: 200 }),
    now: () => now,
    sleep: (ms) => {
      now += ms;
      return Promise.resolve();
    },
    ...change,
  };
  const options = { concurrency: 5, delayMs, budgetMs, budgetRequests: 1_000 };
  return { loop: new FileLoop(ports, options), stored, given, asked };
}

describe("links to names under one domain", () => {
  it("are limited together, however the names are spelled", () => {
    const hosts = ["a.b.shop.example", "c.shop.example.", "shop.example", "one.github.io", "two.github.io", "8.8.8.8"];
    const found = new FoundFiles("all");
    const facts = factsOf(hosts.map((host) => `<a href="https://${host}/">link</a>`).join(""));
    found.collect(pageOf("https://e.example/", { facts }));
    const servers = found.take().flatMap((batch) => batch.map(({ host }) => host));
    expect(servers).toEqual([...Array(3).fill("shop.example"), ...Array(2).fill("github.io"), "8.8.8.8"]);
  });
});

describe("FileLoop", () => {
  it("requests each file once, and none that robots.txt disallows", async () => {
    const { loop, stored, asked } = loopOver(
      Array.from({ length: 25 }, (_, i) => file(i)),
      { isAllowed: (url) => !url.endsWith("/7") },
    );
    expect(await loop.run()).toBe("done");
    expect(asked).toHaveLength(24);
    expect(new Set(asked.map(({ url }) => url)).size).toBe(24);
    expect(stored.find(({ hash }) => hash === 7)!.status).toBe(-1);
  });

  it("keeps the site's Crawl-delay, and leaves to the next job what does not fit into this one", async () => {
    const { loop, asked } = loopOver([file(1), file(2), file(3), file(4)], {}, 2_000, 5_000);
    expect(await loop.run()).toBe("budget");
    const gaps = asked.slice(1).map(({ at }, i) => at - asked[i]!.at);
    expect(asked).toHaveLength(3);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(2_000);
  });

  it("gives up a site that stays silent instead of waiting for every file", async () => {
    let asks = 0;
    const { loop, given } = loopOver(
      Array.from({ length: 500 }, (_, i) => file(i)),
      { ask: () => (asks++, Promise.resolve(answered(0))) },
    );
    expect(await loop.run()).toBe("done");
    expect(given).toEqual([null]);
    expect(asks).toBeLessThan(20);
  });

  it("waits as long as another host's object says, and requests files of several hosts in parallel", async () => {
    const seen: string[] = [];
    let waits = 0;
    const look: FilePorts["look"] = (host, url) => {
      if (host === "slow.example" && waits++ % 2 === 0) return Promise.resolve({ waitMs: 1_000 });
      seen.push(url);
      return Promise.resolve({ status: 404 });
    };
    const { loop, stored } = loopOver([file(1, "slow.example"), file(2, "slow.example"), file(3, "fast.example")], {
      look,
    });
    expect(await loop.run()).toBe("done");
    expect(stored.map(({ hash, status }) => [hash, status]).sort((a, b) => a[0]! - b[0]!)).toEqual([
      [1, 404],
      [2, 404],
      [3, 404],
    ]);
    expect(seen[0]).toBe("https://fast.example/3");
  });

  it("gives up a silent host, and requests those of others with its server's name", async () => {
    const at = (host: string) => (hash: number) => ({
      ...file(hash),
      url: `https://${host}/${hash}`,
      host: "x.example",
    });
    const look: FilePorts["look"] = (_server, url) => Promise.resolve({ status: url.includes("old") ? 0 : 200 });
    const links = [...[1, 2].map(at("old.x.example")), ...[3, 4].map(at("www.x.example"))];
    const { loop, given, stored } = loopOver(links, { look });
    expect(await loop.run()).toBe("done");
    expect(given).toEqual(["old.x.example"]);
    expect(stored).toHaveLength(4);
  });

  it("continues if the object of another host fails", async () => {
    const look: FilePorts["look"] = (host) =>
      host === "bad.example" ? Promise.reject(new Error("overloaded")) : Promise.resolve({ status: 200 });
    const { loop, stored } = loopOver([file(1, "bad.example"), file(2, "good.example")], { look });
    expect(await loop.run()).toBe("done");
    expect(stored.map(({ hash, status }) => [hash, status]).sort((a, b) => a[0]! - b[0]!)).toEqual([
      [1, 0],
      [2, 200],
    ]);
  });

  it("stops when another job has taken over", async () => {
    const { loop, asked } = loopOver([file(1)], { next: () => Promise.resolve(null) });
    expect(await loop.run()).toBe("lost");
    expect(asked).toEqual([]);
  });
});

describe("what responses mean", () => {
  const answer = (status: number, contentType: string | null = null) => ({ status, contentType, bytes: null });

  it("calls a link to another site dead only after a second response says so", () => {
    expect(isFinal({ status: 0, tries: 0 }, 404)).toBe(false);
    expect(isFinal({ status: 404, tries: 1 }, 404)).toBe(true);
    expect(isFinal({ status: 405, tries: 1 }, 404)).toBe(false);
    expect(isFinal({ status: 404, tries: 1 }, 200)).toBe(true);
    expect(isFinal({ status: 0, tries: 0 }, 301)).toBe(true);
    expect(isFinal({ status: 0, tries: 0 }, 403)).toBe(false);
    expect(isFinal({ status: 403, tries: 1 }, 403)).toBe(true);
  });

  it("tells missing files from those that are only refused, and pages from images", () => {
    expect([404, 410, 500, 502].map((status) => isMissing(answer(status)))).toEqual([true, true, true, true]);
    expect([200, 0, -1, 401, 403, 429, 503].some((status) => isMissing(answer(status)))).toBe(false);
    expect(isNoImage(answer(200, "text/html; charset=utf-8"))).toBe(true);
    expect(isNoImage(answer(200, "application/octet-stream"))).toBe(false);
    expect(isNoImage(answer(200))).toBe(false);
  });
});
