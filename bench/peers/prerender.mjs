// The npm `prerender` server, set up like its own server.js. Arguments: port, debugging port, browser, "cache" for its
// memory cache.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const prerender = require("prerender");
const [port, debuggingPort, chromeLocation, cache] = process.argv.slice(2);
const chromeFlags = [
  "--no-sandbox",
  "--headless",
  "--disable-gpu",
  `--remote-debugging-port=${debuggingPort}`,
  "--hide-scrollbars",
];
const server = prerender({
  port: Number(port),
  chromeLocation,
  chromeFlags,
  browserDebuggingPort: Number(debuggingPort),
});
server.use(prerender.sendPrerenderHeader());
server.use(prerender.removeScriptTags());
server.use(prerender.httpHeaders());
if (cache === "cache") server.use(require("prerender-memory-cache"));
server.start();
