import type { LabelledApplication } from "../unseen/application.ts";
import { built, ends, json, plain, STATIONS, stations, WAITING } from "./common.ts";

const MAIN = `<main id="app">${WAITING}</main>`;

/** Closed trees, late definitions, canvases, other libraries. */
export const GATES: readonly LabelledApplication[] = [
  plain(
    "closed trees in closed trees",
    `<main><c-list></c-list></main>`,
    `customElements.define("c-item", class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: "closed" }).innerHTML = "<h2>" + this.dataset.name + "</h2><p>" + this.dataset.note + "</p>"; } });
customElements.define("c-list", class extends HTMLElement { async connectedCallback() { const root = this.attachShadow({ mode: "closed" }); root.innerHTML = "<p>Fetching reports …</p>"; const list = await (await fetch("stations.json")).json(); root.innerHTML = ""; for (const each of list) { const item = document.createElement("c-item"); Object.assign(item.dataset, each); root.append(item); } } });`,
    stations({ delayMs: 1_400 }),
    { whole: ends(), never: ["Fetching reports"] },
  ),
  plain(
    "elements that are defined late",
    `<style>late-list:not(:defined){visibility:hidden}</style><main><late-list>Not yet defined</late-list></main><script type="module" src="late.js"></script>`,
    "",
    {
      ...stations({ delayMs: 600 }),
      "late.js": {
        type: "text/javascript",
        delayMs: 2_300,
        body: `customElements.define("late-list", class extends HTMLElement { async connectedCallback() { const list = await (await fetch("stations.json")).json(); this.innerHTML = list.map((each) => "<h2>" + each.name + "</h2><p>" + each.note + "</p>").join(""); } });`,
      },
    },
    { whole: ends(), never: ["Not yet defined"] },
  ),
  built(
    "a chart with its table",
    `import Chart from "chart.js/auto";
const list = await (await fetch("stations.json")).json();
const app = document.getElementById("app");
app.innerHTML = "<h1>Boats in port</h1><canvas width=600 height=300></canvas>";
new Chart(app.querySelector("canvas"), { type: "bar", data: { labels: list.map((each) => each.name), datasets: [{ label: "Boats", data: list.map((each) => each.id) }] }, options: { animation: { duration: 1500, onComplete: () => { if (!app.querySelector("table")) app.insertAdjacentHTML("beforeend", "<table>" + list.map((each) => "<tr><th>" + each.name + "</th><td>" + each.note + "</td></tr>").join("") + "</table>"); } } } });`,
    stations({ delayMs: 500 }),
    { whole: ends(), never: ["Fetching reports"] },
  ),
  plain(
    "pieces drawn when the browser is idle",
    MAIN,
    `const app = document.getElementById("app"); const list = await (await fetch("stations.json")).json(); app.textContent = ""; let next = 0;
const piece = () => { app.insertAdjacentHTML("beforeend", draw([list[next++]])); if (next < 12) requestIdleCallback(() => setTimeout(piece, 150)); };
requestIdleCallback(piece);`,
    stations({ delayMs: 400 }),
    { whole: ends() },
  ),
  built(
    "hyperapp by a query in a body",
    `import { app, h, text } from "hyperapp";
const load = (dispatch) => { fetch("graphql", { method: "POST", body: JSON.stringify({ query: "{ stations { name note } }" }) }).then((a) => a.json()).then(({ data }) => dispatch((state) => ({ ...state, list: data.stations }))); };
app({ init: [{ list: null }, [load, {}]], view: ({ list }) => h("main", {}, list ? list.map((each) => h("section", {}, [h("h2", {}, text(each.name)), h("p", {}, text(each.note))])) : text("Fetching reports …")), node: document.getElementById("app") });`,
    { graphql: json({ data: { stations: STATIONS } }, { delayMs: 1_700 }) },
    { whole: ends(), never: ["Fetching reports"] },
  ),
  plain(
    "a script that calls back",
    MAIN,
    `window.received = (list) => setTimeout(() => { document.getElementById("app").innerHTML = draw(list); }, 600);
const script = document.createElement("script"); script.src = "stations.js?callback=received"; document.body.append(script);`,
    {
      "stations.js": { type: "text/javascript", delayMs: 1_500, body: `received(${JSON.stringify(STATIONS)})` },
    },
    { whole: ends(), never: ["Fetching reports"] },
  ),
  built(
    "rxjs with a pause of typing",
    `import { concatMap, debounceTime, delay, from, of, toArray } from "rxjs";
import { fromFetch } from "rxjs/fetch";
of("stations.json").pipe(debounceTime(800), concatMap((path) => fromFetch(path, { selector: (a) => a.json() })), concatMap((list) => from(list)), concatMap((each) => of(each).pipe(delay(120))), toArray()).subscribe((list) => { document.getElementById("app").innerHTML = draw(list); });`,
    stations({ delayMs: 300 }),
    { whole: ends(), never: ["Fetching reports"] },
  ),
  plain(
    "a countdown before the text",
    MAIN,
    `const app = document.getElementById("app"); let left = 4; const tick = () => { if (left === 0) { app.innerHTML = draw(${JSON.stringify(STATIONS)}); return; } app.innerHTML = "<p>The reports open in " + left-- + " seconds</p>"; setTimeout(tick, 1_000); };
tick();`,
    {},
    { whole: ends(), never: ["The reports open in"] },
  ),
];
