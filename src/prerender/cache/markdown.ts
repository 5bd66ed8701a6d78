import { htmlToMarkdown, type MdreamOptions, type TransformPlugin } from "@mdream/js";

/** Longest HTML that is converted to Markdown, in characters. */
const MAX_HTML = 2_000_000;

/** Elements that belong to the site rather than to the page. */
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

/** Keeps only the text of a link that would run a script. The library's own option for this takes quadratic time. */
const harmlessLinks: TransformPlugin = {
  processAttributes({ attributes }) {
    // As in the URL standard: leading white space and line breaks inside are ignored.
    const start = attributes["href"]
      ?.slice(0, 100)
      .replaceAll(/[\t\n\r]/g, "")
      .trimStart();
    if (start !== undefined && RUNS_SOMETHING.test(start)) delete attributes["href"];
  },
};

const OPTIONS: Partial<MdreamOptions> = {
  hooks: [harmlessLinks],
  plugins: {
    filter: { exclude: AROUND_THE_PAGE },
    // Otherwise elements without a Markdown equivalent would be written as HTML.
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

/** The library throws at a row or a header cell before the first table, which a script can put there. This one is empty. */
const ROWS_MAY_FOLLOW = "<table></table>";

/** Without blocks of code and quotes: the library throws at some that are nested wrongly. */
const WITHOUT_BLOCKS: Partial<MdreamOptions> = {
  ...OPTIONS,
  plugins: {
    ...OPTIONS.plugins,
    tagOverrides: { ...OPTIONS.plugins?.tagOverrides, pre: "div", blockquote: "div" },
  },
};

/** The page's main content as Markdown; null if the page is too large. Linear in the page's length. */
export function toMarkdown(html: string): string | null {
  if (html.length > MAX_HTML) return null;
  const converted = (options: Partial<MdreamOptions>) => `${htmlToMarkdown(ROWS_MAY_FOLLOW + html, options).trim()}\n`;
  try {
    return converted(OPTIONS);
  } catch {
    return converted(WITHOUT_BLOCKS);
  }
}
