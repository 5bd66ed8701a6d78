import { pageCheck } from "../shared/define";

const CARDS = new Set(["summary", "summary_large_image", "app", "player"]);

export const twitterCardInvalid = pageCheck({
  id: "twitter_card_invalid",
  severity: "warning",
  category: "Social preview",
  title: "The card type is unknown",
  rule: "twitter:card is not summary, summary_large_image, app or player.",
  why: "The card is not shown.",
  fix: "Use summary_large_image.",
  on: "html",
  test: ({ facts }) => {
    const card = facts.preview["twitter:card"];
    return card && !CARDS.has(card.toLowerCase())
      ? { found: card.slice(0, 100), expected: [...CARDS].join(", ") }
      : null;
  },
});
