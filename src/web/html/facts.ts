import { emptyAccessibility, type AccessibilityFacts } from "./accessibility-facts";
import type { Extracted } from "./extraction";
import type { TextSketch } from "./text-sketch";

/**
 * Facts from one pass over a page's HTML. Text is trimmed, with white space folded, and truncated to the lengths in
 * LIMITS.
 */
export interface PageFacts {
  /** True for `<!doctype html>`. */
  doctype: boolean;
  lang: string | null;
  /** xml:lang, which only XHTML knows. */
  xmlLang: string | null;
  baseHref: string | null;
  /** A charset whose tag ends within the first 1,024 bytes. */
  charset: string | null;
  viewport: string | null;
  titles: Array<{ text: string; inHead: boolean }>;
  descriptions: string[];
  /** meta robots and its per-crawler forms (googlebot, bingbot, …), in lower case. */
  robots: Array<{ agent: string; content: string }>;
  /** Content of meta http-equiv=refresh. */
  refresh: string | null;
  canonicals: Array<{ href: string; inHead: boolean }>;
  hreflangs: Array<{ code: string; href: string }>;
  /** Targets of rel=next, and of rel=prev or rel=previous. */
  next: string[];
  prev: string[];
  icon: boolean;
  /** The page as Markdown, of link rel=alternate. */
  markdownTwin: string | null;
  forms: FormCounts;
  /** First value of each `og:` property and `twitter:` name. */
  preview: Record<string, string>;
  /** Names of tags that are valid only in the head but were found outside it. */
  headTagsInBody: string[];
  headings: Array<{ level: number; text: string }>;
  /** The first links of the page. */
  links: LinkFact[];
  /** Number of all links. */
  linkCount: number;
  /** Targets without a text to judge, of later links and frames: reference → whether each of them is nofollow. */
  targets: Map<string, boolean>;
  images: ImageCounts;
  /** Files that the page loads: reference → whether it is shown as an image. Empty unless requested. */
  files: Map<string, boolean>;
  /** Raw text of each application/ld+json block; null for a block over the size limit. */
  jsonLd: Array<string | null>;
  /** The page contains Microdata or RDFa. */
  inlineStructuredData: boolean;
  accessibility: AccessibilityFacts;
  elements: number;
  duplicateIds: string[];
  /** References such as `#/walks` or `#!walks` to an element of the page itself. */
  routeAnchors: string[];
  /** frame elements, and objects that need a plug-in. */
  frames: number;
  /** The page consists of frames, so its content is on other pages. */
  frameset: boolean;
  mainLandmark: boolean;
  passwordInputs: number;
  /** `http:` URLs of scripts, styles, frames, images, media and form targets. */
  insecureResources: string[];
  /** A meta Content-Security-Policy makes browsers load them over https. */
  upgradesInsecure: boolean;
  scripts: number;
  /** A hash of the page's scripts and what they may find in it; null: not requested. */
  hooks: number | null;
  text: TextFacts;
  /** The body ended early, or is nested too deeply to read completely. */
  truncated: boolean;
  /** What the site's owner wants to read from every page; null: nothing. */
  extracted: Extracted | null;
}

export interface LinkFact {
  /** As written; null for an anchor with an onclick handler and no href. */
  href: string | null;
  /** Accessible name: text, else aria-label, title or an image's alt. */
  text: string;
  nofollow: boolean;
  /** Hidden from readers, itself or by what it is in. */
  unseen?: true;
  /** In code or a quotation. */
  quoted?: true;
}

/** Forms, and those that in-browser agents can use as tools (WebMCP: toolname with tooldescription). */
export interface FormCounts {
  total: number;
  tools: number;
  /** Forms with only one of the two attributes: its value. */
  unfinished: string[];
}

export interface ImageCounts {
  total: number;
  missingAlt: number;
  longAlt: number;
  missingDimensions: number;
  /** Sources of the first few images that have no alt, an overlong alt, or no dimensions. */
  missingAltSamples: string[];
  longAltSamples: string[];
  missingDimensionsSamples: string[];
}

export interface TextFacts {
  /** Words of all visible text. A word contains a letter or digit; CJK characters are counted separately. */
  words: number;
  cjk: number;
  /** The same for the main text: inside `main`, or else the body without nav, header, footer and aside. */
  mainWords: number;
  mainCjk: number;
  /** UTF-8 bytes and characters of all visible text, with white space folded. */
  bytes: number;
  chars: number;
  /** Length of the main text with white space folded, and a 53-bit hash of it. */
  mainChars: number;
  mainHash: number;
  /** Tells whether two texts are nearly the same. */
  mainSketch: TextSketch;
  /** The main text as written, truncated to LIMITS.mainText characters. */
  main: string;
  /** Where `main` is code or a quotation: start, end, start, end, … */
  quoted: number[];
}

export const LIMITS = {
  fieldLength: 2_000,
  anchorTextLength: 200,
  headings: 500,
  links: 3_500,
  /** As many different links as fit into a page of 5 MiB, if each takes the 35 characters of a short one. */
  targets: 150_000,
  hreflangs: 300,
  files: 500,
  /** Metas and links of one kind: descriptions, robots metas, canonicals. */
  sameTags: 100,
  /** Longer URLs are ignored, because each reference of a page is resolved against its base. */
  address: 4_096,
  samples: 10,
  jsonLdBytes: 262_144,
  jsonLdBlocks: 50,
  mainText: 400_000,
  quotations: 2_000,
  depth: 10_000,
} as const;

/** The facts of an unread page. */
export function emptyFacts(): PageFacts {
  return {
    doctype: false,
    lang: null,
    xmlLang: null,
    baseHref: null,
    charset: null,
    viewport: null,
    titles: [],
    descriptions: [],
    robots: [],
    refresh: null,
    canonicals: [],
    hreflangs: [],
    next: [],
    prev: [],
    icon: false,
    markdownTwin: null,
    forms: { total: 0, tools: 0, unfinished: [] },
    preview: {},
    headTagsInBody: [],
    headings: [],
    links: [],
    linkCount: 0,
    targets: new Map(),
    images: {
      total: 0,
      missingAlt: 0,
      longAlt: 0,
      missingDimensions: 0,
      missingAltSamples: [],
      longAltSamples: [],
      missingDimensionsSamples: [],
    },
    files: new Map(),
    jsonLd: [],
    inlineStructuredData: false,
    accessibility: emptyAccessibility(),
    elements: 0,
    duplicateIds: [],
    routeAnchors: [],
    frames: 0,
    frameset: false,
    mainLandmark: false,
    passwordInputs: 0,
    insecureResources: [],
    upgradesInsecure: false,
    scripts: 0,
    hooks: null,
    text: {
      words: 0,
      cjk: 0,
      mainWords: 0,
      mainCjk: 0,
      bytes: 0,
      chars: 0,
      mainChars: 0,
      mainHash: 0,
      mainSketch: { words: 0, halves: [0, 0], minima: [] },
      main: "",
      quoted: [],
    },
    truncated: false,
    extracted: null,
  };
}
