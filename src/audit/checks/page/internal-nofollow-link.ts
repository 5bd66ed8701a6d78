import { pageCheck } from "../define";

export const internalNofollowLink = pageCheck({
  id: "internal_nofollow_link",
  severity: "notice",
  weight: 1,
  category: "Links",
  title: "Internal links are marked nofollow",
  rule: "rel=nofollow on a link to a page of the same site.",
  why: "Crawlers may not find the linked page, and it gets no weight from this page.",
  fix: "Remove nofollow from links within the site.",
  on: "indexable",
  test: ({ links }) => {
    const hits = links.filter((link) => link.kind === "internal" && link.nofollow).map((link) => link.href!);
    return hits.length > 0
      ? { found: `${hits.length} nofollow links`, expected: "none", count: hits.length, samples: hits.slice(0, 10) }
      : null;
  },
});
