// linkinator checks every link of a site, recursively, without other checks and without a database.
// Usage: node linkinator.mjs <start URL> <concurrency>. Prints one line of JSON: pages, seconds, CPU seconds.
import { LinkChecker } from "linkinator";

const [start, concurrency = "50"] = process.argv.slice(2);
const startedAt = performance.now();
const { links } = await new LinkChecker().check({ path: start, recurse: true, concurrency: Number(concurrency) });
const seconds = (performance.now() - startedAt) / 1000;
const pages = new Set(links.filter(({ status }) => status === 200).map(({ url }) => new URL(url).pathname)).size;
const cpu = process.cpuUsage();
console.log(JSON.stringify({ pages, seconds, cpuSeconds: (cpu.user + cpu.system) / 1e6 }));
process.exit(0);
