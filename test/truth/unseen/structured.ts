import { attribute, inTemplate, rawText, type SecondPage } from "../../support/truth/second-page.ts";

/** What is wrong with a page's JSON-LD. */
export interface DataFaults {
  missingType: boolean;
  /** `Type.property`. */
  missingRequired: string[];
  otherHost: boolean;
}

type Thing = Record<string, unknown>;
const isThing = (value: unknown): value is Thing =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const listed = (value: unknown): unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
const filled = (thing: Thing, name: string) => listed(thing[name]).some((each) => each !== "" && each !== null);

/** Required properties for rich results, as the reference lists them. `|`: one of them. */
const REQUIRED: Record<string, string[]> = {
  Product: ["name", "offers|review|aggregateRating"],
  Article: ["headline"],
  BlogPosting: ["headline"],
  NewsArticle: ["headline"],
  FAQPage: ["mainEntity"],
  Event: ["name", "startDate", "location"],
  Recipe: ["name", "image"],
  JobPosting: ["title", "description", "datePosted", "hiringOrganization", "jobLocation|applicantLocationRequirements"],
  VideoObject: ["name", "thumbnailUrl", "uploadDate"],
  LocalBusiness: ["name", "address"],
  Review: ["itemReviewed", "reviewRating", "author"],
  SoftwareApplication: ["name", "offers", "aggregateRating|review"],
  BreadcrumbList: ["itemListElement"],
};

export function dataOf(page: SecondPage, url: URL): DataFaults {
  const result: DataFaults = { missingType: false, missingRequired: [], otherHost: false };
  const scripts = page
    .named("script")
    .filter((each) => !inTemplate(each) && /^\s*application\/ld\+json/i.test(attribute(each.element, "type") ?? ""));
  for (const { element } of scripts) {
    let value: unknown;
    try {
      value = JSON.parse(rawText(element, () => false));
    } catch {
      continue;
    }
    for (const root of listed(value)) {
      if (!isThing(root)) continue;
      const nodes = root["@graph"] === undefined ? [root] : listed(root["@graph"]).filter(isThing);
      result.missingType ||=
        root["@context"] === undefined || (root["@graph"] === undefined && root["@type"] === undefined);
      for (const node of nodes) judge(node, url, result);
    }
  }
  return result;
}

function judge(node: Thing, url: URL, result: DataFaults): void {
  for (const type of listed(node["@type"]))
    for (const rule of REQUIRED[String(type)] ?? [])
      if (!rule.split("|").some((name) => filled(node, name))) result.missingRequired.push(`${String(type)}.${rule}`);
  if (node["@type"] === "BreadcrumbList") {
    const items = listed(node["itemListElement"]).filter(isThing);
    // The last one may lack its address: it is the page itself.
    items.forEach((item, i) => {
      const name = filled(item, "name") || listed(item["item"]).some((each) => isThing(each) && filled(each, "name"));
      if (!name || item["position"] === undefined || (i < items.length - 1 && !filled(item, "item")))
        result.missingRequired.push("BreadcrumbList.itemListElement");
    });
  }
  for (const offer of listed(node["offers"]).filter(isThing))
    if (
      offer["@type"] === "Offer" &&
      !["price", "priceCurrency"].every((name) => filled(offer, name) || isThing(offer["priceSpecification"]))
    )
      result.missingRequired.push("Offer.price");
  for (const rating of listed(node["aggregateRating"]).filter(isThing))
    if (!filled(rating, "ratingValue") || !["ratingCount", "reviewCount"].some((name) => filled(rating, name)))
      result.missingRequired.push("AggregateRating.count");
  for (const name of ["url", "@id"]) {
    const target = typeof node[name] === "string" ? URL.parse(node[name], url) : null;
    if (target && /^https?:$/.test(target.protocol) && target.host !== url.host) result.otherHost = true;
  }
}
