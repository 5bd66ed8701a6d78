import { canonicalUrl } from "../../../lib/hosts/url";
import { isSameDocument } from "../../model/page/rendering";
import { renderedCheck } from "../shared/define";

export const jsRedirect = renderedCheck({
  id: "js_redirect",
  severity: "warning",
  category: "HTTP status and redirects",
  title: "A script redirects",
  rule: "The server answers 200, but in a browser the page ends up at another address. `/` and `/index.html` are one.",
  why: "Crawlers that run no JavaScript stay on the wrong page, and others find out late.",
  fix: "Answer with a 301 or 308 instead.",
  blamesScripts: true,
  test: ({ raw, render }) => {
    const final = URL.parse(render.finalUrl);
    return raw.status === 200 && final && !isSameDocument(final, raw.parsedUrl)
      ? { found: `ends at ${canonicalUrl(final)}`, expected: "an HTTP redirect" }
      : null;
  },
});
