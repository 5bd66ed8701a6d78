import { pageCheck } from "../shared/define";

export const rateLimited = pageCheck({
  id: "rate_limited",
  severity: "warning",
  weight: 0,
  category: "HTTP status and redirects",
  title: "The server refused because of too many requests",
  rule: "Status 429, or 503 with Retry-After.",
  why: "Search engines crawl less of a site that answers this way.",
  fix: "Raise the limit for crawlers, or serve them from a cache.",
  on: "response",
  test: ({ status, headers }) => {
    const limited = status === 429 || (status === 503 && headers["retry-after"] !== undefined);
    return limited ? { found: `HTTP ${status}`, expected: "HTTP 200" } : null;
  },
});
