import { pageCheck } from "../shared/define";

export const ogTitleMissing = pageCheck({
  id: "og_title_missing",
  severity: "notice",
  category: "Social preview",
  title: "The preview has no title",
  rule: "og:title is absent or empty while other og: tags exist.",
  why: "Social networks and chats fall back to the address or the title element.",
  fix: "Add og:title.",
  on: "indexable",
  test: ({ facts }) => {
    const tags = facts.preview;
    const others = Object.keys(tags).some((name) => name.startsWith("og:") && name !== "og:title");
    return !tags["og:title"] && others ? { found: "no og:title", expected: "og:title with the other og: tags" } : null;
  },
});
