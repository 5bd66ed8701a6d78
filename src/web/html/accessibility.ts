import { LIMITS } from "./facts";
import type { AccessibilityFacts, Faults } from "./accessibility-facts";
import type { Attributes } from "./open-elements";
import { isUnseen, type Regions } from "./regions";

/** Inputs that are not fields, or that name themselves. */
const NAMED_INPUTS = new Set(["hidden", "submit", "reset", "button", "image"]);
const MAX_KNOWN = 10_000;

/** A field that only a label can name. */
interface Field {
  id: string | null;
  sample: string;
}

/** An open element that is named by its text. */
interface Named {
  name: "label" | "button" | "heading";
  hasName: boolean;
  sample: string;
  /** Fields inside a label. */
  fields: Field[];
}

function note(faults: Faults, sample: string): void {
  if (++faults.count <= LIMITS.samples) faults.samples.push(sample.slice(0, 200));
}

/** No element for readers, although it is drawn: it gives up its role, and the keyboard can't reach it. */
const isWithoutRole = ({ role, disabled }: Attributes) =>
  disabled !== undefined && (role === "none" || role === "presentation");

const PIXEL = /^\s*[01](?:px)?\s*$/i;
const PIXEL_STYLE = /(?:^|;)\s*(?:width|height)\s*:\s*[01](?:px)?\s*(?:[;!]|$)/i;

const hasText = (value: string | undefined) => value !== undefined && value.trim() !== "";

function isNamed(attributes: Attributes): boolean {
  return ["aria-label", "aria-labelledby", "title"].some((name) => hasText(attributes[name]));
}

function sampleOf(name: string, attributes: Attributes): string {
  const known = ["name", "id", "type", "role"].find((each) => hasText(attributes[each]));
  return known === undefined ? `<${name}>` : `<${name} ${known}="${attributes[known]}">`;
}

/** Watches the elements that need a name. Elements that are hidden as a whole are left alone. */
export class Accessibility {
  private readonly open: Named[] = [];
  /** Those of them that have no name yet. Each is named once, however many are open. */
  private unnamed: Named[] = [];
  private readonly fields: Field[] = [];
  /** Ids that labels name, and ids that names are taken from. */
  private readonly labelled = new Set<string>();
  private readonly referenced = new Set<string>();
  private readonly duplicated = new Set<string>();

  /** `place`: where on the page the current element is, in words. */
  constructor(
    private readonly facts: AccessibilityFacts,
    private readonly regions: Regions,
    private readonly place: () => string,
  ) {}

  /** Whether text and images may name an open element. */
  get isOpen(): boolean {
    return this.open.length > 0;
  }

  /** An id that a second element has. */
  duplicate(id: string): void {
    if (this.duplicated.size < MAX_KNOWN) this.duplicated.add(id);
  }

  /** Any element, before its own method. */
  any(name: string, attributes: Attributes): void {
    this.refer(attributes["aria-labelledby"]);
    this.refer(attributes["aria-describedby"]);
    const tabindex = attributes["tabindex"];
    if (tabindex !== undefined && Number.parseInt(tabindex, 10) > 0)
      note(this.facts.tabindexes, this.known(sampleOf(name, attributes)));
    if (this.isOpen && (hasText(attributes["aria-label"]) || hasText(attributes["title"]))) this.nameOpen();
  }

  /** A sample that tells elements apart: one without attributes to know it by gets its place. */
  private known(sample: string): string {
    return sample.includes(" ") ? sample : `${sample} ${this.place()}`;
  }

  /** `tag`: the element's name. */
  begin(name: Named["name"], tag: string, attributes: Attributes): void {
    const target = attributes["for"];
    if (name === "label" && target !== undefined && target !== "") {
      this.refer(target);
      if (this.labelled.size < MAX_KNOWN) this.labelled.add(target);
    }
    // Nothing is recorded for hidden elements when they end.
    const hasName = isNamed(attributes) || this.isIgnored(attributes);
    const begun = { name, hasName, sample: sampleOf(tag, attributes), fields: [] };
    this.open.push(begun);
    if (!hasName) this.unnamed.push(begun);
  }

  end(name: Named["name"]): void {
    const at = this.open.findLastIndex((each) => each.name === name);
    if (at < 0) return;
    const [ended] = this.open.splice(at, 1);
    if (ended!.hasName) return;
    this.unnamed.splice(this.unnamed.lastIndexOf(ended!), 1);
    if (name === "label") this.fields.push(...ended!.fields.slice(0, MAX_KNOWN));
    else note(name === "button" ? this.facts.buttons : this.facts.headings, this.known(ended!.sample));
  }

  /** Text, or an image's alt, inside the open elements. */
  text(text: string): void {
    if (this.unnamed.length > 0 && /\S/.test(text)) this.nameOpen();
  }

  private nameOpen(): void {
    for (const each of this.unnamed) each.hasName = true;
    this.unnamed = [];
  }

  field(name: string, attributes: Attributes): void {
    const type = attributes["type"]?.trim().toLowerCase() ?? "text";
    if (this.isIgnored(attributes)) return;
    if (name === "input" && (type === "button" || type === "image")) {
      const own = type === "button" ? attributes["value"] : attributes["alt"];
      if (!isNamed(attributes) && !hasText(own)) note(this.facts.buttons, this.known(sampleOf(name, attributes)));
      return;
    }
    if (name === "input" && NAMED_INPUTS.has(type)) return;
    if (isNamed(attributes) || hasText(attributes["placeholder"]) || this.fields.length >= MAX_KNOWN) return;
    const field = { id: attributes["id"] ?? null, sample: this.known(sampleOf(name, attributes)) };
    const label = this.open.findLast((each) => each.name === "label");
    if (!label) this.fields.push(field);
    else if (label.fields.length < MAX_KNOWN) label.fields.push(field);
  }

  frame(attributes: Attributes): void {
    const isPixel =
      [attributes["width"], attributes["height"]].some((size) => size !== undefined && PIXEL.test(size)) ||
      PIXEL_STYLE.test(attributes["style"] ?? "");
    const { tabindex, role } = attributes;
    const isSkipped = Number.parseInt(tabindex ?? "", 10) < 0 || role === "none" || role === "presentation";
    if (!this.isIgnored(attributes) && !isPixel && !isSkipped && !isNamed(attributes))
      note(
        this.facts.frames,
        hasText(attributes["src"]) ? `<iframe src="${attributes["src"]}">` : this.known(sampleOf("iframe", attributes)),
      );
  }

  /** Whether readers never meet the element. */
  isIgnored(attributes: Attributes): boolean {
    return isUnseen(attributes) || isWithoutRole(attributes) || this.regions.isHiddenOutside;
  }

  private refer(ids: string | undefined): void {
    if (ids === undefined || ids.length > LIMITS.fieldLength) return;
    for (const id of ids.split(/\s+/)) if (id !== "" && this.referenced.size < MAX_KNOWN) this.referenced.add(id);
  }

  /** Call when the page has ended: labels may follow their fields. */
  finish(): void {
    for (const open of [...this.open].reverse()) this.end(open.name);
    for (const { id, sample } of this.fields)
      if (id === null || !this.labelled.has(id)) note(this.facts.fields, sample);
    for (const id of this.duplicated)
      if (this.referenced.has(id) && this.facts.ambiguousIds.length < LIMITS.samples) this.facts.ambiguousIds.push(id);
  }
}
