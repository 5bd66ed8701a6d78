import { ARTICLES, load, page, sentences, type Application } from "./application.ts";

const operation = (id: number, method: string) => ({
  operationId: `${method}Article${id}`,
  summary: `${method} the article number ${id}`,
  description: sentences(100 + id, 3),
  tags: [id % 2 ? "articles" : "orders"],
  parameters: [
    { name: "id", in: "path", required: true, description: sentences(200 + id, 1), schema: { type: "string" } },
  ],
  responses: {
    "200": {
      description: sentences(300 + id, 1),
      content: { "application/json": { schema: { $ref: "#/components/schemas/Article" } } },
    },
  },
});

const SPEC = {
  openapi: "3.0.3",
  info: { title: "The shop's interface", version: "1.0.0", description: sentences(99, 5) },
  servers: [{ url: "https://shop.example/api" }],
  paths: Object.fromEntries(
    Array.from({ length: 10 }, (_, id) => [
      `/articles${id}/{id}`,
      { get: operation(id, "get"), ...(id % 3 === 0 && { delete: operation(id + 50, "delete") }) },
    ]),
  ),
  components: {
    schemas: {
      Article: {
        type: "object",
        properties: {
          id: { type: "integer", description: sentences(401, 1) },
          title: { type: "string", description: sentences(402, 1) },
        },
      },
    },
  },
};
const API = { "openapi.json": { type: "application/json", body: JSON.stringify(SPEC), delayMs: 80 } };

const MARKDOWN = `# A manual\n\n${ARTICLES.map(({ title, text, id }) => `## ${title}\n\n${text} [More](#/other?id=${id})\n`).join("\n")}`;
const GUIDE = {
  "README.md": { type: "text/markdown", body: MARKDOWN, delayMs: 60 },
  "_sidebar.md": { type: "text/markdown", body: "- [Home](/)\n- [Guide](guide)\n" },
};

const document = (
  name: string,
  packages: string[],
  body: string,
  routes: Application["routes"] = API,
): Application => ({
  name,
  packages,
  html: page(name, body),
  ...(routes && { routes }),
});

/** Applications that show a document: descriptions of interfaces, manuals, slides. */
export const DOCUMENTS: readonly Application[] = [
  document(
    "redoc",
    ["redoc@2.5.0"],
    `<redoc spec-url="openapi.json"></redoc>${load("redoc/bundles/redoc.standalone.js")}`,
  ),
  document(
    "swagger-ui",
    ["swagger-ui-dist@5.35.0"],
    `<div id="ui"></div>${load("swagger-ui-dist/swagger-ui.css", "swagger-ui-dist/swagger-ui-bundle.js")}<script>SwaggerUIBundle({ url: "openapi.json", dom_id: "#ui", docExpansion: "full" })</script>`,
  ),
  document(
    "scalar",
    ["@scalar/api-reference@1.72.1"],
    `<div id="app"></div>${load("@scalar/api-reference/dist/browser/standalone.js")}<script>Scalar.createApiReference("#app", { url: "openapi.json" })</script>`,
  ),
  document(
    "rapidoc",
    ["rapidoc@9.3.8"],
    `${load("rapidoc/dist/rapidoc-min.js")}<rapi-doc spec-url="openapi.json" render-style="read"></rapi-doc>`,
  ),
  document(
    "stoplight elements",
    ["@stoplight/elements@9.0.25"],
    `${load("@stoplight/elements/styles.min.css", "@stoplight/elements/web-components.min.js")}<elements-api apiDescriptionUrl="openapi.json" router="hash" layout="stacked"></elements-api>`,
  ),
  document(
    "openapi-explorer",
    ["openapi-explorer@2.4.820"],
    `<script type="module" src="/pkg/openapi-explorer/dist/browser/openapi-explorer.min.js"></script><openapi-explorer spec-url="openapi.json"></openapi-explorer>`,
  ),
  document(
    "asyncapi",
    ["@asyncapi/web-component@2.6.5"],
    `${load("@asyncapi/web-component/lib/asyncapi-web-component.js")}<asyncapi-component schemaUrl="asyncapi.json" cssImportPath="data:text/css,"></asyncapi-component>`,
    {
      "asyncapi.json": {
        type: "application/json",
        body: JSON.stringify({
          asyncapi: "2.6.0",
          info: { title: "The shop's events", version: "1.0.0", description: sentences(98, 4) },
          channels: {
            sold: {
              description: sentences(97, 3),
              subscribe: { message: { name: "Sold", summary: sentences(96, 2) } },
            },
          },
        }),
      },
    },
  ),
  document(
    "docsify",
    ["docsify@5.0.0"],
    `<div id="app"></div><script>window.$docsify = { name: "Manual", loadSidebar: true }</script>${load("docsify/dist/docsify.min.js")}`,
    GUIDE,
  ),
  document(
    "docute",
    ["docute@4.23.3", "vue@3.5.45"],
    `<div id="docute"></div>${load("docute/dist/docute.css", "docute/dist/docute.js")}<script>new Docute({ target: "#docute", title: "Manual" })</script>`,
    GUIDE,
  ),
  document(
    "marked",
    ["marked@18.2.1"],
    `<main id="app"></main>${load("marked/lib/marked.umd.js")}<script>fetch("README.md").then((a) => a.text()).then((text) => { app.innerHTML = marked.parse(text) })</script>`,
    GUIDE,
  ),
  document(
    "reveal",
    ["reveal.js@6.0.2"],
    `<div class="reveal"><div class="slides">${ARTICLES.slice(0, 3)
      .map(({ title, text }) => `<section><h2>${title}</h2><p>${text}</p></section>`)
      .join(
        "",
      )}</div></div>${load("reveal.js/dist/reveal.css", "reveal.js/dist/reveal.js")}<script>Reveal.initialize()</script>`,
  ),
  document(
    "impress",
    ["impress.js@1.1.0"],
    `<div id="impress">${ARTICLES.slice(0, 4)
      .map(({ text }, i) => `<div class="step" data-x="${i * 900}">${text}</div>`)
      .join("")}</div>${load("impress.js/js/impress.js")}<script>impress().init()</script>`,
  ),
  document(
    "pdf.js",
    ["pdfjs-dist@6.5.438"],
    `<div id="app"></div><script type="module">
import * as pdfjs from "/pkg/pdfjs-dist/build/pdf.min.mjs";
pdfjs.GlobalWorkerOptions.workerSrc = "/pkg/pdfjs-dist/build/pdf.worker.min.mjs";
const pdf = await pdfjs.getDocument({ url: "paper.pdf" }).promise;
for (let i = 1; i <= pdf.numPages; i++) {
  const content = await (await pdf.getPage(i)).getTextContent();
  const p = document.createElement("p"); p.textContent = content.items.map((item) => item.str).join(" "); app.append(p);
}</script>`,
    { "paper.pdf": { type: "application/pdf", body: pdfOf(ARTICLES.slice(0, 8).map(({ title }) => title)) } },
  ),
  document(
    "katex",
    ["katex@0.19.1"],
    `<main id="app"></main>${load("katex/dist/katex.min.css", "katex/dist/katex.min.js", "katex/dist/contrib/auto-render.min.js")}<script>app.innerHTML = ${JSON.stringify(
      ARTICLES.slice(0, 5)
        .map(({ text }) => `<p>${text} $x^2 + y^2$</p>`)
        .join(""),
    )}; renderMathInElement(app, { delimiters: [{ left: "$", right: "$" }] })</script>`,
  ),
];

/** A PDF of one page with these lines. */
function pdfOf(lines: readonly string[]): string {
  const text = `BT /F1 12 Tf 50 750 Td ${lines.map((line) => `(${line}) Tj 0 -20 Td`).join(" ")} ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let pdf = "%PDF-1.4\n";
  const offsets = objects.map((body, i) => {
    const at = pdf.length;
    pdf += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  return `${pdf}xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
}
