import { listed } from "../shared/listed";
import { missingRecommended } from "../shared/recommended-properties";
import { pageCheck } from "../shared/define";

export const structuredDataMissingRecommended = pageCheck({
  id: "structured_data_missing_recommended",
  severity: "notice",
  weight: 0,
  category: "Structured data",
  title: "Structured data lacks recommended properties",
  rule: "A property that Google recommends is missing: Product, Offer, Article, BlogPosting, NewsArticle, Event, Recipe, JobPosting, VideoObject, LocalBusiness, Review, SoftwareApplication, Organization, and frequent kinds of events, businesses and applications. As documented in 2026. Where either of two would do, both are missing.",
  why: "For information: rich results show more with them.",
  fix: "Add the properties that apply to the page.",
  on: "indexable",
  test: ({ structured }) => {
    const hits = structured.items.flatMap((item) => missingRecommended(item));
    return listed(hits, "recommended properties are missing", "the recommended properties that apply");
  },
});
