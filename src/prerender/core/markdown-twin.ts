/**
 * The address of a page as Markdown: its own, with `.md` at the end of its path. A path that ends in a slash gets
 * `index.md`. Takes and returns a path with its query.
 */
export function twinOf(path: string): string {
  const [name, query] = splitQuery(path);
  return `${name}${name.endsWith("/") ? "index" : ""}.md${query}`;
}

/** The page of such an address; null: it is none. `index.html.md` means the folder, too (llmstxt.org). */
export function pageOfTwin(pathAndQuery: string): string | null {
  const [name, query] = splitQuery(pathAndQuery);
  if (!name.endsWith(".md")) return null;
  const page = name.slice(0, -".md".length).replace(/\/index(?:\.html?)?$/, "/");
  return page === "" || (page.endsWith("/") && name.endsWith("/.md")) ? null : page + query;
}

function splitQuery(path: string): [name: string, query: string] {
  const at = path.indexOf("?");
  return at < 0 ? [path, ""] : [path.slice(0, at), path.slice(at)];
}

const NAMED = /<link\b[^>]{0,2000}\btype\s*=\s*["']?text\/markdown\b/i;

/** Names a page's Markdown in its head, unless the page does so itself. `href`: absolute. */
export function withTwinLink(html: string, href: string): string {
  // Snapshots are written by our serialiser, which leaves no other such text.
  const end = html.indexOf("</head>");
  if (end < 0 || NAMED.test(html.slice(0, end))) return html;
  const quoted = href.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return `${html.slice(0, end)}<link rel="alternate" type="text/markdown" href="${quoted}">${html.slice(end)}`;
}

/** A `Link` header that names the other form of a page: its Markdown, or the page that the Markdown is of. */
export function twinHeader(publicBase: string, path: string, form: "html" | "markdown"): string {
  const target = (address: string) => `<${publicBase}${address.replaceAll(">", "%3E")}>`;
  return form === "html"
    ? `${target(twinOf(path))}; rel="alternate"; type="text/markdown"`
    : `${target(path)}; rel="canonical"`;
}
