import { pageCheck } from "../shared/define";

export const metaRefreshRedirect = pageCheck({
  id: "meta_refresh_redirect",
  severity: "warning",
  category: "HTTP status and redirects",
  title: "The page redirects with a meta refresh",
  rule: "A meta http-equiv=refresh that leads to another address. With a delay of up to five seconds the page counts as a redirect.",
  why: "Crawlers treat it as a slow, uncertain redirect.",
  fix: "Answer with a 301 or 308 and a Location header instead.",
  on: "response",
  test: ({ facts, refresh }) =>
    refresh && facts?.refresh ? { found: facts.refresh.slice(0, 300), expected: "an HTTP redirect" } : null,
});
