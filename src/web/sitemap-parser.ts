import { Parser } from "htmlparser2";

export interface SitemapEntry {
  loc: string;
  /** As written; null when absent. */
  lastmod: string | null;
}

export type SitemapKind = "urlset" | "index" | "text" | "feed" | "html" | "unknown";

const ROOTS: Record<string, SitemapKind> = {
  urlset: "urlset",
  sitemapindex: "index",
  rss: "feed",
  feed: "feed",
  html: "html",
};
const MAX_FIELD_LENGTH = 4096;

/**
 * Reads one sitemap file as it arrives: XML (urlset, index), RSS or Atom, or a plain list of URLs. Keeps one entry in
 * memory at a time. A DOCTYPE or entity declaration ends the reading: `refused` is set and nothing after it counts.
 */
export class SitemapParser {
  kind: SitemapKind = "unknown";
  /** Set when the file must not be read on: it declares a document type. */
  refused = false;
  private started = false;
  private textTail = "";
  private prefix: string | null = null;
  private loc: string | null = null;
  private lastmod: string | null = null;
  private field: "loc" | "lastmod" | null = null;
  private readonly xml: Parser;

  constructor(private readonly onEntry: (entry: SitemapEntry) => void) {
    this.xml = new Parser(
      {
        onopentag: (name, attributes) => this.open(this.ownName(name), attributes),
        ontext: (text) => this.text(text),
        onclosetag: (name) => this.close(this.ownName(name)),
        onprocessinginstruction: (name) => {
          if (name.startsWith("!")) this.refused = true; // <!DOCTYPE …>, <!ENTITY …>
        },
      },
      { xmlMode: true, decodeEntities: true },
    );
  }

  write(chunk: string): void {
    if (this.refused) return;
    let text = chunk;
    if (!this.started) {
      text = text.replace(/^\uFEFF/, "").trimStart();
      if (text === "") return;
      this.started = true;
      if (/^<!doctype\s+html/i.test(text)) this.kind = "html";
      else if (!text.startsWith("<")) this.kind = "text";
    }
    if (this.kind === "text") this.lines(text);
    else if (this.kind !== "html") this.xml.write(text);
  }

  end(): void {
    if (this.refused || this.kind === "html") return;
    if (this.kind === "text") this.lines("\n");
    else this.xml.end();
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
    for (const line of lines) if (line.trim() !== "") this.onEntry({ loc: line.trim(), lastmod: null });
  }

  private open(name: string, attributes: Record<string, string>): void {
    if (this.kind === "unknown") this.kind = ROOTS[name] ?? "unknown";
    if (name === "url" || name === "sitemap" || name === "item" || name === "entry") this.loc = this.lastmod = null;
    this.field = FIELDS[name] ?? null;
    if (this.field === "loc" && this.kind === "feed") this.loc = attributes["href"] ?? "";
    else if (this.field) this[this.field] = "";
  }

  private text(text: string): void {
    if (!this.field) return;
    const value = (this[this.field] ?? "") + text;
    this[this.field] = value.slice(0, MAX_FIELD_LENGTH);
  }

  private close(name: string): void {
    this.field = null;
    const entry = this.kind === "index" ? "sitemap" : "url";
    const done = this.kind === "feed" ? name === "item" || name === "entry" : name === entry;
    if (this.refused || !done || this.loc === null || this.loc.trim() === "") return;
    this.onEntry({ loc: this.loc.trim(), lastmod: this.lastmod?.trim() || null });
    this.loc = this.lastmod = null;
  }
}

const FIELDS: Record<string, "loc" | "lastmod"> = {
  loc: "loc",
  link: "loc",
  lastmod: "lastmod",
  pubdate: "lastmod",
  updated: "lastmod",
};

/**
 * The instant a sitemap's lastmod names, epoch ms, or null when it is no W3C date. A date without a time means the whole
 * day, so it counts as its last millisecond: read as midnight, an edit later that day would be missed for ever.
 */
export function lastmodInstant(lastmod: string): number | null {
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/.exec(
    lastmod.trim(),
  );
  if (!match) return null;
  const [, year, month, day, time] = match;
  if (time !== undefined) {
    if (day === undefined) return null;
    const instant = Date.parse(`${year}-${month}-${day}${time}`);
    return Number.isNaN(instant) ? null : instant;
  }
  const y = Number(year);
  const m = month === undefined ? 12 : Number(month);
  const lastDay = new Date(Date.UTC(y, m, 0)).getUTCDate();
  const d = day === undefined ? lastDay : Number(day);
  if (m < 1 || m > 12 || d < 1 || d > lastDay) return null;
  return Date.UTC(y, m - 1, d, 23, 59, 59, 999);
}
