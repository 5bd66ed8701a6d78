import { googleTypeOf } from "./google-types";
import { has, objectsOf, typesOf, type StructuredItem } from "../../model/page/structured-data";

type Node = Readonly<Record<string, unknown>>;
/** Names of missing properties; `a or b` if either would do. */
type Rule = (node: Node) => Array<string | null>;

const need = (node: Node, name: string) => (has(node, name) ? null : name);
const oneOf = (node: Node, ...names: string[]) => (names.some((name) => has(node, name)) ? null : names.join(" or "));
const each = (node: Node, name: string, rule: Rule): Array<string | null> =>
  objectsOf(node, name).flatMap((part, index) =>
    rule(part).map((missing) => (missing === null ? null : `${name}[${index}].${missing}`)),
  );

const offer: Rule = (node) => {
  // An AggregateOffer has lowPrice. A price may also be in a separate specification.
  const specified = objectsOf(node, "priceSpecification").some((part) => has(part, "price") || has(part, "minPrice"));
  const priced = specified || has(node, "price") || has(node, "lowPrice");
  const currency =
    has(node, "priceCurrency") || objectsOf(node, "priceSpecification").some((part) => has(part, "priceCurrency"));
  return isReference(node) ? [] : [priced ? null : "price", currency ? null : "priceCurrency"];
};

/** Whether an object only names one that is described elsewhere. */
const isReference = (node: Node) =>
  Object.keys(node).every((key) => key === "@id" || (key === "@type" && has(node, "@id")));

const rating: Rule = (node) =>
  isReference(node) ? [] : [need(node, "ratingValue"), oneOf(node, "ratingCount", "reviewCount")];

const review: Rule = (node) =>
  isReference(node)
    ? []
    : [
        need(node, "reviewRating"),
        ...each(node, "reviewRating", (part) => (isReference(part) ? [] : [need(part, "ratingValue")])),
        need(node, "author"),
      ];

/** What other people think of a thing has its own requirements, whatever the thing is. */
const opinions: Rule = (node) => [...each(node, "aggregateRating", rating), ...each(node, "review", review)];

const article: Rule = (node) => [need(node, "headline")];

/** The last entry of a list, by its position where all have one: the page itself, which needs no address. */
function isLast(entry: Node, entries: readonly Node[]): boolean {
  const positions = entries.map((each) => Number(each["position"]));
  if (new Set(positions).size < positions.length || positions.some(Number.isNaN)) return entry === entries.at(-1);
  return Number(entry["position"]) === Math.max(...positions);
}

const place: Rule = (node) =>
  // A name or an address as text has no parts to judge, and an online event has no address.
  typesOf(node).includes("VirtualLocation") || isReference(node) ? [] : [need(node, "address")];

/**
 * What Google requires for a rich result, for the most used types; compared on 2026-11-22 with copies of its documentation
 * of 2026 and with the rules of adobe/structured-data-validator (2026-02-25). Stricter than Google in one point: it requires
 * nothing of articles, but an article without a headline has nothing to show.
 */
const RULES: ReadonlyMap<string, Rule> = new Map(
  Object.entries<Rule>({
    Product: (node) => [
      need(node, "name"),
      oneOf(node, "offers", "review", "aggregateRating"),
      ...each(node, "offers", offer),
    ],
    Offer: offer,
    Article: article,
    BlogPosting: article,
    NewsArticle: article,
    BreadcrumbList: (node) => [
      need(node, "itemListElement"),
      ...each(node, "itemListElement", (entry) => [
        need(entry, "position"),
        has(entry, "name") || objectsOf(entry, "item").some((item) => has(item, "name")) ? null : "name",
      ]),
      ...objectsOf(node, "itemListElement").map((entry, index, entries) =>
        has(entry, "item") || isLast(entry, entries) ? null : `itemListElement[${index}].item`,
      ),
    ],
    FAQPage: (node) => [
      need(node, "mainEntity"),
      ...each(node, "mainEntity", (question) => [
        need(question, "name"),
        objectsOf(question, "acceptedAnswer").some((answer) => has(answer, "text")) ? null : "acceptedAnswer.text",
      ]),
    ],
    Event: (node) => [
      need(node, "name"),
      need(node, "startDate"),
      need(node, "location"),
      ...each(node, "location", place),
    ],
    Recipe: (node) => [need(node, "name"), need(node, "image")],
    JobPosting: (node) => [
      ...["title", "description", "datePosted", "hiringOrganization"].map((name) => need(node, name)),
      oneOf(node, "jobLocation", "applicantLocationRequirements"),
    ],
    VideoObject: (node) => [need(node, "name"), need(node, "thumbnailUrl"), need(node, "uploadDate")],
    LocalBusiness: (node) => [need(node, "name"), need(node, "address")],
    Review: (node) => [need(node, "itemReviewed"), ...review(node)],
    AggregateRating: (node) => [need(node, "itemReviewed"), ...rating(node)],
    SoftwareApplication: (node) => [
      need(node, "name"),
      objectsOf(node, "offers").some((part) => offer(part)[0] === null) ? null : "offers.price",
      oneOf(node, "aggregateRating", "review"),
    ],
  }),
);

/** Required properties that a JSON-LD object lacks, each as `Type: property`. `isPart`: another object of the page refers to it. */
export function missingProperties({ node, isPart }: StructuredItem): string[] {
  if (isReference(node)) return [];
  return typesOf(node).flatMap((type) =>
    requiredOf(node, RULES.get(googleTypeOf(type)))
      // An opinion that belongs to another object is about that one.
      .filter((missing) => missing !== null && !(isPart && missing === "itemReviewed"))
      .map((missing) => `${type}: ${missing}`),
  );
}

function requiredOf(node: Node, rule: Rule | undefined): Array<string | null> {
  return rule === undefined ? [] : [...rule(node), ...opinions(node)];
}
