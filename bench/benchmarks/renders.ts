import { freePort, until } from "../../test/support/service.ts";
import { defineBenchmark, measuresOf, OURS, type Figures, type Measure } from "../harness/benchmark.ts";
import { endGroup, startPeer } from "../harness/peers.ts";
import { addAccount, BOT, startBundled, systemBrowser } from "../support/bundled-service.ts";
import { versionLine } from "../support/load.ts";
import { figuresOfDescendants, figuresOfGroup } from "../../test/support/processes.ts";
import { startSinglePageSite } from "../support/single-page-site.ts";

const AT_ONCE = 4;
/** A domain may cause 60 renders per minute, so the load rotates over enough domains. */
const RENDERS_PER_DOMAIN = 25;
const LAST_ITEM = "Item 149 of the list";

const items = Array.from(
  { length: 150 },
  (_, i) => `"<li><a href='/item/${i}'>Item ${i} of the list, made of oak and steel</a></li>"`,
);
const script = (flag: boolean) =>
  `${flag ? "window.prerenderReady = false;" : ""} fetch("/data.json").then((answer) => answer.json()).then((data) => { document.getElementById("root").innerHTML = "<h1>" + data.title + "</h1><ul>" + [${items.join(",")}].join("") + "</ul>"; ${flag ? "window.prerenderReady = true;" : ""} })`;

export const renders = defineBenchmark({
  name: "renders",
  measures:
    "Renders pages of a single-page application for the first time, four at once, in the same browser, with and without a ready flag. " +
    "Every page must be complete. CPU covers the browser and the service.",
  peers: ["prerender"],
  sizes: { short: { pages: 24, rounds: 3 }, long: { pages: 100, rounds: 5 } },

  async run({ size: { pages, rounds }, inTurns, defer, uses }) {
    const browser = systemBrowser();
    uses("browser:", (versionLine(browser, "--version") ?? "unknown").replace(/ built on .*/, ""));
    const service = await startBundled({ renders: true });
    defer(service.dispose);
    const keys = new Map<string, string>();
    while (keys.size * RENDERS_PER_DOMAIN < pages * (rounds + 1)) {
      const port = await freePort();
      const site = startSinglePageSite(port, script);
      defer(() => site.close());
      keys.set(`127.0.0.1:${port}`, (await addAccount(service, `127.0.0.1:${port}`)).key);
    }
    const hosts = [...keys.keys()];
    const [peerPort, debuggingPort] = [await freePort(), await freePort()];
    const peer = startPeer("prerender.mjs", [String(peerPort), String(debuggingPort), browser]);
    peer.stdout!.resume();
    defer(() => endGroup(peer));

    const ours = async (host: string, page: string) => {
      const headers = { "x-service-api-key": keys.get(host)!, "user-agent": BOT };
      return (await fetch(new URL(`/render/http://${host}${page}`, service.front), { headers })).text();
    };
    const theirs = async (host: string, page: string) =>
      (await fetch(`http://127.0.0.1:${peerPort}/http://${host}${page}`)).text();
    for (const host of hosts) await ours(host, "/warm-up");
    await until(() => theirs(hosts[0]!, "/warm-up").catch(() => ""), 60_000);

    let asked = 0;
    async function measure(ask: typeof ours, kind: string, cpuSeconds: () => number): Promise<Figures> {
      const last = asked + pages;
      let complete = 0;
      const before = cpuSeconds();
      const startedAt = performance.now();
      const lane = async () => {
        while (asked < last) {
          const i = asked++;
          const html = await ask(hosts[i % hosts.length]!, `/${kind}-${i}`);
          if (html.includes(LAST_ITEM) && !html.includes("<script")) complete++;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, lane));
      if (complete < pages) throw new Error(`${complete} of ${pages} pages were complete`);
      const seconds = (performance.now() - startedAt) / 1_000;
      return { rate: pages / seconds, cpu: ((cpuSeconds() - before) * 1_000) / pages };
    }

    const measures: Measure[] = [];
    for (const [kind, name] of [
      ["flag", "with a ready flag"],
      ["none", "without a flag"],
    ] as const) {
      const found = await inTurns(rounds, {
        [OURS]: () => measure(ours, kind, () => figuresOfDescendants(peer.pid!).cpuSeconds),
        prerender: () => measure(theirs, kind, () => figuresOfGroup(peer.pid!).cpuSeconds),
      });
      measures.push(
        ...measuresOf(found, {
          rate: { what: `renders per second ${name}`, unit: "", better: "more", shown: "picture" },
          cpu: { what: `CPU per render ${name}`, unit: "ms", better: "less", shown: "picture" },
        }),
      );
    }
    return measures;
  },
});
