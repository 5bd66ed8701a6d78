import { isCdnFailure } from "../../model/page/audited-page";
import { pageCheck } from "../shared/define";

export const http5xx = pageCheck({
  id: "http_5xx",
  severity: "error",
  weight: 100,
  category: "HTTP status and redirects",
  title: "The page answers with a server error",
  rule: "Final status 500 to 599, after one retry; not 503 with Retry-After and not the codes that a CDN uses when it can't reach the server.",
  why: "Crawlers slow down on server errors and drop pages that keep failing.",
  fix: "Look for this URL in the server's log and fix the cause.",
  on: "response",
  test: ({ status, headers }) => {
    const busy = status === 503 && headers["retry-after"] !== undefined;
    return status >= 500 && status <= 599 && !busy && !isCdnFailure(status)
      ? { found: `HTTP ${status}`, expected: "HTTP 200" }
      : null;
  },
});
