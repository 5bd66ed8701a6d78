import { pageCheck } from "../shared/define";

export const canonicalHttpOnHttps = pageCheck({
  id: "canonical_http_on_https",
  severity: "warning",
  category: "Canonical",
  title: "The canonical uses http",
  rule: "An https page whose canonical is an http URL.",
  why: "The page asks to be indexed under an address that redirects.",
  fix: "Write the canonical with https://.",
  on: "html",
  test: ({ canonical, parsedUrl }) =>
    parsedUrl.protocol === "https:" && canonical?.startsWith("http:")
      ? { found: canonical, expected: "an https URL" }
      : null,
});
