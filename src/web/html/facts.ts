/** What one pass over a page's HTML finds. Text is trimmed, with white space folded, and cut at the lengths in limits.ts. */
export interface PageFacts {
  /** True for `<!doctype html>`. */
  doctype: boolean;
  lang: string | null;
  baseHref: string | null;
  /** A charset declared within the first 1,024 bytes. */
  charset: string | null;
  viewport: string | null;
  titles: Array<{ text: string; inHead: boolean }>;
  descriptions: string[];
  /** meta robots and its per-crawler forms (googlebot, bingbot, …), lower case. */
  robots: Array<{ agent: string; content: string }>;
  /** Content of meta http-equiv=refresh. */
  refresh: string | null;
  canonicals: Array<{ href: string; inHead: boolean }>;
  hreflangs: Array<{ code: string; href: string }>;
  /** rel=next and rel=prev targets. */
  next: string | null;
  prev: string | null;
  icon: boolean;
  /** First value of each `og:` property and `twitter:` name. */
  preview: Record<string, string>;
  /** Names of tags that only count inside head and were met outside it. */
  headTagsInBody: string[];
  headings: Array<{ level: number; text: string }>;
  links: LinkFact[];
  /** Links beyond those kept in `links`. */
  linksDropped: number;
  images: ImageCounts;
  /** Raw text of each application/ld+json block; null for one over the size limit. */
  jsonLd: Array<string | null>;
  /** Microdata or RDFa is present. */
  inlineStructuredData: boolean;
  elements: number;
  duplicateIds: string[];
  /** frame and frameset elements, and objects that need a plug-in. */
  frames: number;
  mainLandmark: boolean;
  passwordInputs: number;
  /** `http:` URLs of scripts, styles, frames, images, media and form targets. */
  insecureResources: string[];
  scripts: number;
  text: TextFacts;
  /** The body stopped before its end, or nested deeper than is read. */
  truncated: boolean;
}

export interface LinkFact {
  /** As written; null for an anchor with an onclick handler and no href. */
  href: string | null;
  /** Accessible name: text, else aria-label, title or an image's alt. */
  text: string;
  nofollow: boolean;
}

export interface ImageCounts {
  total: number;
  missingAlt: number;
  longAlt: number;
  missingDimensions: number;
  /** Sources of the first few that miss their alt, have an over-long alt, miss their dimensions. */
  missingAltSamples: string[];
  longAltSamples: string[];
  missingDimensionsSamples: string[];
}

export interface TextFacts {
  /** Words of all visible text. A word holds a letter or digit; CJK characters are counted apart. */
  words: number;
  cjk: number;
  /** The same for the main text: inside `main`, else the body without nav, header, footer and aside. */
  mainWords: number;
  mainCjk: number;
  /** UTF-8 bytes and characters of all visible text, white space folded. */
  bytes: number;
  chars: number;
  /** Length of the main text, white space folded, and a 53-bit hash of it. */
  mainChars: number;
  mainHash: number;
  /** The main text itself as the page has it, cut at LIMITS.mainText characters. */
  main: string;
}

export const LIMITS = {
  fieldLength: 2_000,
  anchorTextLength: 200,
  headings: 500,
  links: 3_500,
  hreflangs: 300,
  /** Metas and links of one kind: descriptions, robots metas, canonicals. */
  sameTags: 100,
  /** An address that is longer is none: each reference of a page is read against its base. */
  address: 4_096,
  samples: 10,
  jsonLdBytes: 262_144,
  jsonLdBlocks: 50,
  mainText: 400_000,
  depth: 10_000,
} as const;

/** The facts of a page of which nothing was read. */
export function emptyFacts(): PageFacts {
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
