import { pageCheck } from "../shared/define";

export const http4xx = pageCheck({
  id: "http_4xx",
  severity: "error",
  weight: 100,
  category: "HTTP status and redirects",
  title: "The page answers with a client error",
  rule: "Final status 400 to 499, except 401, 403, 408 and 429.",
  why: "Visitors and crawlers get no page; links to it are wasted.",
  fix: "Restore the page, redirect it to its successor, or remove the links to it.",
  on: "response",
  test: ({ status }) => {
    const excluded = status === 401 || status === 403 || status === 408 || status === 429;
    return status >= 400 && status <= 499 && !excluded ? { found: `HTTP ${status}`, expected: "HTTP 200" } : null;
  },
});
