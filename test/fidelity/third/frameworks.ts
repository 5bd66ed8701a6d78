import { built, ends, json, STATIONS, stations } from "../sealed/common.ts";
import type { LabelledApplication } from "../unseen/application.ts";

const GET = `const get = (path) => fetch(path).then((answer) => answer.json());\n`;
const SPINNER = `<main id="app"><div class="spinner" style="width:40px;height:40px;border:4px solid #ccc;border-radius:50%"></div></main>`;
const EMPTY = `<main id="app"></main>`;
const MOMENT = "Just a moment";

export const FRAMEWORKS: readonly LabelledApplication[] = [
  built(
    "angular with signals, without zones",
    `import "@angular/compiler";
import { Component, provideZonelessChangeDetection, signal } from "@angular/core";
import { bootstrapApplication } from "@angular/platform-browser";
${GET}class App { list = signal(null); constructor() { get("stations.json").then((list) => this.list.set(list)); } }
const Root = Component({ selector: "app-root", standalone: true, template: \`@if (list(); as all) { @for (each of all; track each.id) { <section><h2>{{ each.name }}</h2><p>{{ each.note }}</p></section> } } @else { <p>Just a moment</p> }\` })(App) ?? App;
bootstrapApplication(Root, { providers: [provideZonelessChangeDetection()] });`,
    stations({ delayMs: 2_400 }),
    { whole: ends(), never: [MOMENT] },
    "<app-root></app-root>",
  ),
  built(
    "angularjs that waits for three promises",
    `import angular from "angular";
angular.module("coast", []).controller("List", ["$http", "$q", "$timeout", "$scope", function ($http, $q, $timeout, $scope) {
  $q.all([$http.get("a.json"), $http.get("b.json"), $timeout(() => null, 1500)]).then(([a, b]) => { $scope.list = a.data.concat(b.data); $scope.ready = true; }); }]);
angular.bootstrap(document.getElementById("app"), ["coast"]);`,
    { "a.json": json(STATIONS.slice(0, 6), { delayMs: 400 }), "b.json": json(STATIONS.slice(6), { delayMs: 3_100 }) },
    { whole: ends(), never: [MOMENT] },
    `<main id="app" ng-controller="List"><p ng-hide="ready">Just a moment</p><section ng-repeat="each in list"><h2>{{ each.name }}</h2><p ng-bind="each.note"></p></section></main>`,
  ),
  built(
    "polymer with templates that repeat",
    `import { PolymerElement, html } from "@polymer/polymer/polymer-element.js";
import "@polymer/polymer/lib/elements/dom-repeat.js"; import "@polymer/polymer/lib/elements/dom-if.js";
${GET}customElements.define("coast-list", class extends PolymerElement { static get properties() { return { list: { type: Array, value: null } }; }
  static get template() { return html\`<template is="dom-if" if="[[!list]]"><div class="dots"><i></i><i></i></div></template><template is="dom-repeat" items="[[list]]"><h2>[[item.name]]</h2><p>[[item.note]]</p></template>\`; }
  async ready() { super.ready(); this.list = await get("stations.json"); } });`,
    stations({ delayMs: 3_600 }),
    { whole: ends() },
    "<main><coast-list></coast-list></main>",
  ),
  built(
    "cycle with streams of streams",
    `import { run } from "@cycle/run"; import { makeDOMDriver, section, h2, p, main } from "@cycle/dom"; import xs from "xstream"; import delay from "xstream/extra/delay";
${GET}run(() => ({ DOM: xs.fromPromise(get("stations.json")).compose(delay(700)).startWith(null).map((list) => main("#app", list ? list.map((each) => section([h2(each.name), p(each.note)])) : [p(".wait", "Just a moment")])) }), { DOM: makeDOMDriver("#app") });`,
    stations({ delayMs: 1_300 }),
    { whole: ends(), never: [MOMENT] },
    EMPTY,
  ),
  built(
    "crank with generators that wait",
    `import { createElement as h } from "@b9g/crank"; import { renderer } from "@b9g/crank/dom";
${GET}async function Fallback() { await new Promise((done) => setTimeout(done, 300)); return h("p", null, "Just a moment"); }
async function List() { const list = await get("stations.json"); return h("div", null, list.map((each) => h("section", { key: each.id }, h("h2", null, each.name), h("p", null, each.note)))); }
async function* Race() { for await (const _ of this) { yield h(Fallback); yield h(List); } }
renderer.render(h("div", null, h(Race)), document.getElementById("app"));`,
    stations({ delayMs: 2_000 }),
    { whole: ends(), never: [MOMENT] },
    EMPTY,
  ),
  built(
    "hybrids with a store",
    `import { define, html, store } from "hybrids";
${GET}const Station = { id: true, name: "", note: "", [store.connect]: { get: (id) => get("station-" + id + ".json"), list: () => get("stations.json") } };
define({ tag: "coast-list", list: store([Station]), render: ({ list }) => html\`\${store.pending(list) && html\`<p>Just a moment</p>\`}\${store.ready(list) && list.map((each) => html\`<h2>\${each.name}</h2><p>\${each.note}</p>\`)}\` });`,
    {
      "stations.json": json(
        STATIONS.map((each) => ({ ...each, id: `s${each.id}` })),
        { delayMs: 1_700 },
      ),
    },
    { whole: ends(), never: [MOMENT] },
    "<main><coast-list></coast-list></main>",
  ),
  built(
    "haunted with hooks in elements",
    `import { component, useEffect, useState } from "haunted"; import { html } from "lit-html";
${GET}customElements.define("coast-list", component(() => { const [list, set] = useState([]); useEffect(() => { get("stations.json").then(set); }, []); return html\`\${list.length} stations \${list.map((each) => html\`<h2>\${each.name}</h2><p>\${each.note}</p>\`)}\`; }));`,
    stations({ delayMs: 4_200 }),
    { whole: ["12 stations", ...ends()], never: ["0 stations"] },
    "<main><h1>All stations of the coast</h1><coast-list></coast-list></main>",
  ),
  built(
    "inferno that asks page after page",
    `import { Component, render } from "inferno"; import { createElement as h } from "inferno-create-element";
${GET}class App extends Component { state = { list: [], next: 0 }; async componentDidMount() { for (let i = 0; i < 4; i++) { const part = await get("part-" + i + ".json"); this.setState((old) => ({ list: old.list.concat(part), next: i + 1 })); } }
  render() { return h("div", null, this.state.list.map((each) => h("section", null, h("h2", null, each.name), h("p", null, each.note))), h("p", null, "Part " + this.state.next + " of 4")); } }
render(h(App), document.getElementById("app"));`,
    Object.fromEntries(
      [0, 1, 2, 3].map((i) => [`part-${i}.json`, json(STATIONS.slice(i * 3, i * 3 + 3), { delayMs: 900 })]),
    ),
    { whole: [...ends(), "Part 4 of 4"] },
    EMPTY,
  ),
  built(
    "snabbdom by long polling",
    `import { attributesModule, h, init } from "snabbdom";
const patch = init([attributesModule]); let node = document.getElementById("app"), list = [];
const view = (last) => h("main", [h("h1", "Live from the coast"), ...list.map((each) => h("section", [h("h2", each.name), h("p", each.note)])), h("p", last ? "You are up to date" : "Listening")]);
(async () => { for (let i = 0; ; i++) { const answer = await fetch("poll-" + i); if (answer.status === 204) { node = patch(node, view(true)); continue; } if (!answer.ok) break; list = list.concat(await answer.json()); node = patch(node, view(false)); } })();`,
    {
      "poll-0": json(STATIONS.slice(0, 5), { delayMs: 300 }),
      "poll-1": json(STATIONS.slice(5, 9), { delayMs: 1_400 }),
      "poll-2": json(STATIONS.slice(9), { delayMs: 1_600 }),
      "poll-3": { status: 204, delayMs: 200 },
      "poll-4": { hangs: true },
    },
    { whole: [...ends(), "You are up to date"], never: ["Listening"] },
    EMPTY,
  ),
  built(
    "ractive with a template from the server",
    `import Ractive from "ractive"; Ractive.DEBUG = false;
const template = await (await fetch("list.mustache")).text(); const view = new Ractive({ target: "#app", template, data: { list: [] } });
setTimeout(async () => view.set("list", await (await fetch("stations.json")).json()), 600);`,
    {
      ...stations({ delayMs: 1_500 }),
      "list.mustache": {
        body: "{{#each list}}<section><h2>{{name}}</h2><p>{{note}}</p></section>{{else}}<p>Just a moment</p>{{/each}}",
        type: "text/plain",
        delayMs: 800,
      },
    },
    { whole: ends(), never: [MOMENT] },
    SPINNER,
  ),
  built(
    "arrow with a dialog that is open",
    `import { html, reactive } from "@arrow-js/core";
const data = reactive({ list: [] }); fetch("stations.json").then((a) => a.json()).then((list) => { data.list = list; setTimeout(() => document.querySelector("dialog").showModal(), 400); });
html\`<div>\${() => data.list.map((each) => html\`<section><h2>\${each.name}</h2><p>\${each.note}</p></section>\`.key(each.id))}</div><dialog><h3>Storm warning</h3><p>Boats stay in port until Friday at noon.</p></dialog>\`(document.getElementById("app"));`,
    stations({ delayMs: 900 }),
    { whole: [...ends(), "Boats stay in port until Friday at noon."] },
    EMPTY,
  ),
  built(
    "redom behind a sign-in that is not needed",
    `import { el, list, mount, setChildren } from "redom";
const app = document.getElementById("app"); class Item { constructor() { this.el = el("section", this.h = el("h2"), this.p = el("p")); } update({ name, note }) { this.h.textContent = name; this.p.textContent = note; } }
const session = await fetch("session.json"); setChildren(app, [el("p", session.status === 401 ? "You read as a guest" : "Welcome back")]); const items = list("div", Item, "id"); mount(app, items);
const token = await (await fetch("guest-token", { method: "POST" })).json(); items.update(await (await fetch("stations.json", { headers: { authorization: "Bearer " + token.token } })).json());`,
    {
      ...stations({ delayMs: 1_100 }),
      "session.json": { status: 401, body: "{}", delayMs: 700 },
      "guest-token": json({ token: "g" }, { delayMs: 900 }),
    },
    { whole: ["You read as a guest", ...ends()] },
    SPINNER,
  ),
  built(
    "unpoly with parts that are deferred",
    `import "unpoly";`,
    {
      "list.html": {
        delayMs: 1_600,
        body: `<html><body><div id="list">${STATIONS.map((each) => `<section><h2>${each.name}</h2><p>${each.note}</p></section>`).join("")}</div></body></html>`,
      },
    },
    { whole: ends(), never: [MOMENT] },
    `<main><div id="list" up-defer up-href="list.html">Just a moment</div></main>`,
  ),
  built(
    "jquery with handlebars and a queue of effects",
    `import $ from "jquery"; import Handlebars from "handlebars/dist/handlebars.js";
const template = Handlebars.compile("{{#each this}}<section><h2>{{name}}</h2><p>{{note}}</p></section>{{/each}}");
$.when($.getJSON("stations.json"), $.ready).done(([list]) => { $("#app").fadeOut(600).queue(function (next) { $(this).html(template(list)); next(); }).delay(500).slideDown(700).queue(function (next) { $("<p>").text("Reports of " + list.length + " keepers").appendTo(this); next(); }); });`,
    stations({ delayMs: 1_200 }),
    { whole: [...ends(), "Reports of 12 keepers"], never: [MOMENT] },
    `<main id="app"><p>Just a moment</p></main>`,
  ),
];
