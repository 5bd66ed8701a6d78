import { html, parse, type DefaultTreeAdapterTypes as Tree } from "parse5";

export type Element = Tree.Element;

/** What the definitions ask of a page, as a browser without scripts would build it. Shares no code with the service. */
export interface Dom {
  all: Element[];
  head: Element | null;
  body: Element | null;
  html: Element | null;
  doctype: boolean;
}

const SILENT = new Set(["script", "style", "template", "noscript", "head", "title", "iframe", "object"]);
const INLINE = new Set(
  "a abbr acronym b bdi bdo big cite code data del dfn em font i img input ins kbd label mark q rp rt ruby s samp small span strike strong sub sup time tt u var wbr".split(
    " ",
  ),
);

export const attr = (element: Element, name: string): string | null =>
  element.attrs.find((each) => each.name === name && !each.prefix)?.value ?? null;

export const isHtml = (element: Element): boolean => element.namespaceURI === html.NS.HTML;
export const inSvg = (element: Element): boolean => element.namespaceURI === html.NS.SVG;

export function readDom(source: string): Dom {
  const document = parse(source, { scriptingEnabled: true });
  const dom: Dom = { all: [], head: null, body: null, html: null, doctype: false };
  const visit = (node: Tree.Node): void => {
    if (node.nodeName === "#documentType") dom.doctype = true;
    if ("tagName" in node) {
      dom.all.push(node);
      if (node.tagName === "html") dom.html ??= node;
      if (node.tagName === "head") dom.head ??= node;
      if (node.tagName === "body") dom.body ??= node;
    }
    if ("childNodes" in node) for (const child of node.childNodes) visit(child);
  };
  visit(document);
  return dom;
}

export function ancestors(element: Element): Element[] {
  const list: Element[] = [];
  for (let at = element.parentNode; at && "tagName" in at; at = at.parentNode) list.push(at);
  return list;
}

export const within = (element: Element, test: (each: Element) => boolean): boolean => ancestors(element).some(test);

export const isHidden = (element: Element): boolean => {
  const gone = (each: Element): boolean =>
    attr(each, "hidden") !== null ||
    /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attr(each, "style") ?? "") ||
    SILENT.has(each.tagName);
  return (element.tagName !== "iframe" && gone(element)) || within(element, gone);
};

/** Text as a reader without style sheets sees it, with spaces between blocks. `skip`: elements to leave out. */
export function textOf(node: Tree.Node, skip: (each: Element) => boolean = () => false): string {
  if (node.nodeName === "#text") return (node as Tree.TextNode).value;
  if (!("tagName" in node) && node.nodeName !== "#document" && node.nodeName !== "#document-fragment") return "";
  if ("tagName" in node && (SILENT.has(node.tagName) || skip(node))) return "";
  const inner = (node as Element).childNodes.map((each) => textOf(each, skip)).join("");
  return "tagName" in node && !INLINE.has(node.tagName) ? ` ${inner} ` : inner;
}

export const squeezed = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Text of an element itself, whatever it is. */
export const ownText = (element: Element): string => squeezed(element.childNodes.map((each) => textOf(each)).join(""));

/** The name that a link, a button or a heading has by its text and images. */
export function nameOf(element: Element): string {
  const label = squeezed(attr(element, "aria-label") ?? "") || squeezed(attr(element, "title") ?? "");
  if (label !== "") return label;
  const images = (node: Tree.Node): string =>
    "tagName" in node
      ? `${node.tagName === "img" ? (attr(node, "alt") ?? "") : ""}${attr(node, "aria-label") ?? ""}${node.tagName === "title" ? svgTitle(node) : ""}${node.childNodes.map(images).join("")}`
      : "";
  return squeezed(`${ownText(element)} ${images(element)}`);
}

const svgTitle = (element: Element) =>
  inSvg(element) ? element.childNodes.map((each) => ("value" in each ? each.value : "")).join("") : "";
