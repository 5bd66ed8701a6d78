import { elementOf, KNOWN_ELEMENTS, Trait, type ElementKind } from "./elements";

/** First value of each attribute, by its lower-case name. */
export type Attributes = Readonly<Record<string, string>>;

/** What a page is made of, in its order; every `open` is followed by one `close`. */
export interface HtmlEvents {
  open(element: ElementKind, attributes: Attributes): void;
  close(element: ElementKind): void;
  /** Text between tags: `html` from `start` to `end`, references decoded. One run may come in pieces. */
  text(html: string, start: number, end: number): void;
  doctype?(declaration: string): void;
}

export const NO_ATTRIBUTES: Attributes = {};
const PARAGRAPH = elementOf("p");
const IMAGE = elementOf("img");

/** The elements that are open at one place of a page, with the end tags that HTML lets authors leave out. */
export class OpenElements {
  private readonly stack: ElementKind[] = [];
  /** How many of each are open, so that a stray end tag costs no search: of known elements, and of others by name. */
  private readonly counts = new Int32Array(KNOWN_ELEMENTS);
  private readonly otherCounts = new Map<string, number>();
  /** Whether the content here is foreign, innermost last. */
  private readonly contexts = [false];

  constructor(private readonly events: HtmlEvents) {}

  /** In svg or math, outside of HTML that they hold. */
  get foreign(): boolean {
    return this.contexts[this.contexts.length - 1]!;
  }

  /** The one that was opened last. */
  get innermost(): ElementKind | undefined {
    return this.stack[this.stack.length - 1];
  }

  open(tag: ElementKind, attributes: Attributes, selfClosing: boolean): void {
    const foreign = this.foreign;
    const element = tag.name === "image" && !foreign ? IMAGE : tag;
    // A form inside a form is ignored.
    if (element.name === "form" && this.isOpen(element)) return;
    while (this.stack.length > 0 && (this.stack[this.stack.length - 1]!.group & element.closes) !== 0) this.pop();
    if ((element.traits & Trait.Void) !== 0) {
      this.events.open(element, attributes);
      this.events.close(element);
      return;
    }
    this.push(element);
    this.events.open(element, attributes);
    if (selfClosing && (foreign || this.foreign)) this.pop();
  }

  close(element: ElementKind): void {
    if ((element.traits & Trait.Void) !== 0) {
      // A line break with the wrong slash is one all the same.
      if (element.name === "br") this.open(element, NO_ATTRIBUTES, false);
      return;
    }
    if (!this.isOpen(element)) {
      if (element !== PARAGRAPH) return;
      this.open(element, NO_ATTRIBUTES, false);
    }
    while (this.pop() !== element.name);
  }

  /** The page is over: closes what is open, innermost first. */
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
