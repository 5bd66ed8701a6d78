import { pageCheck } from "../define";

export const http5xx = pageCheck({
  id: "http_5xx",
  severity: "error",
  weight: 100,
  category: "HTTP status and redirects",
  title: "The page answers with a server error",
  rule: "Final status 500 to 599, after one retry.",
  why: "Crawlers slow down on server errors and drop pages that keep failing.",
  fix: "Look in the server's log for this URL and repair what fails.",
  on: "response",
  test: ({ status }) => (status >= 500 && status <= 599 ? { found: `HTTP ${status}`, expected: "HTTP 200" } : null),
});
