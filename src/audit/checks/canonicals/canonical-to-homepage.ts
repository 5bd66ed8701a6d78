import { pageCheck } from "../shared/define";

/** The home page, with or without the name of its file. */
const INDEX_FILE = /^\/(?:(?:index|default|home)\.(?:html?|xhtml|php|aspx?|jsp|cgi))?$/i;
const TRACKING_ONLY = /^(?:[?&](?:utm_[a-z]+|gclid|fbclid|msclkid|ref)=[^&]*)*$/i;

export const canonicalToHomepage = pageCheck({
  id: "canonical_to_homepage",
  severity: "error",
  category: "Canonical",
  title: "The canonical URL is the home page",
  rule: "A deep page's canonical is / of its origin. Names of the home page itself are not deep: its index file, and / with tracking parameters.",
  why: "The page asks to be replaced by the home page and drops out of search.",
  fix: "Point the canonical at the page itself.",
  on: "html",
  test: ({ canonical, parsedUrl }) => {
    const home = `${parsedUrl.protocol}//${parsedUrl.host}/`;
    const deep = !INDEX_FILE.test(parsedUrl.pathname) || !TRACKING_ONLY.test(parsedUrl.search);
    return deep && canonical === home ? { found: canonical, expected: "the page's own URL" } : null;
  },
});
