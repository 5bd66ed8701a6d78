import { pageCheck } from "../shared/define";

export const nofollowPage = pageCheck({
  id: "nofollow_page",
  severity: "warning",
  category: "Indexability",
  title: "The page asks crawlers not to follow its links",
  rule: "Page-level nofollow on an indexable page.",
  why: "Pages linked only from here may never be found.",
  fix: "Remove the page-level nofollow; mark individual links instead.",
  on: "indexable",
  test: ({ directives }) =>
    directives.nofollow ? { found: directives.sources.join("; "), expected: "no page-level nofollow" } : null,
});
