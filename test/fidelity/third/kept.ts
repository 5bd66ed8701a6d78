import { built, ends, json, STATIONS, stations } from "../sealed/common.ts";
import type { LabelledApplication } from "../unseen/application.ts";

/** Packages of the bundles, with exact versions. */
export const THIRD_PACKAGES = [
  "@angular/core@22.2.6",
  "@angular/common@22.2.6",
  "@angular/compiler@22.2.6",
  "@angular/platform-browser@22.2.6",
  "rxjs@7.8.2",
  "angular@1.8.3",
  "@polymer/polymer@3.5.2",
  "@cycle/run@5.7.0",
  "@cycle/dom@23.1.0",
  "xstream@11.14.0",
  "@b9g/crank@0.7.11",
  "hybrids@9.1.23",
  "haunted@6.1.0",
  "lit-html@3.3.1",
  "inferno@9.1.0",
  "inferno-create-element@9.1.0",
  "snabbdom@3.6.4",
  "ractive@1.4.4",
  "@arrow-js/core@1.0.6",
  "redom@4.3.0",
  "unpoly@3.14.3",
  "jquery@3.7.1",
  "handlebars@4.7.8",
  "react@18.3.1",
  "react-dom@18.3.1",
  "swr@2.3.6",
  "zustand@5.0.8",
  "mobx@6.15.0",
  "mobx-react-lite@4.1.1",
  "idb@8.0.3",
];

const GET = `const get = (path) => fetch(path).then((answer) => answer.json());\n`;
const REACT = `import { Component, createElement as h, useEffect, useState } from "react";\nimport { createRoot } from "react-dom/client";\nconst root = createRoot(document.getElementById("app"));\nconst List = ({ list }) => list.map((each) => h("section", { key: each.id }, h("h2", null, each.name), h("p", null, each.note)));\n${GET}`;
const SPINNER = `<main id="app"><div class="spinner" style="width:40px;height:40px;border:4px solid #ccc;border-radius:50%"></div></main>`;
const EMPTY = `<main id="app"></main>`;
const MOMENT = "Just a moment";

/** React 18 with libraries that keep state, and a store in the browser. */
export const KEPT: readonly LabelledApplication[] = [
  built(
    "react with swr that asks again and again",
    `${REACT}import useSWR from "swr";
const App = () => { const { data, isLoading } = useSWR("stations.json", get, { refreshInterval: 1_500 }); return isLoading ? h("div", { className: "spinner" }) : h(List, { list: data }); };
root.render(h(App));`,
    stations({ delayMs: 1_900 }),
    { whole: ends() },
    SPINNER,
  ),
  built(
    "react with a boundary that tries again",
    `${REACT}class Boundary extends Component { state = { failed: false }; static getDerivedStateFromError() { return { failed: true }; } componentDidCatch() { setTimeout(() => this.setState({ failed: false }), 1_800); } render() { return this.state.failed ? h("p", null, "That did not work. Trying again.") : this.props.children; } }
let tries = 0; const Shaky = ({ list }) => { if (tries++ < 3) throw new Error("shaky"); return h(List, { list }); };
const App = () => { const [list, set] = useState(null); useEffect(() => { get("stations.json").then(set); }, []); return list ? h(Boundary, null, h(Shaky, { list })) : h("p", null, "Just a moment"); };
root.render(h(App));`,
    stations({ delayMs: 500 }),
    { whole: ends(), never: ["Trying again", MOMENT] },
    EMPTY,
  ),
  built(
    "react with zustand, kept and refreshed",
    `${REACT}import { create } from "zustand"; import { persist } from "zustand/middleware";
const useStore = create(persist((set) => ({ list: [], stale: true, load: async () => { const list = await get("stations.json"); set({ list, stale: false }); } }), { name: "coast" }));
const App = () => { const { list, stale, load } = useStore(); useEffect(() => { const id = setTimeout(load, 900); return () => clearTimeout(id); }, []); return h("div", null, h("p", null, stale ? "Saved reports" : "Reports of today"), h(List, { list })); };
root.render(h(App));`,
    stations({ delayMs: 2_200 }),
    { whole: ["Reports of today", ...ends()], never: ["Saved reports"] },
    EMPTY,
  ),
  built(
    "react with mobx and a reaction",
    `${REACT}import { autorun, makeAutoObservable, when } from "mobx"; import { observer } from "mobx-react-lite";
const store = makeAutoObservable({ ids: [], byId: {}, get done() { return this.ids.length > 0 && this.ids.every((id) => this.byId[id]); }, add(each) { this.byId[each.id] = each; }, start(ids) { this.ids = ids; } });
const App = observer(() => store.done ? h(List, { list: store.ids.map((id) => store.byId[id]) }) : h("progress", { max: 12, value: Object.keys(store.byId).length }));
autorun(() => { for (const id of store.ids) if (!store.byId[id]) get("station-" + id + ".json").then((each) => store.add(each)); }); when(() => store.done, () => { document.title = "All reports"; });
get("ids.json").then((ids) => store.start(ids)); root.render(h(App));`,
    {
      "ids.json": json(
        STATIONS.map(({ id }) => id),
        { delayMs: 600 },
      ),
      ...Object.fromEntries(
        STATIONS.map((each) => [`station-${each.id}.json`, json(each, { delayMs: 300 + each.id * 210 })]),
      ),
    },
    { whole: ends() },
    EMPTY,
  ),
  built(
    "idb first, the network after it",
    `import { openDB } from "idb";
const app = document.getElementById("app"); const db = await openDB("coast", 1, { upgrade: (each) => each.createObjectStore("list") });
const kept = await db.get("list", "all"); app.innerHTML = kept ? draw(kept) : "<p>Nothing is kept on this device yet.</p>";
const fresh = await (await fetch("stations.json")).json(); await db.put("list", fresh, "all"); app.innerHTML = draw(await db.get("list", "all"));`,
    stations({ delayMs: 2_700 }),
    { whole: ends(), never: ["Nothing is kept"] },
    SPINNER,
  ),
];
