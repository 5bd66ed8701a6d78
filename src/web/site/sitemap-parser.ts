import { Parser, type Handler } from "htmlparser2";

export interface SitemapEntry {
  loc: string;
  /** As written, but a feed's date by RFC 822 as W3C date; null if absent. */
  lastmod: string | null;
}

export type SitemapKind = "urlset" | "index" | "text" | "feed" | "html" | "unknown";

/** XML errors found in a file. */
export type XmlFault = "not_well_formed" | "no_namespace" | "not_utf8" | "unescaped_ampersand";

const ROOTS = new Map<string, SitemapKind>([
  ["urlset", "urlset"],
  ["sitemapindex", "index"],
  ["rss", "feed"],
  ["feed", "feed"],
  ["html", "html"],
]);
const ENTRIES: Partial<Record<SitemapKind, readonly string[]>> = {
  urlset: ["url"],
  index: ["sitemap"],
  feed: ["item", "entry"],
};
const FIELDS = new Map<string, "loc" | "lastmod">([
  ["loc", "loc"],
  ["link", "loc"],
  ["lastmod", "lastmod"],
  ["pubdate", "lastmod"],
  ["updated", "lastmod"],
]);
const NAMESPACE = /^https?:\/\/(www\.)?(sitemaps\.org\/schemas\/sitemap|google\.com\/schemas\/sitemap)\//;
const MAX_FIELD_LENGTH = 4096;
/** A sitemap is three levels deep, and extensions add a few. More is an attack on the parser's stack. */
const MAX_DEPTH = 16;
/** A file with a longer tag or comment is not a sitemap. */
const MAX_TOKEN_LENGTH = 1_000_000;

/** A first part of `<!doctype html`, which the first chunk may end in. */
const HTML_BEGINS = /^<(?:!(?:d(?:o(?:c(?:t(?:y(?:p(?:e(?:\s+(?:h(?:t(?:m)?)?)?)?)?)?)?)?)?)?)?)?$/i;
/** Characters after which the kind of a file is settled. */
const SNIFFED = 100;

/** Reports what htmlparser2 tolerates: unmatched end tags, and ampersands that don't start an entity. */
class StrictParser extends Parser {
  private closes = 0;
  private raw = false;
  private closesItself = false;

  constructor(
    handler: Partial<Handler>,
    private readonly onFault: (fault: XmlFault) => void,
  ) {
    super(
      {
        ...handler,
        onclosetag: (name, implied) => {
          this.closes++;
          if (implied && !this.closesItself) onFault("not_well_formed");
          handler.onclosetag?.(name, implied);
        },
        ontext: (text) => {
          if (this.raw && text.includes("&")) onFault("unescaped_ampersand");
          handler.ontext?.(text);
        },
      },
      { xmlMode: true, decodeEntities: true },
    );
  }

  override onclosetag(start: number, end: number): void {
    const before = this.closes;
    super.onclosetag(start, end);
    if (this.closes === before) this.onFault("not_well_formed");
  }

  /** `<xhtml:link … />`, whose end the parser implies. */
  override onselfclosingtag(end: number): void {
    this.closesItself = true;
    super.onselfclosingtag(end);
    this.closesItself = false;
  }

  /** Literal text of the file. Entity values and CDATA arrive separately. */
  override ontext(start: number, end: number): void {
    // A tag that the end of the file cuts off after its name: the parser has no beginning of its text.
    if (start < 0) return this.onFault("not_well_formed");
    this.raw = true;
    super.ontext(start, end);
    this.raw = false;
  }
}

/**
 * Parses one sitemap file as it arrives: XML (urlset, index), RSS or Atom, or a plain list of URLs. Keeps only one
 * entry in memory. A DOCTYPE or entity declaration stops it: `refused` is set and everything after is ignored.
 */
export class SitemapParser {
  kind: SitemapKind = "unknown";
  /** Set if parsing must stop, because the file declares a document type or is built to exhaust a parser. */
  refused = false;
  readonly faults = new Set<XmlFault>();
  private started = false;
  private beginsWithSpace = false;
  /** The file so far, while it may still turn out to be HTML. */
  private start = "";
  private hasEnded = false;
  private rootSeen = false;
  private depth = 0;
  private sinceEvent = 0;
  private textTail = "";
  private prefix: string | null = null;
  private loc: string | null = null;
  private lastmod: string | null = null;
  private field: "loc" | "lastmod" | null = null;
  private readonly xml: StrictParser;

  constructor(private readonly onEntry: (entry: SitemapEntry) => void) {
    this.xml = new StrictParser(
      {
        onopentag: (name, attributes) => this.open(this.ownName(name), attributes),
        ontext: (text) => this.text(text),
        onclosetag: (name) => this.close(this.ownName(name)),
        oncomment: () => (this.sinceEvent = 0),
        onprocessinginstruction: (name, data) => this.instruction(name, data),
      },
      (fault) => this.fault(fault),
    );
  }

  /** `chunk`: decoded text. U+FFFD in it means invalid UTF-8. */
  write(chunk: string): void {
    if (this.refused) return;
    if (chunk.includes("\uFFFD")) this.faults.add("not_utf8");
    let text = chunk;
    if (!this.started) {
      const whole = (this.start + chunk).replace(/^\uFEFF/, "");
      text = whole.trimStart();
      this.beginsWithSpace ||= text.length < whole.length;
      this.start = text.length < SNIFFED ? text : "";
      if (text === "" || HTML_BEGINS.test(this.start)) return;
      this.started = true;
      if (/^<!doctype\s+html/i.test(text)) this.kind = "html";
      else if (!text.startsWith("<")) this.kind = "text";
    }
    if (this.kind === "text") return this.lines(text);
    if (this.kind === "html") return;
    this.sinceEvent += text.length;
    this.xml.write(text);
    if (this.sinceEvent > MAX_TOKEN_LENGTH) this.refuse();
  }

  end(): void {
    // What was held back is not HTML.
    if (!this.started) this.xml.write(this.start);
    if (this.refused || this.kind === "html") return;
    if (this.kind === "text") this.lines("\n");
    else {
      // An address that goes on to the end is cut off. The parser reports half a tag at the end as text.
      if (this.field) this[this.field] = null;
      this.hasEnded = true;
      this.xml.end();
    }
  }

  /** Stops, ignoring the rest of the current chunk too. */
  private refuse(): void {
    // Further pieces of HTML are not read, so what the first one has must not count either.
    if (this.kind !== "html") this.refused = true;
    this.xml.pause();
  }

  /** <!DOCTYPE …> and <!ENTITY …> stop parsing. <?xml …?> may name an encoding. */
  private instruction(name: string, data: string): void {
    this.sinceEvent = 0;
    if (name.startsWith("!")) {
      this.refuse();
      if (!this.rootSeen && /^!doctype\s+html/i.test(data)) this.kind = "html";
    }
    // An XML declaration may only be the very first thing in a file.
    if (name === "?xml" && this.beginsWithSpace) this.fault("not_well_formed");
    const encoding = name === "?xml" ? /encoding\s*=\s*["']([^"']+)/i.exec(data)?.[1] : undefined;
    if (encoding !== undefined && !/^(utf-?8|us-ascii)$/i.test(encoding)) this.fault("not_utf8");
  }

  /** An element's name without the root's prefix; empty for elements of other vocabularies, such as image:loc. */
  private ownName(name: string): string {
    const colon = name.indexOf(":");
    const prefix = colon < 0 ? "" : name.slice(0, colon);
    this.prefix ??= prefix;
    return prefix === this.prefix ? name.slice(colon + 1).toLowerCase() : "";
  }

  private lines(text: string): void {
    const lines = (this.textTail + text).split(/\r\n|\r|\n/);
    this.textTail = lines.pop()!.slice(0, MAX_FIELD_LENGTH);
    for (const line of lines) {
      const loc = line.trim();
      if (loc === "") continue;
      // A list of URLs begins with a URL; anything else is not a sitemap.
      if (!this.rootSeen && !/^https?:\/\//i.test(loc)) {
        this.kind = "unknown";
        this.refuse();
        return;
      }
      this.rootSeen = true;
      this.onEntry({ loc, lastmod: null });
    }
  }

  private open(name: string, attributes: Record<string, string>): void {
    this.sinceEvent = 0;
    if (this.depth === 0 && this.rootSeen) this.fault("not_well_formed");
    if (++this.depth > MAX_DEPTH) this.refuse();
    if (this.refused) return;
    if (!this.rootSeen) this.root(name, attributes);
    if (this.isEntry(name)) this.loc = this.lastmod = null;
    this.field = FIELDS.get(name) ?? null;
    if (this.field === "loc" && this.kind === "feed" && attributes["href"] !== undefined) this.atomLink(attributes);
    else if (this.field) this[this.field] = "";
  }

  /** Atom's entries also link to their comments, files and feeds. The first alternate is their page. */
  private atomLink({ href, rel }: Record<string, string>): void {
    this.field = null;
    if ((rel === undefined || /^\s*alternate\s*$/i.test(rel)) && !this.loc) this.loc = href!;
  }

  private fault(fault: XmlFault): void {
    // Further pieces of HTML are not read, so what the first one has must not count either.
    if (this.kind !== "html") this.faults.add(fault);
  }

  private root(name: string, attributes: Record<string, string>): void {
    this.rootSeen = true;
    this.kind = ROOTS.get(name) ?? "unknown";
    const namespace = attributes[this.prefix === "" ? "xmlns" : `xmlns:${this.prefix}`] ?? "";
    if ((this.kind === "urlset" || this.kind === "index") && !NAMESPACE.test(namespace))
      this.faults.add("no_namespace");
  }

  private isEntry(name: string): boolean {
    return ENTRIES[this.kind]?.includes(name) ?? false;
  }

  private text(text: string): void {
    this.sinceEvent = 0;
    if (this.depth === 0 && this.rootSeen && text.trim() !== "") this.fault("not_well_formed");
    if (!this.field || this.hasEnded) return;
    const value = this[this.field] ?? "";
    // Each entity arrives as a separate text, so check the length first: truncating again for each one is slow.
    if (value.length < MAX_FIELD_LENGTH) this[this.field] = value + text.slice(0, MAX_FIELD_LENGTH - value.length);
  }

  private close(name: string): void {
    this.sinceEvent = 0;
    this.depth--;
    this.field = null;
    if (this.refused || !this.isEntry(name) || this.loc === null || this.loc.trim() === "") return;
    const lastmod = this.lastmod?.trim() || null;
    this.onEntry({ loc: this.loc.trim(), lastmod: lastmod && this.kind === "feed" ? w3cDate(lastmod) : lastmod });
    this.loc = this.lastmod = null;
  }
}

/** A date by RFC 822, as RSS has it: `Mon, 6 Jul 2026 00:01:00 +0000`. */
const RFC_822 = /^(?:[a-z]{3},?\s+)?\d{1,2}\s+[a-z]{3}\s+\d{2,4}\s+\d{1,2}:\d{2}/i;

function w3cDate(text: string): string {
  const instant = RFC_822.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? text : new Date(instant).toISOString();
}
