import { pageCheck } from "../shared/define";

export const twitterCardMissing = pageCheck({
  id: "twitter_card_missing",
  severity: "notice",
  category: "Social preview",
  title: "The page declares no card type",
  rule: "No twitter:card.",
  why: "X and others fall back to a small card.",
  fix: "Add twitter:card with summary_large_image.",
  on: "indexable",
  test: ({ facts }) =>
    facts.preview["twitter:card"] ? null : { found: "no twitter:card", expected: "summary_large_image" },
});
