type Attributes = Readonly<Record<string, string>>;

/** A larger page is read up to here. */
const MAX_NODES = 100_000;
const MAX_CHARS = 1_000_000;
const MAX_SILENT = MAX_CHARS / 10;
const NONE: Attributes = {};
/** Elements whose text is no text of the elements around them. */
const SILENT = new Set(["script", "style"]);
const HEAD = new Set(["title", "meta", "link", "script", "style", "base", "noscript", "template"]);
const TABLE_PARTS = new Set(["tbody", "thead", "tfoot", "caption", "colgroup"]);

/**
 * A page as a tree in the order of the document: node 0 is the document, and `ends[i]` is the last node inside node i.
 * Has the html, head, body and tbody that browsers add, because paths copied from a browser name them.
 */
export class PageTree {
  readonly names: string[] = ["#document"];
  readonly parents: number[] = [-1];
  readonly ends: number[] = [0];
  readonly attributes: Attributes[] = [NONE];
  /** What it is too large for has been left out. */
  isCut = false;
  private readonly from: number[] = [0];
  private readonly to: number[] = [0];
  private readonly pieces: string[] = [];
  private length = 0;
  private endsWithSpace = false;
  private text = "";
  private readonly silent = new Map<number, string>();
  /** Open nodes, innermost last, and whether the page had no tag for them. */
  private readonly stack: Array<{ node: number; isImplied: boolean }> = [{ node: 0, isImplied: true }];
  /** Elements that were left out and are open. */
  private skipped = 0;
  private hasBody = false;

  open(name: string, attributes: Attributes, isInline: boolean): void {
    if (this.skipped > 0 || this.names.length >= MAX_NODES) {
      this.skipped++;
      this.isCut = true;
      return;
    }
    if (!isInline) this.separate();
    this.imply(name);
    if (name === "body") this.hasBody = true;
    this.push(name, attributes, false);
  }

  close(isInline: boolean): void {
    if (this.skipped > 0) {
      this.skipped--;
      return;
    }
    while (this.stack.at(-1)!.isImplied && this.stack.length > 1) this.pop();
    if (this.stack.length > 1) this.pop();
    if (!isInline) this.separate();
  }

  addText(html: string, start: number, end: number): void {
    if (this.skipped > 0) return;
    const parent = this.stack.at(-1)!.node;
    const room = Math.min(MAX_CHARS - this.length, end - start);
    if (room < end - start || this.names.length >= MAX_NODES) this.isCut = true;
    if (room <= 0) return;
    const piece = html.slice(start, start + room);
    if (SILENT.has(this.names[parent]!)) {
      const known = this.silent.get(parent) ?? "";
      if (known.length < MAX_SILENT) this.silent.set(parent, known + piece.slice(0, MAX_SILENT - known.length));
      return;
    }
    const last = this.names.length - 1;
    const continues = this.names[last] === "#text" && this.parents[last] === parent && this.to[last] === this.length;
    if (!continues && this.names.length >= MAX_NODES) return;
    if (!continues) this.add("#text", NONE, parent);
    this.append(piece);
    this.to[this.names.length - 1] = this.length;
  }

  /** Closes what is open. */
  finish(): void {
    while (this.stack.length > 0) this.pop();
    this.text = this.pieces.join("");
  }

  /** The text in a node of a finished tree. */
  textOf(node: number): string {
    return this.silent.get(node) ?? this.text.slice(this.from[node], this.to[node]);
  }

  private add(name: string, attributes: Attributes, parent: number): number {
    const node = this.names.push(name) - 1;
    this.parents.push(parent);
    this.ends.push(node);
    this.attributes.push(attributes);
    this.from.push(this.length);
    this.to.push(this.length);
    return node;
  }

  private push(name: string, attributes: Attributes, isImplied: boolean): void {
    this.stack.push({ node: this.add(name, attributes, this.stack.at(-1)!.node), isImplied });
  }

  private pop(): void {
    const { node } = this.stack.pop()!;
    this.ends[node] = this.names.length - 1;
    this.to[node] = this.length;
  }

  /** Opens and closes what has no tags before an element of this name. */
  private imply(name: string): void {
    const innermost = () => this.names[this.stack.at(-1)!.node]!;
    if (innermost() === "#document" && name !== "html") this.push("html", NONE, true);
    const top = this.stack.at(-1)!;
    if (top.isImplied && innermost() === "head" && !HEAD.has(name)) this.pop();
    if (innermost() === "html" && !["head", "body", "frameset"].includes(name) && !this.hasBody) {
      const isHead = HEAD.has(name);
      this.hasBody = !isHead;
      this.push(isHead ? "head" : "body", NONE, true);
    }
    if (innermost() === "tbody" && this.stack.at(-1)!.isImplied && TABLE_PARTS.has(name)) this.pop();
    if (innermost() === "table" && name === "tr") this.push("tbody", NONE, true);
  }

  /** Separates the words of two blocks. */
  private separate(): void {
    if (this.length > 0 && !this.endsWithSpace && this.length < MAX_CHARS) this.append(" ");
  }

  /** Pieces are joined once: asking a text that grows for its end would copy it each time. */
  private append(piece: string): void {
    this.pieces.push(piece);
    this.length += piece.length;
    this.endsWithSpace = piece.endsWith(" ");
  }
}
