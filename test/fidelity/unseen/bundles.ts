import { articles, bundle, list, type LabelledApplication } from "./application.ts";

const WAITING = ["Loading articles"];

/** Applications that esbuild bundles, as their users do. */
export const BUNDLES: readonly LabelledApplication[] = [
  bundle(
    "react, skeleton for 2.5 s",
    `import React from "react"; import { createRoot } from "react-dom/client";
function Bones() { return <div aria-busy="true"><p>Loading articles, please wait…</p></div> }
function App() { const [items, set] = React.useState(null); React.useEffect(() => { fetch("data.json").then((a) => a.json()).then(set) }, []); if (!items) return <Bones />; return <main>{items.map((item) => <article key={item.id}><h2>{item.title}</h2><p>{item.text}</p></article>)}</main> }
createRoot(document.getElementById("app")).render(<React.StrictMode><App /></React.StrictMode>);`,
    list(2_500),
    { whole: articles(), never: WAITING },
  ),
  bundle(
    "react, skeleton for 5 s",
    `import React, { Suspense, use } from "react"; import { createRoot } from "react-dom/client";
const all = fetch("data.json").then((a) => a.json());
function List() { return <ul>{use(all).map((item) => <li key={item.id}><h3>{item.title}</h3>{item.text}</li>)}</ul> }
createRoot(document.getElementById("app")).render(<main><h1>Articles of the coast</h1><Suspense fallback={<p>Loading articles, please wait…</p>}><List /></Suspense></main>);`,
    list(5_000),
    { whole: articles(), never: WAITING },
  ),
  bundle(
    "react query with retries",
    `import React from "react"; import { createRoot } from "react-dom/client"; import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
function List() { const { data, isPending, isError } = useQuery({ queryKey: ["a"], queryFn: async () => { const a = await fetch("data.json"); if (!a.ok) throw new Error(String(a.status)); return a.json() } }); if (isPending) return <p>Loading articles, please wait…</p>; if (isError) return <p>Sorry.</p>; return data.map((item) => <p key={item.id}><b>{item.title}</b> {item.text}</p>) }
createRoot(document.getElementById("app")).render(<QueryClientProvider client={new QueryClient()}><List /></QueryClientProvider>);`,
    list(100, { firstStatuses: [503, 503] }),
    { whole: articles(), never: WAITING },
  ),
  bundle(
    "react i18next from a slow backend",
    `import React from "react"; import { createRoot } from "react-dom/client"; import i18next from "i18next"; import { initReactI18next, useTranslation } from "react-i18next";
const backend = { type: "backend", init() {}, read(language, space, done) { fetch("words.json").then((a) => a.json()).then((words) => done(null, words), done) } };
i18next.use(backend).use(initReactI18next).init({ lng: "pt", fallbackLng: "pt", react: { useSuspense: false } });
function App() { const { t, i18n } = useTranslation(); React.useEffect(() => { document.documentElement.lang = i18n.language }, [i18n.language]); return <main><h1>{t("home.title")}</h1><p>{t("home.lead")}</p><p>{t("home.more")}</p></main> }
createRoot(document.getElementById("app")).render(<App />);`,
    {
      "words.json": {
        type: "application/json",
        delayMs: 3_000,
        body: JSON.stringify({
          home: {
            title: "Artigos da costa para toda a casa",
            lead: "Entregamos em três dias em todo o litoral.",
            more: "Cada peça leva a marca da oficina que a fez.",
          },
        }),
      },
    },
    {
      whole: ["Artigos da costa para toda a casa", "Entregamos em três dias", "Cada peça leva a marca"],
      never: ["home.title", "home.lead"],
    },
    "",
  ),
  bundle(
    "react, price only after 3 s",
    `import React from "react"; import { createRoot } from "react-dom/client";
function Price() { const [price, set] = React.useState(null); React.useEffect(() => { fetch("price.json").then((a) => a.json()).then((p) => set(p.text)) }, []); return <strong>{price ?? "— —"}</strong> }
function App() { const [items, set] = React.useState([]); React.useEffect(() => { fetch("data.json").then((a) => a.json()).then(set) }, []); return <main>{items.map((item) => <p key={item.id}><b>{item.title}</b> {item.text}</p>)}<p>Price of the oak table: <Price /></p></main> }
createRoot(document.getElementById("app")).render(<App />);`,
    {
      ...list(150),
      "price.json": { type: "application/json", body: '{"text":"four hundred and twelve pounds"}', delayMs: 3_000 },
    },
    { whole: [...articles(), "four hundred and twelve pounds"], never: ["— —"] },
  ),
  bundle(
    "preact with a hash router",
    `import { h, render } from "preact"; import { useEffect, useState } from "preact/hooks";
const pages = { "#/": () => h("p", null, "Choose a shelf"), "#/shelf/1": () => { const [items, set] = useState(null); useEffect(() => { fetch("data.json").then((a) => a.json()).then(set) }, []); return items ? h("div", null, items.map((item) => h("p", null, h("a", { href: "#/item/" + item.id }, item.title), " ", item.text))) : h("p", null, "Loading articles…") } };
function App() { const [at, go] = useState(location.hash); useEffect(() => { addEventListener("hashchange", () => go(location.hash)); if (!location.hash) location.replace("#/shelf/1") }, []); return h(pages[at] ?? (() => h("p", null, "…")), { key: at }) }
const root = document.getElementById("app"); root.textContent = ""; render(h(App), root);`,
    list(1_500),
    { whole: articles(), never: WAITING },
  ),
  bundle(
    "solid with suspense in suspense",
    `import { createResource, For, Suspense } from "solid-js"; import { render } from "solid-js/web"; import html from "solid-js/html";
const get = (name) => () => fetch(name).then((a) => a.json());
function Notes() { const [notes] = createResource(get("notes.json")); return html\`<aside>\${() => notes()?.text}</aside>\` }
function List() { const [items] = createResource(get("data.json")); return html\`<div>\${() => (items() ?? []).map((item) => html\`<p><b>\${item.title}</b> \${item.text}</p>\`)}<\${Suspense} fallback=\${() => "Loading notes"}><\${Notes} /><//></div>\` }
const root = document.getElementById("app"); root.textContent = ""; render(() => html\`<\${Suspense} fallback=\${() => "Loading articles"}><\${List} /><//>\`, root);`,
    {
      ...list(2_000),
      "notes.json": {
        type: "application/json",
        body: '{"text":"These notes were added by the keeper of the house."}',
        delayMs: 4_000,
      },
    },
    { whole: [...articles(), "These notes were added by the keeper"], never: [...WAITING, "Loading notes"] },
  ),
  bundle(
    "lit with closed shadow roots",
    `import { LitElement, html } from "lit";
class Card extends LitElement { static shadowRootOptions = { ...LitElement.shadowRootOptions, mode: "closed" }; static properties = { item: { attribute: false } }; render() { return html\`<h2>\${this.item?.title}</h2><p>\${this.item?.text}</p><slot></slot>\` } }
class Shelf extends LitElement { static shadowRootOptions = { ...LitElement.shadowRootOptions, mode: "closed" }; static properties = { items: { state: true } }; connectedCallback() { super.connectedCallback(); this.items = []; fetch("data.json").then((a) => a.json()).then((all) => { this.items = all }) } render() { return html\`\${this.items.map((item) => html\`<shop-card .item=\${item}>In store</shop-card>\`)}\` } }
customElements.define("shop-card", Card); customElements.define("shop-shelf", Shelf); document.getElementById("app").innerHTML = "<shop-shelf></shop-shelf>";`,
    list(600),
    { whole: [...articles(), "In store"] },
  ),
  bundle(
    "angular with a deferred block",
    `import "@angular/compiler"; import { Component, inject, provideZonelessChangeDetection, signal } from "@angular/core"; import { bootstrapApplication } from "@angular/platform-browser";
class App { items = signal([]); more = signal(""); constructor() { fetch("data.json").then((a) => a.json()).then((all) => this.items.set(all)); setTimeout(() => fetch("notes.json").then((a) => a.json()).then((n) => this.more.set(n.text)), 1200) } }
Component({ selector: "app-root", template: "@for (item of items(); track item.id) {<article><h2>{{ item.title }}</h2><p>{{ item.text }}</p></article>} @empty {<p>Loading articles</p>} @if (more()) {<aside>{{ more() }}</aside>} @else {<aside>Loading notes</aside>}" })(App);
document.getElementById("app").innerHTML = "<app-root></app-root>"; bootstrapApplication(App, { providers: [provideZonelessChangeDetection()] });`,
    {
      ...list(900),
      "notes.json": {
        type: "application/json",
        body: '{"text":"These notes were added by the keeper of the house."}',
        delayMs: 1_500,
      },
    },
    { whole: [...articles(), "These notes were added by the keeper"], never: [...WAITING, "Loading notes"] },
  ),
  {
    ...bundle(
      "svelte, data after 8 s",
      `import { mount } from "svelte"; import App from "./svelte-data-after-8-s.svelte.js"; const target = document.getElementById("app"); target.textContent = ""; mount(App, { target });`,
      list(8_000),
      { whole: articles(), never: WAITING },
    ),
    svelte: `<script>const all = fetch("data.json").then((a) => a.json());</script>{#await all}<p>Loading articles, please wait…</p>{:then items}{#each items as item (item.id)}<article><h2>{item.title}</h2><p>{item.text}</p></article>{/each}{:catch error}<p>{error.message}</p>{/await}`,
  },
  bundle(
    "vue-i18n with a lazy locale",
    `import { createApp, h } from "vue"; import { createI18n, useI18n } from "vue-i18n";
const i18n = createI18n({ legacy: false, locale: "fi", missingWarn: false, fallbackWarn: false, messages: {} });
const App = { setup() { const { t } = useI18n(); return () => h("main", [h("h1", t("shop.title")), h("p", t("shop.lead")), h("p", t("shop.end"))]) } };
createApp(App).use(i18n).mount("#app"); setTimeout(async () => { i18n.global.setLocaleMessage("fi", await (await fetch("words.json")).json()); document.documentElement.lang = "fi" }, 800);`,
    {
      "words.json": {
        type: "application/json",
        delayMs: 1_800,
        body: JSON.stringify({
          shop: {
            title: "Rannikon tavarat koko kotiin",
            lead: "Toimitamme kolmessa päivässä koko rannikolle.",
            end: "Jokaisessa esineessä on verstaan leima.",
          },
        }),
      },
    },
    {
      whole: ["Rannikon tavarat koko kotiin", "Toimitamme kolmessa päivässä", "Jokaisessa esineessä on"],
      never: ["shop.title", "shop.lead"],
    },
  ),
  bundle(
    "vanjs and a worker that counts for 2 s",
    `import van from "vanjs-core"; const { div, p, b } = van.tags; const items = van.state([]);
const source = "onmessage = async ({ data }) => { const end = Date.now() + 2000; while (Date.now() < end); postMessage(data.map((i) => ({ ...i, text: i.text + ' Checked.' }))) }";
const worker = new Worker(URL.createObjectURL(new Blob([source]))); worker.onmessage = ({ data }) => { items.val = data }; fetch("data.json").then((a) => a.json()).then((all) => worker.postMessage(all));
const root = document.getElementById("app"); root.textContent = ""; van.add(root, () => div(items.val.length ? items.val.map((item) => p(b(item.title), " ", item.text)) : p("Loading articles")));`,
    list(300),
    { whole: [...articles(), "Checked."], never: WAITING },
  ),
];

/** What these import. */
export const UNSEEN_BUNDLED = [
  "react@19.3.1",
  "react-dom@19.3.1",
  "@tanstack/react-query@5.108.0",
  "i18next@26.7.2",
  "react-i18next@18.0.1",
  "preact@11.2.0",
  "solid-js@1.9.19",
  "lit@3.3.3",
  "@angular/core@22.2.6",
  "@angular/common@22.2.6",
  "@angular/compiler@22.2.6",
  "@angular/platform-browser@22.2.6",
  "rxjs@7.8.2",
  "svelte@5.57.3",
  "vue@3.5.45",
  "vue-i18n@11.4.18",
  "vanjs-core@1.6.1",
];
