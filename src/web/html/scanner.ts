import { decodeHTML, decodeHTMLAttribute } from "entities/decode";
import { elementAt, Trait, type ElementKind } from "./elements";
import type { NameTable } from "./name-table";
import { NO_ATTRIBUTES, OpenElements, type HtmlEvents } from "./open-elements";

const SPACE = 32;
const BANG = 33;
const QUOTE = 34;
const APOSTROPHE = 39;
const SLASH = 47;
const EQUALS = 61;
const GREATER = 62;
const QUESTION = 63;

/** Longest character reference to wait for when a chunk ends in the middle of one. */
const MAX_REFERENCE = 40;
/** A longer rest is not text but an unfinished tag, comment or similar that ends with a `>`. */
const LONG_REST = 1_024;

function isSpace(code: number): boolean {
  return code <= SPACE && (code === SPACE || code === 10 || code === 9 || code === 13 || code === 12);
}

function endsName(code: number): boolean {
  return code === GREATER || code === SLASH || isSpace(code);
}

function isLetter(code: number): boolean {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
}

/**
 * Reads HTML in one pass as it arrives, like the standard's tokenizer (13.2.5), and emits elements and text. Never
 * throws. Not supported: attributes of end tags.
 */
export class HtmlScanner {
  private readonly elements: OpenElements;
  /** The unprocessed rest and the text that arrived after it. */
  private html = "";
  /** Length of the rest at the last scan. */
  private rest = 0;
  /** Position of `html` in the page. */
  private offset = 0;
  /** The raw text element whose end tag is awaited. */
  private raw: ElementKind | null = null;
  private inComment = false;
  /** In the text of a script: not in a comment of it, in one, or in a script in one. */
  private escape: 0 | 1 | 2 = 0;
  /** Position of the next `&`, as far as it has been searched. */
  private ampersand = -1;
  private last = false;
  /** Attributes of the current tag. */
  private attributes: Record<string, string> | null = null;
  private selfClosing = false;
  private valueStart = 0;
  private valueEnd = 0;
  /** End of the current tag, in characters from the start of the page. */
  tagEnd = 0;

  /** `wanted`: attributes to read, by their names; others are skipped. `isXml`: the page is XHTML, and sent as such. */
  constructor(
    private readonly events: HtmlEvents,
    private readonly wanted: Pick<NameTable<string>, "find">,
    private readonly isXml = false,
  ) {
    this.elements = new OpenElements(events, isXml);
  }

  write(chunk: string): void {
    const known = this.html.length;
    this.html = known === 0 ? chunk : this.html + chunk;
    // Rescanning a tag of megabytes for every chunk would take quadratic time, so wait until the text has doubled.
    if (known <= LONG_REST || this.html.length >= 2 * this.rest) this.scan();
  }

  end(): void {
    this.last = true;
    this.scan();
    this.elements.end();
  }

  private scan(): void {
    let at = 0;
    this.ampersand = -1;
    while (at < this.html.length) {
      const next = this.inComment ? this.comment(at) : this.raw ? this.rawText(at, this.raw) : this.token(at);
      if (next < 0) break;
      at = next;
    }
    this.offset += at;
    this.html = this.html.slice(at);
    this.rest = this.html.length;
  }

  /** Reads one token. Returns the start of the next, or -1 if this one is incomplete. */
  private token(at: number): number {
    const { html } = this;
    const tag = html.indexOf("<", at);
    if (tag !== at) return this.textRun(at, tag < 0 ? html.length : tag, tag < 0);
    const code = html.charCodeAt(at + 1);
    if (isLetter(code)) return this.startTag(at);
    if (code === SLASH) return this.endTag(at);
    if (code === BANG) return this.declaration(at);
    if (code === QUESTION) return this.past(">", at + 2);
    if (at + 1 >= html.length && !this.last) return -1;
    const next = html.indexOf("<", at + 1);
    return this.textRun(at, next < 0 ? html.length : next, next < 0);
  }

  /** End of the first `mark` from `at` on. An unterminated construct is dropped. */
  private past(mark: string, at: number): number {
    const found = this.html.indexOf(mark, at);
    return found < 0 ? this.unfinished() : found + mark.length;
  }

  private unfinished(): number {
    return this.last ? this.html.length : -1;
  }

  /** Emits text. `open`: more may follow, so an unfinished reference at the end has to wait. */
  private textRun(at: number, end: number, open: boolean): number {
    if (!this.hasReference(at, end)) {
      this.events.text(this.html, at, end);
      return end;
    }
    let stop = end;
    if (open && !this.last) {
      const reference = this.html.lastIndexOf("&", end - 1);
      if (end - reference < MAX_REFERENCE && this.html.indexOf(";", reference) < 0) stop = reference;
      if (stop === at) return -1;
    }
    const text = decodeHTML(this.html.slice(at, stop));
    this.events.text(text, 0, text.length);
    return stop;
  }

  private hasReference(at: number, end: number): boolean {
    if (this.ampersand < at) {
      const found = this.html.indexOf("&", at);
      this.ampersand = found < 0 ? Number.MAX_SAFE_INTEGER : found;
    }
    return this.ampersand < end;
  }

  /** Text of a raw text element, up to its end tag. */
  private rawText(at: number, raw: ElementKind): number {
    const { html } = this;
    const safe = this.last ? html.length : this.beforeMark(at, raw);
    let end = this.endOfRaw(at, raw.name);
    if (raw.name === "script" && (this.escape > 0 || html.slice(at, end < 0 ? html.length : end).includes("<!--")))
      end = this.endOfScript(at, safe);
    const found = end >= 0;
    if (found) this.raw = null;
    else end = safe;
    if (end === at) return found ? at : -1;
    if ((raw.traits & Trait.RawWithReferences) !== 0) return this.textRun(at, end, !found);
    this.events.text(html, at, end);
    return end;
  }

  /** The position of the end tag; -1: it has not arrived. */
  private endOfRaw(at: number, name: string): number {
    const { html } = this;
    let end = html.indexOf("</", at);
    while (end >= 0 && end + 2 + name.length < html.length) {
      if (this.endsRaw(end + 2, name)) return end;
      end = html.indexOf("</", end + 2);
    }
    return -1;
  }

  /** The end of what has arrived, or the start of what may be a mark of which more will come. */
  private beforeMark(at: number, { name }: ElementKind): number {
    const from = Math.max(at, this.html.length - name.length - "</".length);
    const mark = this.html.slice(from).search(/[<-]/);
    return mark < 0 ? this.html.length : from + mark;
  }

  /**
   * The same for a script with comments, which may have scripts of their own (13.2.5.20 and following). `safe`: marks
   * from there on are read again.
   */
  private endOfScript(at: number, safe: number): number {
    const marks = /<!--|-->|<(\/?)script(?=[\t\n\f\r />])/gi;
    marks.lastIndex = at;
    for (let mark = marks.exec(this.html); mark !== null && mark.index < safe; mark = marks.exec(this.html)) {
      const [text, slash] = mark;
      if (text === "-->") this.escape = 0;
      else if (text === "<!--") {
        this.escape ||= 1;
        // `<!-->` begins and ends one.
        marks.lastIndex -= 2;
      } else if (slash === "") this.escape &&= 2;
      else if (this.escape === 2) this.escape = 1;
      else {
        this.escape = 0;
        return mark.index;
      }
    }
    return -1;
  }

  private endsRaw(at: number, name: string): boolean {
    for (let i = 0; i < name.length; i++) if ((this.html.charCodeAt(at + i) | 32) !== name.charCodeAt(i)) return false;
    return endsName(this.html.charCodeAt(at + name.length));
  }

  private endTag(at: number): number {
    const { html } = this;
    const start = at + 2;
    const code = html.charCodeAt(start);
    if (start >= html.length) {
      if (this.last) this.events.text(html, at, start);
      return this.unfinished();
    }
    if (!isLetter(code)) return this.past(">", start);
    // Usually the innermost element ends.
    const name = this.elements.innermost?.name;
    if (name !== undefined && html.startsWith(name, start) && html.charCodeAt(start + name.length) === GREATER) {
      this.elements.pop();
      return start + name.length + 1;
    }
    const end = this.past(">", start);
    if (end < 0 || (this.last && html.charCodeAt(end - 1) !== GREATER)) return end;
    this.elements.close(elementAt(html, start, this.nameEnd(start)));
    return end;
  }

  private nameEnd(at: number): number {
    let end = at;
    while (end < this.html.length && !endsName(this.html.charCodeAt(end))) end++;
    return end;
  }

  /** Comments, the doctype, CDATA, and bogus comments. */
  private declaration(at: number): number {
    const { html } = this;
    const start = at + 2;
    if (html.length < start + 7 && !this.last && html.indexOf(">", start) < 0) return -1;
    if (html.startsWith("--", start)) return this.beginComment(start + 2);
    if ((this.isXml || this.elements.foreign) && html.startsWith("[CDATA[", start)) return this.cdata(start + 7);
    const end = this.past(">", start);
    if (end > 0 && html.slice(start, start + 7).toLowerCase() === "doctype")
      this.events.doctype?.(html.slice(start, end - 1));
    return end;
  }

  private beginComment(start: number): number {
    if (this.html.startsWith(">", start)) return start + 1;
    if (this.html.startsWith("->", start)) return start + 2;
    this.inComment = true;
    return start;
  }

  /** Skips a comment as far as it has arrived. */
  private comment(at: number): number {
    const { html } = this;
    for (let dashes = html.indexOf("--", at); dashes >= 0; dashes = html.indexOf("--", dashes + 1)) {
      const end = html.startsWith(">", dashes + 2) ? dashes + 3 : html.startsWith("!>", dashes + 2) ? dashes + 4 : -1;
      if (end < 0) continue;
      this.inComment = false;
      return end;
    }
    if (this.last) return html.length;
    // The last characters may be the start of the comment's end.
    const kept = html.length - "--!".length;
    return kept > at ? kept : -1;
  }

  private cdata(start: number): number {
    const end = this.html.indexOf("]]>", start);
    if (end < 0 && !this.last) return -1;
    const stop = end < 0 ? this.html.length : end;
    this.events.text(this.html, start, stop);
    return end < 0 ? stop : end + 3;
  }

  private startTag(at: number): number {
    const nameEnd = this.nameEnd(at + 1);
    const end = this.readAttributes(nameEnd);
    if (end < 0) return this.unfinished();
    const element = elementAt(this.html, at + 1, nameEnd);
    const foreign = this.elements.foreign;
    this.tagEnd = this.offset + end;
    this.elements.open(element, this.attributes ?? NO_ATTRIBUTES, this.selfClosing);
    const isEmpty = this.isXml && this.selfClosing;
    if (!foreign && !isEmpty && (element.traits & (Trait.RawText | Trait.RawWithReferences)) !== 0) this.raw = element;
    return end;
  }

  /** Reads a tag from the end of its name. Returns the end of the tag, or -1 if it is incomplete. */
  private readAttributes(from: number): number {
    const { html } = this;
    this.attributes = null;
    for (let at = from; ;) {
      const valueEnd = at;
      let code = html.charCodeAt(at);
      while (code === SLASH || isSpace(code)) code = html.charCodeAt(++at);
      if (code === GREATER) {
        this.selfClosing = at > valueEnd && html.charCodeAt(at - 1) === SLASH;
        return at + 1;
      }
      const start = at;
      do code = html.charCodeAt(++at);
      while (code !== EQUALS && !endsName(code) && at < html.length);
      const end = at;
      at = this.skipSpace(at);
      if (html.charCodeAt(at) === EQUALS) at = this.readValue(this.skipSpace(at + 1));
      else this.valueStart = this.valueEnd = at;
      if (at < 0 || at >= html.length) return -1;
      this.keep(this.wanted.find(html, start, end));
    }
  }

  /** Reads an attribute's value. Returns its end, including the quote, or -1 if it is incomplete. */
  private readValue(at: number): number {
    const { html } = this;
    const code = html.charCodeAt(at);
    if (code === QUOTE || code === APOSTROPHE) {
      this.valueStart = at + 1;
      this.valueEnd = html.indexOf(code === QUOTE ? '"' : "'", at + 1);
      return this.valueEnd < 0 ? -1 : this.valueEnd + 1;
    }
    let end = at;
    while (end < html.length && html.charCodeAt(end) !== GREATER && !isSpace(html.charCodeAt(end))) end++;
    this.valueStart = at;
    return (this.valueEnd = end);
  }

  private keep(name: string | undefined): void {
    if (name === undefined) return;
    this.attributes ??= {};
    // Only names such as `constructor` need `Object.hasOwn`, which takes longer.
    if (this.attributes[name] !== undefined && Object.hasOwn(this.attributes, name)) return;
    const value = this.html.slice(this.valueStart, this.valueEnd);
    this.attributes[name] = this.hasReference(this.valueStart, this.valueEnd) ? decodeHTMLAttribute(value) : value;
  }

  private skipSpace(from: number): number {
    let at = from;
    while (isSpace(this.html.charCodeAt(at))) at++;
    return at;
  }
}
