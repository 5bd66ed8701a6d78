import { describe, expect, it } from "vitest";
import { checkTitle, listChecks, listSitemapChecks } from "../../../../src/audit/checks/list-checks";
import { BLOCKERS, DEAD, pageHealth } from "../../../../src/audit/checks/page-health";
import { CHECKS, runPageChecks, runUnscoredChecks } from "../../../../src/audit/checks/run-checks";
import { hasWholeBody } from "../../../../src/audit/checks/shared/define";
import { missingRecommended } from "../../../../src/audit/checks/shared/recommended-properties";
import { missingProperties } from "../../../../src/audit/checks/shared/required-properties";
import { otherLanguageOf } from "../../../../src/audit/checks/shared/text-language";
import { SITEMAP_CHECKS } from "../../../../src/audit/checks/stages";
import { withoutChecks } from "../../../../src/audit/checks/without-checks";
import type { AuditedPage } from "../../../../src/audit/model/page/page";
import { structuredData } from "../../../../src/audit/model/page/structured-data";
import { factsOf, pageOf } from "../makers.ts";

describe("the health of a page", () => {
  const issue = (id: string, severity: "error" | "warning" | "notice", weight: number, category = "Title") =>
    ({ id, severity, weight, category }) as Parameters<typeof pageHealth>[0][number];
  const small = (id: string) => issue(id, "notice", 0);
  it("is none with a fatal issue, and at most 40 with one that keeps it out of search", () => {
    const [dead, blocked] = [
      "http_4xx http_5xx fetch_timeout dns_or_connection_error redirect_loop empty_page",
      "noindex_in_sitemap noindex_removed_by_js robots_blocks_all js_only_content soft_404 canonical_to_error canonical_to_homepage canonical_to_noindex render_timeout snapshot_blank",
    ].map((text) => text.split(" "));
    expect([[...DEAD], [...BLOCKERS].sort()]).toEqual([dead, blocked!.toSorted()]);
    for (const id of dead!) expect(pageHealth([small(id)])).toBe(0);
    for (const id of blocked!) expect(pageHealth([small(id)])).toBe(40);
    for (const id of [...dead!, ...blocked!]) expect(CHECKS.has(id)).toBe(true);
    expect([
      pageHealth([], true),
      pageHealth([issue("a", "warning", 35), issue("b", "warning", 35, "Links")], true),
    ]).toEqual([40, 30]);
  });
  it("loses at most 35 points in each category and 8 by notices", () => {
    const many = (severity: "warning" | "notice", category: string, weight: number) =>
      [0, 1, 2].map((i) => issue(`${category}${i}`, severity, weight, category));
    expect([
      pageHealth(many("warning", "Title", 11.64)),
      pageHealth(many("warning", "Title", 12)),
      pageHealth([...many("warning", "Title", 12), ...many("warning", "Links", 1)]),
    ]).toEqual([65.1, 65, 62]);
    expect([pageHealth(many("notice", "Title", 2)), pageHealth(many("notice", "Title", 3))]).toEqual([94, 92]);
    expect(
      pageHealth(["Title", "Links", "Images", "Security"].flatMap((category) => many("warning", category, 99))),
    ).toBe(0);
    expect([pageHealth([issue("a", "error", 11)]), pageHealth([issue("a", "error", 12)])]).toEqual([89, 88]);
  });
});

it("a page is compared without the checks that another run left out", () => {
  const page = {
    path: "/a",
    healthScore: 7,
    issues: [
      { id: "missing_title", severity: "error" as const },
      { id: "broken_image", severity: "error" as const },
      { id: "gone_check", severity: "notice" as const },
    ],
  };
  expect(withoutChecks(page, new Set(["broken_asset"]))).toBe(page);
  const { weight } = CHECKS.get("missing_title")!;
  expect(withoutChecks(page, new Set(["broken_image"]))).toEqual({
    path: "/a",
    healthScore: Math.min(89, 100 - weight),
    issues: [page.issues[0], page.issues[2]],
  });
});

it("the catalogue has everything that is published of a check, and titles of those that are gone", () => {
  const { id, title, scope, severity, category, weight, rule, why, fix } = CHECKS.get("missing_title")!;
  expect(listChecks().find((check) => check.id === "missing_title")).toEqual({
    id,
    title,
    scope,
    severity,
    category,
    weight,
    rule,
    thresholds: {},
    why,
    fix,
  });
  expect(listChecks().find((check) => check.id === "deep_page")!.thresholds).toEqual({ maxClicks: 3 });
  const [sitemap] = SITEMAP_CHECKS;
  expect(Object.keys(listSitemapChecks()[0]!)).toEqual(["id", "title", "severity", "rule", "why", "fix"]);
  expect([checkTitle("missing_title"), checkTitle(sitemap!.id), checkTitle("old_check_id")]).toEqual([
    title,
    sitemap!.title,
    "old check id",
  ]);
});

describe("which checks look at a page", () => {
  const html = '<html lang="en"><p>A</p><a href="/b"></a></html>';
  const page = (change: Partial<AuditedPage> = {}): AuditedPage => ({
    ...pageOf("https://e.example/", { facts: factsOf(html), bytes: html.length }),
    ...change,
  });
  const ids = (each: AuditedPage) => runPageChecks(each).map(({ id }) => id);
  const unscored = (each: AuditedPage) => runUnscoredChecks(each).map(({ id }) => id);
  const cut = { facts: { ...factsOf(html), truncated: true } };
  const frames = { facts: { ...factsOf(html), frameset: true } };

  it("depends on its kind, its end and whether it is indexable", () => {
    expect(ids(page())).toEqual(
      expect.arrayContaining(["missing_title", "missing_h1", "empty_anchor_text", "thin_content", "empty_page"]),
    );
    expect(ids(page({ html: false }))).toEqual([]);
    expect(ids(page({ facts: null }))).toEqual([]);
    const shut = ids(page({ indexable: false }));
    expect([shut.includes("missing_h1"), shut.includes("empty_anchor_text"), shut.includes("thin_content")]).toEqual([
      true,
      false,
      false,
    ]);
    const partial = ids(page(cut));
    expect([
      partial.includes("missing_title"),
      partial.includes("missing_h1"),
      partial.includes("empty_anchor_text"),
      partial.includes("thin_content"),
    ]).toEqual([true, false, true, false]);
    const framed = ids(page(frames));
    expect([
      framed.includes("missing_title"),
      framed.includes("missing_h1"),
      framed.includes("empty_anchor_text"),
    ]).toEqual([true, false, false]);
    expect([page(), page(cut), page(frames), page({ facts: null })].map(hasWholeBody)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it("leaves those of indexable pages to a list of their own on others", () => {
    expect([
      unscored(page()),
      unscored(page({ indexable: false, html: false })),
      unscored(page({ indexable: false, ...frames })),
    ]).toEqual([[], [], []]);
    expect(unscored(page({ indexable: false }))).toEqual(expect.arrayContaining(["empty_anchor_text", "thin_content"]));
    expect(unscored(page({ indexable: false, ...cut }))).not.toContain("thin_content");
  });
});

describe("structured data of each type", () => {
  const itemOf = (node: object) =>
    structuredData([JSON.stringify({ "@context": "https://schema.org", ...node })]).items[0]!;
  const article = ["author", "datePublished", "dateModified", "image"];
  it.each<[string, string[]]>([
    ["Product", ["image", "description", "brand", "review", "aggregateRating", "offers", "sku or mpn or gtin"]],
    ["Offer", ["availability", "itemCondition", "priceValidUntil", "url"]],
    ["Article", article],
    ["BlogPosting", article],
    ["NewsArticle", article],
    ["Festival", ["description", "endDate", "eventStatus", "image", "offers", "organizer", "performer"]],
    [
      "Recipe",
      [
        "aggregateRating",
        "author",
        "datePublished",
        "description",
        "keywords",
        "nutrition",
        "recipeCategory",
        "recipeCuisine",
        "recipeIngredient",
        "recipeInstructions",
        "recipeYield",
        "totalTime or cookTime",
        "totalTime or prepTime",
        "video",
      ],
    ],
    ["JobPosting", ["baseSalary", "directApply", "employmentType", "identifier", "validThrough"]],
    ["VideoObject", ["contentUrl or embedUrl", "description", "duration"]],
    ["Hotel", ["geo", "openingHoursSpecification", "telephone", "url", "priceRange"]],
    ["Review", ["datePublished"]],
    ["MobileApplication", ["applicationCategory", "operatingSystem"]],
    ["Organization", ["logo", "url", "name", "sameAs"]],
    ["Thing", []],
  ])("%s lacks what Google recommends", (type, names) => {
    expect(missingRecommended(itemOf({ "@type": type }))).toEqual(names.map((name) => `${type}: ${name}`));
    const whole = Object.fromEntries(names.map((name) => [name.split(" or ").at(-1)!, "x"]));
    expect(missingRecommended(itemOf({ "@type": type, ...whole }))).toEqual([]);
  });

  it.each<[object, string[]]>([
    [{ "@type": "Product", name: "a", offers: { priceSpecification: { price: 1, priceCurrency: "EUR" } } }, []],
    [
      { "@type": "Product", name: "a", offers: { priceSpecification: {}, priceCurrency: "EUR" } },
      ["Product: offers[0].price"],
    ],
    [{ "@type": "Offer", price: 1, priceSpecification: {} }, ["Offer: priceCurrency"]],
    [{ "@type": "Review", itemReviewed: 1, author: "a", reviewRating: { "@id": "#r" } }, []],
    [{ "@type": "Review", itemReviewed: 1, author: "a", reviewRating: {} }, []],
    [
      { "@type": "AggregateRating" },
      ["AggregateRating: itemReviewed", "AggregateRating: ratingValue", "AggregateRating: ratingCount or reviewCount"],
    ],
    [
      { "@type": "NewsArticle", aggregateRating: { ratingValue: 1 } },
      ["NewsArticle: headline", "NewsArticle: aggregateRating[0].ratingCount or reviewCount"],
    ],
    [{ "@type": "BlogPosting" }, ["BlogPosting: headline"]],
    [
      {
        "@type": "BreadcrumbList",
        itemListElement: [
          { position: 2, name: "b" },
          { position: 1, name: "a" },
          { position: 3, name: "c" },
        ],
      },
      ["BreadcrumbList: itemListElement[0].item", "BreadcrumbList: itemListElement[1].item"],
    ],
    [
      {
        "@type": "BreadcrumbList",
        itemListElement: [
          { position: "x", name: "b" },
          { position: 1, name: "a" },
        ],
      },
      ["BreadcrumbList: itemListElement[0].item"],
    ],
    [
      {
        "@type": "SoftwareApplication",
        name: "a",
        aggregateRating: { "@id": "#r" },
        offers: [{ priceCurrency: "EUR" }, { price: 0 }],
      },
      [],
    ],
    [{ "@type": ["Recipe", "Thing"], name: "a" }, ["Recipe: image"]],
    [{ "@type": "Event", name: "a", startDate: "b", location: {} }, []],
    [{ "@type": "Event", name: "a", startDate: "b", location: { name: "c" } }, ["Event: location[0].address"]],
  ])("%j lacks what Google requires: %j", (node, missing) => expect(missingProperties(itemOf(node))).toEqual(missing));
});

describe("the language of a text", () => {
  const ENGLISH =
    "The walk along the wall is open to all who have time and it will be there for you when you can go with us. ";
  const of = (text: string, declared = "de") => otherLanguageOf(text, declared);
  it("is told from 300 letters of sentences on", () => {
    const lettersOf = (text: string) => text.replace(/[^a-z]/gi, "").length;
    const text = ENGLISH.repeat(4);
    expect(lettersOf(text)).toBeGreaterThan(300);
    let short = text;
    while (lettersOf(short) >= 300) short = short.slice(0, -1);
    const next = text.slice(0, text.indexOf(" ", short.length + 1));
    expect([of(short), of(next)]).toEqual([null, "en"]);
  });
  it("is not told from names, constants, lists or one word", () => {
    const capitals = ENGLISH.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
    expect([
      of(capitals.repeat(5)),
      of("the ".repeat(200)),
      of("the of and to is ".repeat(60)),
      of(ENGLISH.repeat(5).replaceAll(" ", "_")),
    ]).toEqual([null, null, null, null]);
    expect(of(ENGLISH.repeat(5).replaceAll(" ", ". "))).toBe("en");
    for (const join of ["/", "=", "@", "$", "\\", "#", "(", "-", "1"])
      expect(of(ENGLISH.repeat(5).replaceAll(" ", join)), join).toBeNull();
  });
  it("is looked for in the prose, and in places of the whole length of a long text", () => {
    const filler = "Wege im Wald und auf dem Berg sind nicht weit von der Stadt. ".repeat(60);
    expect(otherLanguageOf(ENGLISH.repeat(9), "de", () => "kurz")).toBeNull();
    expect(otherLanguageOf(ENGLISH.repeat(9), "en", () => filler)).toBeNull();
    expect(of(filler)).toBeNull();
    const english = ENGLISH.repeat(30);
    expect([of(filler + english + filler), of(`${english} ${"Wald Berg Stadt ".repeat(40)} ${english}`)]).toEqual([
      null,
      "en",
    ]);
  });
});
