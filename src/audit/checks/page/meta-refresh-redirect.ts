import { pageCheck } from "../define";

export const metaRefreshRedirect = pageCheck({
  id: "meta_refresh_redirect",
  severity: "warning",
  weight: 5,
  category: "HTTP status and redirects",
  title: "The page redirects with a meta refresh",
  rule: "A meta http-equiv=refresh with a URL.",
  why: "Crawlers treat it as a slow, uncertain redirect.",
  fix: "Answer with a 301 or 308 and a Location header instead.",
  on: "html",
  test: ({ facts }) => {
    const refresh = facts!.refresh;
    return refresh !== null && /url\s*=/i.test(refresh) ? { found: refresh, expected: "an HTTP redirect" } : null;
  },
});
