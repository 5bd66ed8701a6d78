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

const FLAT_QUOTES = { pre: "div", blockquote: "div" };

/** A line of a quote, a list or code repeats marks for each level, so a few hundred levels would multiply the page. */
const NESTED: ReadonlyArray<{ tags: RegExp; most: number; flat: Record<string, string> }> = [
  { tags: /<\/?blockquote\b/gi, most: 4, flat: FLAT_QUOTES },
  { tags: /<\/?[ou]l\b/gi, most: 12, flat: { ul: "div", ol: "div", li: "p" } },
  { tags: /<\/?code\b/gi, most: 4, flat: { code: "span" } },
];

/** How deep elements of these names are nested at most, by the tags alone. */
function depthOf(html: string, tags: RegExp): number {
  let [depth, most] = [0, 0];
  for (const [tag] of html.matchAll(tags)) {
    depth = tag[1] === "/" ? Math.max(0, depth - 1) : depth + 1;
    most = Math.max(most, depth);
  }
  return most;
}

/** Converts with the elements that have a key here as what their value names. */
function converted(html: string, flat: Record<string, string>): string {
  const { plugins } = OPTIONS;
  const tagOverrides = { ...plugins?.tagOverrides, ...flat };
  return `${htmlToMarkdown(ROWS_MAY_FOLLOW + html, { ...OPTIONS, plugins: { ...plugins, tagOverrides } }).trim()}\n`;
}

/** The page's main content as Markdown; null if the page is too large. Linear in the page's length. */
export function toMarkdown(html: string): string | null {
  if (html.length > MAX_HTML) return null;
  const deep = NESTED.filter(({ tags, most }) => depthOf(html, tags) > most);
  const flat: Record<string, string> = Object.assign({}, ...deep.map((each) => each.flat));
  try {
    return converted(html, flat);
  } catch {
    // The library throws at some blocks of code and quotes that are nested wrongly.
    return converted(html, { ...flat, ...FLAT_QUOTES });
  }
}
