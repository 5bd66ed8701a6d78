import { listed } from "../shared/listed";
import { missingProperties } from "../shared/required-properties";
import { pageCheck } from "../shared/define";

export const structuredDataMissingRequired = pageCheck({
  id: "structured_data_missing_required",
  severity: "warning",
  category: "Structured data",
  title: "Structured data lacks required properties",
  rule: "A property that search engines require is missing: Product, Offer, Article, BreadcrumbList, FAQPage, Event, Recipe, JobPosting, VideoObject, LocalBusiness, Review, AggregateRating (also within others), SoftwareApplication, and frequent kinds of events, businesses and applications. As documented in 2026.",
  why: "The page gets no rich result.",
  fix: "Add the missing properties.",
  on: "html",
  test: ({ structured }) => {
    const hits = structured.items.flatMap((item) => missingProperties(item));
    return listed(hits, "properties are missing", "all required properties");
  },
});
