import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startSite, type SiteServer } from "../support/site-server.ts";
import { startPool } from "./pool.ts";

const words = Array.from({ length: 60 }, (_, i) => `word${i}`).join(" ");
const page = (script: string, markup = "") =>
  `<!doctype html><title>Page</title><h1>Whole</h1><p>${words}</p><p id="seen"></p>${markup}<script>${script}</script>`;
/** What the page shows when it is ready. A page that is never ready fails by its deadline, whatever the machine's speed. */
const show = (expression: string) =>
  `document.getElementById("seen").textContent = "seen:" + (${expression}); window.prerenderReady = true;`;
/** Is ready when its script says so. */
const stay = (work: string) => `window.prerenderReady = false; ${work}`;
const later = (work: string, ms: number) => stay(`setTimeout(() => { ${work} }, ${ms});`);
/** Long, because pages wait for each other, and a busy machine is slow to start the second one. */
const DEADLINE_MS = 60_000;
const SECRET = { "x-members": "a secret of the owner" };

describe("renders of one domain share nothing", () => {
  let pool: Awaited<ReturnType<typeof startPool>>;
  let site: SiteServer;
  let other: SiteServer;
  beforeAll(async () => {
    [pool, site, other] = await Promise.all([startPool(8, DEADLINE_MS), startSite(), startSite()]);
  });
  afterAll(async () => {
    await pool?.close();
    await site?.close();
    await other?.close();
  });

  async function render(path: string, headers?: Record<string, string>) {
    const outcome = await pool.render(site.origin + path, "domain", headers && { headers });
    return { ...outcome, seen: /seen:([^<]*)/.exec(outcome.raw?.html ?? "")?.[1] };
  }

  /** Resolves when that many requests for the path have arrived: so many pages are there at the same time. */
  async function asked(path: string, times: number): Promise<void> {
    await vi.waitUntil(() => site.log.filter((line) => line === `GET ${path}`).length >= times, {
      timeout: DEADLINE_MS,
    });
  }

  it("a cookie that opens a members' page is not sent by a public one, at the same time or later", async () => {
    const body = page(stay(`fetch("/together").then(({ status }) => { ${show('document.cookie + "," + status')} });`));
    site.log = [];
    const after = asked("/together", 2);
    const withCookie = { header: "cookie", includes: "sid=", route: { status: 202, after } };
    site.routes = {
      "/members": { headers: { "set-cookie": "sid=of-the-members; Path=/" }, body },
      "/public": { body },
      "/together": { after, when: [withCookie] },
    };
    const [members, beside] = await Promise.all([render("/members", SECRET), render("/public")]);
    const next = await render("/public");
    expect([members.seen, beside.seen, next.seen]).toEqual(["sid=of-the-members,202", ",200", ",200"]);
  });

  it("a shared worker gets no rule's header, and no worker of another render", async () => {
    const hear = `new SharedWorker("/worker.js").port.onmessage = ({ data }) =>
      fetch("/heard").then(() => { ${show("data")} });`;
    site.log = [];
    // Both pages stay until both have heard from their worker.
    const after = asked("/heard", 2);
    site.routes = {
      "/members": { body: page(stay(hear)) },
      "/public": { body: page(stay(hear)) },
      "/worker.js": {
        headers: { "content-type": "text/javascript" },
        body: `const status = fetch("/from-worker").then((answer) => answer.status);
          onconnect = async ({ ports: [port] }) => port.postMessage(await status);`,
      },
      "/from-worker": { body: "{}", when: [{ header: "x-members", includes: "secret", route: { status: 204 } }] },
      "/heard": { body: "{}", after },
    };
    const pages = await Promise.all([render("/members", SECRET), render("/public")]);
    expect(pages.map(({ seen }) => seen)).toEqual(["200", "200"]);
    expect(site.log.filter((line) => line.endsWith("/from-worker"))).toHaveLength(2);
  });

  it("a page that sets a cookie and loads itself again renders while others of its domain begin and end", async () => {
    const again = 'if (!document.cookie.includes("seen=1")) { document.cookie = "seen=1"; return location.reload(); }';
    site.routes = {
      "/cookie": { body: page(later(`${again} ${show("document.cookie")}`, 250)) },
      "*": { body: page(later("window.prerenderReady = true;", 100)) },
    };
    const others = Array.from({ length: 6 }, async (_, i) => {
      for (let round = 0; round < 3; round++) await render(`/other-${i}-${round}`);
    });
    const pages = await Promise.all([render("/cookie"), render("/cookie"), ...others]);
    expect(pages.slice(0, 2).map((each) => [each?.stored, each?.seen])).toEqual([
      [true, "seen=1"],
      [true, "seen=1"],
    ]);
  });

  it("what a page or its frame of another origin stored is gone for the next one", async () => {
    const store = 'const before = localStorage.last ?? "nothing"; localStorage.last = "left";';
    other.routes = { "*": { body: `<script>${store} parent.postMessage(before, "*")</script>` } };
    const listen = `onmessage = ({ data: inside }) => { ${show('before + "," + inside')} };`;
    const frame = `const frame = document.createElement("iframe"); frame.src = "${other.origin}/"; document.body.append(frame);`;
    site.routes = { "*": { body: page(stay(`${listen} ${store} ${frame}`)) } };
    const seen = [];
    for (let i = 0; i < 3; i++) seen.push((await render(`/storage-${i}`)).seen);
    expect(seen).toEqual(Array(3).fill("nothing,nothing"));
  });
});
