import { appendFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PAGE_LIMITS } from "../../src/prerender/core/pages/page-limits.ts";
import { startCounting, type CountingServer } from "../support/counting-server.ts";
import { ask, seedAccount, startService, type Service } from "../support/service.ts";

const BOT = {
  "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
};
const BUDGET = PAGE_LIMITS.requests;
const words = Array.from({ length: 60 }, (_, i) => `word${i}`).join(" ");
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Waits until nothing has arrived for a quarter of a second; a page that never stops gets five. */
async function untilStill(servers: readonly CountingServer[]): Promise<void> {
  const count = () => servers.reduce((sum, { log }) => sum + log.length, 0);
  for (let before = -1, looks = 0; before !== count() && looks < 20; looks++) {
    before = count();
    await sleep(250);
  }
}
/** Rows stand in line for the renderer. */
const timeout = 300_000;

/** A page that is whole at once and runs `script`; `head` stands before its text. */
const page = (script: string, markup = "") =>
  `<!doctype html><html><head><title>Escape</title></head><body><h1>Whole</h1><p>${words}</p>${markup}<script>
const attempt = (work) => { try { work(); } catch {} };
${script}</script></body></html>`;
/** Asks for `url` for ever, from a page or a worker. */
const keepAsking = (url: string) => `setInterval(() => { fetch("${url}", { mode: "no-cors" }).catch(() => {}); }, 40);`;
/** Opens a socket that talks for ever. */
const keepTalking = (url: string) =>
  `try { const socket = new WebSocket("${url}"); socket.onopen = () => setInterval(() => socket.send("x"), 40); } catch {}`;
/** The page says itself when it is ready. */
const later = (ms: number) =>
  `window.prerenderReady = false; setTimeout(() => { window.prerenderReady = true; }, ${ms});`;
const inBlob = (script: string) =>
  `URL.createObjectURL(new Blob([${JSON.stringify(script)}], { type: "text/javascript" }))`;

describe("what leaves the renderer", () => {
  let site: CountingServer;
  let foreign: CountingServer;
  let service: Service;
  let auth: Record<string, string>;
  const servers: CountingServer[] = [];
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(async () => {
    await service?.dispose();
    await Promise.all(servers.map((server) => server.close()));
  });

  let lastTurn: Promise<unknown> = Promise.resolve();
  /** One at a time has the renderer, each with servers of its own: while the next is rendered, the last one's go on counting. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = lastTurn.then(async () => {
      site = await startCounting("127.0.0.1");
      foreign = await startCounting("127.0.0.2");
      servers.push(site, foreign);
      auth = await seedAccount(service.base, { domain: site.host });
      return work();
    });
    lastTurn = turn.catch(() => {});
    return turn;
  }

  let pages = 0;
  /** Renders a page and counts what reaches either server while it is rendered; `goesOn` counts what does after its answer. */
  async function escape(name: string, body: string, routes: CountingServer["routes"] = {}) {
    const path = `/page-${++pages}`;
    site.routes = { [path]: { body }, ...routes };
    for (const server of [site, foreign]) Object.assign(server, { log: [], passedOn: [] });
    const answer = await ask(service.base, "GET", `/render/http://${site.host}${path}`, {
      headers: { ...auth, ...BOT },
    });
    // The edge takes the crawler to the site once where there is no snapshot; that is no request of the page.
    expect([...site.passedOn, ...foreign.passedOn].length).toBeLessThanOrEqual(1);
    // What was on its way when the render ended may still arrive, the later the busier the machine is.
    await untilStill([site, foreign]);
    const during = { site: site.log.length, foreign: foreign.log.length };
    const reached = [...foreign.log];
    const asked = [...reached, ...site.log].filter((line) => !line.startsWith("MESSAGE"));
    // One budget for all that the page, its frames and its workers ask of anyone.
    expect(asked.length).toBeLessThanOrEqual(BUDGET);
    const [ownSite, ownForeign] = [site, foreign];
    const goesOn = async () => {
      // A busy machine delivers the last requests late: six connections may each still bring one. They count as the render's.
      await sleep(1_500);
      const ended = { site: ownSite.log.length, foreign: ownForeign.log.length };
      await sleep(2_500);
      const inAll = [...ownForeign.log, ...ownSite.log].filter((line) => !line.startsWith("MESSAGE"));
      expect(inAll.length).toBeLessThanOrEqual(BUDGET);
      const after = {
        site: ownSite.log.length - ended.site,
        foreign: ownForeign.log.length - ended.foreign,
      };
      const sockets = ownSite.openSockets() + ownForeign.openSockets();
      if (process.env["ESCAPES_TABLE"])
        appendFileSync(
          process.env["ESCAPES_TABLE"],
          `| ${name} | ${during.foreign} | ${during.site} | ${after.site + after.foreign} | ${sockets} |\n`,
        );
      return { after, sockets };
    };
    return { answer, during, reached, goesOn };
  }
  const nothing = { after: { site: 0, foreign: 0 }, sockets: 0 };
  const from = (where: string) => keepAsking(`http://${foreign.host}/${where}`);

  /** Ways out that no snapshot needs: nothing of them reaches another host. */
  const refused: Array<[string, () => string]> = [
    [
      "a[target=_blank].click()",
      () =>
        page("setTimeout(() => out.click(), 20);", `<a id="out" target="_blank" href="http://${foreign.host}/a">a</a>`),
    ],
    [
      "form[target=_blank].submit()",
      () =>
        page(
          "out.submit();",
          `<form id="out" method="post" target="_blank" action="http://${foreign.host}/form"></form>`,
        ),
    ],
    [
      "a popup of the page's own site that never stops",
      () => page("out.click();", `<a id="out" target="_blank" href="/popup">a</a>`),
    ],
    [
      "window.open of another realm",
      () =>
        page(
          `const frame = document.createElement("iframe"); document.body.append(frame); attempt(() => frame.contentWindow.open("http://${foreign.host}/open"));`,
        ),
    ],
    ["a socket of the page", () => page(keepTalking(`ws://${foreign.host}/socket`))],
    [
      "a socket of a frame's realm",
      () =>
        page(
          `const frame = document.createElement("iframe"); document.body.append(frame);
           attempt(() => new frame.contentWindow.WebSocket("ws://${foreign.host}/frame"));
           attempt(() => new WebSocket.prototype.constructor("ws://${foreign.host}/prototype"));
           Object.prototype.get = (native, key) => { attempt(() => new native("ws://${foreign.host}/trap")); return native[key]; };
           attempt(() => WebSocket.OPEN); delete Object.prototype.get;
           attempt(() => new WebSocket({ n: 0, toString() { return this.n++ ? "ws://${foreign.host}/twice" : "ws://${site.host}/once"; } }));
           for (const name of ["URL", "Reflect", "String"]) attempt(() => { delete window[name]; });
           attempt(() => new WebSocket("ws://${foreign.host}/late"));`,
          `<iframe srcdoc='<script>new WebSocket("ws://${foreign.host}/srcdoc")</script>'></iframe>`,
        ),
    ],
    [
      "a socket of a worker of each kind",
      () =>
        page(
          `attempt(() => new Worker("/socket.js")); attempt(() => new SharedWorker("/socket.js"));
           attempt(() => new Worker(${inBlob(keepTalking(`ws://${foreign.host}/blob`))}));
           attempt(() => new Worker("data:text/javascript," + encodeURIComponent(${JSON.stringify(
             keepTalking(`ws://${foreign.host}/data`),
           )})));`,
        ),
    ],
    ["a service worker", () => page(`navigator.serviceWorker.register("/service.js").catch(() => {});`)],
    [
      "speculation rules: prerender and prefetch",
      () =>
        page(
          `const speculate = (where, path) => {
             const script = document.createElement("script");
             script.type = "speculationrules";
             script.textContent = JSON.stringify({ prefetch: [{ urls: ["http://${foreign.host}/" + path], eagerness: "immediate" }] });
             where.append(script);
             return where;
           };
           NodeList.prototype[Symbol.iterator] = Array.prototype[Symbol.iterator] = () => { throw new Error(); };
           document.body.append(speculate(document.createElement("div"), "nested"));
           speculate(document.body.appendChild(document.createElement("div")).attachShadow({ mode: "closed" }), "shadow");`,
          `<script type="speculationrules">{"prerender":[{"urls":["/speculated"],"eagerness":"immediate"}],"prefetch":[{"urls":["http://${foreign.host}/speculated"],"eagerness":"immediate"}]}</script>`,
        ),
    ],
    ["<portal>", () => page("", `<portal src="http://${foreign.host}/portal"></portal>`)],
    [
      "sendBeacon, also when the page unloads",
      () =>
        page(
          `const send = (path) => navigator.sendBeacon("http://${foreign.host}/" + path, "x"); send("beacon");
           for (const name of ["pagehide", "visibilitychange", "unload", "beforeunload"])
             addEventListener(name, () => { send(name); fetch("http://${foreign.host}/" + name, { keepalive: true, mode: "no-cors" }).catch(() => {}); });`,
        ),
    ],
    ["<a ping>", () => page("out.click();", `<a id="out" href="#here" ping="http://${foreign.host}/ping">a</a>`)],
    [
      "prefetch and preconnect",
      () =>
        page(
          "",
          `<link rel="prefetch" href="http://${foreign.host}/prefetch"><link rel="preconnect" href="http://${foreign.host}">`,
        ),
    ],
    [
      "RTC and WebTransport",
      () =>
        page(
          `attempt(() => { const peer = new RTCPeerConnection({ iceServers: [{ urls: "turn:${foreign.host}?transport=tcp", username: "a", credential: "b" }] }); peer.createDataChannel("x"); peer.createOffer().then((offer) => peer.setLocalDescription(offer)); });
           attempt(() => new WebTransport("https://${foreign.host}/"));`,
        ),
    ],
  ];
  it.concurrent.each(refused)("nothing gets out by %s", { timeout }, async (name, body) => {
    const result = await inTurn(() =>
      escape(name, body(), {
        "/popup": { body: `<script>${from("popup")}</script>` },
        "/socket.js": { body: keepTalking(`ws://${foreign.host}/worker`) },
        "/service.js": {
          body: `${from("service")} self.addEventListener("install", () => self.skipWaiting());`,
        },
      }),
    );
    expect(result.reached.filter((line) => !line.includes("favicon"))).toEqual([]);
    expect(result.answer.body).toContain("<h1>Whole</h1>");
    expect(await result.goesOn()).toEqual(nothing);
  });

  it("a page that navigates to another host sends nothing there; the crawler is redirected", { timeout }, async () => {
    const leave = () => page(`setTimeout(() => { location.href = "http://${foreign.host}/left"; }, 20);`);
    const { answer, reached, goesOn } = await inTurn(() => escape("the page itself leaves", leave()));
    expect(reached).toEqual([]);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, `http://${foreign.host}/left`]);
    expect(await goesOn()).toEqual(nothing);
  });

  /** What a page may ask others for: one budget for all of it, and an end with the render. */
  const counted: Array<[string, () => string]> = [
    [
      "a page",
      () =>
        page(
          `${from("page")} for (let i = 0; i < 400; i++) fetch("http://${
            foreign.host
          }/?" + i, { mode: "no-cors" }).catch(() => {});`,
        ),
    ],
    ["a frame of another site", () => page("", `<iframe src="http://${foreign.host}/frame"></iframe>`)],
    [
      "<object> and <embed>",
      () => page("", `<object data="http://${foreign.host}/frame"></object><embed src="http://${foreign.host}/frame">`),
    ],
    [
      "workers of every kind together",
      () =>
        page(
          `attempt(() => new Worker("/worker.js")); attempt(() => new SharedWorker("/worker.js"));
           attempt(() => new Worker(${inBlob(
             `for (let i = 0; i < 150; i++) fetch("http://${
               foreign.host
             }/blob?" + i, { mode: "no-cors" }).catch(() => {}); ${from("blob")}`,
           )}));`,
        ),
    ],
    [
      "keepalive requests and EventSource",
      () =>
        page(
          `setInterval(() => { attempt(() => fetch("http://${foreign.host}/keepalive", { keepalive: true, mode: "no-cors" }).catch(() => {})); }, 40); new EventSource("http://${foreign.host}/events");`,
        ),
    ],
    [
      "parallel requests for one address, aborted together",
      () =>
        page(
          `${later(3_000)} for (let i = 0; i < 600; i++) fetch("http://${
            foreign.host
          }/same", { keepalive: i % 2 > 0, mode: "no-cors" }).catch(() => {});`,
        ),
    ],
    [
      "preflights",
      () =>
        page(
          `${later(3_000)} for (let i = 0; i < 600; i++) fetch("http://${
            foreign.host
          }/preflight?" + i, { headers: { "x-a": "b" } }).catch(() => {});`,
        ),
    ],
  ];
  it.concurrent.each(counted)(
    "%s asks others within the budget, and not after the render",
    { timeout },
    async (name, body) => {
      const result = await inTurn(() => {
        foreign.routes = {
          "/frame": {
            body: `<script>${keepAsking("/in-frame")} ${keepTalking(
              `ws://${foreign.host}/in-frame`,
            )} for (let i = 0; i < 400; i++) fetch("/?" + i).catch(() => {});</script>`,
          },
        };
        const many = `for (let i = 0; i < 150; i++) fetch("http://${
          foreign.host
        }/many?" + i, { mode: "no-cors" }).catch(() => {}); ${from("worker")}`;
        return escape(name, body(), { "/worker.js": { body: many } });
      });
      // They do get out, so that the budget is what holds them.
      expect(result.during.foreign).toBeGreaterThan(1);
      expect(result.reached.filter((line) => line.startsWith("SOCKET"))).toEqual([]);
      expect(await result.goesOn()).toEqual(nothing);
    },
  );

  it("shows what the page's own socket and its own workers bring, and ends both", async () => {
    const data = `fetch("/data").then((answer) => answer.text())`;
    const result = await inTurn(() =>
      escape(
        "the site's own socket and workers",
        page(
          `window.prerenderReady = false;
         const show = (place) => ({ data }) => {
           place.textContent = data;
           if (first.textContent && second.textContent && third.textContent) window.prerenderReady = true;
         };
         const socket = new WebSocket("ws://${site.host}/live"); socket.onmessage = show(first);
         new Worker("/own.js").onmessage = show(second);
         const shared = new SharedWorker("/shared.js"); shared.port.onmessage = show(third);
         ${keepAsking("/tick")}; socket.onopen = () => setInterval(() => socket.send("x"), 40);`,
          `<p id="first"></p><p id="second"></p><p id="third"></p>`,
        ),
        {
          "/own.js": {
            body: `${data}.then(postMessage); ${keepAsking("/worker-tick")}`,
          },
          "/shared.js": {
            body: `onconnect = ({ ports }) => ${data}.then((text) => ports[0].postMessage(text)); ${keepAsking(
              "/shared-tick",
            )}`,
          },
          "/data": { body: "from a worker" },
        },
      ),
    );
    for (const text of [
      `<p id="first">from the socket</p>`,
      `<p id="second">from a worker</p>`,
      `<p id="third">from a worker</p>`,
    ])
      expect(result.answer.body).toContain(text);
    expect(await result.goesOn()).toEqual(nothing);
  });

  it("renders the next page although the last one's worker and main thread never answer", () =>
    inTurn(async () => {
      await escape("a worker that never answers", page(`new Worker(${inBlob("for (;;);")});`));
      await escape("a main thread that never answers", page("setTimeout(() => { for (;;); }, 400);"));
      const startedAt = Date.now();
      const { answer } = await escape("after them", page(""));
      expect(answer.body).toContain("<h1>Whole</h1>");
      expect(answer.headers.get("x-crawlready-cache")).toBe("miss");
      expect(Date.now() - startedAt, "it waits for no deadline of theirs").toBeLessThan(15_000);
    }));

  it("keeps nothing of the last page of the domain for the next", () =>
    inTurn(async () => {
      const ready = `finally(() => { window.prerenderReady = true; })`;
      const keep = `window.prerenderReady = false;
        localStorage.setItem("k", "leak"); sessionStorage.setItem("k", "leak"); document.cookie = "c=leak"; window.name = "leak";
        const opening = indexedDB.open("leak"); opening.onupgradeneeded = () => opening.result.createObjectStore("s");
        const opened = new Promise((resolve) => { opening.onsuccess = resolve; });
        const cached = caches.open("leak").then((cache) => cache.put("/leak", new Response("leak")));
        const registered = navigator.serviceWorker.register("/service.js").catch(() => {});
        Promise.all([opened, cached, registered]).${ready};`;
      await escape("storage is filled", page(keep), { "/service.js": { body: "" } });
      const look = `window.prerenderReady = false;
        Promise.all([indexedDB.databases(), caches.keys(), navigator.serviceWorker.getRegistrations()]).then(([bases, names, workers]) => {
        seen.textContent = JSON.stringify([localStorage.length, sessionStorage.length, document.cookie, window.name, bases.length, names.length, workers.length]); }).${ready};`;
      const { answer } = await escape("storage is read", page(look, `<p id="seen"></p>`));
      expect(/<p id="seen">(.*?)<\/p>/.exec(answer.body as string)?.[1]).toBe(`[0,0,"","",0,0,0]`);
      // A page without storage, where whatever clears it throws.
      const sandboxed = {
        body: page(`window.name = "leak"`),
        headers: { "content-security-policy": "sandbox allow-scripts" },
      };
      await escape("a sandboxed page takes a name", "", { [`/page-${pages + 1}`]: sandboxed });
      const tell = `seen.textContent = JSON.stringify(window.name)`;
      const { answer: next } = await escape("the name is read", page(tell, `<p id="seen"></p>`));
      expect(/<p id="seen">(.*?)<\/p>/.exec(next.body as string)?.[1]).toBe(`""`);
    }));
});
