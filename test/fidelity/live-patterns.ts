import { app, json, prose, quietShell, text, whole, type Pattern } from "./pattern.ts";

const around = (seed: string) => `<header>${["a", "b", "c", "d"].map((each) => text(seed + each)).join("")}</header>`;
const full = (seed: string) => `${around(seed)}<main id="root"></main>`;
const parts = (seed: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${seed}${"pqrstuvw"[index]}`);
const events = (list: readonly string[], name = "item") =>
  list.map((each) => `event: ${name}\ndata: ${JSON.stringify(each)}\n\n`);
const stream = (everyMs: number, list: readonly string[], more = {}) => ({
  type: "text/event-stream",
  chunks: { everyMs, list, ...more },
});
const socket = `new WebSocket(location.href.replace("http", "ws").replace(/[^/]*$/, "socket"))`;
/** Gathers what a source sends, and shows it when the source says that it was all. */
const gathering = `const got = [], source = new EventSource("events"); source.addEventListener("item", ({ data }) => got.push("<p>" + JSON.parse(data) + "</p>")); source.addEventListener("end", () => { source.close(); show(got.join("")); })`;
const proseOf = (seed: string, count: number) => parts(seed, count).map(prose);
const jsonLines = (everyMs: number, list: readonly string[]) => ({
  type: "application/x-ndjson",
  chunks: { everyMs, list: list.map((each) => `${JSON.stringify(each)}\n`), ends: true },
});
/** Shows the JSON lines in `got`, a paragraph each. */
const showLines = `show(got.trim().split("\\n").map((line) => "<p>" + JSON.parse(line) + "</p>").join(""))`;

/** Text that arrives by streams, all of which a crawler gets. */
const gathered: readonly Pattern[] = [
  {
    name: "events that are shown when the last one is there",
    short: true,
    expect: "page",
    html: app(gathering, quietShell),
    routes: { events: stream(600, [...events(proseOf("sa", 6)), ...events([""], "end")]) },
  },
  {
    name: "events that are shown at their end on a full page",
    expect: "page",
    html: app(gathering, full("sb")),
    routes: { events: stream(450, [...events(proseOf("sbe", 7)), ...events([""], "end")]) },
  },
  {
    name: "events that are shown one by one, with pauses",
    expect: "page",
    html: app(`new EventSource("events").addEventListener("item", ({ data }) => add(JSON.parse(data)))`, full("sc")),
    routes: { events: stream(1_200, events(proseOf("sce", 4))) },
  },
  {
    name: "a job that tells its start and, seconds later, its result",
    expect: "page",
    html: app(
      `const source = new EventSource("events"); source.addEventListener("item", ({ data }) => { if (JSON.parse(data)) show(JSON.parse(data)); })`,
      `<main id="root"><div class="Spinner_x1" style="height:9px"></div><p>Your report</p></main>`,
    ),
    routes: { events: stream(2_200, ["event: item\ndata: 0\n\n", ": ping\n\n", ...events([prose("sd")])]) },
  },
  {
    name: "JSON lines that are shown when all are there",
    expect: "page",
    html: app(
      `(async () => { let got = ""; const decoder = new TextDecoder(); for await (const part of (await fetch("lines")).body) got += decoder.decode(part); ${showLines}; })()`,
      full("se"),
    ),
    routes: { lines: jsonLines(550, proseOf("see", 7)) },
  },
  {
    name: "a socket that greets, is asked, and answers later",
    expect: "page",
    html: app(
      `const s = ${socket}; s.onmessage = ({ data }) => { if (data === "hello") s.send("get"); else add(data); }`,
      full("sl"),
    ),
    routes: { socket: { messages: { everyMs: 1_400, list: ["hello", prose("sle")] } } },
  },
  {
    name: "numbered events, one every one and a half seconds",
    expect: "page",
    html: app(
      `const source = new EventSource("events"); source.addEventListener("item", ({ data }) => add(JSON.parse(data))); source.addEventListener("end", ({ data }) => { source.close(); add(JSON.parse(data)); })`,
      full("sh"),
    ),
    routes: {
      events: stream(1_500, [
        ...events([1, 2, 3, 4, 5].map((n) => `Message ${n} of 5`)),
        ...events([text("she")], "end"),
      ]),
    },
    shows: ["Message 5 of 5"],
  },
  {
    name: "eight events, one per second, shown at their end on a full page",
    expect: "page",
    html: app(gathering, full("si")),
    routes: { events: stream(1_000, [...events(proseOf("sie", 8)), ...events([""], "end")]) },
  },
  {
    name: "JSON lines of eight seconds behind a skeleton on a full page",
    expect: "page",
    html: app(
      `fetch("lines").then((answer) => answer.text()).then((got) => ${showLines})`,
      `${around("sj")}<main id="root"><div class="skeleton" aria-busy="true"></div></main>`,
    ),
    routes: { lines: jsonLines(1_000, proseOf("sje", 8)) },
  },
  {
    name: "plain text that takes ten seconds",
    expect: "page",
    html: app(`fetch("words").then((answer) => answer.text()).then(show)`, full("sk")),
    routes: {
      words: { type: "text/plain", chunks: { everyMs: 3_500, list: [prose("ska"), prose("skb")], ends: true } },
    },
    shows: [prose("skb")],
  },
  {
    name: "a socket whose first message comes after three seconds",
    expect: "page",
    html: app(`${socket}.onmessage = ({ data }) => show("<p>" + data + "</p>")`, quietShell),
    routes: { socket: { messages: { everyMs: 3_000, list: [prose("sf")] } } },
  },
  {
    name: "a socket whose messages are shown when all are there",
    expect: "page",
    html: app(
      `const got = []; ${socket}.onmessage = ({ data }) => { if (data === "done") show("<p>" + got.join(" ") + "</p>"); else got.push(data); }`,
      quietShell,
    ),
    routes: { socket: { messages: { everyMs: 700, list: [...proseOf("sg", 5), "done"] } } },
  },
];

/** Streams that stay open, which do not hold up a page. */
const live: readonly Pattern[] = [
  {
    name: "prices that tick for ever",
    short: true,
    expect: "page",
    maxMs: 4_000,
    html: app(`new EventSource("events").onmessage = ({ data }) => { root.textContent = data; }`, full("la")),
    routes: { events: stream(300, ["data: 1.25\n\n", "data: 1.27\n\n"], { repeats: true }) },
  },
  {
    name: "a socket that greets on a full page",
    expect: "page",
    maxMs: 3_000,
    html: app(socket, full("lb")),
    routes: { socket: { messages: { everyMs: 100, list: ["hello", "joined"] } } },
  },
  {
    name: "a chat that never stops",
    expect: "page",
    maxMs: 16_000,
    html: app(
      `let count = 0; new EventSource("events").onmessage = () => add("said " + String.fromCharCode(97 + (count % 26), 97 + (count++ / 26)))`,
      full("lc"),
    ),
    routes: { events: stream(1_000, ["data: x\n\n"], { repeats: true }) },
  },
  {
    name: "a development server that greets on a short page",
    expect: "page",
    maxMs: 4_500,
    html: whole("ld", `<script>new EventSource("events")</script>`),
    routes: { events: stream(100, ["data: connected\n\n"]) },
  },
];

const counter = (drive: string, more = "") =>
  whole(
    "na",
    `${more}<p><b>0</b> boats counted</p><script>const b = document.querySelector("b"), begin = performance.now();
const write = (now, ms) => { const part = Math.min(1, (now - begin) / ms), text = Math.round(12640 * part).toLocaleString("en"); if (b.textContent !== text) b.textContent = text; return part < 1; };
${drive}</script>`,
  );

/** Numbers that run up to their value. */
const counted: readonly Pattern[] = [
  {
    name: "numbers that count up on frames",
    expect: "page",
    html: counter(
      `const go = (now) => { if (write(now, 3200)) requestAnimationFrame(go); }; requestAnimationFrame(go)`,
    ),
    shows: ["<b>12,640</b>"],
  },
  {
    name: "numbers that count up by an interval",
    expect: "page",
    html: counter(`const id = setInterval(() => { if (!write(performance.now(), 2900)) clearInterval(id); }, 180)`),
    shows: ["<b>12,640</b>"],
  },
  {
    name: "numbers that count up slower and slower",
    expect: "page",
    html: counter(
      `const go = (now) => { const part = Math.min(1, (now - begin) / 3000), text = String(Math.round(48 * (1 - 2 ** (-10 * part)))); if (b.textContent !== text) b.textContent = text; if (part < 1) requestAnimationFrame(go); }; requestAnimationFrame(go)`,
    ),
    shows: ["<b>48</b>"],
  },
  {
    name: "numbers that count up when they are seen",
    expect: "page",
    html: counter(
      `new IntersectionObserver(([entry], seen) => { if (!entry.isIntersecting) return; seen.disconnect(); const from = performance.now(); const go = (now) => { if (write(now - from + begin, 2500)) requestAnimationFrame(go); }; requestAnimationFrame(go); }).observe(b)`,
      `<div style="height:1500px"></div>`,
    ),
    shows: ["<b>12,640</b>"],
  },
  {
    name: "numbers that count up for six seconds",
    expect: "page",
    html: counter(
      `const go = (now) => { if (write(now, 6000)) requestAnimationFrame(go); }; requestAnimationFrame(go)`,
    ),
    shows: ["<b>12,640</b>"],
  },
  {
    name: "a stop watch on frames",
    expect: "page",
    maxMs: 13_000,
    html: whole(
      "nb",
      `<b></b><script>const go = (now) => { document.querySelector("b").textContent = Math.round(now); requestAnimationFrame(go); }; go(0)</script>`,
    ),
  },
  {
    name: "days, hours and seconds until a launch",
    expect: "page",
    maxMs: 3_500,
    html: whole(
      "nc",
      `<b>9</b><i>59</i><script>let left = 59; setInterval(() => { document.querySelector("i").textContent = --left; document.querySelector("b").textContent = 9; }, 1000)</script>`,
    ),
  },
];

/** What opens or comes in late. */
const opened: readonly Pattern[] = [
  {
    name: "a popover that a script opens",
    expect: "page",
    html: app(
      `const tip = document.getElementById("tip"); tip.textContent = "${prose("oa")}"; tip.showPopover(); document.getElementById("closed").textContent = "unseen in a popover"; show("${text("ob")}")`,
      `<style>#tip{display:none}#tip:popover-open{display:block}</style><main id="root"></main><div id="tip" popover="manual"></div><div id="closed" popover></div>`,
    ),
    shows: [`style=";display:block"`],
    hides: ["unseen in a popover"],
  },
  {
    name: "a dialog and a details element that open after two answers",
    expect: "page",
    html: app(
      `const get = (file) => fetch(file).then((answer) => answer.json()); (async () => { show((await get("a.json")).text); const b = await get("b.json"); const dialog = document.querySelector("dialog"); dialog.textContent = b.text; dialog.showModal(); document.querySelector("details").open = true; })()`,
      `<main id="root"></main><dialog></dialog><details><summary>More</summary>${text("oc")}</details>`,
    ),
    routes: { "a.json": json("od", { delayMs: 600 }), "b.json": json("oe", { delayMs: 1_700 }) },
    shows: ["<dialog open", "<details open"],
  },
  {
    name: "a transition of the view that fetches",
    expect: "page",
    html: app(
      `document.startViewTransition(async () => { const data = await (await fetch("data.json")).json(); show("<p>" + data.text + "</p>"); }).finished.then(() => add("${prose("of")}"))`,
      quietShell,
    ),
    routes: { "data.json": json("og", { delayMs: 1_500 }) },
  },
  {
    name: "a worker that needs three seconds",
    expect: "page",
    html: app(`new Worker("worker.js").onmessage = ({ data }) => show(data)`, quietShell),
    routes: { "worker.js": { body: `setTimeout(() => postMessage("${text("oh")}"), 3000)` } },
  },
  {
    name: "a request that begins one and a half seconds late and takes six",
    expect: "page",
    html: app(
      `setTimeout(() => fetch("data.json").then((answer) => answer.json()).then(({ text }) => show("<p>" + text + "</p>")), 1500)`,
      full("ok"),
    ),
    routes: { "data.json": json("okd", { delayMs: 6_000 }) },
  },
  {
    name: "a frame of its own site that needs six seconds",
    expect: "page",
    html: whole("ol", `<iframe src="frame.html"></iframe>`),
    routes: { "frame.html": { body: `<p>${prose("olf")}</p>`, type: "text/html", delayMs: 6_000 } },
  },
  {
    name: "a token that is refused, and another one that is not",
    expect: "page",
    html: app(
      `(async () => { let answer = await fetch("data.json?token=old"); if (answer.status === 403) answer = await fetch("data.json?token=new"); show((await answer.json()).text); })()`,
      full("om"),
    ),
    routes: { "data.json": json("omd", { firstStatuses: [403] }) },
  },
  {
    name: "a worker that greets, is asked, and answers after three seconds",
    expect: "page",
    html: app(
      `const worker = new Worker("worker.js"); worker.onmessage = ({ data }) => { if (data === "ready") worker.postMessage("go"); else add(data); }`,
      full("oq"),
    ),
    routes: {
      "worker.js": {
        body: `onmessage = () => setTimeout(() => postMessage("${prose("oqw")}"), 3000); postMessage("ready")`,
      },
    },
  },
  {
    name: "a worker that tells its progress",
    expect: "page",
    html: app(`new Worker("worker.js").onmessage = ({ data }) => { if (data.length > 9) add(data); }`, full("or")),
    routes: {
      "worker.js": {
        body: `for (let i = 1; i < 5; i++) setTimeout(() => postMessage(String(i)), i * 1000); setTimeout(() => postMessage("${prose("orw")}"), 5000)`,
      },
    },
  },
  {
    name: "pauses between steps that show nothing",
    expect: "page",
    html: app(`(async () => { for (let i = 0; i < 6; i++) await sleep(900); add("${prose("osx")}"); })()`, full("os")),
    shows: [prose("osx")],
  },
  {
    name: "an API that answers the fourth try",
    expect: "page",
    html: app(
      `(async () => { for (let i = 0; i < 4; i++) { const answer = await fetch("data.json?try=" + i); if (answer.ok) return show((await answer.json()).text); await sleep(1000 * 2 ** i); } })()`,
      full("ot"),
    ),
    routes: { "data.json": json("otd", { firstStatuses: [503, 503, 503] }) },
  },
  {
    name: "keys of a password, and a database that is filled",
    expect: "page",
    html: app(
      `(async () => { const key = await crypto.subtle.importKey("raw", new TextEncoder().encode("x"), "PBKDF2", false, ["deriveBits"]);
await crypto.subtle.deriveBits({ name: "PBKDF2", hash: "SHA-256", salt: new Uint8Array(16), iterations: 4e6 }, key, 256);
const asked = indexedDB.open("y", 1); asked.onupgradeneeded = () => asked.result.createObjectStore("s");
await new Promise((end) => { asked.onsuccess = end; });
for (let i = 0; i < 150; i++) await new Promise((end) => { const put = asked.result.transaction("s", "readwrite"); put.objectStore("s").put("x".repeat(20000), i); put.oncomplete = end; });
add("${prose("oux")}"); })()`,
      full("ou"),
    ),
    shows: [prose("oux")],
  },
  {
    name: "a database first, the network after it",
    expect: "page",
    html: app(
      `const asked = indexedDB.open("x", 1); asked.onupgradeneeded = () => asked.result.createObjectStore("s"); asked.onsuccess = () => { asked.result.transaction("s").objectStore("s").get("a").onsuccess = async ({ target }) => { show("<p>Nothing kept yet</p>"); await sleep(700); const data = await (await fetch("data.json")).json(); show("<p>" + data.text + "</p>"); }; }`,
      quietShell,
    ),
    routes: { "data.json": json("oi", { delayMs: 2_500 }) },
    hides: ["Nothing kept yet"],
  },
  {
    name: "modules that import each other late",
    expect: "page",
    html: app(`import("./a.mjs").then(({ load }) => load()).then(show)`, quietShell),
    routes: {
      "a.mjs": { body: `export const load = () => import("./b.mjs").then(({ load }) => load())`, delayMs: 900 },
      "b.mjs": { body: `export const load = () => import("./c.mjs").then((all) => all.text)`, delayMs: 900 },
      "c.mjs": { body: `export const text = "${text("oj")}"`, delayMs: 900 },
    },
  },
];

/** Pages that stream, count or open something. */
export const LIVE: readonly Pattern[] = [...gathered, ...live, ...counted, ...opened];
