import { pageCheck } from "../shared/define";

export const accessDenied = pageCheck({
  id: "access_denied",
  severity: "warning",
  category: "HTTP status and redirects",
  title: "Crawlers are refused",
  rule: "Status 401 or 403 for our crawler.",
  why: "A page that crawlers may not read appears in no index and no AI answer.",
  fix: "Let crawlers through, or remove the links to the page if it is private.",
  on: "response",
  test: ({ status }) => (status === 401 || status === 403 ? { found: `HTTP ${status}`, expected: "HTTP 200" } : null),
});
