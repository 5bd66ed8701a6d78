// The least that a crawler in Node can do: request pages, find titles and links with regular expressions, follow the links.
// Usage: node plain-crawler.mjs <start URL> <concurrency>. Prints one line of JSON: pages, seconds, CPU seconds.
import http from "node:http";

const [start, concurrency = "50"] = process.argv.slice(2);
const agent = new http.Agent({ keepAlive: true, maxSockets: Number(concurrency) });

function bodyOf(url) {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => resolve(response.statusCode === 200 ? Buffer.concat(chunks).toString() : null));
      response.on("error", reject);
    });
    request.on("error", reject);
  });
}

const startedAt = performance.now();
const titles = new Map();
const seen = new Set([start]);
const waiting = [start];
let active = 0;
await new Promise((resolve, reject) => {
  async function visit(url) {
    const html = await bodyOf(url);
    if (html !== null) {
      titles.set(url, /<title>([^<]*)/.exec(html)?.[1] ?? null);
      for (const [, href] of html.matchAll(/<a [^>]*href="([^"]+)"/g)) {
        const target = new URL(href, url).href;
        if (!target.startsWith(start) || seen.has(target)) continue;
        seen.add(target);
        waiting.push(target);
      }
    }
    active--;
    next();
  }
  function next() {
    while (active < Number(concurrency) && waiting.length > 0) {
      active++;
      visit(waiting.pop()).catch(reject);
    }
    if (active === 0) resolve();
  }
  next();
});
const seconds = (performance.now() - startedAt) / 1000;
const cpu = process.cpuUsage();
console.log(JSON.stringify({ pages: titles.size, seconds, cpuSeconds: (cpu.user + cpu.system) / 1e6 }));
process.exit(0);
