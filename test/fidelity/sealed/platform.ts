import type { LabelledApplication } from "../unseen/application.ts";
import { built, ends, json, plain, STATIONS, stations, WAITING } from "./common.ts";

const MAIN = `<main id="app">${WAITING}</main>`;
const APP = `const app = document.getElementById("app");\n`;

/** Pages of the platform's own means: workers, stores, frames, timers, gates. */
export const PLATFORM: readonly LabelledApplication[] = [
  plain(
    "a reader of lines in a stream",
    MAIN,
    `${APP}const reader = (await fetch("lines")).body.pipeThrough(new TextDecoderStream()).getReader();
app.textContent = ""; let rest = "";
for (;;) { const { done, value } = await reader.read(); if (done) break; const lines = (rest + value).split("\\n"); rest = lines.pop(); app.insertAdjacentHTML("beforeend", draw(lines.map((each) => JSON.parse(each)))); }
app.insertAdjacentHTML("beforeend", "<p>End of the reports.</p>");`,
    {
      lines: {
        type: "application/x-ndjson",
        chunks: { everyMs: 400, list: STATIONS.map((each) => `${JSON.stringify(each)}\n`), ends: true },
      },
    },
    { whole: [...ends(), "End of the reports."] },
  ),
  plain(
    "a worker that computes",
    MAIN,
    `${APP}const worker = new Worker("worker.js"); worker.onmessage = ({ data }) => { app.innerHTML = draw(data); };`,
    {
      ...stations({ delayMs: 300 }),
      "worker.js": {
        type: "text/javascript",
        body: `fetch("stations.json").then((a) => a.json()).then((list) => { const end = Date.now() + 2200; while (Date.now() < end); postMessage(list); });`,
      },
    },
    { whole: ends(), never: ["Fetching reports"] },
  ),
  built(
    "dexie before the network",
    `import Dexie from "dexie";
const db = new Dexie("coast"); db.version(1).stores({ stations: "id" });
if (await db.stations.count() === 0) await db.stations.bulkPut(await (await fetch("stations.json")).json());
document.getElementById("app").innerHTML = draw(await db.stations.orderBy("id").toArray());`,
    stations({ delayMs: 1_100 }),
    { whole: ends(), never: ["Fetching reports"] },
  ),
  plain(
    "a service worker that answers",
    MAIN,
    `${APP}await navigator.serviceWorker.register("sw.js");
if (!navigator.serviceWorker.controller) await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
app.innerHTML = draw(await (await fetch("made-by-worker.json")).json());`,
    {
      "sw.js": {
        type: "text/javascript",
        body: `self.addEventListener("install", () => self.skipWaiting()); self.addEventListener("activate", (event) => event.waitUntil(clients.claim()));
self.addEventListener("fetch", (event) => { if (event.request.url.endsWith("made-by-worker.json")) event.respondWith(new Response(${JSON.stringify(JSON.stringify(STATIONS))}, { headers: { "content-type": "application/json" } })); });`,
      },
    },
    { whole: ends(), never: ["Fetching reports"] },
  ),
  plain(
    "a frame that sends to its page",
    `${MAIN}<iframe src="inner.html" title="Source" hidden></iframe>`,
    `${APP}new BroadcastChannel("coast").onmessage = ({ data }) => { app.innerHTML = draw(data); };`,
    {
      ...stations({ delayMs: 900 }),
      "inner.html": {
        body: `<!doctype html><script>fetch("stations.json").then((a) => a.json()).then((list) => setTimeout(() => new BroadcastChannel("coast").postMessage(list), 800))</script>`,
      },
    },
    { whole: ends(), never: ["Fetching reports"] },
  ),
  plain(
    "a frame of the same site",
    `<main><h1>Reports in a frame</h1><iframe src="inner.html" title="Reports" width="900" height="2000"></iframe></main>`,
    "",
    {
      ...stations({ delayMs: 1_300 }),
      "inner.html": {
        body: `<!doctype html><meta charset="utf-8"><title>Reports</title><body><p>Fetching reports …</p><script>fetch("stations.json").then((a) => a.json()).then((list) => { document.body.innerHTML = list.map((each) => "<h2>" + each.name + "</h2><p>" + each.note + "</p>").join(""); })</script></body>`,
      },
    },
    { whole: ends(), never: ["Fetching reports"] },
  ),
  plain(
    "a list of which a window is drawn",
    `<style>#list{position:relative;height:60000px}#list section{position:absolute;height:300px}</style><main><h1>Three hundred reports</h1><div id="list"></div></main>`,
    `const list = document.getElementById("list"); const all = await (await fetch("stations.json")).json();
const show = () => { const first = Math.max(0, Math.floor((scrollY - 300) / 300)); list.innerHTML = ""; for (let i = first; i < Math.min(200, first + Math.ceil(innerHeight / 300) + 2); i++) { const each = all[i % 12]; list.insertAdjacentHTML("beforeend", "<section style='top:" + i * 300 + "px'><h2>" + (i + 1) + ". " + each.name + "</h2><p>" + each.note + "</p></section>"); } };
addEventListener("scroll", show); show();`,
    stations({ delayMs: 500 }),
    { whole: [`1. ${STATIONS[0]!.name}`, `3. ${STATIONS[2]!.name}`, STATIONS[2]!.note] },
  ),
  plain(
    "a feed that loads when its end is seen",
    `<main><div id="feed"></div><p id="end">More reports …</p></main>`,
    `const feed = document.getElementById("feed"), end = document.getElementById("end"); let next = 0, busy = false;
const more = async () => { if (busy || next > 3) return; busy = true; const list = await (await fetch("part-" + next++ + ".json")).json(); feed.insertAdjacentHTML("beforeend", draw(list)); busy = false; if (next > 3) { end.textContent = "No more reports."; watch.disconnect(); } else { watch.unobserve(end); watch.observe(end); } };
const watch = new IntersectionObserver((entries) => { if (entries.some((each) => each.isIntersecting)) more(); }); watch.observe(end);`,
    Object.fromEntries(
      [0, 1, 2, 3].map((i) => [`part-${i}.json`, json(STATIONS.slice(i * 3, i * 3 + 3), { delayMs: 500 })]),
    ),
    { whole: [...ends(3)] },
  ),
  plain(
    "bones for six and a half seconds",
    MAIN,
    `${APP}app.innerHTML = draw(await (await fetch("stations.json")).json());`,
    stations({ delayMs: 6_500 }),
    { whole: ends(), never: ["Fetching reports"] },
  ),
  plain(
    "an interface that never answers, and a fallback",
    MAIN,
    `${APP}const show = (list) => { app.innerHTML = draw(list); };
try { show(await (await fetch("stations.json", { signal: AbortSignal.timeout(7_000) })).json()); } catch { app.innerHTML = "<p>The service is slow. These are saved reports.</p>"; show(${JSON.stringify(STATIONS)}); }`,
    stations({ hangs: true }),
    { whole: ends(), never: ["Fetching reports"] },
  ),
  plain(
    "widgets of others that hang and fail",
    `${MAIN}<script async src="OTHER/tag.js"></script><script async src="OTHER/gone.js"></script><img src="OTHER/pixel.png" alt=""><iframe src="OTHER/ad.html" title="Advertisement"></iframe>`,
    `${APP}fetch("OTHER/consent.json").catch(() => {}); new WebSocket("ws://127.0.0.2:9/x").onerror = () => {};
app.innerHTML = draw(await (await fetch("stations.json")).json());`,
    stations({ delayMs: 800 }),
    {
      whole: ends(),
      never: ["Fetching reports"],
      others: {
        "/tag.js": { hangs: true },
        "/gone.js": { status: 503, type: "text/javascript" },
        "/pixel.png": { breaks: true },
        "/ad.html": { hangs: true },
        "/consent.json": { status: 500 },
      },
    },
  ),
  plain(
    "a wall of consent over the text",
    `<style>body.locked{overflow:hidden}#wall{position:fixed;inset:0;background:#fffe;z-index:9}</style>${MAIN}`,
    `${APP}document.body.classList.add("locked"); document.body.insertAdjacentHTML("afterbegin", "<div id=wall role=dialog><h2>We value your privacy</h2><button>Accept all</button><button>Refuse</button></div>");
app.innerHTML = draw(await (await fetch("stations.json")).json());`,
    stations({ delayMs: 1_000 }),
    { whole: ends() },
  ),
  plain(
    "a form that a script fills letter by letter",
    `<main><h1>Order a report</h1><label>Station <input id="name"></label><label>Time <select id="time"><option>Morning</option><option>Evening</option></select></label><label>Message <textarea id="text"></textarea></label><p id="sum"></p></main>`,
    `const type = async (field, text) => { for (const letter of text) { field.value += letter; await new Promise((done) => setTimeout(done, 45)); } };
await type(document.getElementById("name"), "Station Galway"); document.getElementById("time").value = "Evening";
await type(document.getElementById("text"), "Please send the report of tonight to the harbour."); document.getElementById("sum").textContent = "Your order is complete.";`,
    {},
    { whole: ["Station Galway", "Please send the report of tonight to the harbour.", "Your order is complete."] },
  ),
  plain(
    "a view transition after the data",
    MAIN,
    `${APP}const list = await (await fetch("stations.json")).json();
await document.startViewTransition(() => { app.innerHTML = draw(list.slice(0, 6)); }).finished;
document.startViewTransition(() => { app.insertAdjacentHTML("beforeend", draw(list.slice(6))); });`,
    stations({ delayMs: 700 }),
    { whole: ends(), never: ["Fetching reports"] },
  ),
];
