import { NodeHtmlMarkdown } from "node-html-markdown";

/** Longest HTML, in characters, that is turned into Markdown. */
const MAX_HTML = 2_000_000;

/** What belongs to the site rather than to the page. */
const AROUND_THE_PAGE = ["nav", "footer", "aside", "dialog", "form", "button", "noscript", "iframe", "svg", "canvas"];

const translator = new NodeHtmlMarkdown({
  ignore: AROUND_THE_PAGE,
  bulletMarker: "-",
  useLinkReferenceDefinitions: false,
});

/** The page's own content as Markdown; null when it is too large or too deeply nested to be turned. */
export function toMarkdown(html: string): string | null {
  if (html.length > MAX_HTML) return null;
  try {
    return `${translator.translate(html).trim()}\n`;
  } catch {
    // Thousands of nested elements exhaust the stack: such a page is served as HTML.
    return null;
  }
}
