import { isCdnFailure } from "../../model/page/audited-page";
import { pageCheck } from "../shared/define";

export const dnsOrConnectionError = pageCheck({
  id: "dns_or_connection_error",
  severity: "error",
  weight: 100,
  category: "HTTP status and redirects",
  title: "The page can't be reached",
  rule: "The connection failed, or the CDN answered 520 to 527 or 530.",
  why: "Nobody gets this page.",
  fix: "Check the domain's DNS, the certificate and that the server accepts connections.",
  on: "response",
  test: ({ outcome, failure, status }) => {
    if (outcome === "unreachable") return { found: failure ?? "no connection", expected: "an HTTP response" };
    return isCdnFailure(status)
      ? { found: `HTTP ${status} from the CDN`, expected: "a response from the server itself" }
      : null;
  },
});
