import { PageTree, parsePattern, parseXPath, PatternSearch, StepBudget, StepsUsedUp, XPathReader } from "../fields";
import type { Pattern, XPath } from "../fields";
import { Trait, type ElementKind } from "./elements";
import {
  MAX_VALUES,
  PAGE_CHARS,
  PATTERN_STEPS,
  RAW_CHARS,
  SOURCE_CHARS,
  VALUE_CHARS,
  XPATH_STEPS,
} from "../fields/limits";
import type { Attributes } from "./open-elements";
import { SelectedElements, type Raw, type Selected } from "./selected-elements";
import { parseSelector } from "./selector";
import { foldSpace } from "./text-measure";

export const FIELD_LANGUAGES = ["css", "xpath", "regex"] as const;
export type FieldLanguage = (typeof FIELD_LANGUAGES)[number];

/** What to read from every page: what a selector, an XPath expression or a regular expression finds. */
export interface Extractor {
  name: string;
  /** In its language. */
  selector: string;
  /** Of the elements that a CSS selector selects; null: their text. */
  attribute: string | null;
  /** Left out: `css`. */
  language?: FieldLanguage;
}

/** What one extractor found on a page. */
export interface Found {
  /** In the order of the page, shortened to the limits. */
  values: string[];
  /** Number of all elements, nodes or matches that have a value. */
  count: number;
  /** The page took more steps than it may, or is too large, so there may be more. */
  isIncomplete?: true;
}

/** Name of the extractor → what it found. */
export type Extracted = Record<string, Found>;

type Ready = { name: string } & (
  | ({ language: "css" } & Selected)
  | { language: "xpath"; xpath: XPath }
  | { language: "regex"; pattern: Pattern }
);

/** Why a text is no selector, expression or pattern that we can use; null: it is one. */
export function faultOfField(selector: string, language: FieldLanguage): string | null {
  const ready = readyField({ name: "", selector, attribute: null, language });
  return "reason" in ready ? ready.reason : null;
}

function readyField({ name, selector, attribute, language = "css" }: Extractor): Ready | { reason: string } {
  if (language === "xpath") {
    const parsed = parseXPath(selector);
    return "reason" in parsed ? parsed : { name, language, xpath: parsed.xpath };
  }
  if (language === "regex") {
    const parsed = parsePattern(selector);
    return "reason" in parsed ? parsed : { name, language, pattern: parsed.pattern };
  }
  const parsed = parseSelector(selector);
  return "reason" in parsed ? parsed : { name, language, compounds: parsed.compounds, attribute };
}

function attributesOf(field: Ready): string[] {
  if (field.language === "xpath") return [...field.xpath.attributes];
  if (field.language === "regex") return [];
  const own = field.attribute === null ? [] : [field.attribute];
  return [...own, ...field.compounds.flatMap((compound) => compound.attributes.map(({ name }) => name))];
}

/** Extractors, ready for many pages. */
export class Extraction {
  readonly fields: readonly Ready[];
  /** Attributes that they look at. */
  readonly attributes: ReadonlySet<string>;

  /** An extractor that is invalid is left out. */
  constructor(extractors: readonly Extractor[]) {
    this.fields = extractors.flatMap((each) => {
      const ready = readyField(each);
      return "reason" in ready ? [] : [ready];
    });
    this.attributes = new Set(this.fields.flatMap(attributesOf));
  }

  get selected(): Array<Extract<Ready, { language: "css" }>> {
    return this.fields.filter((field) => field.language === "css");
  }
}

/** Reads the fields of one page while it arrives. Its time is bounded, whatever the page has. */
export class PageExtraction {
  private readonly elements: SelectedElements;
  private readonly tree: PageTree | null;
  /** The page as it was sent, for regular expressions; null: there are none. */
  private source: string | null;
  private isLong = false;

  constructor(private readonly extraction: Extraction) {
    const has = (wanted: FieldLanguage) => extraction.fields.some(({ language }) => language === wanted);
    this.elements = new SelectedElements(extraction.selected);
    this.tree = has("xpath") ? new PageTree() : null;
    this.source = has("regex") ? "" : null;
  }

  write(chunk: string): void {
    if (this.source === null) return;
    const room = SOURCE_CHARS - this.source.length;
    if (chunk.length > room) this.isLong = true;
    this.source += chunk.slice(0, room);
  }

  open(element: ElementKind, attributes: Attributes): void {
    this.elements.open(element, attributes);
    this.tree?.open(element.name, attributes, (element.traits & Trait.Inline) !== 0);
  }

  text(html: string, start: number, end: number): void {
    this.elements.text(html, start, end);
    this.tree?.addText(html, start, end);
  }

  close(element: ElementKind): void {
    this.elements.close(element);
    this.tree?.close((element.traits & Trait.Inline) !== 0);
  }

  /** The values found on the page, shortened to the limits of a page. */
  result(): Extracted {
    this.tree?.finish();
    const selected = this.elements.result();
    const [paths, patterns] = [new StepBudget(XPATH_STEPS), new StepBudget(PATTERN_STEPS)];
    const room = { left: PAGE_CHARS };
    let next = 0;
    const entries = this.extraction.fields.map((field): [string, Found] => {
      if (field.language === "css") return [field.name, shortened(selected[next++]!, room)];
      if (field.language === "xpath") return [field.name, this.byXPath(field.xpath, paths, room)];
      return [field.name, this.byPattern(field.pattern, patterns, room)];
    });
    return Object.fromEntries(entries);
  }

  private byXPath(xpath: XPath, budget: StepBudget, room: { left: number }): Found {
    const tree = this.tree!;
    let raw: Raw | null = null;
    try {
      raw = new XPathReader(tree, budget).texts(xpath, MAX_VALUES);
    } catch (error) {
      if (!(error instanceof StepsUsedUp)) throw error;
    }
    const found = shortened(raw ?? { values: [], count: 0 }, room);
    return raw === null || tree.isCut ? { ...found, isIncomplete: true } : found;
  }

  private byPattern(pattern: Pattern, budget: StepBudget, room: { left: number }): Found {
    const source = this.source!;
    const raw: Raw = { values: [], count: 0 };
    let isWhole = !this.isLong;
    try {
      const search = new PatternSearch(pattern, source, budget);
      for (let match = search.find(0); match; match = search.find(Math.max(match[1], match[0] + 1))) {
        const [start, end] = pattern.hasGroup ? [match[2], match[3]] : match;
        if (start < 0 || end <= start) continue;
        if (++raw.count <= MAX_VALUES) raw.values.push(source.slice(start, end));
      }
    } catch (error) {
      if (!(error instanceof StepsUsedUp)) throw error;
      isWhole = false;
    }
    const found = shortened(raw, room);
    return isWhole ? found : { ...found, isIncomplete: true };
  }
}

function shortened({ values, count }: Raw, room: { left: number }): Found {
  const kept: string[] = [];
  for (const value of values) {
    const text = foldSpace(value.slice(0, RAW_CHARS)).slice(0, Math.min(VALUE_CHARS, room.left));
    room.left -= text.length;
    if (text !== "" || foldSpace(value) === "") kept.push(text);
  }
  return { values: kept, count };
}
