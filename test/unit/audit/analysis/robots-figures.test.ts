import { describe, expect, it } from "vitest";
import { CrawlerAccessReport } from "../../../../src/audit/analysis/figures/crawler-access";
import { robotsAnalysis, type RobotsAnalysisInput } from "../../../../src/audit/analysis/figures/robots-analysis";
import type { Probe } from "../../../../src/audit/model/site/site-facts";
import { parseRobots, type RobotsFile } from "../../../../src/web";

/** What a robots.txt allows a crawler, on a site with these pages. */
function accessOf(token: string, text: string, paths: readonly string[] = [], closed = false) {
  const report = new CrawlerAccessReport(parseRobots(text), closed);
  for (const path of paths) report.addPath(path);
  return report.report().find((each) => each.token === token)!;
}

describe("what robots.txt allows a crawler", () => {
  it("is everything without a rule for it", () => {
    const access = accessOf("GPTBot", "User-agent: Bingbot\nDisallow: /", ["/a"]);
    expect(access).toMatchObject({ verdict: "allowed", group: null, rule: null, line: null, blockedPaths: 0 });
    const empty = accessOf("GPTBot", "User-agent: *\nDisallow:\nAllow: /", ["/a"]);
    expect(empty).toMatchObject({ verdict: "allowed", group: "*", rule: "Allow: /" });
  });

  it.each(["/", "/*", "*"])("is nothing if all is disallowed: %s", (pattern) => {
    const access = accessOf("GPTBot", `User-agent: GPTBot\nDisallow: ${pattern}`, ["/a", "/b"]);
    expect(access).toMatchObject({ verdict: "blocked", group: "GPTBot", rule: `Disallow: ${pattern}`, line: 2 });
    expect(access).toMatchObject({ blockedPaths: 2, sampleBlocked: ["/a", "/b"] });
  });

  it("is a part if something is allowed, or something else is closed", () => {
    const most = accessOf("GPTBot", "User-agent: *\nDisallow: /\nAllow: /open", ["/a", "/open"]);
    expect(most).toMatchObject({ verdict: "partial", rule: "Disallow: /", line: 2, sampleBlocked: ["/a"] });
    const some = accessOf("GPTBot", "User-agent: *\nDisallow: /x\nDisallow: /y", ["/a", "/y/1"]);
    expect(some, "the rule that closes a page").toMatchObject({ verdict: "partial", rule: "Disallow: /y", line: 3 });
    const unused = accessOf("GPTBot", "User-agent: *\nDisallow: /x\nDisallow: /y", ["/a"]);
    expect(unused, "else the first").toMatchObject({ verdict: "partial", rule: "Disallow: /x", blockedPaths: 0 });
    const home = accessOf("GPTBot", "User-agent: *\nDisallow: /$", ["/a"]);
    expect(home).toMatchObject({ verdict: "partial", rule: "Disallow: /$" });
  });

  it("names five of the pages and counts all", () => {
    const paths = Array.from({ length: 7 }, (_, i) => `/x/${i}`);
    const { blockedPaths, sampleBlocked } = accessOf("GPTBot", "User-agent: *\nDisallow: /x", paths);
    expect([blockedPaths, sampleBlocked]).toEqual([7, paths.slice(0, 5)]);
  });

  it("is nothing while robots.txt is unreachable, whatever it said", () => {
    const access = accessOf("GPTBot", "User-agent: *\nAllow: /", ["/a"], true);
    expect(access).toMatchObject({ verdict: "blocked", group: null, rule: null, line: null, blockedPaths: 1 });
  });

  it("is what the crawler's substitute may, and only named groups bind some crawlers", () => {
    const text = "User-agent: Googlebot\nDisallow: /g\n\nUser-agent: *\nDisallow: /";
    expect(accessOf("Applebot", text)).toMatchObject({ verdict: "partial", group: "Googlebot", rule: "Disallow: /g" });
    const own = `User-agent: Applebot\nDisallow: /a\n\n${text}`;
    expect(accessOf("Applebot", own)).toMatchObject({ group: "Applebot", rule: "Disallow: /a" });
    expect(accessOf("Applebot", "User-agent: *\nDisallow: /")).toMatchObject({ group: "*", verdict: "blocked" });
    expect(accessOf("Mediapartners-Google", text)).toMatchObject({ verdict: "allowed", group: null });
    expect(accessOf("Google-Extended", "User-agent: Google-Extended\nDisallow: /")).toMatchObject({
      provider: "google",
      kind: "llm-training",
      verdict: "blocked",
    });
  });
});

describe("the report about robots.txt", () => {
  const text =
    "User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /x\nAllow: /x/y\nCrawl-delay: 3\nSitemap: https://e.example/s.xml\nWhat\n";
  const file: RobotsFile = {
    status: 200,
    url: "https://e.example/robots.txt",
    finalUrl: "https://www.e.example/robots.txt",
    redirects: 1,
    redirectLimit: false,
    truncated: false,
    contentType: "text/plain",
    text,
    bytes: text.length,
    fetchedAt: 5,
  };
  const input: RobotsAnalysisInput = {
    file,
    hash: "h",
    previousHash: "h",
    sitemapStatus: new Map([["https://e.example/s.xml", 404]]),
    crawlerAccess: [],
    blockedPages: 1,
    blockedSitemapUrls: 2,
    blockedResources: 3,
    llmsTxt: null,
    issues: [],
  };
  const probe = (status: number, llms: string): Probe => ({
    url: "https://e.example/llms.txt",
    status,
    location: null,
    contentType: "text/plain",
    text: llms,
  });

  it("has the file's groups, sitemaps and faulty lines", () => {
    expect(robotsAnalysis(input)).toMatchObject({
      finalUrl: "https://www.e.example/robots.txt",
      statusCode: 200,
      redirectCount: 1,
      groups: [
        {
          userAgents: ["GPTBot", "CCBot"],
          rules: [
            { type: "disallow", path: "/x", line: 3 },
            { type: "allow", path: "/x/y", line: 4 },
          ],
          crawlDelay: 3,
        },
      ],
      sitemaps: [{ url: "https://e.example/s.xml", line: 6, status: 404 }],
      invalidLines: [expect.objectContaining({ line: 7 })],
      llmsTxt: null,
    });
    expect(robotsAnalysis({ ...input, sitemapStatus: new Map() })).toMatchObject({ sitemaps: [{ status: null }] });
  });

  it("knows whether the file changed, if there was a run before", () => {
    const changed = (previousHash: string | null | undefined, hash: string | null = "h") =>
      robotsAnalysis({ ...input, hash, previousHash })["changedSincePrevious"];
    expect([changed("h"), changed("other"), changed(null), changed(undefined), changed(null, null)]).toEqual([
      false,
      true,
      true,
      null,
      false,
    ]);
  });

  it("shows a thousand rules, a hundred lines and three hundred characters of a path", () => {
    const rules = (count: number) => `Disallow: /${"x".repeat(400)}\n`.repeat(count);
    const names = Array.from({ length: 150 }, (_, i) => `User-agent: bot${i}\n`).join("");
    const sitemaps = Array.from({ length: 150 }, (_, i) => `Sitemap: https://e.example/${i}.xml\n`).join("");
    const long = `${names}${rules(700)}\nUser-agent: a\n${rules(700)}\nUser-agent: b\n${rules(1)}${sitemaps}`;
    const shown = robotsAnalysis({ ...input, file: { ...file, text: long } }) as {
      groups: Array<{ userAgents: string[]; rules: Array<{ path: string }> }>;
      sitemaps: object[];
    };
    expect(shown.groups.map((group) => group.rules.length)).toEqual([700, 300, 0]);
    expect(shown.groups[0]!.userAgents).toHaveLength(100);
    expect(shown.groups[0]!.rules[0]!.path).toHaveLength(300);
    expect(shown.sitemaps).toHaveLength(100);
  });

  it("calls llms.txt valid with a heading, a link and status 200", () => {
    const valid = (status: number, llms: string) =>
      robotsAnalysis({ ...input, llmsTxt: probe(status, llms) })["llmsTxt"];
    const good = "# Ü\n[a](/a) [b](/b)";
    expect(valid(200, good)).toEqual({ status: 200, valid: true, bytes: 20, links: 2 });
    expect(valid(404, good)).toMatchObject({ valid: false });
    expect(valid(200, "#\n[a](/a)")).toMatchObject({ valid: false });
    expect(valid(200, "# A\n[](/a) [a]()")).toMatchObject({ valid: false, links: 0 });
  });
});
