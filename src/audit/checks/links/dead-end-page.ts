import { pageCheck } from "../shared/define";

export const deadEndPage = pageCheck({
  id: "dead_end_page",
  severity: "notice",
  category: "Links",
  title: "The page has no links",
  rule: "No link to any other address.",
  why: "Crawlers and readers stop here.",
  fix: "Link to related pages.",
  on: "indexable",
  needsBody: true,
  test: ({ links, url }) =>
    links.some((link) => link.url !== null && link.url !== url)
      ? null
      : { found: "no outgoing link", expected: "at least one link" },
});
