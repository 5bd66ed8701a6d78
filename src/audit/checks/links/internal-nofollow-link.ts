import { listed } from "../shared/listed";
import { pageCheck } from "../shared/define";

export const internalNofollowLink = pageCheck({
  id: "internal_nofollow_link",
  severity: "notice",
  category: "Links",
  title: "Internal links are marked nofollow",
  rule: "rel=nofollow on a link to a page of the same site.",
  why: "Crawlers may not find the linked page, and it gets no weight from this page.",
  fix: "Remove nofollow from links within the site.",
  on: "indexable",
  test: ({ links }) => {
    const hits = links.filter((link) => link.kind === "internal" && link.nofollow).map((link) => link.href!);
    return listed(hits, "nofollow links", "none");
  },
});
