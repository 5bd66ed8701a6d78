import { describe, expect, it } from "vitest";
import { missingRecommended } from "../../../../src/audit/checks/shared/recommended-properties";
import { missingProperties } from "../../../../src/audit/checks/shared/required-properties";
import { structuredData } from "../../../../src/audit/model/page/structured-data";

const itemOf = (node: object) =>
  structuredData([JSON.stringify({ "@context": "https://schema.org", ...node })]).items[0]!;
const required = (node: object) => missingProperties(itemOf(node));
const recommended = (node: object) => missingRecommended(itemOf(node));

describe("properties that Google requires", () => {
  it("are not looked for in an object that only names another, nor is what a rating is about if another object has it", () => {
    const inGraph = (...nodes: object[]) =>
      structuredData([JSON.stringify({ "@context": "https://schema.org", "@graph": nodes })]).items.flatMap((item) =>
        missingProperties(item),
      );
    const rating = { "@type": "AggregateRating", "@id": "#r", ratingValue: 4, ratingCount: 2 };
    const review = { "@type": "Review", "@id": "#v", author: "A", reviewRating: { ratingValue: 4 } };
    const product = { "@type": "Product", name: "x", aggregateRating: { "@id": "#r" }, review: [{ "@id": "#v" }] };
    expect(inGraph(product, rating, review)).toEqual([]);
    expect(inGraph(rating, review)).toEqual(["AggregateRating: itemReviewed", "Review: itemReviewed"]);
    expect(inGraph({ ...product, offers: { "@type": "Offer", "@id": "#o" } }, rating, review)).toEqual([]);
    expect(inGraph({ "@type": "Product", "@id": "#p" })).toEqual([]);
    expect(inGraph({ "@type": "Product", name: "x", offers: { "@type": "Offer" } })).toEqual([
      "Product: offers[0].price",
      "Product: offers[0].priceCurrency",
    ]);
  });

  it("leave out the address of the last entry of a list by its position", () => {
    const [home, last] = [
      { position: 1, name: "a", item: "/" },
      { position: 2, name: "b" },
    ];
    const list = (...itemListElement: object[]) => required({ "@type": "BreadcrumbList", itemListElement });
    expect(list(home, last)).toEqual([]);
    expect(list(last, home)).toEqual([]);
    expect(list({ position: 1, name: "a" }, last)).toEqual(["BreadcrumbList: itemListElement[0].item"]);
    expect(list({ position: 1, name: "a" }, { position: 1, name: "b" })).toHaveLength(1);
  });

  it("may have the prefix of their context", () => {
    expect(required({ "@type": "schema:Article", "schema:headline": "x" })).toEqual([]);
    expect(required({ "@type": "schema:Article", "schema:name": "x" })).toEqual(["Article: headline"]);
  });

  const event = { "@type": "Event", name: "Walk", startDate: "2027-01-01" };

  it("include the address of an event's place, but not of an online one or of a place in words", () => {
    expect(required({ ...event, location: { "@type": "Place", name: "Hall" } })).toEqual([
      "Event: location[0].address",
    ]);
    expect(required({ ...event, location: { "@type": "Place", address: "Main Street 1" } })).toEqual([]);
    expect(required({ ...event, location: { "@type": "VirtualLocation", url: "https://e.example/" } })).toEqual([]);
    expect(required({ ...event, location: "The hall" })).toEqual([]);
    expect(required({ ...event, location: { "@id": "#hall" } })).toEqual([]);
  });

  it.each<[object, string[]]>([
    [{ "@type": "Product" }, ["name", "offers or review or aggregateRating"]],
    [{ "@type": "Product", name: "x", review: {} }, []],
    [{ "@type": "Product", name: "x", offers: [{ price: 1 }, { "@id": "#o" }] }, ["offers[0].priceCurrency"]],
    [{ "@type": "Offer", lowPrice: 1, priceCurrency: "EUR" }, []],
    [{ "@type": "Offer", priceSpecification: { minPrice: 1, priceCurrency: "EUR" } }, []],
    [{ "@type": "Offer", url: "https://e.example/" }, ["price", "priceCurrency"]],
    [{ "@type": "Article" }, ["headline"]],
    [{ "@type": "BreadcrumbList" }, ["itemListElement"]],
    [
      { "@type": "BreadcrumbList", itemListElement: [{ name: "a" }, { position: 2, item: { "@id": "/b" } }] },
      ["itemListElement[0].position", "itemListElement[1].name", "itemListElement[0].item"],
    ],
    [{ "@type": "BreadcrumbList", itemListElement: [{ position: 1, item: { "@id": "/a", name: "a" } }] }, []],
    [{ "@type": "FAQPage" }, ["mainEntity"]],
    [
      { "@type": "FAQPage", mainEntity: [{ acceptedAnswer: {} }] },
      ["mainEntity[0].name", "mainEntity[0].acceptedAnswer.text"],
    ],
    [{ "@type": "FAQPage", mainEntity: { name: "q", acceptedAnswer: { text: "a" } } }, []],
    [{ "@type": "Event" }, ["name", "startDate", "location"]],
    [{ "@type": "Recipe" }, ["name", "image"]],
    [
      { "@type": "JobPosting" },
      ["title", "description", "datePosted", "hiringOrganization", "jobLocation or applicantLocationRequirements"],
    ],
    [{ "@type": "VideoObject" }, ["name", "thumbnailUrl", "uploadDate"]],
    [{ "@type": "LocalBusiness" }, ["name", "address"]],
    [{ "@type": "Review" }, ["itemReviewed", "reviewRating", "author"]],
    [{ "@type": "SoftwareApplication" }, ["name", "offers.price", "aggregateRating or review"]],
    [{ "@type": "SoftwareApplication", name: "x", offers: { priceCurrency: "EUR" }, review: {} }, ["offers.price"]],
  ])("of %j that are missing are named", (node, missing) => {
    const type = (node as { "@type": string })["@type"];
    expect(required(node)).toEqual(missing.map((name) => `${type}: ${name}`));
  });

  it("apply to more special types too", () => {
    expect(required({ "@type": "Restaurant", name: "Inn" })).toEqual(["Restaurant: address"]);
    expect(required({ "@type": "MusicEvent", name: "Song", location: "The hall" })).toEqual(["MusicEvent: startDate"]);
    expect(
      required({ "@type": "WebApplication", name: "Map", offers: { price: 0, priceCurrency: "EUR" }, review: {} }),
    ).toEqual([]);
  });
});

it("types that are named like members of every object have no rules", () => {
  for (const type of ["constructor", "toString", "hasOwnProperty", "__proto__", "valueOf"])
    expect([required({ "@type": type }), recommended({ "@type": type })], type).toEqual([[], []]);
});

describe("properties that Google recommends", () => {
  it("are satisfied by either of two that mean the same", () => {
    const video = { "@type": "VideoObject", description: "Walk", duration: "PT1M" };
    expect(recommended({ ...video, embedUrl: "https://e.example/" })).toEqual([]);
    expect(recommended({ ...video, contentUrl: "https://e.example/" })).toEqual([]);
    expect(recommended(video)).toEqual(["VideoObject: contentUrl or embedUrl"]);
  });

  it("of a recipe ask for its total time, or for both of its parts", () => {
    const times = (node: object) => recommended({ "@type": "Recipe", ...node }).filter((name) => /Time/.test(name));
    expect(times({ totalTime: "PT1H" })).toEqual([]);
    expect(times({ cookTime: "PT1H" })).toEqual(["Recipe: totalTime or prepTime"]);
  });
});
