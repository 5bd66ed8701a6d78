import { missingProperties } from "../shared/required-properties";
import { pageCheck } from "../define";

export const structuredDataMissingRequired = pageCheck({
  id: "structured_data_missing_required",
  severity: "warning",
  weight: 5,
  category: "Structured data",
  title: "Structured data lacks required properties",
  rule: "A property that search engines require is missing: Product, Offer, Article, BreadcrumbList, FAQPage, Event, Recipe, JobPosting, VideoObject, LocalBusiness, Review, SoftwareApplication, and frequent kinds of events, businesses and applications. As documented in 2026.",
  why: "The page gets no rich result.",
  fix: "Add the missing properties.",
  on: "html",
  test: ({ structured }) => {
    const hits = structured.items.flatMap((item) => missingProperties(item));
    return hits.length > 0
      ? {
          found: `${hits.length} properties are missing`,
          expected: "all required properties",
          count: hits.length,
          samples: hits.slice(0, 10),
        }
      : null;
  },
});
