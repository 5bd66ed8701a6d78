import { has, typesOf, type StructuredItem } from "../../model/page/structured-data";

/** What Google recommends for a rich result beyond what it requires (search gallery in its documentation). */
const RECOMMENDED: Record<string, string> = {
  Product: "image description brand review aggregateRating offers",
  Offer: "availability itemCondition priceValidUntil url",
  Article: "author datePublished dateModified image",
  BlogPosting: "author datePublished dateModified image",
  NewsArticle: "author datePublished dateModified image",
  Event: "description endDate eventStatus image offers organizer performer",
  Recipe:
    "author cookTime datePublished description prepTime recipeIngredient recipeInstructions recipeYield totalTime",
  JobPosting: "baseSalary employmentType identifier validThrough",
  VideoObject: "contentUrl description duration embedUrl",
  LocalBusiness: "geo openingHoursSpecification telephone url priceRange",
  Review: "datePublished",
  SoftwareApplication: "applicationCategory operatingSystem",
  Organization: "logo url name sameAs",
};

/** Recommended properties that a JSON-LD object lacks, each as `Type: property`. */
export function missingRecommended({ node }: StructuredItem): string[] {
  return typesOf(node).flatMap((type) =>
    (RECOMMENDED[type]?.split(" ") ?? []).filter((name) => !has(node, name)).map((name) => `${type}: ${name}`),
  );
}
