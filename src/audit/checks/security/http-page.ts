import { pageCheck } from "../shared/define";

export const httpPage = pageCheck({
  id: "http_page",
  severity: "error",
  category: "Security",
  title: "The page is not encrypted",
  rule: "The page is served over http.",
  why: "Browsers warn, and search engines prefer https.",
  fix: "Serve the page over https and redirect http to it.",
  on: "html",
  test: ({ secure }) => (secure ? null : { found: "http", expected: "https" }),
});
