import { NodeHtmlMarkdown } from "node-html-markdown";
import { tidyHtml } from "../web";

/** Longest HTML, in characters, that is turned into Markdown. */
const MAX_HTML = 2_000_000;

/** The same of what is left without scripts, styles and other attributes; the translator takes its square for some pages. */
const MAX_TIDY = 250_000;
/** Deeper pages take the translator more than the square of their depth; real ones nest some thirty elements. */
const MAX_DEPTH = 128;
/** Attributes that Markdown is made of. */
const ATTRIBUTES = new Set(["alt", "class", "colspan", "href", "src", "start", "title"]);

/** What belongs to the site rather than to the page. */
const AROUND_THE_PAGE = ["nav", "footer", "aside", "dialog", "form", "button", "noscript", "iframe", "svg", "canvas"];

const translator = new NodeHtmlMarkdown({
  ignore: AROUND_THE_PAGE,
  bulletMarker: "-",
  useLinkReferenceDefinitions: false,
});

/** The page's own content as Markdown; null when it is too large or too deeply nested to be turned. */
export function toMarkdown(html: string): string | null {
  const tidy = html.length > MAX_HTML ? null : tidyHtml(html, ATTRIBUTES, MAX_DEPTH);
  if (tidy === null || tidy.length > MAX_TIDY) return null;
  try {
    return `${translator.translate(tidy).trim()}\n`;
  } catch {
    // What the translator can't turn is served as HTML.
    return null;
  }
}
