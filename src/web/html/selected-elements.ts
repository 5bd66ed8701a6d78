import { Trait, type ElementKind } from "./elements";
import type { Attributes } from "./open-elements";
import { isLike, type Compounds } from "./selector";
import { MAX_VALUES, RAW_CHARS } from "../fields/limits";

/** A field that a selector selects. */
export interface Selected {
  compounds: Compounds;
  /** Null: the element's text. */
  attribute: string | null;
}

/** What the page has of one field, not folded. */
export interface Raw {
  values: string[];
  /** Number of all elements that have a value. */
  count: number;
}

/** A text that is being collected. */
interface Capture {
  extractor: number;
  /** Place among the extractor's values. */
  place: number;
  /** Depth of its element. */
  depth: number;
  text: string;
}

/** Matches the elements of one page against selectors as they open and close. Takes linear time. */
export class SelectedElements {
  private readonly found: Raw[];
  /**
   * Per extractor and open element: bits of the compounds that the element matches, and of those that any of its
   * ancestors matches.
   */
  private readonly own: number[][];
  private readonly above: number[][];
  private captures: Capture[] = [];
  private depth = 0;
  /** Depth of the innermost open script or style; 0: none. */
  private silentAt = 0;

  constructor(private readonly fields: readonly Selected[]) {
    const each = <T>(make: () => T) => fields.map(make);
    this.found = each(() => ({ values: [], count: 0 }));
    this.own = each(() => []);
    this.above = each(() => []);
  }

  open({ name, traits }: ElementKind, attributes: Attributes): void {
    this.depth++;
    if (name === "script" || name === "style") this.silentAt = this.depth;
    if ((traits & Trait.Inline) === 0) this.separate();
    this.fields.forEach((extractor, index) => {
      if (this.enters(index, extractor.compounds, name, attributes)) this.take(index, extractor, attributes);
    });
  }

  /** Whether the opened element is selected. */
  private enters(index: number, compounds: Compounds, name: string, attributes: Attributes): boolean {
    const own = this.own[index]!;
    const parent = own.at(-1) ?? 0;
    const ancestors = (this.above[index]!.at(-1) ?? 0) | parent;
    let mask = 0;
    let isSelected = false;
    for (let i = 0; i < compounds.length; i++) {
      const compound = compounds[i]!;
      const container = compound.within === "child" ? parent : ancestors;
      const isPlaced = compound.within === null || (container & (1 << (i - 1))) !== 0;
      if (!isPlaced || !isLike(compound, name, attributes)) continue;
      mask |= 1 << i;
      isSelected ||= compound.isLast;
    }
    own.push(mask);
    this.above[index]!.push(ancestors);
    return isSelected;
  }

  private take(index: number, { attribute }: Selected, attributes: Attributes): void {
    const found = this.found[index]!;
    if (attribute !== null && !Object.hasOwn(attributes, attribute)) return;
    if (++found.count > MAX_VALUES) return;
    const place = found.values.push(attribute === null ? "" : attributes[attribute]!.slice(0, RAW_CHARS)) - 1;
    if (attribute === null) this.captures.push({ extractor: index, place, depth: this.depth, text: "" });
  }

  text(html: string, start: number, end: number): void {
    for (const capture of this.captures) {
      const room = RAW_CHARS - capture.text.length;
      // The text of a script counts only if the script itself is selected.
      if (room > 0 && capture.depth >= this.silentAt) capture.text += html.slice(start, Math.min(end, start + room));
    }
  }

  close({ traits }: ElementKind): void {
    if ((traits & Trait.Inline) === 0) this.separate();
    // Captures end in the order of their elements, innermost first.
    while (this.captures.at(-1)?.depth === this.depth) {
      const { extractor, place, text } = this.captures.pop()!;
      this.found[extractor]!.values[place] = text;
    }
    if (this.silentAt === this.depth) this.silentAt = 0;
    for (const masks of this.own) masks.pop();
    for (const masks of this.above) masks.pop();
    this.depth--;
  }

  /** Separates the words of two blocks. */
  private separate(): void {
    for (const capture of this.captures) if (capture.text !== "" && !capture.text.endsWith(" ")) capture.text += " ";
  }

  /** The values of each field, including the beginning of elements that never end. */
  result(): readonly Raw[] {
    for (const { extractor, place, text } of this.captures) this.found[extractor]!.values[place] = text;
    return this.found;
  }
}
