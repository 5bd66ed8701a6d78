import { CRAWLER_TOKEN } from "../../../web";
import { pageCheck } from "../shared/define";

export const notAudited = pageCheck({
  id: "not_audited",
  severity: "notice",
  weight: 0,
  category: "Indexability",
  title: "robots.txt keeps the audit out",
  rule: `The URL is disallowed for ${CRAWLER_TOKEN}, but allowed for Googlebot.`,
  why: "For information: search engines can read the page, but this audit can't judge it.",
  fix: `Allow ${CRAWLER_TOKEN} in robots.txt if the page should be audited.`,
  on: "response",
  test: ({ googlebot, outcome }) =>
    outcome === "blocked" && googlebot.allowed
      ? { found: `disallowed for ${CRAWLER_TOKEN}`, expected: "a page that the audit may read" }
      : null,
});
