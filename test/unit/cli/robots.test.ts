import { describe, expect, it } from "vitest";
import { judgeCrawlers } from "../../../cli/commands/robots.ts";
import { fetchRobotsFile } from "../../../cli/site/fetch-robots.ts";

const PAGE = new URL("https://site.example/private/x?y");

/** A site that answers each URL so. */
const site = (answers: Record<string, Response>) =>
  (async (url: URL) => {
    const answer = answers[url.href];
    if (!answer) throw new TypeError("fetch failed", { cause: new Error("ECONNREFUSED") });
    return answer;
  }) as unknown as typeof fetch;

const file = (response: Response) => fetchRobotsFile(PAGE, site({ "https://site.example/robots.txt": response }));
const moved = (location: string) => new Response(null, { status: 302, headers: { location } });

describe("crawlready robots", () => {
  it("names the line that decides for each crawler", async () => {
    const robots = await file(
      new Response("User-agent: GPTBot\nDisallow: /private/\n\nUser-agent: *\nAllow: /private/x\nDisallow: /"),
    );
    expect(judgeCrawlers(PAGE, robots, ["gptbot", "Googlebot", "NoSuchBot"])).toMatchObject([
      { token: "GPTBot", operator: "OpenAI", allowed: false, named: true, rule: "Disallow: /private/", line: 2 },
      { token: "Googlebot", allowed: true, named: false, rule: "Allow: /private/x", line: 5 },
      { token: "NoSuchBot", allowed: true, named: false, line: 5 },
    ]);
    expect(judgeCrawlers(PAGE, robots, []).length).toBeGreaterThan(10);
  });

  it.each([
    [404, true],
    [403, true],
    [500, false],
    [503, false],
  ])("takes status %i for all paths", async (status, allowed) => {
    const robots = await file(new Response("User-agent: *\nDisallow: /", { status }));
    expect(judgeCrawlers(PAGE, robots, ["GPTBot"])).toMatchObject([{ allowed, line: null }]);
  });

  it("follows redirects, but not to what is not a site, and not forever", async () => {
    const there = site({
      "https://site.example/robots.txt": moved("//www.site.example/r.txt"),
      "https://www.site.example/r.txt": new Response("User-agent: *\nDisallow: /"),
    });
    expect(judgeCrawlers(PAGE, await fetchRobotsFile(PAGE, there), ["GPTBot"])).toMatchObject([{ allowed: false }]);
    expect(await file(moved("file:///etc/passwd"))).toMatchObject({ status: 302, everything: "allowed" });
    const loop = (async () => moved("/robots.txt")) as unknown as typeof fetch;
    expect(await fetchRobotsFile(PAGE, loop)).toMatchObject({ status: 302 });
  });

  it("says that the site can't be reached", async () => {
    await expect(fetchRobotsFile(PAGE, site({}))).rejects.toThrow(
      "https://site.example/robots.txt can't be fetched: ECONNREFUSED",
    );
  });

  it("reads no more of an endless file than crawlers do", async () => {
    let chunks = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        chunks++;
        controller.enqueue(new TextEncoder().encode("#".repeat(65_536)));
      },
    });
    await file(new Response(endless));
    expect(chunks).toBeLessThan(12);
  });
});
