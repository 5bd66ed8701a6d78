import { parse, parseFragment, type DefaultTreeAdapterTypes as Tree } from "parse5";

export type Element = Tree.Element;
type Parent = Tree.ParentNode;

/** Elements of a page in document order, each with its ancestors. */
export interface Placed {
  element: Element;
  ancestors: Element[];
  /** False: the parser's copy of a formatting element without an end tag. */
  written: boolean;
}

export function attribute(element: Element, name: string): string | null {
  return element.attrs.find((each) => each.name === name && !each.prefix)?.value ?? null;
}

/** Trims, and folds runs of white space. */
export function folded(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

const isElement = (node: Tree.Node): node is Element => "tagName" in node;
const isText = (node: Tree.Node): node is Tree.TextNode => node.nodeName === "#text";

/** Text of an element as written, without what `skip` leaves out. */
export function rawText(node: Tree.Node, skip: (element: Element) => boolean): string {
  if (isText(node)) return node.value;
  if (isElement(node) && skip(node)) return "";
  return "childNodes" in node ? node.childNodes.map((child) => rawText(child, skip)).join("") : "";
}

/** Elements whose text no reader sees. */
export const SILENT = new Set(
  "script style noscript noframes noembed template svg title iframe object textarea select".split(" "),
);
/** Elements that do not interrupt a line of text (HTML standard, 15.3, display: inline). */
const INLINE = new Set(
  "a abbr b bdi bdo big cite code del dfn em font i ins kbd mark nobr q s samp small span strike strong sub sup time tt u var wbr".split(
    " ",
  ),
);
const FURNITURE = new Set(["nav", "header", "footer", "aside"]);
const FURNITURE_ROLES = new Set(["navigation", "banner", "contentinfo"]);

/** Whether the element itself is hidden, or what is in it. */
export const isUnseen = (element: Element) => SILENT.has(element.tagName) || attribute(element, "hidden") !== null;
const isMain = (element: Element) => element.tagName === "main" || attribute(element, "role") === "main";
const isFurniture = (element: Element) =>
  FURNITURE.has(element.tagName) || FURNITURE_ROLES.has(attribute(element, "role") ?? "");

/** A page parsed into a tree, as browsers with scripts do. What a noscript holds is added as a fragment. */
export class SecondPage {
  readonly all: Placed[] = [];
  readonly doctype: boolean;
  private readonly document: Tree.Document;

  constructor(html: string) {
    this.document = parse(html, { scriptingEnabled: true, sourceCodeLocationInfo: true });
    this.doctype = this.document.childNodes.some(
      (node) => node.nodeName === "#documentType" && "name" in node && node.name === "html",
    );
    this.collect(this.document, [], new Set());
  }

  private collect(parent: Parent, ancestors: Element[], starts: Set<number>): void {
    for (const node of parent.childNodes) {
      if (!isElement(node)) continue;
      const start = node.sourceCodeLocation?.startOffset ?? -1;
      const written = start >= 0 && !starts.has(start);
      starts.add(start);
      this.all.push({ element: node, ancestors, written });
      const path = [...ancestors, node];
      this.collect(node, path, starts);
      // A template's content and noscript's text are not children.
      if (node.tagName !== "noscript") continue;
      const content = rawText(node, () => false);
      this.collect(parseFragment(content, { sourceCodeLocationInfo: true }), path, new Set());
    }
  }

  /** Elements with one of these names. Foreign elements of the same name do not count. */
  named(...names: string[]): Placed[] {
    return this.all.filter(({ element }) => names.includes(element.tagName) && element.namespaceURI.endsWith("xhtml"));
  }

  first(name: string): Element | null {
    return this.named(name)[0]?.element ?? null;
  }

  /** Contents of metas with this name (or property), in order. */
  metas(name: string): string[] {
    return this.named("meta")
      .filter(({ element }) =>
        [attribute(element, "name"), attribute(element, "property")].some(
          (each) => each?.trim().toLowerCase() === name,
        ),
      )
      .map(({ element }) => (attribute(element, "content") ?? "").trim());
  }

  /** Text that a reader sees, with breaks between blocks. `part`: of the main text, of the rest, or all. */
  text(part: "main" | "all"): string {
    const hasMain = this.all.some(
      ({ element, ancestors }) => isMain(element) && !ancestors.some((each) => each.tagName === "template"),
    );
    const pieces: string[] = [];
    const visit = (node: Tree.Node, place: { main: boolean; furniture: boolean }): void => {
      if (isText(node)) {
        const wanted = part === "all" || (hasMain ? place.main : !place.furniture);
        if (wanted) pieces.push(node.value);
        return;
      }
      if (isElement(node) && isUnseen(node)) return;
      const block = !isElement(node) || !INLINE.has(node.tagName);
      const here = isElement(node)
        ? { main: place.main || isMain(node), furniture: place.furniture || isFurniture(node) }
        : place;
      if (block) pieces.push(" ");
      if ("childNodes" in node) for (const child of node.childNodes) visit(child, here);
      if (block) pieces.push(" ");
    };
    visit(this.document, { main: false, furniture: false });
    return folded(pieces.join(""));
  }

  /** What an element says to a reader. */
  textOf({ element, ancestors }: Placed): string {
    if (ancestors.some(isUnseen)) return "";
    return folded(rawText(element, isUnseen));
  }

  /** The name of a link: its text, else a label of it or of something in it. */
  nameOf({ element, ancestors }: Placed): string {
    const text = folded(rawText(element, (each) => each !== element && isUnseen(each)));
    if (text !== "") return text;
    const inside = elementsIn(element);
    const labels = [element, ...inside].flatMap((each) => [
      attribute(each, "aria-label"),
      attribute(each, "title"),
      attribute(each, "aria-labelledby"),
      ["img", "area"].includes(each.tagName) ? attribute(each, "alt") : null,
      each.tagName === "title" ? rawText(each, () => false) : null,
    ]);
    return ancestors.some((each) => each.tagName === "template") ? "" : folded(labels.find(Boolean) ?? "");
  }
}

/** The elements in an element, in document order. */
export function elementsIn(parent: Parent): Element[] {
  return parent.childNodes.filter(isElement).flatMap((child) => [child].concat(elementsIn(child)));
}

export function inTemplate({ ancestors }: Placed): boolean {
  return ancestors.some(({ tagName }) => tagName === "template");
}

export function inHead({ ancestors }: Placed): boolean {
  return ancestors.some(({ tagName }) => tagName === "head");
}
