import { Trait, type ElementKind } from "./elements";
import { LIMITS, type PageFacts } from "./facts";
import { nameTable } from "./name-table";
import type { Attributes, HtmlEvents } from "./open-elements";
import { HtmlScanner } from "./scanner";
import { folded, foldSpace } from "./text-measure";

const CRAWLER_METAS = new Set([
  "robots",
  "googlebot",
  "googlebot-news",
  "bingbot",
  "slurp",
  "yandex",
  "baiduspider",
  "applebot",
]);
/** A charset counts only within these first bytes (HTML standard). */
export const CHARSET_BYTES = 1_024;
/** The directive of a Content-Security-Policy that makes browsers load http: files over https. */
export const UPGRADE = /(?:^|[;,])\s*upgrade-insecure-requests\s*(?:$|[;,])/i;
const encoder = new TextEncoder();
const NOT_SPACE = /[^\t\n\f\r ]/;

/** Collects facts from meta and link elements. */
export class HeadTags {
  /** Whether the head is still open. Search engines accept some tags only there. */
  headOpen = true;
  private hasEndTag = false;

  constructor(private readonly facts: PageFacts) {}

  /** An element outside templates, and outside noscript unless it is one itself. */
  open({ name, traits }: ElementKind): void {
    if ((traits & Trait.Head) === 0 || (this.hasEndTag && name === "noscript")) this.headOpen = false;
  }

  /** The head's end tag. What follows it goes into the head, too, until something begins the body (13.2.6.4.6). */
  close(): void {
    this.hasEndTag = true;
  }

  /** Visible text: one letter in the head begins the body. */
  text(html: string): void {
    if (this.headOpen && NOT_SPACE.test(html)) this.headOpen = false;
  }

  /** `before`: the beginning of the page up to the tag's end; null if it is long. `inNoscript`: browsers ignore it. */
  meta(attributes: Attributes, before: string | null, inNoscript: boolean): void {
    const { facts } = this;
    const content = attributes["content"]?.slice(0, LIMITS.fieldLength).trim() ?? "";
    const name = attributes["name"]?.trim().toLowerCase() ?? "";
    const property = attributes["property"]?.trim().toLowerCase() ?? name;
    const equiv = attributes["http-equiv"]?.toLowerCase();
    if (equiv === "refresh" && !inNoscript) facts.refresh ??= content;
    if (equiv === "content-security-policy" && UPGRADE.test(content)) facts.upgradesInsecure = true;
    const declared = equiv === "content-type" ? /charset=([^;\s]+)/i.exec(content)?.[1] : undefined;
    this.charset(attributes["charset"]?.trim() ?? declared, before);
    if (name === "description") pushSome(facts.descriptions, foldSpace(content));
    else if (name === "viewport") facts.viewport ??= content;
    else if (CRAWLER_METAS.has(name)) {
      pushSome(facts.robots, { agent: name, content: content.toLowerCase() });
      this.expectHead(`meta ${name}`);
    }
    if (property.startsWith("og:") || property.startsWith("twitter:")) {
      facts.preview[property] ||= content;
      if (property.startsWith("og:")) this.expectHead(property);
    }
  }

  /** The tag must end within the first bytes (HTML standard, 4.2.5.4). */
  private charset(name: string | undefined, before: string | null): void {
    if (name === undefined || before === null || this.facts.charset !== null) return;
    const bytes = /^utf-?8$/i.test(name) ? encoder.encode(before).length : before.length;
    if (bytes <= CHARSET_BYTES) this.facts.charset = name;
  }

  link(attributes: Attributes): void {
    const { facts } = this;
    const href = attributes["href"]?.trim().slice(0, LIMITS.address);
    if (href === undefined) return;
    const rels = (attributes["rel"] ?? "").toLowerCase().split(/\s+/);
    if (rels.includes("canonical")) {
      pushSome(facts.canonicals, { href, inHead: this.headOpen });
      this.expectHead("canonical");
    }
    const code = attributes["hreflang"];
    if (code !== undefined && rels.includes("alternate") && isPage(attributes["type"])) {
      if (facts.hreflangs.length < LIMITS.hreflangs) facts.hreflangs.push({ code: code.trim(), href });
      this.expectHead("hreflang");
    }
    if (rels.includes("icon")) facts.icon = true;
    if (rels.includes("alternate") && /^text\/markdown\b/i.test(attributes["type"] ?? "")) facts.markdownTwin ??= href;
    if (rels.includes("next")) pushSome(facts.next, href);
    if (rels.includes("prev") || rels.includes("previous")) pushSome(facts.prev, href);
  }

  title(text: string): void {
    if (this.facts.titles.length >= LIMITS.samples) return;
    this.facts.titles.push({ text: folded(text, LIMITS.fieldLength), inHead: this.headOpen });
    this.expectHead("title");
  }

  private expectHead(name: string): void {
    if (this.headOpen) return;
    const list = this.facts.headTagsInBody;
    if (list.length < LIMITS.samples && !list.includes(name)) list.push(name);
  }
}

/** Whether a link leads to a page, and not to a feed or a file in another format. */
function isPage(type = ""): boolean {
  return type.trim() === "" || /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(type);
}

function pushSome<T>(list: T[], item: T): void {
  if (list.length < LIMITS.sameTags) list.push(item);
}

const META_ATTRIBUTES = nameTable(["name", "content"]);

/**
 * The `content` of each `<meta name="…">` with this name in the page's head. The body is ignored, because anyone's text
 * may be in it.
 */
export function metaContents(html: string, name: string): string[] {
  const found: string[] = [];
  let inHead = true;
  const events: HtmlEvents = {
    open(element, attributes) {
      if ((element.traits & Trait.Head) === 0) inHead = false;
      if (!inHead || element.name !== "meta" || attributes["name"]?.toLowerCase() !== name) return;
      found.push((attributes["content"] ?? "").trim());
    },
    close(element) {
      if (element.name === "head") inHead = false;
    },
    text() {},
  };
  const scanner = new HtmlScanner(events, META_ATTRIBUTES);
  scanner.write(html);
  scanner.end();
  return found;
}
