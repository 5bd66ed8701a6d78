import {
  htmlToMarkdown,
  type MdreamOptions,
  type TransformPlugin,
} from "@mdream/js";

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

const RUNS_SOMETHING = /^(?:javascript|vbscript|data):/i;

/** A link that would run something keeps its text alone. The library's own option for it takes quadratic time. */
const harmlessLinks: TransformPlugin = {
  processAttributes({ attributes }) {
    // As the URL standard reads it: leading white space and line breaks within don't count.
    const start = attributes["href"]
      ?.slice(0, 100)
      .replaceAll(/[\t\n\r]/g, "")
      .trimStart();
    if (start !== undefined && RUNS_SOMETHING.test(start))
      delete attributes["href"];
  },
};

const OPTIONS: Partial<MdreamOptions> = {
  hooks: [harmlessLinks],
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
