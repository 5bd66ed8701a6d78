import { charLength } from "../../lib/text/text";
import { Accessibility } from "./accessibility";
import { xmlEncoding } from "./decoder";
import { Trait, type ElementKind } from "./elements";
import { PageExtraction, type Extraction } from "./extraction";
import { emptyFacts, LIMITS, type FormCounts, type ImageCounts, type LinkFact, type PageFacts } from "./facts";
import { noteFiles, noteInsecure } from "./file-references";
import { CHARSET_BYTES, HeadTags } from "./head-tags";
import { nameTable, type NameTable } from "./name-table";
import { NO_ATTRIBUTES, type Attributes, type HtmlEvents } from "./open-elements";
import { Regions } from "./regions";
import { HtmlScanner } from "./scanner";
import { ScriptHooks } from "./script-hooks";
import { folded, withPiece } from "./text-measure";
import { VisibleText } from "./visible-text";

/** Attributes that facts depend on. */
const ATTRIBUTES =
  "action alt aria-describedby aria-hidden aria-label aria-labelledby charset content data data-src disabled for formaction height hidden href hreflang http-equiv id itemscope lang name onclick placeholder poster property rel role src srcset style tabindex title tooldescription toolname type typeof value width xml:lang".split(
    " ",
  );
const NAMES = nameTable(ATTRIBUTES);
/** The same with the attributes that a run's extractors use. */
const NAMES_WITH = new WeakMap<Extraction, NameTable<string>>();

function namesWith(extraction: Extraction): NameTable<string> {
  let names = NAMES_WITH.get(extraction);
  if (!names) NAMES_WITH.set(extraction, (names = nameTable([...ATTRIBUTES, ...extraction.attributes])));
  return names;
}

/** A fragment that a client-side router may read as a path. */
const ROUTE = /^[^#]*#[!/]/;
/** Characters of a heading that tell where something is. */
const PLACE_LENGTH = 60;
const IMAGES = new Set(["img", "amp-img"]);
const STYLE_WIDTH = /(?:^|;)\s*width\s*:\s*(?!auto|inherit|initial|unset|[;\s])/i;
const STYLE_HEIGHT = /(?:^|;)\s*height\s*:\s*(?!auto|inherit|initial|unset|[;\s])/i;

/** What a caller wants in addition to the facts that every page has. */
export interface PageWishes {
  /** What the site's owner wants to read from every page. */
  extraction?: Extraction | null;
  /** Whether to note the files that the page loads. */
  keepsFiles?: boolean;
  /** Whether to note what scripts may find in the page. */
  keepsHooks?: boolean;
  /** Whether the page is XHTML that is sent as such, so that browsers read it as XML. */
  isXml?: boolean;
}

/** Reads a page in one pass, as it arrives, and keeps only facts. Never throws on broken HTML. */
export class PageExtractor implements HtmlEvents {
  private readonly facts: PageFacts = emptyFacts();
  private readonly scanner: HtmlScanner;
  private readonly extraction: PageExtraction | null;
  private readonly keepsFiles: boolean;
  private readonly hooks: ScriptHooks | null;
  private readonly head = new HeadTags(this.facts);
  private readonly regions = new Regions();
  private readonly visible = new VisibleText();
  /** Where an element without anything to know it by is. */
  private readonly place = () =>
    this.lastHeading === ""
      ? "above the first heading"
      : `below "${this.lastHeading.slice(0, PLACE_LENGTH).trimEnd()}"`;
  private readonly accessibility = new Accessibility(this.facts.accessibility, this.regions, this.place);
  /** The first characters of the page. */
  private beginning = "";
  private title: string | null = null;
  private inSvgName = false;
  /** `label`: what names the heading if it has no text. */
  private heading: { level: number; text: string; label: string } | null = null;
  /** The text of the last heading that has one. */
  private lastHeading = "";
  private link: LinkFact | null = null;
  private linkLabel = "";
  /** The label is the text of the SVG title or text that is open. */
  private labelIsSvgName = false;
  private linkIsHidden = false;
  private hasBody = false;
  private isFrameset: boolean | null = null;
  private jsonLd: string | null = null;
  private readonly ids = new Set<string>();
  /** Names of anchors: a second kind of places, not of ids. */
  private readonly anchors = new Set<string>();

  constructor({ extraction = null, keepsFiles = false, keepsHooks = false, isXml = false }: PageWishes = {}) {
    this.keepsFiles = keepsFiles;
    this.hooks = keepsHooks ? new ScriptHooks() : null;
    this.extraction = extraction && new PageExtraction(extraction);
    this.scanner = new HtmlScanner(this, extraction ? namesWith(extraction) : NAMES, isXml);
  }

  write(chunk: string): void {
    if (this.beginning.length < CHARSET_BYTES) this.beginning += chunk.slice(0, CHARSET_BYTES - this.beginning.length);
    if (this.facts.truncated) return;
    this.extraction?.write(chunk);
    this.scanner.write(chunk);
  }

  /** Finishes the page. `truncated`: the body was incomplete. */
  end(truncated = false): PageFacts {
    if (!this.facts.truncated) this.scanner.end();
    const { facts, regions } = this;
    facts.truncated ||= truncated;
    facts.charset ??= xmlEncoding(this.beginning);
    facts.routeAnchors = this.routeAnchors();
    this.accessibility.finish();
    facts.mainLandmark = regions.mainLandmark;
    facts.text = this.visible.facts(regions.mainLandmark);
    facts.extracted = this.extraction?.result() ?? null;
    facts.hooks = this.hooks?.hash(facts.links) ?? null;
    return facts;
  }

  doctype(declaration: string): void {
    // Browsers ignore one after an element.
    if (this.facts.elements === 0) this.facts.doctype = /^doctype\s*html\b/i.test(declaration);
  }

  open(element: ElementKind, attributes: Attributes): void {
    const { facts, regions } = this;
    // What is in a template is not in the document.
    if (!regions.inTemplate) facts.elements++;
    this.extraction?.open(element, attributes);
    const { traits } = element;
    if ((traits & Trait.Inline) === 0) this.visible.break(regions.region);
    regions.enter(element, attributes);
    if (regions.depth > LIMITS.depth) facts.truncated = true;
    // Browsers that run scripts treat a noscript in the head as text, so its content can't end the head.
    if (this.head.headOpen && !regions.inTemplate && (!regions.inNoscript || element.name === "noscript"))
      this.head.open(element);
    if (
      attributes["itemscope"] !== undefined ||
      attributes["typeof"] !== undefined ||
      attributes["property"]?.startsWith("schema:")
    )
      facts.inlineStructuredData = true;
    if (regions.inTemplate) return;
    if (attributes !== NO_ATTRIBUTES) noteInsecure(facts.insecureResources, element, attributes);
    if (this.keepsFiles) noteFiles(facts.files, element.name, attributes);
    this.hooks?.open(element.name, attributes);
    if (attributes["id"] && !regions.inNoscript) this.noteId(attributes["id"]);
    if (this.link && this.linkLabel === "") this.linkLabel = labelOf(attributes);
    if (this.heading && !IMAGES.has(element.name)) this.labelHeading(this.labelIn(attributes));
    if (attributes !== NO_ATTRIBUTES) this.accessibility.any(element.name, attributes);
    this.element(element, attributes);
  }

  private element({ name, resource }: ElementKind, attributes: Attributes): void {
    const { facts } = this;
    switch (name) {
      case "html":
        // A second one only adds what the first one lacks.
        facts.lang ??= attributes["lang"]?.trim() || null;
        facts.xmlLang ??= attributes["xml:lang"]?.trim() || null;
        break;
      case "base":
        facts.baseHref ??= addressOf(attributes["href"]);
        break;
      case "title":
        if (this.regions.inSvg) this.inSvgName = true;
        else this.title = "";
        break;
      case "text":
        if (this.regions.inSvg) this.inSvgName = true;
        break;
      case "meta":
        this.head.meta(attributes, this.before(this.scanner.tagEnd), this.regions.inNoscript);
        break;
      case "link":
        this.head.link(attributes);
        break;
      case "h1":
      case "h2":
      case "h3":
      case "h4":
      case "h5":
      case "h6":
        this.heading = { level: name.charCodeAt(1) - 48, text: "", label: attributes["aria-label"] ?? "" };
        this.accessibility.begin("heading", name, attributes);
        break;
      case "a":
        this.openAnchor(attributes);
        if (attributes["name"]) this.anchors.add(attributes["name"]);
        break;
      case "area":
        // Its name is its alt. It has no content, so it ends at once.
        this.openAnchor(attributes);
        this.linkLabel ||= attributes["alt"] ?? "";
        this.closeAnchor();
        break;
      case "img":
        this.nameByImage(attributes["alt"]);
        this.countImage(attributes);
        break;
      case "amp-img":
        this.nameByImage(attributes["alt"]);
        break;
      case "script":
        facts.scripts++;
        if (/^application\/ld\+json/i.test(attributes["type"]?.trim() ?? "")) this.jsonLd = "";
        break;
      case "form":
        countForm(facts.forms, attributes);
        break;
      case "body":
        this.hasBody = true;
        break;
      case "frameset":
        // Browsers ignore a frameset in a page that has a body. The first one tells for all.
        this.isFrameset ??= !this.hasBody && !this.visible.hasText;
        facts.frameset = this.isFrameset;
        break;
      case "frame":
        facts.frames++;
        this.noteTarget(addressOf(attributes["src"]), false);
        break;
      case "iframe":
        this.accessibility.frame(attributes);
        this.noteTarget(addressOf(attributes["src"]), false);
        break;
      case "object":
      case "embed":
        if (isPlugin(attributes[resource!], attributes["type"])) facts.frames++;
        break;
      case "label":
      case "button":
        this.accessibility.begin(name, name, attributes);
        break;
      case "select":
      case "textarea":
        this.accessibility.field(name, attributes);
        break;
      case "input":
        this.accessibility.field(name, attributes);
        if (attributes["type"]?.toLowerCase() === "password") facts.passwordInputs++;
        if (this.link && this.linkLabel === "") this.linkLabel = shownValue(attributes);
        break;
    }
  }

  text(html: string, start: number, end: number): void {
    this.extraction?.text(html, start, end);
    this.hooks?.text(html, start, end);
    if (this.jsonLd !== null) {
      if (this.jsonLd.length <= LIMITS.jsonLdBytes) this.jsonLd += html.slice(start, end);
      return;
    }
    if (this.title !== null) {
      this.title = withPiece(this.title, LIMITS.fieldLength, html, start, end);
      return;
    }
    if (this.accessibility.isOpen && (!this.regions.isSilent || this.inSvgName))
      this.accessibility.text(html.slice(start, end));
    if (this.inSvgName && this.heading) this.labelHeading(html.slice(start, end));
    if (this.inSvgName && this.link && (this.labelIsSvgName || this.linkLabel === "")) {
      this.linkLabel = withPiece(this.linkLabel, LIMITS.anchorTextLength, html, start, end);
      this.labelIsSvgName = true;
    }
    const { region } = this.regions;
    // A link that is hidden as a whole still has its text: scripts will show it, or it is for clients without scripts.
    if (region === "hidden") {
      if (this.linkIsHidden && !this.regions.isSilent) this.addLinkText(html, start, end);
      return;
    }
    const shown = html.slice(start, end);
    this.head.text(shown);
    this.visible.add(region, shown, this.regions.isQuoted);
    if (this.heading) this.heading.text = withPiece(this.heading.text, LIMITS.fieldLength, html, start, end);
    this.addLinkText(html, start, end);
  }

  private addLinkText(html: string, start: number, end: number): void {
    if (this.link) this.link.text = withPiece(this.link.text, LIMITS.anchorTextLength, html, start, end);
  }

  close(element: ElementKind): void {
    const { name, traits } = element;
    const { facts } = this;
    this.extraction?.close(element);
    this.hooks?.close(name);
    switch (name) {
      case "head":
        this.head.close();
        break;
      case "title":
        if (this.title !== null) this.head.title(this.title);
        this.title = null;
        this.inSvgName = false;
        this.labelIsSvgName = false;
        break;
      case "text":
        this.inSvgName = false;
        this.labelIsSvgName = false;
        break;
      case "script":
        if (this.jsonLd !== null && facts.jsonLd.length < LIMITS.jsonLdBlocks)
          facts.jsonLd.push(this.jsonLd.length > LIMITS.jsonLdBytes ? null : this.jsonLd);
        this.jsonLd = null;
        break;
      case "a":
        this.closeAnchor();
        break;
      case "label":
      case "button":
        this.accessibility.end(name);
        break;
      case "h1":
      case "h2":
      case "h3":
      case "h4":
      case "h5":
      case "h6":
        if (this.heading) this.closeHeading(this.heading);
        this.heading = null;
        this.accessibility.end("heading");
        break;
    }
    if ((traits & Trait.Inline) === 0) this.visible.break(this.regions.region);
    this.regions.leave();
  }

  private closeHeading({ level, text: own, label }: { level: number; text: string; label: string }): void {
    const text = folded(own, LIMITS.fieldLength) || folded(label, LIMITS.fieldLength);
    if (text !== "") this.lastHeading = text;
    // Where scripts run, the page has no such heading.
    if (this.regions.inNoscript || this.regions.inTemplate) return;
    if (this.facts.headings.length < LIMITS.headings) this.facts.headings.push({ level, text });
  }

  private nameByImage(alt: string | undefined): void {
    if (!alt) return;
    if (this.link && this.linkLabel === "") this.linkLabel = alt;
    this.accessibility.text(alt);
    if (this.heading && this.regions.region !== "hidden") this.labelHeading(` ${alt}`);
  }

  /** What an element inside a heading adds to its name. */
  private labelIn(attributes: Attributes): string {
    const label = attributes["aria-label"] || attributes["title"];
    return label && !this.accessibility.isIgnored(attributes) ? ` ${label}` : "";
  }

  private countImage(attributes: Attributes): void {
    // Where scripts run, there is no such image.
    if (this.regions.inNoscript) this.facts.images.total++;
    else countImage(this.facts.images, attributes, this.place, this.accessibility.isIgnored(attributes));
  }

  private labelHeading(text: string): void {
    const { heading } = this;
    if (heading && text !== "") heading.label = withPiece(heading.label, LIMITS.fieldLength, text, 0, text.length);
  }

  /** The page up to a position near its beginning; null for later positions. */
  private before(end: number): string | null {
    return end <= this.beginning.length ? this.beginning.slice(0, end) : null;
  }

  private routeAnchors(): string[] {
    const found = new Set<string>();
    for (const { href } of this.facts.links) {
      if (href === null || !ROUTE.test(href)) continue;
      const target = decodedFragment(href.slice(href.indexOf("#") + 1));
      if ([target, target.replace(/^!?\/?/, "")].some((id) => this.ids.has(id) || this.anchors.has(id)))
        found.add(href);
    }
    return [...found];
  }

  private openAnchor(attributes: Attributes): void {
    if (this.link) this.closeAnchor();
    const href = attributes["href"] ?? null;
    if (href === null && attributes["onclick"] === undefined) return;
    this.link = {
      href: href?.trim().slice(0, LIMITS.address) ?? null,
      text: "",
      nofollow: /(?:^|[\s,])nofollow(?:$|[\s,])/i.test(attributes["rel"] ?? ""),
      ...(this.accessibility.isIgnored(attributes) && { unseen: true }),
      ...(this.regions.isQuoted && { quoted: true }),
    };
    this.linkLabel = labelOf(attributes);
    this.labelIsSvgName = false;
    this.linkIsHidden = this.regions.region === "hidden";
  }

  private closeAnchor(): void {
    const link = this.link;
    if (!link) return;
    this.link = null;
    link.text = folded(link.text, LIMITS.anchorTextLength) || folded(this.linkLabel, LIMITS.anchorTextLength);
    this.facts.linkCount++;
    if (this.facts.links.length < LIMITS.links) this.facts.links.push(link);
    else this.noteTarget(link.href, link.nofollow);
  }

  private noteTarget(href: string | null, nofollow: boolean): void {
    const { targets } = this.facts;
    if (href === null) return;
    if (targets.size < LIMITS.targets || targets.has(href)) targets.set(href, nofollow && targets.get(href) !== false);
  }

  private noteId(id: string): void {
    const { duplicateIds } = this.facts;
    if (!this.ids.has(id)) {
      this.ids.add(id);
      return;
    }
    this.accessibility.duplicate(id);
    if (duplicateIds.length < LIMITS.samples && !duplicateIds.includes(id)) duplicateIds.push(id);
  }
}

function countForm(forms: FormCounts, { toolname, tooldescription }: Attributes): void {
  forms.total++;
  const [name, description] = [toolname?.trim() ?? "", tooldescription?.trim() ?? ""];
  if (name !== "" && description !== "") forms.tools++;
  else if (name + description !== "" && forms.unfinished.length < LIMITS.samples)
    forms.unfinished.push((name || description).slice(0, 200));
}

function countImage(images: ImageCounts, attributes: Attributes, place: () => string, isUnseen: boolean): void {
  images.total++;
  const { alt } = attributes as { alt?: string };
  const decorative = attributes["role"] === "presentation" || attributes["role"] === "none";
  if (alt === undefined && !decorative && !isUnseen && ++images.missingAlt <= LIMITS.samples)
    images.missingAltSamples.push(imageSample(attributes, place));
  if (alt !== undefined && charLength(alt) > 100 && ++images.longAlt <= LIMITS.samples)
    images.longAltSamples.push(imageSample(attributes, place));
  const { width, height, style = "" } = attributes as Partial<Record<"width" | "height" | "style", string>>;
  const sized =
    ((width !== undefined || STYLE_WIDTH.test(style)) && (height !== undefined || STYLE_HEIGHT.test(style))) ||
    /aspect-ratio/i.test(style);
  if (!sized && ++images.missingDimensions <= LIMITS.samples)
    images.missingDimensionsSamples.push(imageSample(attributes, place));
}

/** An image's address, or where it is if it has none of its own. */
function imageSample({ src, "data-src": lazy, srcset }: Attributes, place: () => string): string {
  const address = (src?.trim() || lazy?.trim() || srcset?.trim().split(/[\s,]/, 1)[0] || "").slice(0, 300);
  if (address === "") return `<img> ${place()}`;
  return /^data:/i.test(address) ? `${address.split(/[;,]/, 1)[0]}… ${place()}` : address;
}

function decodedFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function addressOf(href: string | undefined): string | null {
  return href === undefined || href.length > LIMITS.address ? null : href.trim() || null;
}

/** The accessible name given by attributes; for aria-labelledby, the reference. */
function labelOf(attributes: Attributes): string {
  return attributes["aria-label"] || attributes["title"] || attributes["aria-labelledby"] || "";
}

/** What an input shows if it is drawn as a button. */
function shownValue({ type, value, alt }: Attributes): string {
  if (/^(?:button|submit|reset)$/i.test(type ?? "")) return value ?? "";
  return /^image$/i.test(type ?? "") ? (alt ?? "") : "";
}

/** Whether an object or embed needs a plug-in. Browsers display images, pages, audio and video themselves. */
function isPlugin(source: string | undefined, type: string | undefined): boolean {
  const kind = type?.trim().toLowerCase() ?? "";
  const file = (source ?? "").toLowerCase();
  return (kind.startsWith("application/") && !kind.includes("xhtml")) || /\.(swf|jar|class|xap|pdf)\b/.test(file);
}
