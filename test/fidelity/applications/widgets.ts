import { ARTICLES, bundled, load, page, simple, type Application } from "./application.ts";

const VUE = "vue@3.5.45";
const GRID_ROWS = "items.map(({ title, text, price }) => [title, text, price])";
const CDN_ARTICLES = JSON.stringify(ARTICLES.slice(0, 8));

/** Tables, charts, editors and other parts that pages put together. */
export const WIDGETS: readonly Application[] = [
  simple(
    "tabulator",
    ["tabulator-tables@6.5.3"],
    ["tabulator-tables/dist/css/tabulator.min.css", "tabulator-tables/dist/js/tabulator.min.js"],
    `data().then((items) => new Tabulator("#app", { data: items, layout: "fitColumns", columns: [{ title: "Title", field: "title" }, { title: "Text", field: "text", formatter: "textarea" }] }));`,
  ),
  simple(
    "gridjs",
    ["gridjs@6.2.0"],
    ["gridjs/dist/gridjs.umd.js"],
    `new gridjs.Grid({ columns: ["Title", "Text", "Price"], search: true, pagination: { limit: 10 }, data: () => data().then((items) => ${GRID_ROWS}) }).render(document.getElementById("app"));`,
  ),
  simple(
    "ag-grid",
    ["ag-grid-community@36.2.0"],
    ["ag-grid-community/dist/ag-grid-community.min.js"],
    `data().then((rowData) => agGrid.createGrid(document.getElementById("app"), { rowData, domLayout: "autoHeight", columnDefs: [{ field: "title" }, { field: "text", flex: 1, wrapText: true, autoHeight: true }] }));`,
  ),
  simple(
    "handsontable",
    ["handsontable@18.1.1"],
    ["handsontable/dist/handsontable.full.min.css", "handsontable/dist/handsontable.full.min.js"],
    `data().then((items) => new Handsontable(document.getElementById("app"), { data: ${GRID_ROWS}, height: "auto", licenseKey: "non-commercial-and-evaluation" }));`,
  ),
  simple(
    "jspreadsheet",
    ["jsuites@6.4.3", "jspreadsheet-ce@5.0.4"],
    ["jsuites/dist/jsuites.js", "jspreadsheet-ce/dist/index.js"],
    `data().then((items) => jspreadsheet(document.getElementById("app"), { worksheets: [{ data: ${GRID_ROWS}, minDimensions: [3, 3] }] }));`,
  ),
  simple(
    "chart.js with a table",
    ["chart.js@4.6.1"],
    ["chart.js/dist/chart.umd.min.js"],
    `data().then((items) => { new Chart(document.querySelector("canvas"), { type: "bar", data: { labels: items.map((i) => i.title), datasets: [{ data: items.map((i) => i.price) }] } }); app.innerHTML = items.map((i) => "<p>" + i.title + ": " + i.text + "</p>").join("") });`,
    `<canvas></canvas><div id="app"></div>`,
  ),
  simple(
    "echarts as svg",
    ["echarts@6.1.0"],
    ["echarts/dist/echarts.min.js"],
    `data().then((items) => echarts.init(document.getElementById("app"), null, { renderer: "svg" }).setOption({ animationDuration: 800, title: { text: "Prices of all the articles" }, yAxis: { type: "category", data: items.slice(0, 6).map((i) => i.title) }, xAxis: {}, series: [{ type: "bar", data: items.slice(0, 6).map((i) => i.price) }] }));`,
    `<div id="app" style="height: 600px; width: 900px"></div>`,
  ),
  simple(
    "apexcharts",
    ["apexcharts@7.6.1"],
    ["apexcharts/dist/apexcharts.min.js"],
    `data().then((items) => new ApexCharts(document.getElementById("app"), { chart: { type: "bar", height: 500 }, title: { text: "Prices of all the articles" }, plotOptions: { bar: { horizontal: true } }, series: [{ name: "price", data: items.slice(0, 5).map((i) => ({ x: i.title, y: i.price })) }] }).render());`,
  ),
  simple(
    "d3",
    ["d3@7.9.2"],
    ["d3/dist/d3.min.js"],
    `d3.json("data.json").then((items) => { d3.select("#app").selectAll("p").data(items).enter().append("p").style("opacity", 0).text((item) => item.title + " " + item.text).transition().duration(700).style("opacity", 1) });`,
  ),
  simple(
    "mermaid",
    ["mermaid@12.3.0"],
    ["mermaid/dist/mermaid.min.js"],
    `mermaid.initialize({ startOnLoad: true });`,
    `<pre class="mermaid">graph TD; A[Start of the whole thing] --> B[The middle of the whole thing]; B --> C[The very end of it]</pre>`,
  ),
  simple(
    "vega",
    ["vega@6.4.0", "vega-lite@6.5.0", "vega-embed@7.3.0"],
    ["vega/build/vega.min.js", "vega-lite/build/vega-lite.min.js", "vega-embed/build/vega-embed.min.js"],
    `data().then((values) => vegaEmbed("#app", { data: { values: values.slice(0, 6) }, mark: "bar", title: "Prices of all the articles", encoding: { y: { field: "title", type: "nominal" }, x: { field: "price", type: "quantitative" } } }, { renderer: "svg" }));`,
  ),
  simple(
    "cytoscape",
    ["cytoscape@3.34.4"],
    ["cytoscape/dist/cytoscape.min.js"],
    `data().then((items) => { cytoscape({ container: document.getElementById("graph"), elements: items.map((i) => ({ data: { id: String(i.id), label: i.title } })), layout: { name: "cose" } }); app.innerHTML = items.map((i) => "<p>" + i.text + "</p>").join("") });`,
    `<div id="graph" style="height: 400px"></div><div id="app"></div>`,
  ),
  simple(
    "leaflet",
    ["leaflet@1.9.4"],
    ["leaflet/dist/leaflet.css", "leaflet/dist/leaflet.js"],
    `const map = L.map("map").setView([51, 0], 10); L.tileLayer("tiles/{z}/{x}/{y}.png", { attribution: "The makers of the map of this shop" }).addTo(map); data().then((items) => { for (const item of items.slice(0, 3)) L.marker([51 + item.id / 100, 0]).addTo(map).bindTooltip(item.title, { permanent: true }); app.innerHTML = items.map((i) => "<p>" + i.text + "</p>").join("") });`,
    `<div id="map" style="height: 400px"></div><div id="app"></div>`,
  ),
  simple(
    "openseadragon",
    ["openseadragon@6.1.1"],
    ["openseadragon/build/openseadragon/openseadragon.min.js"],
    `OpenSeadragon({ id: "viewer", prefixUrl: "/pkg/openseadragon/build/openseadragon/images/", tileSources: { type: "image", url: "picture.png" } }); data().then((items) => { app.innerHTML = items.map((i) => "<p>" + i.text + "</p>").join("") });`,
    `<div id="viewer" style="height: 300px"></div><div id="app"></div>`,
  ),
  simple(
    "quill",
    ["quill@2.0.3"],
    ["quill/dist/quill.snow.css", "quill/dist/quill.js"],
    `data().then((items) => new Quill("#app", { theme: "snow" }).setContents(items.flatMap((i) => [{ insert: i.title, attributes: { bold: true } }, { insert: "\\n" + i.text + "\\n" }])));`,
  ),
  simple(
    "tinymce",
    ["tinymce@8.9.2"],
    ["tinymce/tinymce.min.js"],
    `data().then((items) => tinymce.init({ selector: "#app", inline: true, license_key: "gpl", base_url: "/pkg/tinymce", suffix: ".min", setup: (editor) => editor.on("init", () => editor.setContent(items.map((i) => "<p>" + i.text + "</p>").join(""))) }));`,
  ),
  simple(
    "ace",
    ["ace-builds@1.45.2"],
    ["ace-builds/src-min-noconflict/ace.js"],
    `ace.config.set("basePath", "/pkg/ace-builds/src-min-noconflict"); data().then((items) => { const editor = ace.edit("app", { mode: "ace/mode/json", maxLines: 60, wrap: true }); editor.setValue(items.slice(0, 3).map((i) => i.text.replaceAll(". ", ".\\n")).join("\\n"), -1) });`,
  ),
  {
    name: "monaco",
    packages: ["monaco-editor@0.57.0"],
    html: page(
      "monaco",
      `<div id="app" style="height: 600px"></div>${load("monaco-editor/min/vs/loader.js")}<script>require.config({ paths: { vs: "/pkg/monaco-editor/min/vs" } }); require(["vs/editor/editor.main"], async () => { const items = ${CDN_ARTICLES}; monaco.editor.create(app, { language: "json", minimap: { enabled: false }, value: JSON.stringify(items.slice(0, 3).map((i) => i.title), null, 2) }) });</script>`,
    ),
  },
  simple(
    "grapesjs",
    ["grapesjs@0.23.6"],
    ["grapesjs/dist/css/grapes.min.css", "grapesjs/dist/grapes.min.js"],
    `data().then((items) => grapesjs.init({ container: "#app", height: "600px", storageManager: false, components: items.slice(0, 3).map((i) => "<p>" + i.text + "</p>").join("") }));`,
  ),
  simple(
    "gridstack",
    ["gridstack@14.1.0"],
    ["gridstack/dist/gridstack.css", "gridstack/dist/gridstack-all.js"],
    `GridStack.renderCB = (el, w) => { el.innerHTML = w.content }; data().then((items) => GridStack.init({}, "#app").load(items.slice(0, 6).map((i) => ({ w: 4, h: 3, content: "<p>" + i.text + "</p>" }))));`,
    `<div id="app" class="grid-stack"></div>`,
  ),
  simple(
    "bootstrap",
    ["bootstrap@5.3.8"],
    ["bootstrap/dist/css/bootstrap.min.css", "bootstrap/dist/js/bootstrap.bundle.min.js"],
    `data().then((items) => { app.innerHTML = items.map((i, n) => '<div class="accordion-item"><h2><button class="accordion-button">' + i.title + '</button></h2><div class="accordion-collapse collapse ' + (n ? "" : "show") + '"><div class="accordion-body">' + i.text + "</div></div></div>").join("") });`,
    `<div id="app" class="accordion"></div>`,
  ),
  {
    name: "shoelace",
    packages: ["@shoelace-style/shoelace@2.20.1"],
    html: page(
      "shoelace",
      `<link rel="stylesheet" href="/pkg/@shoelace-style/shoelace/cdn/themes/light.css"><script type="module" src="/pkg/@shoelace-style/shoelace/cdn/shoelace-autoloader.js"></script>${ARTICLES.slice(
        0,
        8,
      )
        .map(({ title, text }, i) => `<sl-details summary="${title}" ${i < 3 ? "open" : ""}>${text}</sl-details>`)
        .join("")}`,
    ),
  },
  {
    name: "fluent",
    packages: ["@fluentui/web-components@3.1.3"],
    html: page(
      "fluent",
      `<script type="module" src="/pkg/@fluentui/web-components/dist/web-components-all.min.js"></script><fluent-accordion>${ARTICLES.slice(
        0,
        6,
      )
        .map(
          ({ title, text }) =>
            `<fluent-accordion-item expanded><span slot="heading">${title}</span>${text}</fluent-accordion-item>`,
        )
        .join("")}</fluent-accordion>`,
    ),
  },
  simple(
    "lunr search",
    ["lunr@2.3.9"],
    ["lunr/lunr.min.js"],
    `data().then((items) => { const index = lunr(function () { this.ref("id"); this.field("text"); items.forEach((i) => this.add(i)) }); app.innerHTML = index.search("amber").map(({ ref }) => "<p>" + items[ref].title + ": " + items[ref].text + "</p>").join("") });`,
  ),
  bundled(
    "minisearch in a worker",
    `const source = "self.onmessage = ({ data }) => { const hits = data.filter((item) => item.text.includes('amber')); setTimeout(() => self.postMessage(hits), 600) }";
const worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" }))); worker.onmessage = ({ data }) => { document.getElementById("app").innerHTML = data.map((i) => "<p>" + i.title + ": " + i.text + "</p>").join("") }; fetch("data.json").then((a) => a.json()).then((items) => worker.postMessage(items));`,
  ),
  simple(
    "markdown-it with highlight",
    ["@highlightjs/cdn-assets@11.12.0", "marked@18.2.1"],
    ["marked/lib/marked.umd.js", "@highlightjs/cdn-assets/highlight.min.js"],
    `data().then((items) => { app.innerHTML = marked.parse(items.map((i) => "## " + i.title + "\\n\\n" + i.text + "\\n\\n    const price = " + i.price + "; // of this article here\\n").join("\\n")); hljs.highlightAll() });`,
  ),
  simple(
    "lazy list by intersection",
    [VUE],
    ["vue/dist/vue.global.prod.js"],
    `Vue.createApp({ data: () => ({ all: [], shown: 3 }), async mounted() { this.all = await data(); new IntersectionObserver((seen) => { if (seen[0].isIntersecting) this.shown += 3 }, { rootMargin: "100px" }).observe(this.$refs.end) }, template: '<article v-for="item in all.slice(0, shown)" style="min-height: 200px"><h2>{{ item.title }}</h2><p>{{ item.text }}</p></article><div ref="end" style="height: 1px" :key="shown"></div>' }).mount("#app");`,
  ),
];
