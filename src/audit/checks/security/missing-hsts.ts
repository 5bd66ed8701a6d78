import { siteCheck } from "../shared/define";

export const missingHsts = siteCheck({
  id: "missing_hsts",
  severity: "notice",
  category: "Security",
  title: "The site does not enforce https",
  rule: "No Strict-Transport-Security header on the home page.",
  why: "The first visit can still go over http and be tampered with.",
  fix: "Send Strict-Transport-Security: max-age=31536000 once every page is on https.",
  test: ({ home }) =>
    home?.html && home.parsedUrl.protocol === "https:" && home.headers["strict-transport-security"] === undefined
      ? { found: "no Strict-Transport-Security", expected: "the header with a max-age" }
      : null,
});
