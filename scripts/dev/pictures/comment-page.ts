import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../config.ts";
import { installPackages } from "../install-packages.ts";
import { ownCode } from "./own-code.ts";

const PACKAGES = path.join(import.meta.dirname, "node_modules");

interface Functions {
  commentText: (saved: object, baseline: object, name: string) => string;
}
const ENTRY = `export { commentText } from "./cli/github/comment.ts";`;

interface Marked {
  marked: { parse: (markdown: string, options: { gfm: boolean }) => Promise<string> };
}
const TITLE = "Hand-made bicycles and repairs in Utrecht";
const ABOUT =
  "Bicycles made by hand in our workshop in Utrecht, repairs of all makes while you wait, and what both of them cost.";

const page = (
  title: string,
  more: string,
  about = ABOUT,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${title}</title><meta name="description" content="${about}"></head>
<body><nav><a href="/">Home</a> <a href="/repairs">Repairs</a> <a href="/prices">Prices</a></nav><main><h1>${title}</h1>${more}</main></body></html>`;
const words = `<p>${"We mend brakes, gears, wheels and frames of every make in our workshop near the station. ".repeat(14)}</p>`;

/** A small shop's site, as its main branch has it and as a pull request changes it. */
const BEFORE: Record<string, string> = {
  "index.html": page(TITLE, `${words}<img src="/wheel.png">`),
  "repairs.html": page("Repairs of bicycles of all makes, while you wait", `${words}<a href="/brakes">Brakes</a>`),
  "prices.html": page("Prices", words, ""),
};
const AFTER: Record<string, string> = {
  "index.html": page(TITLE, `${words}<a href="/team">Team</a>`),
  "repairs.html": page("Repairs of bicycles of all makes, while you wait", words),
  "prices.html": page("Prices of bicycles, parts and repairs in our workshop", words),
  "team.html": page(TITLE, "<p>We are four.</p>"),
};

/** Audits these files with the command line. */
function audited(folder: string, files: Record<string, string>) {
  mkdirSync(path.join(folder, "dist"), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, "dist", name), text);
  const flags = ["--as", "https://www.bicycles.example", "--format", "json", "--no-render", "-o", "run.json"];
  execFileSync(process.execPath, [path.join(root, "cli/crawlready.mjs"), "audit", "dist", ...flags], { cwd: folder });
  return JSON.parse(readFileSync(path.join(folder, "run.json"), "utf8")) as object;
}

/** The comment on a pull request with the styles of GitHub, and with its chart drawn as GitHub draws it: by mermaid. */
export async function commentPage(folder: string): Promise<string> {
  installPackages(import.meta.dirname);
  const { marked } = (await import(path.join(PACKAGES, "marked/lib/marked.esm.js"))) as Marked;
  const [before, after] = [audited(path.join(folder, "main"), BEFORE), audited(path.join(folder, "pull"), AFTER)];
  const { commentText } = await ownCode<Functions>(ENTRY);
  const html = await marked.parse(commentText(after, before, "site"), { gfm: true });
  const style = readFileSync(path.join(PACKAGES, "github-markdown-css/github-markdown-light.css"), "utf8");
  const drawn = html.replaceAll(
    /<pre><code class="language-mermaid">(.*?)<\/code><\/pre>/gs,
    '<pre class="mermaid">$1</pre>',
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Comment</title><style>${style}</style></head>
<body style="margin: 0; background: #fff"><div id="picture" style="width: 800px; margin: 16px; border: 1px solid #d1d9e0; border-radius: 6px">
<div class="markdown-body" style="padding: 8px 16px; background: #f6f8fa; border-bottom: 1px solid #d1d9e0; border-radius: 6px 6px 0 0; font-size: 14px"><b>github-actions</b> bot commented</div>
<div class="markdown-body" style="padding: 16px; border-radius: 6px; font-size: 14px">${drawn}</div></div>
<script>${readFileSync(path.join(PACKAGES, "mermaid/dist/mermaid.min.js"), "utf8").replaceAll("</script", "<\\/script")}</script>
<script>mermaid.initialize({ startOnLoad: false }); mermaid.run().then(() => { document.title = "drawn"; });</script></body></html>`;
}
