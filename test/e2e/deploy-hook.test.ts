import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { IndexNowStandIn } from "../support/index-now.ts";
import { ask, seedAccount, startService, until, type Service } from "../support/service.ts";

const PAGES = 1_000;
const CHANGED = 37;
const words = Array.from({ length: 60 }, (_, i) => `word${i}`).join(" ");

/** A site whose pages a script makes. Each release changes its markup and dates everywhere, and some pages' text. */
function startReleasedSite() {
  const texts = Array.from({ length: PAGES }, (_, i) => `Page ${i}. ${words}`);
  let release = 1;
  const page = (i: number) =>
    `<!doctype html><html data-build="${release}"><head><title>Page ${i}</title><link rel="icon" href="data:,"></head><body class="b${release}"><main id="app"></main><script>document.getElementById("app").innerHTML = "<h1>Page</h1><p>" + ${JSON.stringify(texts[i])} + "</p>"</script></body></html>`;
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://site");
    const i = Number(/^\/p(\d+)$/.exec(pathname)?.[1] ?? -1);
    if (i >= 0 && i < PAGES)
      return void response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page(i));
    if (pathname !== "/sitemap.xml") return void response.writeHead(404).end();
    const lastmod = new Date(Date.UTC(2026, 0, release)).toISOString();
    const urls = texts.map(
      (_, n) => `<url><loc>http://${request.headers.host}/p${n}</loc><lastmod>${lastmod}</lastmod></url>`,
    );
    response.writeHead(200, { "content-type": "application/xml" }).end(`<urlset>${urls.join("")}</urlset>`);
  });
  const publish = (changed: readonly number[]) => {
    release++;
    for (const i of changed) texts[i] = `Page ${i} of release ${release}. ${words}`;
  };
  return { server, publish };
}

const listen = async (server: http.Server) => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
};

// The short form with 20 pages and a stand-in for the browser is in test/worker/automation/deploys.test.ts.
describe.runIf(process.env["TEST_LONG"] === "1")("a deploy of 1,000 pages, rendered by the browser", () => {
  const { server, publish } = startReleasedSite();
  const indexNow = new IndexNowStandIn();
  const endpoint = http.createServer((request, response) => void indexNow.answer(request, response));
  let service: Service;
  let host: string;
  let auth: Record<string, string>;
  beforeAll(async () => {
    host = await listen(server);
    service = await startService({ INDEXNOW_URL: `http://${await listen(endpoint)}/indexnow` });
    auth = await seedAccount(service.base, { domain: host }, "business", { requestsPerMinute: 100_000 });
  });
  afterAll(async () => {
    await service.dispose();
    for (const each of [server, endpoint]) {
      each.closeAllConnections();
      each.close();
    }
  });

  /** Posts a deploy and waits for its end; the service is killed once meanwhile if asked to. */
  async function deploy(ref: string, kill = false) {
    const json = { domain: host, ref, audit: false };
    const asked = await ask(service.base, "POST", "/api/deploys", { headers: auth, json });
    expect(asked.status).toBe(202);
    let isDue = kill;
    const path = `/api/deploys/${asked.body.deploy.id}?domain=${host}`;
    const ended = await until(async () => {
      const { body } = await ask(service.base, "GET", path, { headers: auth });
      const { same, changed, baseline } = body.deploy.pages;
      if (isDue && same + changed + baseline > PAGES / 4) {
        isDue = false;
        await service.kill();
        await service.restart();
      }
      return body.deploy.endedAt !== null && body.deploy;
    }, 800_000);
    const took = ended.steps.map((step: { step: string; beganAt: number; endedAt: number }) => [
      step.step,
      (step.endedAt - step.beganAt) / 1000,
    ]);
    console.log(ref, JSON.stringify(took), JSON.stringify(ended.pages));
    return ended;
  }

  it(
    "of which 37 changed submits 37, also if it is killed on the way, and then 0",
    { timeout: 2_500_000 },
    async () => {
      expect(await deploy("first")).toMatchObject({
        state: "done",
        listed: PAGES,
        pages: { baseline: PAGES },
        submitted: 0,
      });
      const changed = Array.from({ length: CHANGED }, (_, n) => n * 27);
      publish(changed);
      expect(await deploy("second", true)).toMatchObject({
        state: "done",
        pages: { changed: CHANGED, same: PAGES - CHANGED, not_rendered: 0 },
        submitted: CHANGED,
      });
      const urls = indexNow.of(host).submitted.flatMap(({ urlList }) => urlList);
      expect(urls.sort()).toEqual(changed.map((i) => `http://${host}/p${i}`).sort());
      expect(await deploy("third")).toMatchObject({ state: "done", listed: PAGES, pages: { same: 0 }, submitted: 0 });
      expect(indexNow.of(host).submitted).toHaveLength(1);
    },
  );
});
