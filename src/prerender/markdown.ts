import { htmlToMarkdown, type MdreamOptions } from "@mdream/js";

/** Longest HTML, in characters, that is turned into Markdown. */
const MAX_HTML = 2_000_000;

/** What belongs to the site rather than to the page. */
const AROUND_THE_PAGE = [
  "head",
  "nav",
  "footer",
  "aside",
  "dialog",
  "form",
  "button",
  "noscript",
  "iframe",
  "svg",
  "canvas",
];

const OPTIONS: Partial<MdreamOptions> = {
  // Drops the targets of script and data links and keeps their text.
  clean: { emptyLinks: true },
  plugins: {
    filter: { exclude: AROUND_THE_PAGE },
    // Elements that Markdown has no sign for would be written as HTML.
    tagOverrides: {
      address: "div",
      details: "div",
      summary: "p",
      dl: "div",
      dt: "p",
      dd: "p",
      ins: "span",
      mark: "span",
      u: "span",
    },
  },
};

/** The page's own content as Markdown; null when the page is too large. Takes time in proportion to the page's length. */
export function toMarkdown(html: string): string | null {
  if (html.length > MAX_HTML) return null;
  return `${htmlToMarkdown(html, OPTIONS).trim()}\n`;
}
