import { app, fetched, json, prose, text, whole, type Pattern } from "./pattern.ts";

/** More text than a page has that looks unfinished: what surrounds an article. */
const around = (seed: string) =>
  `<header>${text(`${seed}a`)}${text(`${seed}b`)}${text(`${seed}c`)}${text(`${seed}d`)}</header>`;
const skeleton = `<header>Shop of all things wooden: tables, chairs, shelves and beds</header><nav>Home Products About us Contact Imprint Terms of use Delivery</nav><main id="root"><div class="skeleton"></div></main>`;
const words = (list: readonly string[]) => list.map((each) => `part${each} ${prose(each)}`);
const letters = (count: number) =>
  Array.from({ length: count }, (_, index) => `z${"abcdefghijklmnop"[index % 16]}${"abc"[index >> 4]}`);

/** Pages whose text comes late. A crawler gets all of it, or nothing: never the half page that shows meanwhile. */
export const SLOW: readonly Pattern[] = [
  {
    name: "a skeleton whose API needs 8 s",
    short: true,
    expect: "page",
    html: app(fetched("data.json"), skeleton),
    routes: { "data.json": json("ya", { delayMs: 8_000 }) },
  },
  {
    name: "a skeleton whose API needs 15 s",
    expect: "page",
    maxMs: 25_000,
    html: app(fetched("data.json"), skeleton),
    routes: { "data.json": json("yb", { delayMs: 15_000 }) },
  },
  {
    name: "a skeleton whose API does not answer in time",
    expect: "refused",
    html: app(fetched("data.json"), skeleton),
    routes: { "data.json": json("yc", { delayMs: 40_000 }) },
  },
  {
    name: "a long header whose article needs 9 s",
    expect: "page",
    html: app(fetched("data.json"), `${around("yd")}<main id="root"></main>`),
    routes: { "data.json": json("yde", { delayMs: 9_000 }) },
  },
  {
    name: "a fast list and a slow article",
    expect: "page",
    html: app(
      `fetch("list.json").then((answer) => answer.json()).then((data) => add(data.text)); fetch("data.json").then((answer) => answer.json()).then((data) => add(data.text))`,
      skeleton,
    ),
    routes: { "list.json": json("yea", { delayMs: 200 }), "data.json": json("yeb", { delayMs: 9_000 }) },
  },
  {
    name: "an answer that leads to the next one",
    expect: "page",
    html: app(`fetch("user.json").then(() => ${fetched("data.json")})`, skeleton),
    routes: { "user.json": json("unseen", { delayMs: 4_000 }), "data.json": json("yf", { delayMs: 7_000 }) },
  },
  {
    name: "an answer in small parts",
    expect: "page",
    html: app(fetched("data.json"), skeleton),
    routes: {
      "data.json": {
        type: "application/json",
        chunks: { everyMs: 900, list: [`{"text":"`, ...prose("yg").match(/.{1,40}/g)!, `"}`], ends: true },
      },
    },
  },
  {
    name: "a query by POST that needs 8 s",
    expect: "page",
    html: app(
      `const asked = new XMLHttpRequest(); asked.open("POST", "graphql"); asked.setRequestHeader("content-type", "application/json"); asked.onload = () => show(JSON.parse(asked.response).text); asked.send(JSON.stringify({ query: "{ shop }" }))`,
      skeleton,
    ),
    routes: { graphql: json("yh", { delayMs: 8_000 }) },
  },
  {
    name: "a script of the site that needs 9 s",
    expect: "page",
    html: app(
      `const late = document.createElement("script"); late.src = "late.js"; document.body.append(late)`,
      skeleton,
    ),
    routes: { "late.js": { body: `show("${text("yi")}")`, delayMs: 9_000 } },
  },
  {
    name: "a style sheet that holds up the application for 8 s",
    expect: "page",
    html: app("", skeleton, `<link rel="stylesheet" href="slow.css"><script type="module" src="main.mjs"></script>`),
    routes: {
      "slow.css": { body: "main { color: black }", delayMs: 8_000 },
      "main.mjs": { body: `document.getElementById("root").innerHTML = "${text("yj")}"` },
    },
  },
  {
    name: "a document that streams its article after 9 s",
    expect: "page",
    html: "",
    routes: {
      "": {
        chunks: {
          everyMs: 3_000,
          list: [
            `<!doctype html><title>Pattern</title>${around("yk")}<main>Here it comes`,
            " ",
            " ",
            `<p>${prose("yke")}</p></main>`,
          ],
          ends: true,
        },
      },
    },
  },
  {
    name: "a worker asks an API that needs 8 s",
    expect: "page",
    html: app(`new Worker("worker.js").onmessage = ({ data }) => show(data)`, skeleton),
    routes: {
      "worker.js": {
        body: `postMessage(""); fetch("data.json").then((answer) => answer.json()).then((data) => postMessage("<p>" + data.text + "</p>"))`,
      },
      "data.json": json("yl", { delayMs: 8_000 }),
    },
  },
  {
    name: "a timer of 2.5 s on a full page",
    expect: "page",
    html: app(`setTimeout(() => add("${prose("ym")}"), 2500)`, `${around("yma")}<main id="root"></main>`),
  },
  {
    name: "timers of 2.5 s and 5 s on a full page",
    expect: "page",
    html: app(
      `setTimeout(() => add("${prose("ymb")}"), 2500); setTimeout(() => add("${prose("ymc")}"), 5000)`,
      `${around("ymd")}<main id="root"></main>`,
    ),
  },
  {
    name: "pauses of 2.8 s between items",
    expect: "page",
    html: app(
      `(async () => { for (const part of ${JSON.stringify(words(["yna", "ynb", "ync"]))}) { await sleep(2800); add(part); } })()`,
      `${around("ynx")}<main id="root"></main>`,
    ),
  },
  {
    name: "an interval of 2.5 s adds items",
    expect: "page",
    html: app(
      `const list = ${JSON.stringify(words(["yoa", "yob", "yoc", "yod"]))}; add(list.shift()); const id = setInterval(() => { add(list.shift()); if (list.length === 0) clearInterval(id); }, 2500)`,
    ),
  },
  {
    name: "a feed in thirty steps of requests",
    expect: "page",
    html: app(
      `(async () => { for (const part of ${JSON.stringify(letters(30))}) { const data = await (await fetch("feed.json?" + part)).json(); add(part + " " + data.text); } })()`,
    ),
    routes: { "feed.json": json("yp", { delayMs: 350 }) },
    shows: [`${letters(30).at(-1)} yp`],
  },
  {
    name: "a feed in thirty steps of timers",
    expect: "page",
    html: app(
      `(async () => { for (const part of ${JSON.stringify(letters(30))}) { await sleep(450); add("item" + part); } })()`,
      `<header>Shop of all things wooden: tables, chairs, shelves and beds</header><main id="root"></main>`,
    ),
    shows: [`item${letters(30).at(-1)}`],
  },
  {
    name: "a feed that loads on as its end is seen",
    short: true,
    expect: "page",
    html: app(
      `const list = ${JSON.stringify(letters(12))}, end = document.createElement("i"); root.after(end);
const seen = new IntersectionObserver(async ([entry]) => {
  if (!entry.isIntersecting || list.length === 0) return;
  seen.unobserve(end);
  const part = list.shift(), data = await (await fetch("feed.json?" + part)).json();
  add("<b style='display:block;height:600px'>" + part + " " + data.text + "</b>");
  seen.observe(end);
});
seen.observe(end)`,
    ),
    routes: { "feed.json": json("yq", { delayMs: 150 }) },
    shows: [`${letters(12).at(-1)} yq`],
  },
  {
    name: "text that waits for a service worker",
    short: true,
    expect: "page",
    html: app(
      `navigator.serviceWorker.register("sw.js").then((registration) => registration.update?.()); navigator.serviceWorker.ready.then((registration) => show("${text("yr")}" + typeof registration.active.postMessage))`,
    ),
    routes: { "sw.js": { body: "" } },
    shows: ["function"],
  },
  {
    name: "text that timers add to a shadow tree",
    expect: "page",
    html: app(
      `const tree = root.attachShadow({ mode: "open" });
(async () => { for (const part of ${JSON.stringify(words(["ysa", "ysb", "ysc", "ysd", "yse"]))}) { await sleep(1500); const p = document.createElement("p"); p.textContent = part; tree.append(p); } })()`,
      `${around("ysx")}<main id="root"></main>`,
    ),
    shows: ["partyse"],
  },
];

/** Requests without end, on whole pages: a crawler gets the page, and does not wait to the deadline for it. */
export const LASTING: readonly Pattern[] = [
  {
    name: "a poll that begins after the text stood still",
    expect: "page",
    maxMs: 9_500,
    html: app(`show("${text("za")}"); setTimeout(() => fetch("late").catch(() => {}), 1500)`),
    routes: { late: { hangs: true } },
  },
  {
    name: "a request that is asked again, and then waits",
    expect: "page",
    maxMs: 12_000,
    html: app(
      `const ask = () => fetch("changes").then((answer) => answer.json()).then((data) => { show(data.text); ask(); }); ask()`,
    ),
    routes: { changes: json("zb", { hangsAfter: 1 }) },
  },
  {
    name: "a socket library that polls",
    expect: "page",
    maxMs: 9_500,
    html: app(
      `${fetched("data.json")}; const asked = new XMLHttpRequest(); asked.open("GET", "socket.io/?EIO=4&transport=polling&t=a1b2"); asked.send()`,
    ),
    routes: { "data.json": json("zc"), "socket.io/": { hangs: true } },
  },
  {
    name: "a fetched event stream",
    expect: "page",
    maxMs: 9_500,
    html: app(
      `${fetched("data.json")}; fetch("updates", { headers: { accept: "text/event-stream" } }).then(async (answer) => { for await (const part of answer.body) void part; })`,
    ),
    routes: { "data.json": json("zd"), updates: { hangs: true } },
  },
  {
    name: "a stream of JSON lines",
    expect: "page",
    maxMs: 9_500,
    html: app(
      `${fetched("data.json")}; fetch("changes").then(async (answer) => { for await (const part of answer.body) void part; })`,
    ),
    routes: {
      "data.json": json("ze"),
      changes: { type: "application/x-ndjson", chunks: { everyMs: 500, list: ["{}\n"], repeats: true } },
    },
  },
  {
    name: "reports that are not answered",
    expect: "page",
    maxMs: 6_000,
    html: app(
      `show("${text("zf")}"); navigator.sendBeacon("beacon", "x"); const body = JSON.stringify({ seen: 1 }), headers = { "content-type": "application/json" }; fetch("collect", { method: "POST", body, headers }); fetch("log", { method: "POST", body: "x" })`,
    ),
    routes: { beacon: { hangs: true }, collect: { hangs: true }, log: { hangs: true } },
  },
  {
    name: "a heartbeat that is not answered",
    expect: "page",
    maxMs: 9_500,
    html: app(
      `show("${text("zg")}"); const beat = () => fetch("heartbeat", { method: "POST", body: "{}", headers: { "content-type": "application/json" } }); beat(); setInterval(beat, 2000)`,
    ),
    routes: { heartbeat: { hangs: true } },
  },
  {
    name: "a socket without a message",
    expect: "page",
    maxMs: 8_000,
    html: app(`show("${text("zh")}"); new WebSocket(location.href.replace("http", "ws").replace(/[^/]*$/, "socket"))`),
    routes: { socket: { messages: { everyMs: 60_000, list: [] } } },
  },
  {
    name: "an event source without a message",
    expect: "page",
    maxMs: 8_000,
    html: app(`${fetched("data.json")}; new EventSource("events")`),
    routes: { "data.json": json("zi"), events: { type: "text/event-stream", chunks: { everyMs: 60_000, list: [] } } },
  },
  {
    name: "bodies that nobody reads",
    expect: "page",
    maxMs: 6_000,
    html: app(`show("${text("zj")}"); for (const name of ["a", "b", "c"]) fetch(name + ".json")`),
    routes: {
      "a.json": json("unseen"),
      "b.json": json("unseen", { body: JSON.stringify("unseen ".repeat(300_000)) }),
      "c.json": json("unseen", { status: 404 }),
    },
  },
  {
    name: "a rule names what the page needs",
    expect: "page",
    maxMs: 9_500,
    options: { waitFor: "#root p" },
    html: app(`${fetched("data.json")}; fetch("anything").catch(() => {})`),
    routes: { "data.json": json("zk"), anything: { hangs: true } },
  },
  {
    name: "a page that says it is ready",
    expect: "page",
    maxMs: 6_000,
    html: app(
      `window.prerenderReady = false; fetch("anything").catch(() => {}); fetch("data.json").then((answer) => answer.json()).then((data) => { show(data.text); window.prerenderReady = true; })`,
    ),
    routes: { "data.json": json("zl"), anything: { hangs: true } },
  },
  {
    name: "a page without anything pending",
    expect: "page",
    maxMs: 3_000,
    html: whole("zm"),
  },
];

const typed = (seed: string) =>
  `<input id="${seed}a"><input id="${seed}b" type="hidden" value="old"><input id="${seed}c" type="checkbox"><input id="${seed}g" value="${seed} old"><textarea id="${seed}d"></textarea><select id="${seed}e"><option selected>one<option>two</select><select id="${seed}f" multiple><option>red<option>blue</select>`;
const type = (seed: string, of: string) =>
  `{ const at = (id) => ${of}.querySelector("#${seed}" + id); at("a").value = "${seed} typed"; at("b").value = "${seed} kept"; at("c").checked = true; at("g").value = ""; at("d").value = "${seed} written"; at("e").value = "two"; at("f").options[1].selected = true; }`;
const values = (seed: string) => [
  `value="${seed} typed"`,
  `value="${seed} kept"`,
  `checked=""`,
  `<input id="${seed}g" value="">`,
  `>${seed} written</textarea>`,
  `<option>one</option><option selected="">two</option>`,
  `<option selected="">blue</option>`,
];

/** What pages keep out of their markup. */
export const KEPT: readonly Pattern[] = [
  {
    name: "values that scripts type",
    expect: "page",
    html: app(`show("${text("ka")}" + ${JSON.stringify(typed("kb"))}); ${type("kb", "document")}`),
    shows: values("kb"),
  },
  {
    name: "values that scripts type in a frame of the page",
    expect: "page",
    html: app(
      `show("${text("kc")}<iframe></iframe>"); const inside = document.querySelector("iframe").contentDocument; inside.body.innerHTML = "<p>text of the frame</p>" + ${JSON.stringify(typed("kd"))}; ${type("kd", "inside")}`,
    ),
    shows: values("kd"),
  },
  {
    name: "closed shadow trees",
    expect: "page",
    html: app(
      `class Card extends HTMLElement { connectedCallback() { const tree = this.attachShadow({ mode: "closed" }); tree.innerHTML = "<p>closed ${prose("ke")}</p>" + ${JSON.stringify(typed("kf"))}; ${type("kf", "tree")} if (this.shadowRoot !== null || tree.mode !== "closed") tree.append("seen through"); } }
customElements.define("x-card", Card); show("${text("kg")}<x-card></x-card>")`,
    ),
    shows: [`<template shadowrootmode="open"><p>closed ${prose("ke")}`, ...values("kf")],
    hides: ["seen through"],
  },
  {
    name: "closed shadow trees inside each other",
    expect: "page",
    html: app(
      `const outer = root.attachShadow({ mode: "closed", slotAssignment: "manual" }); outer.innerHTML = "<div></div><p>${prose("kh")}</p>"; const inner = outer.firstChild.attachShadow({ mode: "closed" }); fetch("data.json").then((answer) => answer.json()).then((data) => { inner.innerHTML = "<p>" + data.text + "</p>"; })`,
    ),
    routes: { "data.json": json("ki", { delayMs: 700 }) },
  },
  {
    name: "another site's API fails a page of many words",
    expect: "page",
    html: app(`fetch("FOREIGN/api.json").catch(() => {})`, `${around("kk")}<main id="root"></main>`),
    foreign: { "api.json": { status: 502 } },
  },
];
