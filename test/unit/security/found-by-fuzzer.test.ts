import { describe, expect, it } from "vitest";
import { Draw } from "../../fuzz/draw.ts";
import { TARGETS } from "../../fuzz/parsers/targets.ts";

/** What the fuzzer found, as it shortened it. */
const FOUND: ReadonlyArray<readonly [parser: string, input: string]> = [
  ["Markdown", "<pre><code/l><pre></pre><blockquote><<code>"],
  ["robots.txt", "useragent:G\ndisalow /\u2028"],
  ["robots.txt", "Useragent:x\nAllow /\ufeff"],
  ["robots.txt", "Useragent *\ndisalow *\u00a0"],
  ["sitemaps", "<rss><channel><item><link></link><pubDate></pubDate></item></channel></rss\n"],
  ["sitemaps", "<html><!l>"],
  ["sitemaps", `<html>${"<a>".repeat(20)}`],
  ["sitemaps", "<html><?xml version='1.0' encoding='latin1'?>"],
  ["sitemaps", "<urlset><url><loc>https://a.example/?a=1&amp;></b\r"],
  ["sitemaps", "<urlset><url><loc>https://a.example/?a=1&amp;><:/"],
  ["Search Console tables", ",,\ns://a.example,4,2"],
  ["URLs and paths", "ẞ"],
  ["domains", "https://a:80"],
  ["HTTP message signatures", 'g=("@authority" "signature-agent";key="a");tag="web-bot-auth"\u0001a="https:%2e"'],
  ["HTTP message signatures", 'g=("@authority" "signature-agent");tag="web-bot-auth"\u0001"https:%2e:8080"'],
  ["answers to webhooks", "/hook//hoo\u0001["],
  ["answers to webhooks", "?x=hook\u0001?x=["],
];

describe("inputs that parsers once failed on", () => {
  it.each(FOUND)("%s: %j", async (name, input) => {
    const target = TARGETS.find((each) => each.name === name)!;
    for (let seed = 0; seed < 20; seed++) await target.run(input, new Draw(seed));
    expect(target.name).toBe(name);
  });
});
