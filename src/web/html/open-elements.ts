import { known, KNOWN_ELEMENTS, Trait, type ElementKind } from "./elements";

/** First value of each attribute, by lower-case name. */
export type Attributes = Readonly<Record<string, string>>;

/** The parts of a page in order. Every `open` is followed by one `close`. */
export interface HtmlEvents {
  open(element: ElementKind, attributes: Attributes): void;
  close(element: ElementKind): void;
  /** Text between tags: `html` from `start` to `end`, with references decoded. A run may arrive in pieces. */
  text(html: string, start: number, end: number): void;
  doctype?(declaration: string): void;
}

export const NO_ATTRIBUTES: Attributes = {};
const PARAGRAPH = known("p");
const IMAGE = known("img");

/** The elements that are open at a position in a page. Handles omitted end tags. */
export class OpenElements {
  private readonly stack: ElementKind[] = [];
  /** Number of open elements per kind, known ones by id and others by name. A stray end tag then needs no search. */
  private readonly counts = new Int32Array(KNOWN_ELEMENTS);
  private readonly otherCounts = new Map<string, number>();
  /** Whether the content here is foreign, innermost last. */
  private readonly contexts = [false];

  /** `isXml`: any element can close itself. */
  constructor(
    private readonly events: HtmlEvents,
    private readonly isXml: boolean,
  ) {}

  /** Inside svg or math, but not inside HTML nested in them. */
  get foreign(): boolean {
    return this.contexts[this.contexts.length - 1]!;
  }

  /** The element opened last. */
  get innermost(): ElementKind | undefined {
    return this.stack[this.stack.length - 1];
  }

  open(tag: ElementKind, attributes: Attributes, selfClosing: boolean): void {
    while (this.foreign && (tag.traits & Trait.BreaksOut) !== 0) this.pop();
    const foreign = this.foreign;
    const element = tag.name === "image" && !foreign ? IMAGE : tag;
    // The parser ignores a form inside a form.
    if (element.name === "form" && this.isOpen(element)) return;
    while (this.stack.length > 0 && (this.stack[this.stack.length - 1]!.group & element.closes) !== 0) this.pop();
    if ((element.traits & Trait.Void) !== 0) {
      this.events.open(element, attributes);
      this.events.close(element);
      return;
    }
    this.push(element);
    this.events.open(element, attributes);
    if (selfClosing && (foreign || this.foreign || this.isXml)) this.pop();
  }

  close(element: ElementKind): void {
    if ((element.traits & Trait.Void) !== 0) {
      // `</br>` counts as `<br>`.
      if (element.name === "br") this.open(element, NO_ATTRIBUTES, false);
      return;
    }
    if (!this.isOpen(element)) {
      if (element !== PARAGRAPH) return;
      this.open(element, NO_ATTRIBUTES, false);
    }
    while (this.pop() !== element.name);
  }

  /** Ends the page: closes all open elements, innermost first. */
  end(): void {
    while (this.stack.length > 0) this.pop();
  }

  private isOpen({ id, name }: ElementKind): boolean {
    return (id >= 0 ? this.counts[id]! : (this.otherCounts.get(name) ?? 0)) > 0;
  }

  private count({ id, name }: ElementKind, change: number): void {
    if (id >= 0) this.counts[id]! += change;
    else this.otherCounts.set(name, (this.otherCounts.get(name) ?? 0) + change);
  }

  private push(element: ElementKind): void {
    this.stack.push(element);
    this.count(element, 1);
    if ((element.traits & Trait.Foreign) !== 0) this.contexts.push(true);
    else if ((element.traits & Trait.Integration) !== 0) this.contexts.push(false);
  }

  /** Closes the innermost element. @returns its name. */
  pop(): string {
    const element = this.stack.pop()!;
    this.count(element, -1);
    if ((element.traits & (Trait.Foreign | Trait.Integration)) !== 0) this.contexts.pop();
    this.events.close(element);
    return element.name;
  }
}
