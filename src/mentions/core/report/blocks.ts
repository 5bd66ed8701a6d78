import { escapeHtml } from "../../../lib/text/html";
import { parseUrl } from "../../../lib/hosts/url";

/** A line of a report as a document. Texts are plain and may come from strangers. */
export type Block =
  | { heading: string; level: 1 | 2 | 3; newPage?: true }
  | { text: string; link?: Item }
  | { items: Item[] }
  | { quote: string; by: Item }
  | { head: string[]; rows: string[][] };
/** A text that leads to a page, if it has a web address. */
export interface Item {
  text: string;
  url?: string;
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();
/** Every ASCII punctuation mark can be escaped (CommonMark 2.4). */
const plain = (text: string) => oneLine(text).replaceAll(/[\\`*_{}[\]()<>#+\-.!|~&]/g, "\\$&");
const isWeb = (url: string) => ["http:", "https:"].includes(parseUrl(url)?.protocol ?? "");

const linked = ({ text, url }: Item) =>
  url && isWeb(url) ? `[${plain(text)}](<${new URL(url).href.replaceAll(/[<>]/g, encodeURIComponent)}>)` : plain(text);

/** The document as Markdown. Nothing in its texts acts as markup. */
export function asMarkdown(blocks: readonly Block[]): string {
  const row = (cells: readonly string[]) => `| ${cells.map(plain).join(" | ")} |`;
  const text = blocks.map((block) => {
    if ("heading" in block) return `${"#".repeat(block.level)} ${plain(block.heading)}`;
    if ("text" in block) return plain(block.text) + (block.link ? ` ${linked(block.link)}` : "");
    if ("quote" in block) return `> ${plain(block.quote)} (${linked(block.by)})`;
    if ("items" in block) return block.items.map((item) => `- ${linked(item)}`).join("\n");
    return [row(block.head), row(block.head.map(() => "")).replaceAll("  ", " --- "), ...block.rows.map(row)].join(
      "\n",
    );
  });
  return `${text.join("\n\n")}\n`;
}

const escape = (text: string) => escapeHtml(oneLine(text));

const anchor = ({ text, url }: Item) =>
  url && isWeb(url) ? `<a rel="noreferrer nofollow" href="${escape(url)}">${escape(text)}</a>` : escape(text);

/** The document as a page to print. It has no scripts and loads nothing. */
export function asHtml(blocks: readonly Block[]): string {
  const tag = (name: string, inner: string) => `<${name}>${inner}</${name}>`;
  const cells = (name: string, row: readonly string[]) =>
    tag("tr", row.map((cell) => tag(name, escape(cell))).join(""));
  const body = blocks.map((block) => {
    if ("heading" in block)
      return `<h${block.level}${block.newPage ? ' class="page"' : ""}>${escape(block.heading)}</h${block.level}>`;
    if ("text" in block) return tag("p", escape(block.text) + (block.link ? ` ${anchor(block.link)}` : ""));
    if ("quote" in block) return tag("blockquote", `${escape(block.quote)} ${tag("cite", anchor(block.by))}`);
    if ("items" in block) return tag("ul", block.items.map((item) => tag("li", anchor(item))).join(""));
    return tag("table", cells("th", block.head) + block.rows.map((row) => cells("td", row)).join(""));
  });
  const title = blocks.find((block) => "heading" in block);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escape(title?.heading ?? "")}</title><style>body{font:11pt/1.4 sans-serif;max-width:50em;margin:2em auto}table{border-collapse:collapse}td,th{border:1px solid #aaa;padding:.2em .5em;text-align:left}h2,h3{break-after:avoid}.page{break-before:page}tr,blockquote{break-inside:avoid}</style>${body.join("\n")}</html>\n`;
}
