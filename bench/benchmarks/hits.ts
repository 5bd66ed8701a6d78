import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { freePort, until } from "../../test/support/service.ts";
import { defineBenchmark, measuresOf, OURS, type Context, type Figures, type Measure } from "../harness/benchmark.ts";
import { endGroup, startGroup, startPeer } from "../harness/peers.ts";
import { addAccount, BOT, startBundled, systemBrowser } from "../support/bundled-service.ts";
import { load, versionLine } from "../support/load.ts";
import { figuresOfGroup, figuresOfWorkerd } from "../../test/support/processes.ts";

interface Size {
  seconds: number;
  rounds: number;
}

const CONNECTIONS = 32;
const WORDS = Array.from({ length: 9_000 }, (_, i) => `word${i % 997}`).join(" ");

/** A site with one page of 71,000 characters. Returns its host. */
async function startSite({ defer }: Context<Size>): Promise<string> {
  const site = http.createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html><head><title>Page</title></head><body><p>${WORDS}</p></body></html>`);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => site.listen(port, "127.0.0.1", resolve));
  defer(() => site.close());
  return `127.0.0.1:${port}`;
}

/** A peer that serves the page: its URL, and the process group whose CPU time it uses. */
interface Server {
  url: string;
  group: number;
}

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

async function startNginx(page: string, { defer, missing, uses }: Context<Size>): Promise<Server | null> {
  const version = versionLine("nginx", "-v");
  if (version === null) {
    missing("nginx", "not installed (Debian: apt-get install nginx-light)");
    return null;
  }
  uses("nginx", version.replace(/^.*nginx\//, ""));
  const folder = mkdtempSync(path.join(os.tmpdir(), "crawlready-nginx-"));
  defer(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(path.join(folder, "html"));
  writeFileSync(path.join(folder, "html", "p"), page);
  const port = await freePort();
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const server = `server { listen 127.0.0.1:${port}; location / { root ${folder}/html; default_type text/html; } }`;
  writeFileSync(
    path.join(folder, "nginx.conf"),
    `daemon off; ${process.getuid?.() === 0 ? "user root;" : ""} worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log; events {} http { access_log off; ${temporary.join(" ")} ${server} }`,
  );
  const child = startGroup("nginx", ["-p", folder, "-c", path.join(folder, "nginx.conf")]);
  defer(() => endGroup(child));
  const url = `http://127.0.0.1:${port}/p`;
  await until(() => answers(url), 20_000);
  return { url, group: child.pid! };
}

async function startPrerender(pageUrl: string, { defer }: Context<Size>): Promise<Server> {
  const [port, debuggingPort] = [await freePort(), await freePort()];
  const child = startPeer("prerender.mjs", [String(port), String(debuggingPort), systemBrowser(), "cache"], {
    CACHE_TTL: "3600",
  });
  child.stdout!.resume();
  defer(() => endGroup(child));
  const url = `http://127.0.0.1:${port}/${pageUrl}`;
  await until(() => answers(url), 60_000);
  return { url, group: child.pid! };
}

export const hits = defineBenchmark<Size>({
  name: "hits",
  measures:
    "Serves one cached page of 71,000 characters to a crawler over 32 connections (wrk). Crawlready checks the request, reads its lease " +
    "and counts the visit. The constant Worker holds the bytes in memory; the bare Worker reads one KV value; `prerender` has its memory " +
    "cache; nginx sends the file, without compression.",
  peers: ["constant Worker", "bare Worker with KV", "prerender", "nginx"],
  sizes: { short: { seconds: 2, rounds: 3 }, long: { seconds: 6, rounds: 5 } },

  async run(context) {
    const { size, defer, inTurns, uses } = context;
    const wrk = versionLine("wrk", "-v");
    if (wrk === null) throw new Error("install wrk (Debian: apt-get install wrk)");
    uses("wrk", /wrk (?:debian\/)?(\S+)/.exec(wrk)?.[1] ?? "");
    const host = await startSite(context);
    const service = await startBundled({ renders: true });
    defer(service.dispose);
    const { key } = await addAccount(service, host);
    const rendered = await fetch(new URL(`/render/http://${host}/p`, service.front), {
      headers: { "x-service-api-key": key, "user-agent": BOT },
    });
    const page = await rendered.text();
    if (page.length < 70_000) throw new Error(`the page was not rendered: ${rendered.status}`);
    await service.setBare(page);
    const prerender = await startPrerender(`http://${host}/p`, context);
    const nginx = await startNginx(page, context);

    // wrk recognizes a custom Host header only with this spelling.
    const crawler = { Host: host, "user-agent": BOT, "cf-connecting-ip": "66.249.66.1" };
    const measured = async (
      url: string,
      headers: Record<string, string>,
      cpuSeconds: () => number,
    ): Promise<Figures> => {
      const before = cpuSeconds();
      const { rate, requests } = load(url, headers, size.seconds, CONNECTIONS);
      return { rate, cpu: ((cpuSeconds() - before) * 1e6) / requests };
    };
    const workerd = () => figuresOfWorkerd().cpuSeconds;
    const measures: Measure[] = [];
    for (const [encoding, name] of [
      ["gzip", "with gzip"],
      ["identity", "without compression"],
    ] as const) {
      const headers = { "accept-encoding": encoding };
      const all = { ...crawler, ...headers };
      const peer = ({ url, group }: Server) => measured(url, headers, () => figuresOfGroup(group).cpuSeconds);
      const rounds = await inTurns(size.rounds, {
        [OURS]: () => measured(`${service.direct.origin}/p`, all, workerd),
        "constant Worker": () => measured(`${service.bare.origin}/memory`, all, workerd),
        "bare Worker, KV": () => measured(`${service.bare.origin}/`, all, workerd),
        "prerender, memory cache": () => peer(prerender),
        ...(nginx && { nginx: () => peer(nginx) }),
      });
      measures.push(
        ...measuresOf(rounds, {
          rate: { what: `hits per second ${name}`, unit: "", better: "more", shown: "picture" },
          cpu: { what: `CPU per hit ${name}`, unit: "µs", better: "less", shown: "picture" },
        }),
      );
    }
    return measures;
  },
});
