import { siteCheck } from "../shared/define";

const HEADERS = ["content-security-policy", "x-content-type-options", "referrer-policy"];

export const missingSecurityHeaders = siteCheck({
  id: "missing_security_headers",
  severity: "notice",
  category: "Security",
  title: "Security headers are missing",
  rule: "Content-Security-Policy, X-Content-Type-Options or Referrer-Policy is missing on the home page.",
  why: "Without them, browsers allow things that attackers can exploit, such as scripts from other sites. Security reviews look for them.",
  fix: "Send the three headers with every page.",
  test: ({ home }) => {
    if (!home?.html) return null;
    const missing = HEADERS.filter((name) => home.headers[name] === undefined);
    return missing.length > 0
      ? { found: `missing: ${missing.join(", ")}`, expected: HEADERS.join(", "), count: missing.length }
      : null;
  },
});
