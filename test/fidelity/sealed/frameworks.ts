import type { LabelledApplication } from "../unseen/application.ts";
import { built, ends, json, STATIONS, stations, WAITING } from "./common.ts";

/** Packages of the bundles, with exact versions. */
export const SEALED_PACKAGES = [
  "react@19.3.1",
  "react-dom@19.3.1",
  "@tanstack/react-query@5.108.4",
  "vue@3.5.45",
  "vue-router@4.5.1",
  "preact@10.27.2",
  "@preact/signals@2.3.2",
  "lit@3.3.3",
  "alpinejs@3.15.0",
  "mithril@2.3.8",
  "htmx.org@2.0.7",
  "@hotwired/turbo@8.0.23",
  "@hotwired/stimulus@3.2.2",
  "dexie@4.4.7",
  "i18next@25.6.0",
  "i18next-http-backend@3.0.2",
  "axios@1.12.2",
  "knockout@3.5.1",
  "hyperapp@2.0.22",
  "solid-js@1.9.9",
  "chart.js@4.5.1",
  "rxjs@7.8.2",
];

const REACT = `import { createElement as h, Suspense, use, useEffect, useState } from "react";\nimport { createRoot } from "react-dom/client";\nconst root = createRoot(document.getElementById("app"));\nconst List = ({ list }) => list.map((each) => h("section", { key: each.id }, h("h2", null, each.name), h("p", null, each.note)));\nconst get = (path) => fetch(path).then((answer) => { if (!answer.ok) throw new Error("status " + answer.status); return answer.json(); });\n`;

export const FRAMEWORKS: readonly LabelledApplication[] = [
  built(
    "react query that fails twice",
    `${REACT}import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
const Stations = () => { const { data, isPending } = useQuery({ queryKey: ["stations"], queryFn: () => get("stations.json") });
  return isPending ? h("p", null, "Fetching reports …") : h(List, { list: data }); };
root.render(h(QueryClientProvider, { client: new QueryClient() }, h(Stations)));`,
    stations({ delayMs: 200, firstStatuses: [500, 500] }),
    { whole: ends(), never: ["Fetching reports"] },
  ),
  built(
    "react suspense over a lazy module",
    `${REACT}import { lazy } from "react";
const Late = lazy(() => import(new URL("late.js", location.href).href).then(({ title }) => ({ default: () => h("h1", null, title) })));
const promise = get("stations.json");
const Body = () => h(List, { list: use(promise) });
root.render(h(Suspense, { fallback: h("p", null, "Fetching reports …") }, h(Late), h(Body)));`,
    {
      ...stations({ delayMs: 900 }),
      "late.js": { type: "text/javascript", body: 'export const title = "Reports of the morning";', delayMs: 2_600 },
    },
    { whole: ["Reports of the morning", ...ends()], never: ["Fetching reports"] },
  ),
  built(
    "react with an error of its interface",
    `${REACT}const App = () => { const [state, set] = useState(null);
  useEffect(() => { get("stations.json").then(set, (error) => set(error)); }, []);
  return state === null ? h("p", null, "Fetching reports …") : state instanceof Error ? h("p", { role: "alert" }, "Something went wrong: " + state.message) : h(List, { list: state }); };
root.render(h(App));`,
    stations({ status: 500, delayMs: 300 }),
    { whole: ends() },
  ),
  built(
    "vue with a router of fragments",
    `import { createApp, h, ref } from "vue";
import { createRouter, createWebHashHistory, RouterView } from "vue-router";
const Stations = { setup() { const list = ref([]); fetch("stations.json").then((a) => a.json()).then((each) => (list.value = each)); return () => h("div", list.value.length ? list.value.map((each) => h("section", [h("h2", each.name), h("p", each.note)])) : "Fetching reports …"); } };
const router = createRouter({ history: createWebHashHistory(), routes: [{ path: "/", redirect: "/stations" }, { path: "/stations", component: Stations }] });
router.beforeEach(() => new Promise((resolve) => setTimeout(resolve, 1_200)));
createApp({ render: () => h(RouterView) }).use(router).mount("#app");`,
    stations({ delayMs: 1_000 }),
    { whole: ends(), never: ["Fetching reports"] },
  ),
  built(
    "vue fed by a socket",
    `import { createApp, h, ref } from "vue";
createApp({ setup() { const list = ref([]); const socket = new WebSocket(location.href.replace(/^http/, "ws") + "feed"); socket.onmessage = ({ data }) => list.value.push(JSON.parse(data));
  return () => h("div", [h("p", list.value.length + " reports came in"), ...list.value.map((each) => h("section", [h("h2", each.name), h("p", each.note)]))]); } }).mount("#app");`,
    { feed: { messages: { everyMs: 350, list: STATIONS.slice(0, 8).map((each) => JSON.stringify(each)) } } },
    { whole: ["8 reports came in", ...ends(8)] },
  ),
  built(
    "solid with a waterfall of requests",
    `import { createSignal } from "solid-js";
import { render } from "solid-js/web";
import html from "solid-js/html";
const [list, set] = createSignal([]);
const App = () => html\`<div>\${() => list().length < 6 ? html\`<p>Fetching reports …</p>\` : list().map((each) => html\`<section><h2>\${each.name}</h2><p>\${each.note}</p></section>\`)}</div>\`;
document.getElementById("app").textContent = "";
render(App, document.getElementById("app"));
for (const id of await (await fetch("ids.json")).json()) { const one = await (await fetch("station-" + id + ".json")).json(); set((all) => [...all, one]); }`,
    {
      "ids.json": json([0, 1, 2, 3, 4, 5], { delayMs: 400 }),
      ...Object.fromEntries(
        STATIONS.slice(0, 6).map((each) => [`station-${each.id}.json`, json(each, { delayMs: 450 })]),
      ),
    },
    { whole: ends(6), never: ["Fetching reports"] },
  ),
  built(
    "preact asks until a job is done",
    `import { h, render } from "preact";
import { signal } from "@preact/signals";
const state = signal(null), tries = signal(0);
const App = () => state.value ? h("div", null, state.value.map((each) => h("section", null, h("h2", null, each.name), h("p", null, each.note)))) : h("p", null, "Your report is being prepared, try " + tries.value);
render(h(App), document.getElementById("app"));
const ask = async () => { const answer = await fetch("stations.json"); tries.value++; if (answer.status === 202) setTimeout(ask, 1_000); else state.value = await answer.json(); };
ask();`,
    stations({ firstStatuses: [202, 202, 202] }),
    { whole: ends(), never: ["being prepared"] },
    "<main id=app></main>",
  ),
  built(
    "lit with slots and tasks",
    `import { html, LitElement } from "lit";
customElements.define("s-card", class extends LitElement { render() { return html\`<article><header><slot name="title"></slot></header><slot></slot></article>\`; } });
customElements.define("s-list", class extends LitElement { static properties = { list: { state: true } };
  async connectedCallback() { super.connectedCallback(); this.list = await (await fetch("stations.json")).json(); }
  render() { return this.list ? this.list.map((each) => html\`<s-card><h2 slot="title">\${each.name}</h2><p>\${each.note}</p></s-card>\`) : html\`<p>Fetching reports …</p>\`; } });`,
    stations({ delayMs: 1_800 }),
    { whole: ends(), never: ["Fetching reports"] },
    "<main><s-list></s-list></main>",
  ),
  built(
    "alpine with a cloak",
    `import Alpine from "alpinejs";
Alpine.data("stations", () => ({ list: [], async init() { this.list = await (await fetch("stations.json")).json(); } }));
Alpine.start();`,
    stations({ delayMs: 700 }),
    { whole: ends() },
    `<style>[x-cloak]{display:none}</style><main x-data="stations" x-cloak><template x-for="each in list" :key="each.id"><section><h2 x-text="each.name"></h2><p x-text="each.note"></p></section></template></main>`,
  ),
  built(
    "mithril refused by its interface",
    `import m from "mithril";
let state = "Fetching reports …";
m.route(document.getElementById("app"), "/reports", { "/reports": { oninit: () => m.request("stations.json").then((list) => (state = list), (error) => (state = error.code === 403 ? "Only members read these reports. Please sign in." : "failed")),
  view: () => typeof state === "string" ? m("p", state) : state.map((each) => m("section", m("h2", each.name))) } });`,
    stations({ status: 403, delayMs: 250 }),
    { whole: ["Only members read these reports. Please sign in."] },
  ),
  built(
    "htmx fragments that load others",
    `import htmx from "htmx.org";
window.htmx = htmx;`,
    {
      "first.html": {
        body: `<section><h2>${STATIONS[0]!.name}</h2><p>${STATIONS[0]!.note}</p></section><div hx-get="second.html" hx-trigger="load delay:900ms" hx-swap="outerHTML">Fetching reports …</div>`,
        delayMs: 600,
      },
      "second.html": { body: `<section><h2>${STATIONS[11]!.name}</h2><p>${STATIONS[11]!.note}</p></section>` },
    },
    { whole: ends(), never: ["Fetching reports"] },
    `<main><div hx-get="first.html" hx-trigger="load">${WAITING}</div></main>`,
  ),
  built(
    "turbo frames, one of them lazy",
    `import "@hotwired/turbo";`,
    {
      "one.html": {
        body: `<turbo-frame id="one"><h2>${STATIONS[0]!.name}</h2><p>${STATIONS[0]!.note}</p></turbo-frame>`,
        delayMs: 500,
      },
      "two.html": {
        body: `<turbo-frame id="two"><h2>${STATIONS[11]!.name}</h2><p>${STATIONS[11]!.note}</p></turbo-frame>`,
        delayMs: 1_500,
      },
    },
    { whole: ends(), never: ["Fetching reports"] },
    `<main><turbo-frame id="one" src="one.html">${WAITING}</turbo-frame><turbo-frame id="two" src="two.html" loading="lazy">${WAITING}</turbo-frame></main>`,
  ),
  built(
    "stimulus with events of the server",
    `import { Application, Controller } from "@hotwired/stimulus";
Application.start().register("feed", class extends Controller { connect() { this.element.textContent = ""; new EventSource("events").onmessage = ({ data }) => this.element.insertAdjacentHTML("beforeend", draw([JSON.parse(data)])); } });`,
    {
      events: {
        type: "text/event-stream",
        chunks: { everyMs: 300, list: STATIONS.slice(0, 7).map((each) => `data: ${JSON.stringify(each)}\n\n`) },
      },
    },
    { whole: ends(7) },
    `<main data-controller="feed">${WAITING}</main>`,
  ),
  built(
    "i18next with a slow dictionary",
    `import i18next from "i18next";
import Backend from "i18next-http-backend";
const show = () => { document.getElementById("app").innerHTML = "<h1>" + i18next.t("reports.title") + "</h1><p>" + i18next.t("reports.text") + "</p>"; };
i18next.use(Backend).init({ lng: "da", fallbackLng: false, backend: { loadPath: "da.json" } }).then(show);
show();`,
    {
      "da.json": json(
        {
          reports: {
            title: "Meldinger fra kysten",
            text: "Fyrpasserne melder om tåge over Skagen og klart vejr ved Esbjerg i aften.",
          },
        },
        { delayMs: 3_000 },
      ),
    },
    { whole: ["Meldinger fra kysten", "klart vejr ved Esbjerg"], never: ["reports.title"] },
  ),
  built(
    "axios, one of three requests missing",
    `import axios from "axios";
const answers = await Promise.allSettled(["a.json", "missing.json", "b.json"].map((path) => axios.get(path)));
document.getElementById("app").innerHTML = answers.map(({ value }) => value ? draw(value.data) : "<p>One group of stations did not report.</p>").join("");`,
    { "a.json": json(STATIONS.slice(0, 6), { delayMs: 300 }), "b.json": json(STATIONS.slice(6), { delayMs: 1_900 }) },
    { whole: [...ends(), "One group of stations did not report."] },
  ),
  built(
    "knockout with stages",
    `import ko from "knockout";
const model = { list: ko.observableArray([]), ready: ko.observable(false) };
ko.applyBindings(model, document.getElementById("app"));
for (let i = 0; i < 12; i += 4) { const list = await (await fetch("stations.json?from=" + i)).json(); await new Promise((done) => setTimeout(done, 500)); for (const each of list.slice(i, i + 4)) model.list.push(each); }
model.ready(true);`,
    stations({ delayMs: 350 }),
    { whole: [...ends(), "All reports are in."], never: ["More reports are coming"] },
    `<main id="app"><div data-bind="foreach: list"><section><h2 data-bind="text: name"></h2><p data-bind="text: note"></p></section></div><p data-bind="text: ready() ? 'All reports are in.' : 'More reports are coming'"></p></main>`,
  ),
];
