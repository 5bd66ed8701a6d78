import { ARTICLES, load, sentences } from "../applications/application.ts";
import type { Route } from "../site.ts";
import { articles, FRAME, list, scripted, SKELETON, type LabelledApplication } from "./application.ts";

const WAITING = ["Loading articles"];
const ROWS = "items.map((i) => '<article><h2>' + i.title + '</h2><p>' + i.text + '</p></article>').join('')";
const APP = `<main id="app">${SKELETON}</main>`;
const json = (value: unknown, delayMs = 0): Route => ({
  type: "application/json",
  body: JSON.stringify(value),
  delayMs,
});
const served = (count: number) =>
  ARTICLES.slice(0, count)
    .map(({ title, text }) => `<article><h2>${title}</h2><p>${text}</p></article>`)
    .join("");

/** Steps of a feed, three articles each. */
const STEPS: Record<string, Route> = Object.fromEntries(
  Array.from({ length: 7 }, (_, i) => [
    `feed-${i}.json`,
    json({ items: ARTICLES.slice(i * 3, i * 3 + 3), next: i < 6 ? `feed-${i + 1}.json` : null }, 450),
  ]),
);

/** Pages with a script of their own, and small libraries. */
export const PAGES: readonly LabelledApplication[] = [
  scripted(
    "vue, two requests one after another",
    ["vue@3.5.45"],
    { "shelf.json": json({ url: "data.json" }, 3_000), ...list(3_000) },
    `<div id="app">${SKELETON}</div>${load("vue/dist/vue.global.prod.js")}<script>Vue.createApp({ data: () => ({ items: null }), async mounted() { const { url } = await (await fetch("shelf.json")).json(); this.items = await (await fetch(url)).json() }, template: '<p v-if="!items">Loading articles, please wait…</p><article v-for="i in items ?? []"><h2>{{ i.title }}</h2><p>{{ i.text }}</p></article>' }).mount("#app")</script>`,
    { whole: articles(), never: WAITING },
  ),
  scripted(
    "alpine, x-if after 2 s",
    ["alpinejs@3.17.4"],
    list(2_000),
    `<main x-data="{ items: null }" x-init="items = await (await fetch('data.json')).json()"><template x-if="!items"><p>Loading articles</p></template><template x-if="items"><div><template x-for="i in items"><p><b x-text="i.title"></b> <span x-text="i.text"></span></p></template></div></template></main><script defer src="/pkg/alpinejs/dist/cdn.min.js"></script>`,
    { whole: articles(), never: WAITING },
  ),
  scripted(
    "htmx, parts that load parts",
    ["htmx.org@2.0.7"],
    {
      "part.html": {
        delayMs: 1_200,
        body: `${served(4)}<div hx-get="rest.html" hx-trigger="load delay:1s">Loading articles</div>`,
      },
      "rest.html": {
        delayMs: 1_200,
        body: `<section>${ARTICLES.slice(4)
          .map(({ title, text }) => `<p><b>${title}</b> ${text}</p>`)
          .join("")}</section>`,
      },
    },
    `<main hx-get="part.html" hx-trigger="load">Loading articles</main>${load("htmx.org/dist/htmx.min.js")}`,
    { whole: articles(), never: WAITING },
  ),
  scripted(
    "backbone after Ember: loading state, then the model",
    ["jquery@3.7.1", "underscore@1.13.7", "backbone@1.6.1"],
    list(1_800),
    `<main id="app"></main>${load("jquery/dist/jquery.min.js", "underscore/underscore-umd-min.js", "backbone/backbone-min.js")}<script>const Route = Backbone.Router.extend({ routes: { "": "index", "articles": "list" }, index() { this.navigate("articles", { trigger: true, replace: true }) }, list() { $("#app").html("<p class=loading>Loading articles</p>"); $.getJSON("data.json").then((items) => $("#app").html(${ROWS})) } }); new Route(); Backbone.history.start();</script>`,
    { whole: articles(), never: WAITING },
  ),
  scripted(
    "page with hashbang routes",
    [],
    list(700),
    `${APP}<script>const routes = { "#!/": () => setTimeout(() => { location.hash = "#!/list" }, 900), "#!/list": async () => { const items = await (await fetch("data.json")).json(); app.innerHTML = ${ROWS} } }; const go = () => routes[location.hash]?.(); addEventListener("hashchange", go); if (location.hash) go(); else location.hash = "#!/";</script>`,
    { whole: articles(), never: WAITING },
  ),
  scripted(
    "closed shadow roots with slots",
    [],
    list(500),
    `<script>customElements.define("x-shelf", class extends HTMLElement { async connectedCallback() { const root = this.attachShadow({ mode: "closed" }); root.innerHTML = "<section><slot name=lead></slot><div id=list></div></section>"; const items = await (await fetch("data.json")).json(); root.getElementById("list").innerHTML = ${ROWS}; const inner = document.createElement("x-note"); root.append(inner) } }); customElements.define("x-note", class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: "closed" }).innerHTML = "<p>This note stands in a closed root within another.</p>" } })</script><x-shelf><h1 slot="lead">A shelf by the window</h1></x-shelf>`,
    { whole: [...articles(), "A shelf by the window", "This note stands in a closed root"] },
  ),
  scripted(
    "a form that a script fills",
    [],
    {
      "offer.json": json(
        {
          name: "Offer for the harbour house",
          text: "Twelve chairs and a table of oak, delivered in spring.",
          size: "large",
          agreed: true,
        },
        900,
      ),
    },
    `<main><h1>Your offer</h1><form><input id="name" value=""><textarea id="text"></textarea><select id="size"><option value="small">Small room</option><option value="large">Large room</option></select><input type="checkbox" id="agreed"></form><p id="state">Loading articles</p></main><script>fetch("offer.json").then((a) => a.json()).then((o) => { for (const id of ["name", "text", "size"]) document.getElementById(id).value = o[id]; agreed.checked = o.agreed; state.textContent = "The offer stands for two weeks from today." })</script>`,
    {
      whole: ["Offer for the harbour house", "Twelve chairs and a table of oak", "The offer stands for two weeks"],
      never: WAITING,
    },
  ),
  scripted(
    "text that is typed letter by letter",
    [],
    {},
    `<main><h1 id="line"></h1><p id="rest"></p></main><script>const text = "We build tables from trees that fell in the storms of the last winter."; let n = 0; const timer = setInterval(() => { line.textContent = text.slice(0, ++n); if (n === text.length) { clearInterval(timer); rest.textContent = ${JSON.stringify(sentences(77, 6))} } }, 60)</script>`,
    { whole: ["from trees that fell in the storms of the last winter.", sentences(77, 6).split(". ")[5]!] },
  ),
  scripted(
    "blocks that timers show after 2.5 s and 5 s",
    [],
    {},
    `<main id="app">${served(3)}</main><script>for (const [ms, text] of [[2500, "The second block came after a short while."], [5000, "The third block came after a longer while."]]) setTimeout(() => app.insertAdjacentHTML("beforeend", "<p>" + text + "</p>"), ms)</script>`,
    { whole: ["The second block came", "The third block came", ARTICLES[0]!.title] },
  ),
  scripted(
    "another site's widget answers 500",
    [],
    list(400),
    `${APP}<div id="reviews"></div><script src="OTHER/widget.js"></script><script>fetch("data.json").then((a) => a.json()).then((items) => { app.innerHTML = ${ROWS} }); fetch("OTHER/reviews.json").then((a) => a.json()).catch(() => {})</script>`,
    { whole: articles(), never: WAITING, others: { "/widget.js": { status: 500 }, "/reviews.json": { status: 500 } } },
  ),
  scripted(
    "another site's widget never answers",
    [],
    list(400),
    `${APP}<script async src="OTHER/chat.js"></script><script>fetch("data.json").then((a) => a.json()).then((items) => { app.innerHTML = ${ROWS} }); fetch("OTHER/beacon", { method: "POST", body: "x" }).catch(() => {})</script>`,
    { whole: articles(), never: WAITING, others: { "/chat.js": { hangs: true }, "/beacon": { hangs: true } } },
  ),
  scripted(
    "the page's own interface answers 403",
    [],
    { "data.json": { status: 403, body: '{"error":"forbidden"}', type: "application/json" } },
    `<main id="app"><p>Loading articles</p></main><script>fetch("data.json").then((a) => { if (!a.ok) throw new Error(a.status); return a.json() }).then((items) => { app.innerHTML = ${ROWS} }).catch(() => { app.innerHTML = "<h2>Oops</h2><p>Our articles could not be loaded. Please try again later.</p>" })</script>`,
    { whole: articles() },
  ),
  scripted(
    "the interface for members answers 401",
    [],
    { ...list(300), "me.json": { status: 401, body: "{}" } },
    `<div id="user">Guest</div>${APP}<script>fetch("me.json").then((a) => a.ok && a.json()).then((me) => { user.textContent = me ? me.name : "Sign in to see your orders" }); fetch("data.json").then((a) => a.json()).then((items) => { app.innerHTML = ${ROWS} })</script>`,
    { whole: [...articles(), "Sign in to see your orders"], never: WAITING },
  ),
  scripted(
    "a feed that loads on while its end is in sight",
    [],
    STEPS,
    `<main id="app"></main><p id="end" style="height:1px">Loading articles</p><script>let next = "feed-0.json", busy = false; const more = async () => { if (busy || !next) return; busy = true; const step = await (await fetch(next)).json(); next = step.next; const items = step.items; app.insertAdjacentHTML("beforeend", ${ROWS}); busy = false; if (!next) return end.remove(); watcher.unobserve(end); watcher.observe(end) }; const watcher = new IntersectionObserver((seen) => { if (seen.some((s) => s.isIntersecting)) more() }, { rootMargin: "100000px" }); watcher.observe(end)</script>`,
    { whole: articles(), never: WAITING },
  ),
  scripted(
    "a feed of seven requests with pauses",
    [],
    STEPS,
    `<main id="app"></main><script>(async () => { for (let next = "feed-0.json"; next; ) { const step = await (await fetch(next)).json(); const items = step.items; app.insertAdjacentHTML("beforeend", ${ROWS}); next = step.next; await new Promise((r) => setTimeout(r, 650)) } document.title = "All articles" })()</script>`,
    { whole: articles() },
  ),
  scripted(
    "content after the service worker is ready",
    [],
    {
      ...list(300),
      "sw.js": {
        type: "text/javascript",
        body: "oninstall = () => skipWaiting(); onactivate = (e) => e.waitUntil(clients.claim());",
      },
    },
    `${APP}<script>navigator.serviceWorker.register("sw.js"); navigator.serviceWorker.ready.then(() => fetch("data.json")).then((a) => a.json()).then((items) => { app.innerHTML = ${ROWS} })</script>`,
    { whole: articles(), never: WAITING },
  ),
  scripted("a document that is streamed for 5 s", [], {}, "", { whole: articles(), never: WAITING }),
  scripted(
    "a response that is read line by line",
    [],
    {
      "lines.ndjson": {
        type: "application/x-ndjson",
        chunks: { everyMs: 250, list: ARTICLES.map((each) => `${JSON.stringify(each)}\n`), ends: true },
      },
    },
    `<main id="app"></main><p id="wait">Loading articles</p><script>(async () => { const reader = (await fetch("lines.ndjson")).body.pipeThrough(new TextDecoderStream()).getReader(); let rest = ""; for (;;) { const { done, value } = await reader.read(); if (done) break; const lines = (rest + value).split("\\n"); rest = lines.pop(); const items = lines.map((l) => JSON.parse(l)); app.insertAdjacentHTML("beforeend", ${ROWS}) } wait.remove() })()</script>`,
    { whole: articles(), never: WAITING },
  ),
  scripted(
    "an event stream that stays open",
    [],
    {
      events: {
        type: "text/event-stream",
        chunks: { everyMs: 300, list: ARTICLES.slice(0, 10).map((each) => `data: ${JSON.stringify(each)}\n\n`) },
      },
    },
    `<main id="app"><h1>News of the coast</h1></main><script>new EventSource("events").onmessage = ({ data }) => { const items = [JSON.parse(data)]; app.insertAdjacentHTML("beforeend", ${ROWS}) }</script>`,
    { whole: articles(10) },
  ),
  scripted(
    "data after 15 s",
    [],
    list(15_000),
    `${APP}<script>fetch("data.json").then((a) => a.json()).then((items) => { app.innerHTML = ${ROWS} })</script>`,
    { whole: articles(), never: WAITING },
  ),
].map((each) => (each.name === "a document that is streamed for 5 s" ? streamed(each) : each));

/** The server sends the shell at once and the articles one by one, as frameworks that stream do. */
function streamed(application: LabelledApplication): LabelledApplication {
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Streamed</title></head><body>${FRAME.top}<main id="app"><p id="wait">Loading articles</p></main>`;
  const parts = ARTICLES.map(
    ({ id, title, text }) =>
      `<template id="t${id}"><article><h2>${title}</h2><p>${text}</p></article></template><script>app.append(t${id}.content.cloneNode(true)); t${id}.remove()</script>`,
  );
  const end = `<script>wait.remove()</script>${FRAME.bottom}</body></html>`;
  const document: Route = {
    type: "text/html; charset=utf-8",
    chunks: { everyMs: 230, list: [head, ...parts, end], ends: true },
  };
  return { ...application, routes: { "": document } };
}
