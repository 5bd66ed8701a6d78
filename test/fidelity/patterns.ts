import { LIVE } from "./live-patterns.ts";
import { app, fetched, inWorker, json, prose, quietShell, shell, text, whole, type Pattern } from "./pattern.ts";
import { KEPT, LASTING, SLOW } from "./slow-patterns.ts";

const hanging: Pattern[] = [
  {
    name: "a policy that forbids all scripts",
    expect: "page",
    maxMs: 4_000,
    html: whole("hx", `<script>document.body.append("unseen")</script>`),
    routes: { "": { headers: { "content-security-policy": "sandbox" } } },
    hides: ["unseen"],
  },
  {
    name: "foreign async script hangs",
    short: true,
    expect: "page",
    maxMs: 6_000,
    html: whole("ha", `<script async src="FOREIGN/hang.js"></script>`),
    foreign: { "hang.js": { hangs: true } },
  },
  {
    name: "foreign fetch hangs",
    expect: "page",
    maxMs: 6_000,
    html: app(`show("${text("hb")}"); fetch("FOREIGN/hang").catch(() => {})`),
    foreign: { hang: { hangs: true } },
  },
  {
    name: "own long poll",
    short: true,
    expect: "page",
    maxMs: 9_500,
    html: app(`${fetched("data.json")}; fetch("poll").catch(() => {})`),
    routes: { "data.json": json("hc"), poll: { hangs: true } },
  },
  {
    name: "stream without end",
    expect: "page",
    maxMs: 9_500,
    html: app(
      `show("${text("hd")}"); fetch("stream").then(async (answer) => { for await (const part of answer.body) void part; })`,
    ),
    routes: { stream: { type: "text/plain", chunks: { everyMs: 100, list: ["x"], repeats: true } } },
  },
  {
    name: "constant polling",
    short: true,
    expect: "page",
    maxMs: 6_000,
    html: app(`show("${text("he")}"); setInterval(() => fetch("tick.json"), 200)`),
    routes: { "tick.json": json("unseen") },
  },
  {
    name: "constant polling with a time stamp",
    expect: "page",
    maxMs: 6_000,
    html: app(`show("${text("hf")}"); setInterval(() => fetch("tick.json?t=" + Date.now()), 200)`),
    routes: { "tick.json": json("unseen") },
  },
  {
    name: "beacon by fetch hangs",
    expect: "page",
    maxMs: 4_000,
    html: app(`show("${text("hg")}"); fetch("FOREIGN/log", { method: "POST", body: "x", mode: "no-cors" })`),
    foreign: { log: { hangs: true } },
  },
  {
    name: "a frame of another site hangs",
    expect: "page",
    maxMs: 6_000,
    html: whole("hh", `<iframe src="FOREIGN/frame"></iframe>`),
    foreign: { frame: { hangs: true } },
  },
  {
    name: "stylesheet of another site hangs",
    expect: "page",
    maxMs: 8_000,
    html: app(
      `const link = document.createElement("link"); link.rel = "stylesheet"; link.href = "FOREIGN/a.css"; show("${text("hi")}"); document.body.append(link)`,
    ),
    foreign: { "a.css": { hangs: true } },
  },
  {
    name: "idle callbacks replaced by the page",
    expect: "page",
    maxMs: 4_000,
    html: app(`window.requestIdleCallback = () => 0; show("${text("hj")}")`),
  },
  {
    name: "slow API of the site behind a shell",
    short: true,
    expect: "page",
    html: app(fetched("data.json"), shell),
    routes: { "data.json": json("hk", { delayMs: 3_500 }) },
  },
  {
    name: "slow API of another host behind a shell",
    expect: "page",
    html: app(fetched("FOREIGN/data.json"), quietShell),
    foreign: { "data.json": json("hl", { delayMs: 3_000 }) },
  },
];

const workers: Pattern[] = [
  {
    name: "a worker computes the text",
    short: true,
    expect: "page",
    html: app(`const worker = new Worker("worker.js"); worker.onmessage = ({ data }) => show(data)`, quietShell),
    routes: {
      "worker.js": { body: `const end = Date.now() + 1200; while (Date.now() < end); postMessage("${text("wa")}")` },
    },
  },
  {
    name: "a worker answers messages",
    expect: "page",
    html: app(
      `const worker = new Worker("worker.js"); worker.onmessage = ({ data }) => show(data); worker.postMessage(1)`,
    ),
    routes: { "worker.js": { body: `onmessage = () => setTimeout(() => postMessage("${text("wb")}"), 600)` } },
  },
  {
    name: "a shared worker fetches the text",
    short: true,
    expect: "page",
    html: app(
      `const worker = new SharedWorker("shared.js"); worker.port.onmessage = ({ data }) => show(data)`,
      quietShell,
    ),
    routes: {
      "shared.js": {
        body: `onconnect = ({ ports }) => fetch("data.json").then((answer) => answer.json()).then((data) => ports[0].postMessage("<p>" + data.text + "</p>"))`,
      },
      "data.json": json("wc", { delayMs: 700 }),
    },
  },
  {
    name: "a module worker imports",
    expect: "page",
    html: app(
      `const worker = new Worker("worker.mjs", { type: "module" }); worker.onmessage = ({ data }) => show(data)`,
      quietShell,
    ),
    routes: {
      "worker.mjs": { body: `import { text } from "./part.mjs"; postMessage(text)` },
      "part.mjs": { body: `export const text = "${text("wd")}"`, delayMs: 300 },
    },
  },
  {
    name: "a blob worker",
    expect: "page",
    html: app(
      `const worker = ${inWorker(`setTimeout(() => postMessage("${text("we")}"), 900)`)}; worker.onmessage = ({ data }) => show(data)`,
      quietShell,
    ),
  },
  {
    name: "a worker that never answers",
    expect: "page",
    maxMs: 7_000,
    html: app(`show("${text("wf")}"); new Worker("worker.js").postMessage(1)`),
    routes: { "worker.js": { body: "onmessage = () => {}" } },
  },
];

const timers: Pattern[] = [
  {
    name: "text after 2.5 s",
    expect: "page",
    html: app(`setTimeout(() => show("${text("ta")}"), 2500)`, shell),
  },
  {
    name: "text after 4 s, shell without a hint",
    expect: "page",
    html: app(`setTimeout(() => show("${text("tb")}"), 4000)`, quietShell),
  },
  {
    name: "debounced fetch",
    expect: "page",
    html: app(
      `setTimeout(() => setTimeout(() => setTimeout(() => setTimeout(() => ${fetched("data.json")}, 300), 300), 300), 300)`,
      quietShell,
    ),
    routes: { "data.json": json("tc") },
  },
  {
    name: "chain of timers",
    short: true,
    expect: "page",
    html: app(
      `let n = 0; const step = () => { add("part" + "abcdefgh"[n] + " ${prose("td")}"); if (++n < 8) setTimeout(step, 400); }; setTimeout(step, 400)`,
    ),
    shows: ["parth "],
  },
  {
    name: "chain of awaited pauses",
    expect: "page",
    html: app(
      `(async () => { for (const part of "abcdefgh") { await sleep(350); add("part" + part + " ${prose("te")}"); } })()`,
    ),
    shows: ["parth "],
  },
  {
    name: "an interval adds items",
    expect: "page",
    html: app(
      `let n = 0; const id = setInterval(() => { add("part" + "abcdefgh"[n] + " ${prose("tf")}"); if (++n === 8) clearInterval(id); }, 400)`,
    ),
    shows: ["parth "],
  },
  {
    name: "a clock",
    expect: "page",
    maxMs: 5_000,
    html: app(
      `show("<p>${prose("tg")}</p><b id=now></b>"); setInterval(() => { now.textContent = new Date().toISOString().slice(11, 19) }, 500)`,
    ),
  },
  {
    name: "a carousel",
    expect: "page",
    maxMs: 6_000,
    html: app(
      `show("<p>${prose("th")}</p><b id=now></b>"); let n = 0; setInterval(() => { now.textContent = ["one slide", "two slides", "three slides"][n++ % 3] }, 300)`,
    ),
  },
  {
    name: "an endless animation",
    expect: "page",
    maxMs: 5_000,
    html: app(
      `show("<p id=p>${prose("ti")}</p>"); const draw = () => { p.style.opacity = Math.random(); requestAnimationFrame(draw); }; draw()`,
    ),
  },
  {
    name: "event source",
    short: true,
    expect: "page",
    html: app(`new EventSource("events").onmessage = ({ data }) => add(data)`, quietShell),
    routes: { events: { type: "text/event-stream", chunks: { everyMs: 900, list: [`data: ${prose("tj")}\n\n`] } } },
  },
  {
    name: "event source in parts",
    expect: "page",
    html: app(`new EventSource("events").onmessage = ({ data }) => add(data)`, quietShell),
    routes: {
      events: {
        type: "text/event-stream",
        chunks: {
          everyMs: 400,
          list: ["a", "b", "c", "d"].map((each) => `data: part${each} ${prose(`tk${each}`)}\n\n`),
        },
      },
    },
    shows: ["partd "],
  },
  {
    name: "web socket",
    short: true,
    expect: "page",
    html: app(
      `new WebSocket(location.href.replace("http", "ws").replace(/[^/]*$/, "socket")).onmessage = ({ data }) => add(data)`,
      quietShell,
    ),
    routes: { socket: { messages: { everyMs: 900, list: [prose("tl")] } } },
  },
  {
    name: "streamed document",
    expect: "page",
    html: "",
    routes: {
      "": {
        chunks: {
          everyMs: 500,
          list: [
            `<!doctype html><title>Pattern</title><p>${prose("tm")}</p>`,
            `<p>${prose("tn")}</p>`,
            `<p>the last chunk</p>`,
          ],
          ends: true,
        },
      },
    },
    shows: ["the last chunk"],
  },
  {
    name: "fetch after fetch",
    expect: "page",
    html: app(
      `(async () => { for (const part of "abcd") { const data = await (await fetch(part + ".json")).json(); add(part + data.text); } })()`,
    ),
    routes: Object.fromEntries(
      ["a", "b", "c", "d"].map((each) => [`${each}.json`, json(`to${each}`, { delayMs: 400 })]),
    ),
    shows: ["toDamber"].map(() => `d${prose("tod").split(" ")[0]}`),
  },
];

const broken: Pattern[] = [
  {
    name: "own script answers 404",
    short: true,
    expect: "refused",
    html: whole("ba", `<script src="gone.js"></script>`),
    routes: { "gone.js": { status: 404 } },
  },
  {
    name: "own script answers 503",
    expect: "refused",
    html: whole("bb", `<script src="gone.js"></script>`),
    routes: { "gone.js": { status: 503 } },
  },
  {
    name: "a chunk that is gone",
    expect: "refused",
    html: app(`import("./chunk.mjs").catch(() => add("This part is not there. ${prose("bc")}"))`),
    routes: { "chunk.mjs": { status: 404 } },
  },
  {
    name: "own script breaks off",
    expect: "refused",
    html: whole("bd", `<script src="gone.js"></script>`),
    routes: { "gone.js": { breaks: true } },
  },
  {
    name: "the API answers 403",
    short: true,
    expect: "refused",
    html: app(`fetch("api.json").then((answer) => add(answer.ok + " ${prose("be")}"))`),
    routes: { "api.json": { status: 403 } },
  },
  {
    name: "the API answers 429",
    expect: "refused",
    html: app(`fetch("api.json").then((answer) => add(answer.ok + " ${prose("bf")}"))`),
    routes: { "api.json": { status: 429 } },
  },
  {
    name: "the API on another host answers 502",
    expect: "refused",
    html: app(`fetch("FOREIGN/api.json").then((answer) => add(answer.ok + " ${prose("bg")}"))`),
    foreign: { "api.json": { status: 502 } },
  },
  {
    name: "the API on another host breaks off",
    expect: "refused",
    html: app(`fetch("FOREIGN/api.json").catch(() => add("no data ${prose("bh")}"))`),
    foreign: { "api.json": { breaks: true } },
  },
  {
    name: "an error page after an uncaught error",
    expect: "refused",
    html: app(
      `window.onerror = () => show("<h1>Something went wrong</h1><p>Please reload this page or come back to it later, thank you.</p>"); null.x`,
    ),
  },
  {
    name: "a failure that a second try heals",
    short: true,
    expect: "page",
    html: app(
      `const load = () => fetch("api.json").then((answer) => answer.ok ? answer.json().then((data) => show(data.text)) : setTimeout(load, 200)); load()`,
    ),
    routes: { "api.json": json("bi", { firstStatuses: [503] }) },
  },
  {
    name: "a visitor who is not signed in",
    expect: "page",
    html: app(`fetch("me.json").then((answer) => add(answer.status + " ${prose("bj")}"))`),
    routes: { "me.json": { status: 401 } },
  },
  {
    name: "an API without an entry",
    expect: "page",
    html: app(`fetch("me.json").then((answer) => add(answer.status + " ${prose("bk")}"))`),
    routes: { "me.json": { status: 404 } },
  },
  {
    name: "a script of another site is gone",
    expect: "page",
    html: whole("bl", `<script async src="FOREIGN/tag.js"></script>`),
    foreign: { "tag.js": { status: 404 } },
  },
  {
    name: "a shell that never fills",
    expect: "refused",
    html: app(`fetch("data.json")`, shell),
    routes: { "data.json": { hangs: true } },
  },
  {
    name: "more requests than a page may make",
    expect: "refused",
    html: app(`show("${text("bm")}"); for (let i = 0; i < 700; i++) fetch("data.json?" + i + "x").catch(() => {})`),
    routes: { "data.json": json("unseen") },
  },
  {
    name: "300 modules",
    expect: "page",
    html: app(
      `let n = 0; for (let i = 0; i < 300; i++) fetch("part.json?a" + i).then(() => ++n === 300 && show("${text("bn")}"))`,
    ),
    routes: { "part.json": json("unseen") },
  },
];

const redirects: Pattern[] = [
  {
    name: "location.href",
    short: true,
    expect: "redirect",
    location: "/else",
    html: app(`add("${prose("ra")}"); location.href = "/else"`),
  },
  {
    name: "location.replace to another host",
    expect: "redirect",
    location: "FOREIGN/else",
    html: app(`add("${prose("rb")}"); location.replace("FOREIGN/else")`),
  },
  {
    name: "meta refresh",
    short: true,
    expect: "redirect",
    location: "/else",
    html: whole("rc", "", `<meta http-equiv="refresh" content="0; url=/else">`),
  },
  {
    name: "meta refresh after five seconds",
    expect: "redirect",
    location: "/else",
    html: whole("rd", "", `<meta http-equiv="Refresh" content="5;URL='/else'">`),
  },
  {
    name: "a redirect after one second",
    expect: "redirect",
    location: "/else",
    html: app(`add("${prose("re")}"); setTimeout(() => location.assign("/else"), 1000)`),
  },
  {
    name: "history.replaceState",
    short: true,
    expect: "page",
    html: app(`history.replaceState(null, "", "deeper/name"); add("${prose("rf")}")`),
  },
  { name: "about:blank", expect: "refused", html: app(`add("${prose("rg")}"); location.href = "about:blank"`) },
  {
    name: "a page that reloads itself with a cookie",
    expect: "page",
    html: app(
      `if (!document.cookie.includes("seen")) { document.cookie = "seen=1"; location.reload(); } else add("${prose("rh")}")`,
    ),
  },
  {
    name: "a page that refreshes itself",
    expect: "page",
    html: whole("ri", "", `<meta http-equiv="refresh" content="300">`),
  },
];

const shown: Pattern[] = [
  {
    name: "insertRule hides text",
    expect: "page",
    hides: ["hidden by rule"],
    html: app(
      `const style = document.createElement("style"); document.head.append(style); style.sheet.insertRule(".no { display: none }"); show("<p>${prose("sa")}</p><p class=no>hidden by rule</p>")`,
    ),
  },
  {
    name: "adopted sheets hide text",
    short: true,
    expect: "page",
    hides: ["hidden by sheet"],
    html: app(
      `const sheet = new CSSStyleSheet(); sheet.replaceSync(".no { display: none }"); document.adoptedStyleSheets = [sheet]; show("<p>${prose("sb")}</p><p class=no>hidden by sheet</p>")`,
    ),
  },
  {
    name: "a shadow tree with a sheet",
    expect: "page",
    hides: ["hidden in shadow"],
    shows: [prose("sc").slice(0, 60)],
    html: app(
      `const host = document.createElement("x-a"); const tree = host.attachShadow({ mode: "open" }); const sheet = new CSSStyleSheet(); sheet.replaceSync(".no { display: none }"); tree.adoptedStyleSheets = [sheet]; tree.innerHTML = "<p>${prose("sc")}</p><p class=no>hidden in shadow</p>"; root.append(host)`,
    ),
  },
  ...["png", "jpg", "gif", "webp", "svg", "avif"].map((kind): Pattern => ({
    name: `an image gates, ${kind}`,
    short: kind === "jpg",
    expect: "page",
    html: app(
      `const image = new Image(); image.src = "gate.${kind}"; image.decode().then(() => show("${text(`sd${kind}`)}"))`,
    ),
    routes: { [`gate.${kind}`]: { status: 404 } },
    shows: [prose(`sd${kind}`).slice(0, 60)],
  })),
  {
    name: "an icon is fetched",
    expect: "page",
    html: app(`fetch("icon.svg").then((answer) => answer.text()).then((svg) => show(svg + "${text("se")}"))`),
    routes: { "icon.svg": { type: "image/svg+xml", body: "<svg xmlns='http://www.w3.org/2000/svg'/>" } },
  },
  {
    name: "RTCPeerConnection is used",
    expect: "page",
    html: app(
      `const peer = new RTCPeerConnection(); peer.createDataChannel("a"); peer.addEventListener("icecandidate", () => {}); show("${text("sf")}")`,
    ),
  },
  {
    name: "IntersectionObserver loads more",
    short: true,
    expect: "page",
    html: app(
      `show("<p>${prose("sg")}</p><div style='height:3000px'></div><p id=last>not yet</p>"); new IntersectionObserver(([entry]) => { if (entry.isIntersecting) last.textContent = "loaded when seen" }).observe(last)`,
    ),
    shows: ["loaded when seen"],
  },
  {
    name: "scrolling loads more",
    expect: "page",
    html: app(
      `show("<p>${prose("sh")}</p><div style='height:2500px'></div><p id=last>not yet</p>"); addEventListener("scroll", () => { if (last.getBoundingClientRect().top < innerHeight) last.textContent = "loaded by scrolling" })`,
    ),
    shows: ["loaded by scrolling"],
  },
  {
    name: "a desktop's menu",
    expect: "page",
    shows: ["wide menu"],
    html: app(`show("<p>${prose("si")}</p>" + (innerWidth >= 1200 ? "<p>wide menu</p>" : ""))`),
  },
  {
    name: "a frame of the same site",
    short: true,
    expect: "page",
    shows: ["text of the frame"],
    html: app(
      `show("<p>${prose("sj")}</p>"); const frame = document.createElement("iframe"); root.append(frame); frame.contentDocument.body.innerHTML = "<p>text of the frame</p>"`,
    ),
  },
  {
    name: "noscript",
    expect: "page",
    hides: ["enable scripts"],
    html: app(`show("${text("sk")}")`, `<noscript>Please enable scripts</noscript><main id="root"></main>`),
  },
  {
    name: "form values",
    expect: "page",
    shows: [`value="typed by script"`],
    html: app(`show("<p>${prose("sl")}</p><input id=i>"); i.value = "typed by script"`),
  },
  {
    name: "metas set by script",
    expect: "page",
    shows: [`rel="canonical"`, "application/ld+json"],
    html: app(
      `document.title = "Late title"; document.head.insertAdjacentHTML("beforeend", '<link rel="canonical" href="/canonical"><meta name="description" content="late">'); const data = document.createElement("script"); data.type = "application/ld+json"; data.text = '{"@type":"Thing"}'; document.head.append(data); show("${text("sm")}")`,
    ),
  },
];

const ruled: Pattern[] = [
  {
    name: "a rule waits for an element",
    short: true,
    expect: "page",
    shows: ["late part"],
    options: { waitFor: "#late" },
    html: app(`show("${text("xa")}"); setTimeout(() => setTimeout(() => add("<b id=late>late part</b>"), 5500), 10)`),
  },
  {
    name: "a rule waits longer",
    expect: "page",
    shows: ["late part"],
    options: { waitMs: 4_000 },
    html: app(`show("${text("xb")}${text("xc")}${text("xd")}${text("xe")}"); setTimeout(() => add("late part"), 2800)`),
  },
  {
    name: "a rule removes elements",
    expect: "page",
    hides: ["an advert"],
    options: { remove: [".ads", "[broken"] },
    html: app(`show("${text("xf")}<p class=ads>an advert</p>")`),
  },
  {
    name: "a consent banner",
    expect: "page",
    hides: ["We value your privacy"],
    html: app(`show("${text("xg")}<div id=onetrust-consent-sdk>We value your privacy</div>")`),
  },
  {
    name: "a rule's headers go to the site's own origin only",
    short: true,
    expect: "page",
    shows: ["document hush-hush", "own hush-hush", "worker hush-hush", "child hush-hush", "foreign none", "moved none"],
    hides: ["frame hush-hush", "shared hush-hush", "sandbox hush-hush"],
    options: { headers: { "x-key": "hush-hush" } },
    html: app(
      `const read = (url) => fetch(url).then((answer) => answer.text());
show("${text("xh")}<p>document ECHO</p><iframe src=FOREIGN/frame.html></iframe><iframe src=child.html></iframe>");
const sandbox = document.createElement("iframe");
sandbox.sandbox = "allow-scripts";
sandbox.srcdoc = "<script>fetch('OWN/echo').then((answer) => answer.text()).then((text) => parent.postMessage('sandbox ' + text, '*'))<\\/script>";
document.body.append(sandbox);
(async () => { for (const [name, url] of [["own", "echo"], ["foreign", "FOREIGN/echo"], ["moved", "moved"]]) add(name + " " + await read(url)) })();
const worker = new Worker("worker.js"); worker.onmessage = ({ data }) => add("worker " + data);
// The other frames have long answered, or failed, when the child does.
window.prerenderReady = false;
addEventListener("message", ({ data }) => { add(data); if (data.startsWith("child")) window.prerenderReady = true });`,
    ),
    routes: {
      "": { echoes: "x-key" },
      echo: { body: "ECHO", echoes: "x-key", headers: { "access-control-allow-origin": "*" } },
      "child.html": {
        body: `<script>setTimeout(() => fetch("echo").then((answer) => answer.text()).then((text) => parent.postMessage("child " + text, "*")), 300)</script>`,
      },
      moved: { status: 302, headers: { location: "FOREIGN/echo" } },
      "worker.js": { body: `fetch("echo").then((answer) => answer.text()).then((text) => postMessage(text))` },
    },
    foreign: {
      echo: { body: "ECHO", echoes: "x-key" },
      "frame.html": {
        body: `<script>fetch("OWN/echo").then((answer) => answer.text()).then((text) => parent.postMessage("frame " + text, "*"));
const shared = new SharedWorker("shared.js"); shared.port.onmessage = ({ data }) => parent.postMessage("shared " + data, "*")</script>`,
      },
      "shared.js": {
        body: `onconnect = ({ ports }) => fetch("OWN/echo").then((answer) => answer.text()).then((text) => ports[0].postMessage(text))`,
      },
    },
  },
  {
    name: "a phone's screen",
    short: true,
    expect: "page",
    shows: ["412 true true true Android"],
    options: { screen: "mobile" },
    html: app(
      `show("${text("xi")}"); add([innerWidth, matchMedia("(pointer: coarse)").matches, "ontouchstart" in window, navigator.userAgentData?.mobile ?? true, /Android.*Mobile/.test(navigator.userAgent) && "Android"].join(" "))`,
      undefined,
      `<meta name="viewport" content="width=device-width">`,
    ),
  },
  {
    name: "a desktop's screen",
    expect: "page",
    shows: ["1280 900 false false"],
    html: app(
      `show("${text("xj")}"); add([innerWidth, innerHeight, matchMedia("(pointer: coarse)").matches, /Mobile/.test(navigator.userAgent)].join(" "))`,
    ),
  },
];

export const PATTERNS: readonly Pattern[] = [
  ...SLOW,
  ...LASTING,
  ...KEPT,
  ...LIVE,
  ...ruled,
  ...hanging,
  ...workers,
  ...timers,
  ...broken,
  ...redirects,
  ...shown,
];
