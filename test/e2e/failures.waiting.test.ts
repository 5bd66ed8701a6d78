import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSite, type SiteServer } from "../support/site-server.ts";
import { ask, seedAccount, startService, until, type Service } from "../support/service.ts";

const BOT = { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" };
const words = Array.from({ length: 60 }, (_, i) => `word${i}`).join(" ");
/** A page whose script finishes after a delay. */
const page = (text: string, afterMs = 10) =>
  `<body><div id="root"></div><script>window.prerenderReady = false; setTimeout(() => { document.getElementById("root").innerHTML = "<h1>${text}</h1><p>${words}</p>"; window.prerenderReady = true; }, ${afterMs})</script></body>`;

/** The browser's main processes among the descendants of a process. */
function browsersBelow(root: number): number[] {
  const listing = spawnSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" }).stdout.trim().split("\n");
  const all = listing
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line)!)
    .map((match) => ({ pid: Number(match[1]), parent: Number(match[2]), args: match[3]! }));
  const below = new Set([root]);
  for (let size = 0; size !== below.size;) {
    size = below.size;
    for (const { pid, parent } of all) if (below.has(parent)) below.add(pid);
  }
  const browsers = all.filter(
    ({ pid, args }) => below.has(pid) && /--remote-debugging/.test(args) && !/--type=|^\/bin\/sh/.test(args),
  );
  return browsers.map(({ pid }) => pid);
}

describe("what a crawler gets during failures", () => {
  let site: SiteServer;
  let service: Service;
  let auth: Record<string, string>;
  beforeAll(async () => {
    site = await startSite();
    service = await startService();
    auth = await seedAccount(service.base, { domain: site.host });
    site.routes = {
      "/cached": { body: page("Cached before") },
      "/slow": { body: page("Slow", 2_000) },
      "/never": { body: `<body><p>${words}</p><script>window.prerenderReady = false</script></body>` },
    };
    expect((await crawl("/cached"))[0]).toBe("miss");
  });
  afterAll(async () => {
    await service.dispose();
    await site.close();
  });

  async function crawl(path: string): Promise<[string | null, boolean]> {
    const answer = await ask(service.base, "GET", `/render/${site.origin}${path}`, { headers: { ...auth, ...BOT } });
    return [answer.headers.get("x-crawlready-cache"), answer.body.includes("<h1>")];
  }

  let never: ReturnType<typeof crawl> | undefined;
  /** Lasts until the render's 20 s deadline, so it starts early and other tests run meanwhile. */
  const crawlNever = () => (never ??= crawl("/never"));

  it("the browser is killed during a render: the snapshot, from a new browser", async () => {
    const rendering = crawl("/slow");
    await until(() => Promise.resolve(site.log.includes("GET /slow")), 10_000);
    const browsers = browsersBelow(service.child.pid!);
    expect(browsers.length).toBeGreaterThan(0);
    for (const pid of browsers) process.kill(pid, "SIGKILL");
    expect(await rendering).toEqual(["miss", true]);
  });

  it("the service is killed during a render: cached pages, and the page once the dead render's lease ends", async () => {
    site.routes["/killed"] = { body: page("Killed", 2_000) };
    const rendering = crawl("/killed").catch(() => null);
    await until(() => Promise.resolve(site.log.includes("GET /killed")), 10_000);
    await service.kill();
    await rendering;
    await service.restart();
    expect(await crawl("/cached")).toEqual(["hit", true]);
    const [killed] = await Promise.all([crawl("/killed"), crawlNever()]);
    expect(killed).toEqual(["miss", true]);
    expect(await crawl("/killed")).toEqual(["hit", true]);
  });

  it("a page never becomes ready: the origin's page, and the reason in the render log", async () => {
    expect(await crawlNever()).toEqual(["bypass", false]);
    const { body } = await ask(service.base, "GET", `/api/prerender/renders?domain=${site.host}&path=/never`, {
      headers: auth,
    });
    expect(body.renders).toMatchObject([
      { outcome: "rejected", readySignal: "deadline", reason: "the page did not become ready in time", status: 200 },
    ]);
  });
});
