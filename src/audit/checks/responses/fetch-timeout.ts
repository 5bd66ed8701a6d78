import { pageCheck } from "../shared/define";

export const fetchTimeout = pageCheck({
  id: "fetch_timeout",
  severity: "error",
  weight: 100,
  category: "HTTP status and redirects",
  title: "The page did not answer in time",
  rule: "No complete response within 15 seconds, after one retry.",
  why: "Crawlers give up on pages that take this long.",
  fix: "Find out what makes the page slow: database queries, calls to other services, cold starts.",
  on: "response",
  test: ({ outcome }) =>
    outcome === "timeout" ? { found: "no complete response within 15 s", expected: "a response within 3 s" } : null,
});
