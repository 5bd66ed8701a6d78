import { isMovedToHome } from "../../model/site/site-graph";
import { crossCheck } from "../shared/define";

const LIMITS = { minRedirects: 3 };

export const redirectsToHomepage = crossCheck({
  id: "redirects_to_homepage",
  severity: "warning",
  category: "HTTP status and redirects",
  title: "Removed pages redirect to the home page",
  rule: 'Three or more different addresses redirect to "/". Spellings of the home page, such as /index.html, /home and /?ref=a, do not count.',
  thresholds: LIMITS,
  why: "Search engines treat such redirects as missing pages.",
  fix: "Redirect to the page's successor, or answer 404 or 410.",
  test: ({ node }, graph) =>
    isMovedToHome(node, graph.homeHash) && graph.redirectsToHome >= LIMITS.minRedirects
      ? {
          found: `one of ${graph.redirectsToHome} addresses that redirect to /`,
          expected: "a redirect to the page's successor, or 404",
        }
      : null,
});
