import { googleTypeOf } from "./google-types";
import { has, typesOf, type StructuredItem } from "../../model/page/structured-data";

const ARTICLE = "author datePublished dateModified image";

/**
 * What Google recommends for a rich result beyond what it requires, compared on 2026-11-22 with copies of its documentation of
 * 2026 and with the rules of adobe/structured-data-validator (2026-02-25). `a|b`: either will do. What applies only to some
 * pages (variants, live streams, work from home) is left out.
 */
const RECOMMENDED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Product: "image description brand review aggregateRating offers sku|mpn|gtin|gtin8|gtin12|gtin13|gtin14|isbn",
    Offer: "availability itemCondition priceValidUntil url",
    Article: ARTICLE,
    BlogPosting: ARTICLE,
    NewsArticle: ARTICLE,
    Event: "description endDate eventStatus image offers organizer performer",
    Recipe:
      "aggregateRating author datePublished description keywords nutrition recipeCategory recipeCuisine recipeIngredient recipeInstructions recipeYield totalTime|cookTime totalTime|prepTime video",
    JobPosting: "baseSalary directApply employmentType identifier validThrough",
    VideoObject: "contentUrl|embedUrl description duration",
    LocalBusiness: "geo openingHoursSpecification telephone url priceRange",
    Review: "datePublished",
    SoftwareApplication: "applicationCategory operatingSystem",
    Organization: "logo url name sameAs",
  }),
);

/** Recommended properties that a JSON-LD object lacks, each as `Type: property`. */
export function missingRecommended({ node }: StructuredItem): string[] {
  return typesOf(node).flatMap((type) =>
    (RECOMMENDED.get(googleTypeOf(type))?.split(" ") ?? [])
      .filter((names) => !names.split("|").some((name) => has(node, name)))
      .map((names) => `${type}: ${names.split("|", 3).join(" or ")}`),
  );
}
