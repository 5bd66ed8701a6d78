import { charLength } from "../../lib/text";
import { Parser } from "htmlparser2";
import { LIMITS, type LinkFact, type PageFacts } from "./facts";
import { foldSpace, TextMeter } from "./text-counter";

type Attributes = Record<string, string>;

/** Elements whose text no reader sees. */
const INVISIBLE = new Set([
  "script",
  "style",
  "noscript",
  "template",
  "svg",
  "title",
  "iframe",
  "object",
  "textarea",
  "select",
]);
/** Page furniture, left out of the main text where the page has no `main`. */
const FURNITURE = new Set(["nav", "header", "footer", "aside"]);
/** Elements that do not end the head (HTML standard, "in head" insertion mode). */
export const HEAD_ELEMENTS = new Set([
  "html",
  "head",
  "title",
  "meta",
  "link",
  "script",
  "style",
  "base",
  "noscript",
  "template",
  "noframes",
]);
const INLINE = new Set([
  "a",
  "abbr",
  "b",
  "bdi",
  "bdo",
  "cite",
  "code",
  "dfn",
  "em",
  "font",
  "i",
  "kbd",
  "mark",
  "q",
  "s",
  "samp",
  "small",
  "span",
  "strong",
  "sub",
  "sup",
  "time",
  "u",
  "var",
  "wbr",
]);
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
/** A charset counts when it is declared within these first bytes (HTML standard). */
const CHARSET_BYTES = 1_024;
const RESOURCE_ATTRIBUTES: Record<string, string> = {
  script: "src",
  iframe: "src",
  frame: "src",
  img: "src",
  audio: "src",
  video: "src",
  source: "src",
  embed: "src",
  object: "data",
  form: "action",
};

/** Reads a page once, as it arrives, and keeps only facts. Never throws on broken HTML. */
export class PageExtractor {
  private readonly facts: PageFacts = emptyFacts();
  private readonly parser: Parser;
  private headOpen = true;
  private depth = 0;
  /** Depth at which an invisible, furniture or main element began; 0: none open. */
  private invisibleAt = 0;
  private furnitureAt = 0;
  private mainAt = 0;
  private svgAt = 0;
  private templateAt = 0;
  private noscriptAt = 0;
  private title: string | null = null;
  private inSvgTitle = false;
  private heading: { level: number; text: string } | null = null;
  private link: LinkFact | null = null;
  private linkLabel = "";
  private jsonLd: string | null = null;
  private readonly ids = new Set<string>();
  /** Visible text by region; the three never overlap. */
  private readonly furniture = new TextMeter();
  private readonly body = new TextMeter();
  private readonly main = new TextMeter();
  private readonly bodyText: string[] = [];
  private readonly mainText: string[] = [];

  constructor() {
    this.parser = new Parser(
      {
        onopentag: (name, attributes) => this.open(name, attributes),
        ontext: (text) => this.text(text),
        onclosetag: (name) => this.close(name),
        onprocessinginstruction: (name, data) => {
          if (name === "!doctype") this.facts.doctype = /^!doctype\s+html/i.test(data);
        },
      },
      { decodeEntities: true },
    );
  }

  write(chunk: string): void {
    if (this.facts.truncated) return;
    this.parser.write(chunk);
  }

  /** Ends the page. `truncated`: the body was cut short. */
  end(truncated = false): PageFacts {
    if (!this.facts.truncated) this.parser.end();
    const facts = this.facts;
    facts.truncated ||= truncated;
    facts.text = this.finishText();
    return facts;
  }

  private open(name: string, attributes: Attributes): void {
    this.depth++;
    this.facts.elements++;
    if (this.depth > LIMITS.depth) {
      this.facts.truncated = true;
      return;
    }
    if (name === "noscript" && this.noscriptAt === 0) this.noscriptAt = this.depth;
    // Browsers that run scripts take a noscript in the head as text: what is in it can't end the head.
    if (this.headOpen && this.noscriptAt === 0 && !HEAD_ELEMENTS.has(name)) this.headOpen = false;
    if (!INLINE.has(name)) this.breakWord();
    this.enterRegion(name, attributes);
    if (
      attributes["itemscope"] !== undefined ||
      attributes["typeof"] !== undefined ||
      attributes["property"]?.startsWith("schema:")
    )
      this.facts.inlineStructuredData = true;
    const insecure = RESOURCE_ATTRIBUTES[name];
    if (insecure !== undefined) this.noteResource(attributes[insecure]);
    if (this.templateAt !== 0) return;
    if (attributes["id"]) this.noteId(attributes["id"]);
    if (this.link && this.linkLabel === "") this.linkLabel = labelOf(attributes);
    this.element(name, attributes);
  }

  private element(name: string, attributes: Attributes): void {
    const facts = this.facts;
    switch (name) {
      case "html":
        facts.lang = attributes["lang"]?.trim() || attributes["xml:lang"]?.trim() || null;
        break;
      case "base":
        facts.baseHref ??= attributes["href"]?.trim() || null;
        break;
      case "title":
        if (this.svgAt === 0) this.title = "";
        else this.inSvgTitle = true;
        break;
      case "meta":
        this.meta(attributes);
        break;
      case "link":
        this.linkElement(attributes);
        break;
      case "h1":
      case "h2":
      case "h3":
      case "h4":
      case "h5":
      case "h6":
        this.heading = { level: name.charCodeAt(1) - 48, text: "" };
        break;
      case "a":
        this.openAnchor(attributes);
        break;
      case "img":
        this.image(attributes);
        break;
      case "script":
        facts.scripts++;
        if (/^application\/ld\+json/i.test(attributes["type"]?.trim() ?? "")) this.jsonLd = "";
        break;
      case "frame":
      case "frameset":
        facts.frames++;
        break;
      case "object":
      case "embed":
        if (isPlugin(attributes)) facts.frames++;
        break;
      case "input":
        if (attributes["type"]?.toLowerCase() === "password") facts.passwordInputs++;
        break;
    }
  }

  private enterRegion(name: string, attributes: Attributes): void {
    const role = attributes["role"];
    if (name === "svg" && this.svgAt === 0) this.svgAt = this.depth;
    if (name === "template" && this.templateAt === 0) this.templateAt = this.depth;
    if (this.invisibleAt === 0 && (INVISIBLE.has(name) || attributes["hidden"] !== undefined))
      this.invisibleAt = this.depth;
    if (name === "main" || role === "main") {
      this.facts.mainLandmark = true;
      if (this.mainAt === 0) this.mainAt = this.depth;
    }
    if (
      this.furnitureAt === 0 &&
      (FURNITURE.has(name) || role === "navigation" || role === "banner" || role === "contentinfo")
    )
      this.furnitureAt = this.depth;
  }

  private text(text: string): void {
    if (this.jsonLd !== null) {
      if (this.jsonLd.length <= LIMITS.jsonLdBytes) this.jsonLd += text;
      return;
    }
    if (this.title !== null) {
      if (this.title.length < LIMITS.fieldLength) this.title += text;
      return;
    }
    if (this.inSvgTitle && this.link && this.linkLabel === "") this.linkLabel = text;
    if (this.invisibleAt !== 0) return;
    if (this.mainAt !== 0) {
      this.main.add(text);
      this.mainText.push(text);
    } else if (this.furnitureAt !== 0) {
      this.furniture.add(text);
    } else {
      this.body.add(text);
      if (!this.facts.mainLandmark) this.bodyText.push(text);
    }
    if (this.heading && this.heading.text.length < LIMITS.fieldLength) this.heading.text += text;
    if (this.link && this.link.text.length < LIMITS.anchorTextLength) this.link.text += text;
  }

  private close(name: string): void {
    switch (name) {
      case "head":
        this.headOpen = false;
        break;
      case "title":
        if (this.title !== null && this.facts.titles.length < LIMITS.samples) {
          this.facts.titles.push({ text: foldSpace(this.title), inHead: this.headOpen });
          if (!this.headOpen) this.outsideHead("title");
        }
        this.title = null;
        this.inSvgTitle = false;
        break;
      case "script":
        if (this.jsonLd !== null && this.facts.jsonLd.length < LIMITS.jsonLdBlocks)
          this.facts.jsonLd.push(this.jsonLd.length > LIMITS.jsonLdBytes ? null : this.jsonLd);
        this.jsonLd = null;
        break;
      case "a":
        this.closeAnchor();
        break;
      case "h1":
      case "h2":
      case "h3":
      case "h4":
      case "h5":
      case "h6":
        if (this.heading && this.facts.headings.length < LIMITS.headings)
          this.facts.headings.push({ level: this.heading.level, text: foldSpace(this.heading.text) });
        this.heading = null;
        break;
    }
    if (!INLINE.has(name)) this.breakWord();
    if (this.invisibleAt === this.depth) this.invisibleAt = 0;
    if (this.furnitureAt === this.depth) this.furnitureAt = 0;
    if (this.mainAt === this.depth) this.mainAt = 0;
    if (this.svgAt === this.depth) this.svgAt = 0;
    if (this.templateAt === this.depth) this.templateAt = 0;
    if (this.noscriptAt === this.depth) this.noscriptAt = 0;
    this.depth--;
  }

  private meta(attributes: Attributes): void {
    const facts = this.facts;
    const content = attributes["content"]?.slice(0, LIMITS.fieldLength).trim() ?? "";
    const name = attributes["name"]?.trim().toLowerCase() ?? "";
    const property = attributes["property"]?.trim().toLowerCase() ?? name;
    const early = this.parser.startIndex < CHARSET_BYTES;
    if (attributes["charset"] !== undefined && early) facts.charset ??= attributes["charset"].trim();
    const equiv = attributes["http-equiv"]?.toLowerCase();
    if (equiv === "refresh") facts.refresh ??= content;
    if (equiv === "content-type" && early) facts.charset ??= /charset=([^;\s]+)/i.exec(content)?.[1] ?? null;
    if (name === "description") facts.descriptions.push(foldSpace(content));
    else if (name === "viewport") facts.viewport ??= content;
    else if (CRAWLER_METAS.has(name)) {
      facts.robots.push({ agent: name, content: content.toLowerCase() });
      if (!this.headOpen) this.outsideHead(`meta ${name}`);
    }
    if (property.startsWith("og:") || property.startsWith("twitter:")) {
      facts.preview[property] ??= content;
      if (!this.headOpen) this.outsideHead(property);
    }
  }

  private linkElement(attributes: Attributes): void {
    const facts = this.facts;
    const href = attributes["href"]?.trim();
    if (href === undefined) return;
    const rels = (attributes["rel"] ?? "").toLowerCase().split(/\s+/);
    if (rels.includes("canonical")) {
      facts.canonicals.push({ href, inHead: this.headOpen });
      if (!this.headOpen) this.outsideHead("canonical");
    }
    const code = attributes["hreflang"];
    if (code !== undefined && rels.includes("alternate")) {
      if (facts.hreflangs.length < LIMITS.hreflangs) facts.hreflangs.push({ code: code.trim(), href });
      if (!this.headOpen) this.outsideHead("hreflang");
    }
    if (rels.includes("icon")) facts.icon = true;
    if (rels.includes("next")) facts.next ??= href;
    if (rels.includes("prev")) facts.prev ??= href;
    if (rels.includes("stylesheet")) this.noteResource(href);
  }

  private openAnchor(attributes: Attributes): void {
    if (this.link) this.closeAnchor();
    const href = attributes["href"] ?? null;
    if (href === null && attributes["onclick"] === undefined) return;
    this.link = {
      href: href?.trim().slice(0, 4_096) ?? null,
      text: "",
      nofollow: /\bnofollow\b/i.test(attributes["rel"] ?? ""),
    };
    this.linkLabel = labelOf(attributes);
  }

  private closeAnchor(): void {
    const link = this.link;
    if (!link) return;
    this.link = null;
    link.text = foldSpace(link.text) || foldSpace(this.linkLabel).slice(0, LIMITS.anchorTextLength);
    if (this.facts.links.length < LIMITS.links) this.facts.links.push(link);
    else this.facts.linksDropped++;
  }

  private image(attributes: Attributes): void {
    const images = this.facts.images;
    images.total++;
    const src = (attributes["src"] ?? attributes["data-src"] ?? "").slice(0, 300);
    const alt = attributes["alt"];
    if (this.link && alt && this.linkLabel === "") this.linkLabel = alt;
    const decorative =
      attributes["role"] === "presentation" || attributes["role"] === "none" || attributes["aria-hidden"] === "true";
    if (alt === undefined && !decorative && ++images.missingAlt <= LIMITS.samples) images.missingAltSamples.push(src);
    if (alt !== undefined && charLength(alt) > 100 && ++images.longAlt <= LIMITS.samples)
      images.longAltSamples.push(src);
    const sized =
      (attributes["width"] !== undefined && attributes["height"] !== undefined) ||
      /aspect-ratio/.test(attributes["style"] ?? "");
    if (!sized && ++images.missingDimensions <= LIMITS.samples) images.missingDimensionsSamples.push(src);
  }

  private noteId(id: string): void {
    if (!this.ids.has(id)) this.ids.add(id);
    else if (this.facts.duplicateIds.length < LIMITS.samples && !this.facts.duplicateIds.includes(id))
      this.facts.duplicateIds.push(id);
  }

  private noteResource(url: string | undefined): void {
    if (url && /^\s*http:/i.test(url) && this.facts.insecureResources.length < LIMITS.samples)
      this.facts.insecureResources.push(url.trim().slice(0, 300));
  }

  private outsideHead(name: string): void {
    const list = this.facts.headTagsInBody;
    if (list.length < LIMITS.samples && !list.includes(name)) list.push(name);
  }

  private breakWord(): void {
    if (this.invisibleAt !== 0) return;
    if (this.mainAt !== 0) {
      this.main.break();
      this.mainText.push(" ");
    } else if (this.furnitureAt !== 0) {
      this.furniture.break();
    } else {
      this.body.break();
      if (!this.facts.mainLandmark) this.bodyText.push(" ");
    }
  }

  private finishText(): PageFacts["text"] {
    const { furniture, body, main } = this;
    const chosen = this.facts.mainLandmark ? main : body;
    return {
      words: furniture.words + body.words + main.words,
      cjk: furniture.cjk + body.cjk + main.cjk,
      mainWords: chosen.words,
      mainCjk: chosen.cjk,
      bytes: furniture.bytes + body.bytes + main.bytes,
      chars: furniture.chars + body.chars + main.chars,
      mainChars: chosen.chars,
      mainHash: chosen.hash(),
      main: (this.facts.mainLandmark ? this.mainText : this.bodyText).join("").slice(0, LIMITS.mainText),
    };
  }
}

/** The name that attributes give an element; of a reference to another element, the reference. */
function labelOf(attributes: Attributes): string {
  return attributes["aria-label"] || attributes["title"] || attributes["aria-labelledby"] || "";
}

/** Whether an object or embed needs a plug-in: browsers show pictures, pages, sound and film by themselves. */
function isPlugin(attributes: Attributes): boolean {
  const type = attributes["type"]?.trim().toLowerCase() ?? "";
  const file = (attributes["data"] ?? attributes["src"] ?? "").toLowerCase();
  return (type.startsWith("application/") && !type.includes("xhtml")) || /\.(swf|jar|class|xap|pdf)\b/.test(file);
}

function emptyFacts(): PageFacts {
  return {
    doctype: false,
    lang: null,
    baseHref: null,
    charset: null,
    viewport: null,
    titles: [],
    descriptions: [],
    robots: [],
    refresh: null,
    canonicals: [],
    hreflangs: [],
    next: null,
    prev: null,
    icon: false,
    preview: {},
    headTagsInBody: [],
    headings: [],
    links: [],
    linksDropped: 0,
    images: {
      total: 0,
      missingAlt: 0,
      longAlt: 0,
      missingDimensions: 0,
      missingAltSamples: [],
      longAltSamples: [],
      missingDimensionsSamples: [],
    },
    jsonLd: [],
    inlineStructuredData: false,
    elements: 0,
    duplicateIds: [],
    frames: 0,
    mainLandmark: false,
    passwordInputs: 0,
    insecureResources: [],
    scripts: 0,
    text: { words: 0, cjk: 0, mainWords: 0, mainCjk: 0, bytes: 0, chars: 0, mainChars: 0, mainHash: 0, main: "" },
    truncated: false,
  };
}
