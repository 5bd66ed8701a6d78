import { page } from "../applications/application.ts";
import { ends, FOOT, HEAD, json, plain, STATIONS, stations } from "../sealed/common.ts";
import type { Route } from "../site.ts";
import type { LabelledApplication } from "../unseen/application.ts";
import { TEXT_MODULE } from "./wasm.ts";

const APP = `const app = document.getElementById("app");\n`;
const GET = `const get = (path) => fetch(path).then((answer) => answer.json());\n`;
const MAIN = `<main id="app"><div class="loader"><i></i><i></i><i></i></div></main>`;
const js = (body: string, delayMs = 0): Route => ({ type: "text/javascript", body, delayMs });
const section = ({ name, note }: (typeof STATIONS)[number]) => `<section><h2>${name}</h2><p>${note}</p></section>`;

/** Pages with means of the platform, as applications of some years use them. */
export const PLATFORM: readonly LabelledApplication[] = [
  plain(
    "a chain of modules behind an import map",
    `<script type="importmap">{"imports":{"coast/":"./m/","list":"./m/one.js"}}</script>${MAIN}`,
    `const { list } = await import("list"); document.getElementById("app").innerHTML = draw(list);`,
    {
      ...stations({ delayMs: 500 }),
      "m/one.js": js(`import { load } from "coast/two.js"; export const list = await load();`, 500),
      "m/two.js": js(`export const load = async () => (await import("coast/three.js")).default();`, 600),
      "m/three.js": js(`export { default } from "coast/four.js";`, 600),
      "m/four.js": js(`export default () => fetch("stations.json").then((a) => a.json());`, 700),
    },
    { whole: ends() },
  ),
  plain(
    "text from a module of WebAssembly",
    MAIN,
    `${APP}const { instance } = await WebAssembly.instantiateStreaming(fetch("text.wasm")); const { memory, length } = instance.exports;
app.innerHTML = "<h1>Computed on your device</h1><p>" + new TextDecoder().decode(new Uint8Array(memory.buffer, 0, length.value)) + "</p>";`,
    { "text.wasm": { type: "application/wasm", body: TEXT_MODULE.bytes, delayMs: 2_500 } },
    { whole: ["Computed on your device", TEXT_MODULE.text] },
  ),
  plain(
    "tabs that take turns by a lock",
    MAIN,
    `${APP}${GET}const channel = new BroadcastChannel("coast-tabs"); channel.onmessage = ({ data }) => { app.innerHTML = draw(data); };
channel.postMessage("who?"); app.innerHTML = "<p>Another tab may have the reports already …</p>";
await navigator.locks.request("coast", async () => { await new Promise((done) => setTimeout(done, 1_100)); const list = await get("stations.json"); app.innerHTML = draw(list); channel.postMessage(list); });`,
    stations({ delayMs: 1_600 }),
    { whole: ends(), never: ["Another tab may"] },
  ),
  plain(
    "events of the server that are shown at their end",
    MAIN,
    `${APP}const got = []; const source = new EventSource("events"); app.innerHTML = "<h1>Reports</h1><progress max=8></progress>";
source.addEventListener("station", ({ data }) => { got.push(JSON.parse(data)); app.querySelector("progress").value = got.length; }); source.addEventListener("end", () => { source.close(); app.innerHTML = "<h1>Reports</h1>" + draw(got); });`,
    {
      events: {
        type: "text/event-stream",
        chunks: {
          everyMs: 550,
          list: [
            ...STATIONS.slice(0, 8).map((each) => `event: station\ndata: ${JSON.stringify(each)}\n\n`),
            "event: end\ndata: {}\n\n",
          ],
        },
      },
    },
    { whole: ends(8) },
  ),
  plain(
    "a response that grows, by XMLHttpRequest",
    MAIN,
    `${APP}let seen = 0; app.innerHTML = ""; const request = new XMLHttpRequest(); request.open("GET", "lines"); request.onprogress = request.onload = () => { const lines = request.responseText.slice(seen).split("\\n"); seen = request.responseText.length - lines.pop().length; app.insertAdjacentHTML("beforeend", draw(lines.filter(Boolean).map((each) => JSON.parse(each)))); if (request.readyState === 4) app.insertAdjacentHTML("beforeend", "<p>That was the last report.</p>"); }; request.send();`,
    {
      lines: {
        type: "text/plain",
        chunks: { everyMs: 480, list: STATIONS.map((each) => `${JSON.stringify(each)}\n`), ends: true },
      },
    },
    { whole: [...ends(), "That was the last report."] },
  ),
  plain(
    "a view that two frames fill by messages",
    `<main id="app"></main><iframe src="a.html" title="First" width="0" height="0"></iframe><iframe src="b.html" title="Second" width="0" height="0"></iframe>`,
    `${APP}const parts = {}; addEventListener("message", ({ data }) => { if (!data.part) return; parts[data.part] = data.list; app.innerHTML = parts.a && parts.b ? draw([...parts.a, ...parts.b]) : "<p>Half of the reports are here</p>"; });`,
    {
      ...stations({ delayMs: 700 }),
      "a.html": {
        body: `<!doctype html><script>fetch("stations.json").then((a) => a.json()).then((list) => parent.postMessage({ part: "a", list: list.slice(0, 6) }, "*"))</script>`,
      },
      "b.html": {
        delayMs: 1_900,
        body: `<!doctype html><script>fetch("stations.json").then((a) => a.json()).then((list) => parent.postMessage({ part: "b", list: list.slice(6) }, "*"))</script>`,
      },
    },
    { whole: ends(), never: ["Half of the reports"] },
  ),
  plain(
    "tabs whose first panel is loaded",
    `<main><h1>Stations</h1><div role="tablist"><button role="tab" aria-controls="p0" aria-selected="true">North</button><button role="tab" aria-controls="p1">South</button></div><div role="tabpanel" id="p0"></div><div role="tabpanel" id="p1" hidden></div></main>`,
    `${GET}const open = async (i) => { for (const each of document.querySelectorAll("[role=tabpanel]")) each.hidden = each.id !== "p" + i; const panel = document.getElementById("p" + i); panel.innerHTML = "<span class=spinner></span>"; panel.innerHTML = draw(await get("tab-" + i + ".json")); };
document.querySelectorAll("[role=tab]").forEach((each, i) => each.addEventListener("click", () => open(i))); open(0);`,
    { "tab-0.json": json(STATIONS.slice(0, 6), { delayMs: 2_100 }), "tab-1.json": json(STATIONS.slice(6)) },
    { whole: ends(6) },
  ),
  plain(
    "an accordion whose open parts are loaded",
    `<main><h1>Stations</h1>${[0, 6].map((from) => `<details ${from === 0 ? "open" : ""} data-from="${from}"><summary>From ${STATIONS[from]!.name}</summary><div>…</div></details>`).join("")}</main>`,
    `${GET}for (const each of document.querySelectorAll("details")) { const fill = async () => { if (!each.open || each.dataset.done) return; each.dataset.done = "1"; const list = await get("stations.json"); const from = Number(each.dataset.from); each.querySelector("div").innerHTML = draw(list.slice(from, from + 6)); }; each.addEventListener("toggle", fill); fill(); }`,
    stations({ delayMs: 1_800 }),
    { whole: [STATIONS[0]!.note, STATIONS[5]!.note, `From ${STATIONS[6]!.name}`] },
  ),
  plain(
    "a popover that opens after the data",
    `${MAIN}<div id="tip" popover="manual"></div>`,
    `${APP}${GET}const list = await get("stations.json"); app.innerHTML = draw(list); const tip = document.getElementById("tip"); tip.textContent = (await get("tip.json")).text; tip.showPopover();`,
    {
      ...stations({ delayMs: 600 }),
      "tip.json": json({ text: "New: reports by telephone at any hour." }, { delayMs: 1_700 }),
    },
    { whole: [...ends(), "New: reports by telephone at any hour."] },
  ),
  plain(
    "numbers that count up",
    `<main><h1>The coast service in numbers</h1>${[1_951, 48, 12_640].map((to) => `<p><b data-to="${to}">0</b> counted</p>`).join("")}</main>`,
    `for (const each of document.querySelectorAll("[data-to]")) { const to = Number(each.dataset.to), start = performance.now(); const step = (now) => { const part = Math.min(1, (now - start) / 2_400); each.textContent = Math.round(to * part).toLocaleString("en"); if (part < 1) requestAnimationFrame(step); }; requestAnimationFrame(step); }`,
    {},
    { whole: ["1,951 counted", "12,640 counted"] },
  ),
  plain(
    "an answer after nine seconds",
    MAIN,
    `${APP}${GET}app.innerHTML = draw(await get("stations.json"));`,
    stations({ delayMs: 9_000 }),
    { whole: ends() },
  ),
  plain(
    "two dictionaries, one after the other",
    `<main><h1 data-t="title">title</h1><p data-t="lead">lead</p><p data-t="rest">rest</p></main>`,
    `const words = await (await fetch("nb.json")).json(); Object.assign(words, await (await fetch("nb-extra.json")).json());
for (const each of document.querySelectorAll("[data-t]")) each.textContent = words[each.dataset.t]; document.documentElement.lang = "nb";`,
    {
      "nb.json": json(
        { title: "Meldinger fra kysten", lead: "Fyrvokterne melder hver morgen klokka seks." },
        { delayMs: 1_300 },
      ),
      "nb-extra.json": json({ rest: "Ring oss når som helst, også om natta." }, { delayMs: 1_900 }),
    },
    { whole: ["Meldinger fra kysten", "Ring oss når som helst"] },
  ),
  streamed(
    "parts of a document that stream out of order",
    [
      `<main><div id="B:0"><p>Just a moment</p></div><div id="B:1"><p>Just a moment</p></div></main>${FOOT}<script>$RC=(b,s)=>{const to=document.getElementById(b),from=document.getElementById(s);to.replaceChildren(...from.childNodes);from.remove()}</script>`,
      "<!-- -->",
      "<!-- -->",
      "<!-- -->",
      `<div hidden id="S:1">${STATIONS.slice(6).map(section).join("")}</div><script>$RC("B:1","S:1")</script>`,
      "<!-- -->",
      "<!-- -->",
      `<div hidden id="S:0">${STATIONS.slice(0, 6).map(section).join("")}</div><script>$RC("B:0","S:0")</script></body></html>`,
    ],
    { whole: ends(), never: ["Just a moment"] },
  ),
  streamed(
    "data that streams into scripts",
    [
      `<main id="app"><ul id="list"></ul><p id="more">Reading</p></main>${FOOT}<script>self.$q=[];const put=(each)=>{list.insertAdjacentHTML("beforeend","<li><b>"+each.name+"</b> "+each.note+"</li>")};$q.push=(each)=>each===null?more.remove():setTimeout(put,200,each)</script>`,
      ...STATIONS.map((each) => `<script>$q.push(${JSON.stringify(each)})</script>`),
      "<script>$q.push(null)</script></body></html>",
    ],
    { whole: ends() },
  ),
];

/** A document whose server sends it in pieces. */
function streamed(
  name: string,
  list: string[],
  labels: Pick<LabelledApplication, "whole" | "never">,
): LabelledApplication {
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title></head><body>${HEAD}`;
  const route: Route = {
    type: "text/html; charset=utf-8",
    chunks: { everyMs: 420, list: [head + list[0]!, ...list.slice(1)], ends: true },
  };
  return { name, packages: [], html: page(name, ""), routes: { "": route }, ...labels };
}
