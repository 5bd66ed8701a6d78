/**
 * Cached hits per second: this service, a bare Worker that reads one KV value of the same size, npm `prerender` with
 * its memory cache, and nginx with the same bytes, one after another on one machine. Arguments: port, seconds per
 * round, connections.
 */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { BOT, startService } from "./service.ts";

const [port = 24_000, seconds = 6, connections = 32] = process.argv.slice(2).map(Number);
const words = Array.from({ length: 9_000 }, (_, i) => `word${i % 997}`).join(" ");
const site = http.createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
  response.end(`<!doctype html><html><head><title>Page</title></head><body><p>${words}</p></body></html>`);
});
await new Promise<void>((resolve) => site.listen(port + 9, "127.0.0.1", resolve));
const host = `127.0.0.1:${port + 9}`;
const children: ChildProcess[] = [];

/** Requests per second, as measured by wrk. */
function load(url: string, headers: Record<string, string>): string {
  const lines = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const { stdout } = spawnSync("wrk", ["-t1", `-c${connections}`, `-d${seconds}s`, "--latency", ...lines, url], {
    encoding: "utf8",
  });
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  const errors = /Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? "0";
  return `${rate.toFixed(0)}/s, p50 ${/50%\s+(\S+)/.exec(stdout)?.[1]}, errors ${errors}`;
}

const service = await startService(port);
const folder = mkdtempSync(path.join(os.tmpdir(), "crawlready-hits-"));
try {
  const key = await service.addDomain(host);
  const url = new URL(`/render/http://${host}/p`, service.front);
  const rendered = await fetch(url, { headers: { "x-service-api-key": key, "user-agent": BOT } });
  const page = await rendered.text();
  console.log(`page: ${page.length} characters, ${rendered.headers.get("x-crawlready-cache")}`);
  await service.setBare(page);
  mkdirSync(path.join(folder, "html"));
  writeFileSync(path.join(folder, "html", "p"), page);
  const temp = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const server = `server { listen 127.0.0.1:${port + 3}; location / { root ${folder}/html; default_type text/html; } }`;
  writeFileSync(
    path.join(folder, "nginx.conf"),
    `daemon off; ${process.getuid?.() === 0 ? "user root;" : ""} worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log; events {} http { access_log off; ${temp.join(" ")} ${server} }`,
  );
  children.push(
    spawn("nginx", ["-p", folder, "-c", path.join(folder, "nginx.conf")], { stdio: "ignore", detached: true }),
  );
  const peer = [
    path.join(import.meta.dirname, "peer.mjs"),
    String(port + 4),
    String(port + 5),
    service.browser,
    "cache",
  ];
  children.push(
    spawn(process.execPath, peer, { stdio: "ignore", detached: true, env: { ...process.env, CACHE_TTL: "3600" } }),
  );
  const peerUrl = `http://127.0.0.1:${port + 4}/http://${host}/p`;
  for (
    let i = 0;
    i < 40 &&
    !(await fetch(peerUrl).then(
      (answer) => answer.ok,
      () => false,
    ));
    i++
  )
    await new Promise((resolve) => setTimeout(resolve, 500));
  // wrk recognizes a custom Host header only with this spelling.
  const crawler = { Host: host, "user-agent": BOT };
  for (const encoding of ["gzip", "identity"]) {
    const headers = { "accept-encoding": encoding };
    const rows = {
      "this service, on its own socket": () => load(`${service.direct.origin}/p`, { ...crawler, ...headers }),
      "bare Worker, one KV value, own socket": () => load(`${service.bare.origin}/`, headers),
      "constant Worker, bytes in memory": () => load(`${service.bare.origin}/memory`, headers),
      "this service, through miniflare": () => load(`${service.front.origin}/p`, { ...crawler, ...headers }),
      "prerender with its memory cache": () => load(peerUrl, headers),
      "nginx, the same bytes": () => load(`http://127.0.0.1:${port + 3}/p`, headers),
    };
    for (const [name, run] of Object.entries(rows)) console.log(`${encoding.padEnd(9)} ${name.padEnd(40)} ${run()}`);
  }
} finally {
  // Kills the process groups, because the peer leaves its browser running when only the peer is killed.
  for (const child of children) process.kill(-child.pid!, "SIGTERM");
  await service.dispose();
  site.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
