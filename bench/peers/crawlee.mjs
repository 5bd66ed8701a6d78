// The peer in the audit benchmark: Crawlee's CheerioCrawler extracts 14 groups of fields per page, without checks and
// without a database.
// Usage: node crawlee.mjs <start URL> <concurrency>. Prints one line of JSON: pages, seconds of crawling, CPU seconds,
// peak memory.
import { createHash } from "node:crypto";

process.env.CRAWLEE_PERSIST_STORAGE ??= "false";
process.env.CRAWLEE_LOG_LEVEL ??= "ERROR";
process.env.CRAWLEE_AVAILABLE_MEMORY_RATIO ??= "0.9";
process.env.CRAWLEE_MEMORY_MBYTES ??= "8000";
const { CheerioCrawler, Configuration } = await import("@crawlee/cheerio");

const [start, atOnce = "50"] = process.argv.slice(2);
const pages = [];

function attributes($, selector, ...names) {
  return $(selector)
    .map((_, element) => [names.map((name) => $(element).attr(name))])
    .get();
}

function record($, request, response, body) {
  const page = {
    url: request.loadedUrl,
    status: response.statusCode,
    title: $("title").first().text(),
    description: $('meta[name="description"]').attr("content"),
    robots: $('meta[name="robots"]').attr("content"),
    canonical: attributes($, 'link[rel="canonical"]', "href"),
    hreflang: attributes($, 'link[rel="alternate"][hreflang]', "hreflang", "href"),
    og: attributes($, 'meta[property^="og:"]', "property", "content"),
    headings: $("h1,h2,h3,h4,h5,h6")
      .map((_, element) => [[element.tagName, $(element).text()]])
      .get(),
    images: attributes($, "img", "src", "alt"),
    anchors: $("a[href]")
      .map((_, element) => [[$(element).attr("href"), $(element).attr("rel"), $(element).text()]])
      .get(),
    jsonld: $('script[type="application/ld+json"]')
      .map((_, element) => typeOf($(element).text()))
      .get(),
    lang: $("html").attr("lang"),
    viewport: $('meta[name="viewport"]').attr("content"),
  };
  $("script,style,noscript").remove();
  const text = $("body").text();
  page.words = (text.match(/\S+/g) ?? []).length;
  page.hash = createHash("sha1").update(text).digest("hex");
  page.bytes = body.length;
  return page;
}

function typeOf(text) {
  try {
    return JSON.parse(text)["@type"];
  } catch {
    return "INVALID";
  }
}

const crawler = new CheerioCrawler(
  {
    minConcurrency: Number(atOnce),
    maxConcurrency: Number(atOnce),
    maxRequestRetries: 0,
    useSessionPool: false,
    persistCookiesPerSession: false,
    respectRobotsTxtFile: true,
    maxRequestsPerCrawl: 200_000,
    async requestHandler({ $, request, response, body, enqueueLinks }) {
      pages.push(record($, request, response, body));
      await enqueueLinks({ strategy: "same-hostname" });
    },
    failedRequestHandler() {},
  },
  new Configuration({ persistStorage: false, purgeOnStart: false }),
);
const startedAt = performance.now();
await crawler.run([start]);
const seconds = (performance.now() - startedAt) / 1000;
const cpu = process.cpuUsage();
const peakMb = Math.round(process.resourceUsage().maxRSS / 1024);
console.log(JSON.stringify({ pages: pages.length, seconds, cpuSeconds: (cpu.user + cpu.system) / 1e6, peakMb }));
process.exit(0);
