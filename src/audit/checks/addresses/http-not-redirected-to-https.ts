import { siteCheck } from "../shared/define";

export const httpNotRedirectedToHttps = siteCheck({
  id: "http_not_redirected_to_https",
  severity: "error",
  category: "HTTP status and redirects",
  title: "http is not redirected to https",
  rule: "The home page over http answers 200, or redirects to an http address.",
  why: "Visitors and crawlers can stay on the unencrypted address, and both addresses count as pages.",
  fix: "Redirect every http request to its https address with 301.",
  test: ({ httpHome }) => {
    if (!httpHome) return null;
    if (httpHome.status === 200) return { found: `${httpHome.url} answers HTTP 200`, expected: "a redirect to https" };
    return httpHome.location?.startsWith("http:")
      ? { found: `${httpHome.url} redirects to ${httpHome.location}`, expected: "a redirect to https" }
      : null;
  },
});
