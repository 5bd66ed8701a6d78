import { pageCheck } from "../shared/define";

export const canonicalRelative = pageCheck({
  id: "canonical_relative",
  severity: "warning",
  category: "Canonical",
  title: "The canonical URL is relative",
  rule: "A canonical href that is not absolute.",
  why: "A wrong base turns it into another URL.",
  fix: "Write the whole URL with https://.",
  on: "html",
  test: ({ canonicals }) => {
    const relative = canonicals.find((entry) => !/^[a-z][a-z0-9+.-]*:/i.test(entry.href) && entry.url !== null);
    return relative ? { found: relative.href, expected: "an absolute URL" } : null;
  },
});
