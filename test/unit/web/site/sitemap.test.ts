import { afterEach, expect, it, vi } from "vitest";
import { ServerVisits } from "../../../../src/web/site/server-visits";
import { MAX_FILES_OF_SERVER, readSitemap } from "../../../../src/web/site/sitemap";

afterEach(() => void vi.unstubAllGlobals());

it("the sitemaps that a robots.txt names ask another server for one index at most, by whatever names", async () => {
  const asked: string[] = [];
  const indexOf = (host: string, n: number) =>
    `<sitemapindex>${Array.from({ length: n }, (_, i) => `<sitemap><loc>https://n${i}.${host}/</loc></sitemap>`).join("")}</sitemapindex>`;
  vi.stubGlobal("fetch", (input: URL) => {
    const { host } = new URL(input);
    asked.push(host);
    const body = host.startsWith("index") ? indexOf(host.replace(/^index\d\./, ""), 300) : null;
    return Promise.resolve(new Response(body, { status: body ? 200 : 404 }));
  });
  const own = new Set(["index5.shop.example", ...Array.from({ length: 300 }, (_, i) => `n${i}.shop.example`)]);
  const options = {
    rules: { hosts: new Set<string>(), anyPublicHost: true, via: null, allowPrivateHosts: false },
    visits: new ServerVisits(own, MAX_FILES_OF_SERVER),
    timeoutMs: 1_000,
    onEntries: () => true,
  };
  const read = (url: string) => readSitemap(url, options);
  const files = [
    await read("https://index1.wild.example/"),
    await read("https://index2.wild.example./"),
    await read("https://index3.wild.example/"),
  ];
  expect(asked).toHaveLength(MAX_FILES_OF_SERVER);
  expect(files.map(([root, ...children]) => [root!.status, children.length, root!.unread])).toEqual([
    [200, 300, 0],
    [200, 199, 101],
    [0, 0, 0],
  ]);
  expect(await read("https://index5.shop.example/")).toHaveLength(301);
});
