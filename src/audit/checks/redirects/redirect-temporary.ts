import { crossCheck } from "../shared/define";

export const redirectTemporary = crossCheck({
  id: "redirect_temporary",
  severity: "warning",
  category: "HTTP status and redirects",
  title: "The URL redirects temporarily",
  rule: "302, 303 or 307.",
  why: "Search engines keep the old address in their index.",
  fix: "Use 301 or 308 for a permanent move.",
  test: ({ node }) =>
    node.outcome === "redirect" && [302, 303, 307].includes(node.status)
      ? { found: `HTTP ${node.status}`, expected: "301 or 308 for a permanent move" }
      : null,
});
