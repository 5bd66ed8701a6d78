import { listed } from "../shared/listed";
import { pageCheck } from "../shared/define";

export const emptyAnchorText = pageCheck({
  id: "empty_anchor_text",
  severity: "notice",
  category: "Links",
  title: "Links have no text",
  rule: "A link without text, aria-label, title or an image's alt. Left out are links that are hidden from readers, and links to places on the page itself.",
  why: "Crawlers and screen readers can't tell where it leads.",
  fix: "Add text to the link, or an alt to its image.",
  on: "indexable",
  test: ({ links }) => {
    const hits = links
      .filter((link) => link.text === "" && link.url !== null && !link.unseen)
      .map((link) => link.href!);
    return listed(hits, "links without text", "text in every link");
  },
});
