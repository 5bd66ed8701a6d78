import { siteCheck } from "../shared/define";

export const missingFavicon = siteCheck({
  id: "missing_favicon",
  severity: "notice",
  category: "Document basics",
  title: "The site has no icon",
  rule: "No link rel=icon on the home page, and /favicon.ico does not answer 200.",
  why: "Search results and browser tabs show a blank icon.",
  fix: "Put a favicon.ico at the root or link an icon.",
  test: ({ home, favicon }) =>
    home?.html && !home.facts?.icon && favicon !== null && favicon.status !== 200
      ? { found: `/favicon.ico answers HTTP ${favicon.status}`, expected: "an icon" }
      : null,
});
