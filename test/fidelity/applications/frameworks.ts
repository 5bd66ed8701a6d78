import { bundled, DATA, page, simple, type Application } from "./application.ts";

const LIST = "items.map((item) => ";
const REACT = ["react@18.3.1", "react-dom@18.3.1"];

/** Small applications with each framework, which fetch their data. */
export const FRAMEWORKS: readonly Application[] = [
  simple(
    "vue",
    ["vue@3.5.45"],
    ["vue/dist/vue.global.prod.js"],
    `Vue.createApp({ data: () => ({ items: [] }), async mounted() { this.items = await data(); document.title = "Vue: " + this.items.length; },
template: '<h1>Vue</h1><article v-for="item in items"><h2>{{ item.title }}</h2><p>{{ item.text }}</p><a :href="\\'/item/\\' + item.id">more</a></article>' }).mount("#app");`,
  ),
  simple(
    "vue-router and vuex",
    ["vue@3.5.45", "vue-router@5.5.1", "vuex@4.1.0"],
    ["vue/dist/vue.global.prod.js", "vue-router/dist/vue-router.global.prod.js", "vuex/dist/vuex.global.prod.js"],
    `const store = Vuex.createStore({ state: { items: [] }, mutations: { set(state, items) { state.items = items } }, actions: { async load({ commit }) { commit("set", await data()) } } });
const Page = () => new Promise((resolve) => setTimeout(() => resolve({ template: '<section v-for="item in $store.state.items"><router-link to="/x">{{ item.title }}</router-link><p>{{ item.text }}</p></section>', mounted() { this.$store.dispatch("load") } }), 100));
const router = VueRouter.createRouter({ history: VueRouter.createWebHashHistory(), routes: [{ path: "/", component: Page }, { path: "/x", component: Page }] });
Vue.createApp({ template: "<router-view></router-view>" }).use(store).use(router).mount("#app");`,
  ),
  simple(
    "petite-vue",
    ["petite-vue@0.4.1"],
    ["petite-vue/dist/petite-vue.iife.js"],
    `PetiteVue.createApp({ items: [], async load() { this.items = await data() } }).mount("#app");`,
    `<div id="app" v-cloak @vue:mounted="load"><p v-for="item in items">{{ item.title }}: {{ item.text }}</p></div>`,
  ),
  simple(
    "alpine",
    ["alpinejs@3.17.4"],
    [],
    `const script = document.createElement("script"); script.src = "/pkg/alpinejs/dist/cdn.min.js"; document.head.append(script);`,
    `<div x-data="{ items: [] }" x-init="items = await (await fetch('data.json')).json()"><template x-for="item in items"><p><b x-text="item.title"></b> <span x-text="item.text"></span></p></template></div>`,
  ),
  simple(
    "angularjs",
    ["angular@1.8.3"],
    ["angular/angular.min.js"],
    `angular.module("shop", []).controller("List", function ($scope, $http) { $http.get("data.json").then(function (answer) { $scope.items = answer.data }) });`,
    `<div ng-app="shop" ng-controller="List"><article ng-repeat="item in items"><h2>{{ item.title }}</h2><p ng-bind="item.text"></p></article></div>`,
  ),
  simple(
    "knockout",
    ["knockout@3.5.3"],
    ["knockout/build/output/knockout-latest.js"],
    `const model = { items: ko.observableArray() }; ko.applyBindings(model); data().then((items) => model.items(items));`,
    `<div data-bind="foreach: items"><p><b data-bind="text: title"></b> <span data-bind="text: text"></span></p></div>`,
  ),
  simple(
    "mithril",
    ["mithril@2.3.8"],
    ["mithril/mithril.min.js"],
    `let items = []; m.route(document.getElementById("app"), "/", { "/": { oninit: () => m.request("data.json").then((all) => { items = all }), view: () => ${LIST}m("article", m("h2", m(m.route.Link, { href: "/" }, item.title)), m("p", item.text))) } });`,
  ),
  simple(
    "riot",
    ["riot@10.1.6"],
    ["riot/riot+compiler.min.js"],
    `riot.inject(riot.compileFromString(document.getElementById("source").textContent.replace("<\\\\/", "</")).code, "shop-list", "./shop-list.html"); riot.mount("shop-list");`,
    `<shop-list></shop-list><script id="source" type="text/plain"><shop-list><p each={ item in state.items }><b>{ item.title }</b> { item.text }</p><script>export default { state: { items: [] }, async onMounted() { this.update({ items: await (await fetch("data.json")).json() }) } }<\\/script></shop-list></script>`,
  ),
  {
    name: "hyperapp",
    packages: ["hyperapp@2.0.22"],
    html: page(
      "hyperapp",
      `<div id="app"></div><script type="module">import { app, h, text } from "/pkg/hyperapp/index.js";
const load = (dispatch) => fetch("data.json").then((a) => a.json()).then((items) => dispatch((state) => ({ ...state, items })));
app({ init: [{ items: [] }, [load]], view: ({ items }) => h("main", {}, ${LIST}h("p", {}, text(item.title + " " + item.text)))), node: document.getElementById("app") });</script>`,
    ),
    routes: { "data.json": DATA },
  },
  simple(
    "backbone",
    ["jquery@4.0.0", "underscore@1.13.8", "backbone@1.6.1"],
    ["jquery/dist/jquery.min.js", "underscore/underscore-umd-min.js", "backbone/backbone-min.js"],
    `const Items = Backbone.Collection.extend({ url: "data.json" });
const View = Backbone.View.extend({ el: "#app", initialize() { this.listenTo(this.collection, "sync", this.render); this.collection.fetch() }, render() { this.$el.html(this.collection.map((item) => "<p><b>" + item.escape("title") + "</b> " + item.escape("text") + "</p>").join("")) } });
new View({ collection: new Items() });`,
  ),
  simple(
    "jquery ui tabs and accordion",
    ["jquery@4.0.0", "jquery-ui-dist@1.13.3"],
    ["jquery/dist/jquery.min.js", "jquery-ui-dist/jquery-ui.min.js"],
    `$.getJSON("data.json").done((items) => { for (const item of items) $("#app").append($("<h3>").text(item.title), $("<div>").append($("<p>").text(item.text))); if ($.fn.accordion) $("#app").accordion() });`,
  ),
  simple(
    "react umd-free: htm and preact signals of fetch",
    ["htm@3.1.1"],
    [],
    `import("/pkg/htm/dist/htm.mjs").then(async ({ default: htm }) => { const h = (tag, props, ...kids) => { const node = document.createElement(tag); node.append(...kids.flat()); return node }; const html = htm.bind(h); for (const item of await data()) app.append(html\`<article><h2>\${item.title}</h2><p>\${item.text}</p></article>\`) });`,
  ),
  {
    name: "htmx",
    packages: ["htmx.org@4.0.1"],
    html: page(
      "htmx",
      `<script src="/pkg/htmx.org/dist/htmx.min.js"></script><main hx-get="part.html" hx-trigger="load">Wait</main>`,
    ),
    routes: { "part.html": { delayMs: 150, body: `<h1>Part</h1><p>${sentencesOf()}</p>` } },
  },
  {
    name: "turbo frames",
    packages: ["@hotwired/turbo@8.0.23"],
    html: page(
      "turbo frames",
      `<script src="/pkg/@hotwired/turbo/dist/turbo.es2017-umd.js"></script><turbo-frame id="part" src="part.html">Wait</turbo-frame>`,
    ),
    routes: { "part.html": { delayMs: 150, body: `<turbo-frame id="part"><p>${sentencesOf()}</p></turbo-frame>` } },
  },
  bundled(
    "react with router, query and styled-components",
    `import React from "react"; import { createRoot } from "react-dom/client"; import { HashRouter, Link, Route, Routes } from "react-router-dom"; import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query"; import styled from "styled-components";
const Card = styled.article\`padding: 1em; .unseen { display: none }\`;
function List() { const { data = [] } = useQuery({ queryKey: ["data"], queryFn: () => fetch("data.json").then((a) => a.json()) });
  React.useEffect(() => { document.title = data.length + " articles" }, [data]);
  return <main>{data.map((item) => <Card key={item.id}><h2><Link to={"/item/" + item.id}>{item.title}</Link></h2><p>{item.text}</p><i className="unseen">never shown to anybody here</i></Card>)}</main> }
createRoot(document.getElementById("app")).render(<QueryClientProvider client={new QueryClient()}><HashRouter><Routes><Route path="*" element={<List />} /></Routes></HashRouter></QueryClientProvider>);`,
  ),
  bundled(
    "react with suspense and lazy",
    `import React, { Suspense, lazy, use } from "react"; import { createRoot } from "react-dom/client";
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms)); const all = fetch("data.json").then((a) => a.json());
const List = lazy(() => wait(400).then(() => ({ default: () => <ul>{use(all).map((item) => <li key={item.id}><b>{item.title}</b> {item.text}</li>)}</ul> })));
createRoot(document.getElementById("app")).render(<Suspense fallback={<p>Loading…</p>}><List /></Suspense>);`,
  ),
  bundled(
    "react with redux",
    `import React from "react"; import { createRoot } from "react-dom/client"; import { configureStore, createSlice, createAsyncThunk } from "@reduxjs/toolkit"; import { Provider, useDispatch, useSelector } from "react-redux";
const load = createAsyncThunk("load", () => fetch("data.json").then((a) => a.json())); const slice = createSlice({ name: "items", initialState: [], reducers: {}, extraReducers: (builder) => builder.addCase(load.fulfilled, (_, action) => action.payload) });
const store = configureStore({ reducer: { items: slice.reducer } }); function List() { const dispatch = useDispatch(), items = useSelector((state) => state.items); React.useEffect(() => { dispatch(load()) }, []); return items.map((item) => <p key={item.id}>{item.title}. {item.text}</p>) }
createRoot(document.getElementById("app")).render(<Provider store={store}><List /></Provider>);`,
  ),
  bundled(
    "mui",
    `import React from "react"; import { createRoot } from "react-dom/client"; import { AppBar, Card, CardContent, Container, Skeleton, Tab, Tabs, Typography } from "@mui/material";
function App() { const [items, set] = React.useState(null); React.useEffect(() => { fetch("data.json").then((a) => a.json()).then(set) }, []);
  return <><AppBar position="static"><Typography variant="h6">Shop</Typography></AppBar><Tabs value={0}><Tab label="First" /><Tab label="Second" /></Tabs><Container>{items ? items.map((item) => <Card key={item.id}><CardContent><Typography variant="h5">{item.title}</Typography><Typography>{item.text}</Typography></CardContent></Card>) : <Skeleton height={200} />}</Container></> }
createRoot(document.getElementById("app")).render(<App />);`,
  ),
  bundled(
    "preact",
    `import { h, render } from "preact"; import { useEffect, useState } from "preact/hooks";
function App() { const [items, set] = useState([]); useEffect(() => { fetch("data.json").then((a) => a.json()).then(set) }, []); return h("main", null, items.map((item) => h("p", null, h("b", null, item.title), " ", item.text))) }
render(h(App), document.getElementById("app"));`,
  ),
  bundled(
    "solid",
    `import { createResource } from "solid-js"; import { render } from "solid-js/web"; import html from "solid-js/html";
render(() => { const [items] = createResource(() => fetch("data.json").then((a) => a.json())); return html\`<main>\${() => (items() ?? []).map((item) => html\`<p><b>\${item.title}</b> \${item.text}</p>\`)}</main>\` }, document.getElementById("app"));`,
  ),
  bundled(
    "lit",
    `import { LitElement, html, css } from "lit";
customElements.define("shop-list", class extends LitElement { static properties = { items: { state: true } }; static styles = css\`.unseen { display: none }\`; constructor() { super(); this.items = [] } connectedCallback() { super.connectedCallback(); fetch("data.json").then((a) => a.json()).then((items) => { this.items = items }) } render() { return html\`<h1><slot></slot></h1>\${this.items.map((item) => html\`<p><b>\${item.title}</b> \${item.text} <i class="unseen">hidden from everybody at all times</i></p>\`)}\` } });
const list = document.createElement("shop-list"); list.textContent = "A list with a slot"; document.getElementById("app").append(list);`,
  ),
  bundled(
    "svelte stores",
    `import { writable, derived } from "svelte/store"; const items = writable([]); const shown = derived(items, (all) => all.map(({ title, text }) => "<p><b>" + title + "</b> " + text + "</p>").join("")); shown.subscribe((html) => { document.getElementById("app").innerHTML = html }); fetch("data.json").then((a) => a.json()).then(items.set);`,
  ),
  bundled(
    "i18next",
    `import i18next from "i18next"; const translations = { hello: "Hello to {{count}} articles that stand in the shop" };
i18next.init({ lng: "en", resources: { en: { translation: translations } } }).then(async (t) => { const items = await (await fetch("data.json")).json(); document.documentElement.lang = "en"; document.getElementById("app").innerHTML = "<h1>" + t("hello", { count: items.length }) + "</h1>" + items.map((item) => "<p>" + item.title + " " + item.text + "</p>").join("") });`,
  ),
  bundled(
    "material web",
    `import "@material/web/list/list.js"; import "@material/web/list/list-item.js"; const list = document.createElement("md-list"); document.getElementById("app").append(list); fetch("data.json").then((a) => a.json()).then((items) => { for (const item of items) { const line = document.createElement("md-list-item"); line.innerHTML = "<div slot='headline'>" + item.title + "</div><div slot='supporting-text'>" + item.text + "</div>"; list.append(line) } });`,
  ),
  simple(
    "antd",
    [...REACT, "dayjs@1.11.23", "antd@6.6.8"],
    [
      "react/umd/react.production.min.js",
      "react-dom/umd/react-dom.production.min.js",
      "dayjs/dayjs.min.js",
      "antd/dist/antd.min.js",
    ],
    `const e = React.createElement; function App() { const [items, set] = React.useState([]); React.useEffect(() => { data().then(set) }, []); return e(antd.Card, { title: "Shop", loading: items.length === 0 }, e(antd.Table, { rowKey: "id", pagination: false, dataSource: items, columns: [{ title: "Title", dataIndex: "title" }, { title: "Text", dataIndex: "text" }] })) }
ReactDOM.createRoot(document.getElementById("app")).render(e(App));`,
  ),
  simple(
    "element-plus",
    ["vue@3.5.45", "element-plus@2.14.8"],
    ["vue/dist/vue.global.prod.js", "element-plus/dist/index.css", "element-plus/dist/index.full.min.js"],
    `Vue.createApp({ data: () => ({ items: [], open: ["0", "1"] }), async mounted() { this.items = await data() }, template: '<el-table :data="items"><el-table-column prop="title" label="Title"></el-table-column><el-table-column prop="text" label="Text"></el-table-column></el-table>' }).use(ElementPlus).mount("#app");`,
  ),
  simple(
    "vuetify",
    ["vue@3.5.45", "vuetify@4.3.0"],
    ["vue/dist/vue.global.prod.js", "vuetify/dist/vuetify.min.css"],
    `window.process = { env: {} }; const script = document.createElement("script"); script.src = "/pkg/vuetify/dist/vuetify.min.js"; document.head.append(script);
script.onload = () => Vue.createApp({ data: () => ({ items: [] }), async mounted() { this.items = await data() }, template: '<v-app><v-main><v-card v-for="item in items" :title="item.title" :text="item.text"></v-card></v-main></v-app>' }).use(Vuetify.createVuetify()).mount("#app");`,
  ),
  simple(
    "quasar",
    ["vue@3.5.45", "quasar@2.34.0"],
    ["vue/dist/vue.global.prod.js", "quasar/dist/quasar.prod.css", "quasar/dist/quasar.umd.prod.js"],
    `Vue.createApp({ data: () => ({ items: [] }), async mounted() { this.items = await data() }, template: '<q-list><q-item v-for="item in items"><q-item-section><q-item-label>{{ item.title }}</q-item-label><q-item-label caption>{{ item.text }}</q-item-label></q-item-section></q-item></q-list>' }).use(Quasar).mount("#app");`,
  ),
  {
    name: "ionic",
    packages: ["@ionic/core@9.0.5"],
    html: page(
      "ionic",
      `<script type="module" src="/pkg/@ionic/core/dist/ionic/ionic.esm.js"></script><link rel="stylesheet" href="/pkg/@ionic/core/css/ionic.bundle.css"><ion-app><ion-content><ion-list id="list"></ion-list></ion-content></ion-app><script>fetch("data.json").then((a) => a.json()).then((items) => { list.innerHTML = items.map((item) => "<ion-item><ion-label><h2>" + item.title + "</h2><p>" + item.text + "</p></ion-label></ion-item>").join("") })</script>`,
    ),
    routes: { "data.json": DATA },
  },
  simple(
    "framework7",
    ["framework7@9.2.0"],
    ["framework7/framework7-bundle.min.css", "framework7/framework7-bundle.min.js"],
    `new Framework7({ el: "#app", name: "Shop" }); data().then((items) => { document.querySelector("#list").innerHTML = items.map((item) => "<li><div class='item-content'><div class='item-inner'>" + item.title + "<br>" + item.text + "</div></div></li>").join("") });`,
    `<div id="app"><div class="view view-main"><div class="page"><div class="page-content"><div class="list"><ul id="list"></ul></div></div></div></div></div>`,
  ),
];

function sentencesOf(): string {
  return JSON.parse(String(DATA.body))
    .map(({ text }: { text: string }) => text)
    .join("</p><p>");
}
