import { describe, expect, it } from "vitest";
import { findingOf } from "./ids-of.ts";

const linked = (href: string, rest = "") => `<html><title>A</title><a href="${href}">A walk</a>${rest}`;

describe("hash_routing_links", () => {
  it.each(["#/about", "#!/about", "#!about", "/#/walks/1", "/#!walks", "#/walks?day=1"])("with %s", (href) =>
    expect(findingOf("hash_routing_links", linked(href))).not.toBeNull(),
  );

  it.each([
    ["#/about", '<section id="/about">'],
    ["#!about", '<h2 id="!about">'],
    ["#/about", '<section id="about">'],
    ["#!/about", '<section id="about">'],
    ["#!top", '<a name="!top"></a>'],
    ["#/%C3%BCber", '<h2 id="/über">'],
    ["#!", ""],
    ["#/", ""],
    ["/#!", ""],
    ["#about", ""],
    ["https://other.example/#/about", ""],
  ])("not with %s and %j", (href, rest) => expect(findingOf("hash_routing_links", linked(href, rest))).toBeNull());

  it("names only those without a target", () => {
    const html = `${linked("#/a")}<a href="#/b">B</a><h2 id="/b">B</h2>`;
    expect(findingOf("hash_routing_links", html)!.samples).toEqual(["#/a"]);
  });
});

describe("link_to_preview_host", () => {
  const onShop = (html: string, url = "https://www.harbour-walks.example/tours") =>
    findingOf("link_to_preview_host", `<html><title>A</title>${html}`, { url });

  it.each([
    '<a href="https://harbour-walks.vercel.app/tours">Tours</a>',
    '<a href="https://harbourwalks.netlify.app/">Home</a>',
    '<a href="https://harbour-walks-git-main-team.vercel.app/">Home</a>',
    '<a href="https://deploy-preview-12--harbour-walks.netlify.app/">Home</a>',
    '<a href="https://3f2a91.harbour-walks.pages.dev/">Home</a>',
    '<a href="https://id-preview--0c1f2e3d.lovable.app/">Home</a>',
    '<link rel="canonical" href="https://quick-brown-fox.lovable.app/">',
    '<meta property="og:url" content="https://quick-brown-fox.replit.app/tours">',
    '<meta property="og:url" content="https://fox.replit.app/"><a href="https://fox.replit.app/b">B</a>',
    '<meta property="og:site_name" content="Fox Tours"><a href="https://fox-tours.bolt.host/">B</a>',
  ])("with %s", (html) => expect(onShop(html)).not.toBeNull());

  it.each([
    '<a href="https://jane-doe-blog.vercel.app/post">a post by Jane</a>',
    '<a href="https://react-charts.netlify.app/docs">docs of a library</a>',
    '<a href="https://developers.cloudflare-docs.pages.dev/">docs</a>',
    '<a href="https://walks.pages.dev/">another club</a>',
    '<a href="https://vercel.app.example/">no preview</a>',
    '<a href="https://www.harbour-walks.example/b">B</a>',
  ])("not with %s", (html) => expect(onShop(html)).toBeNull());

  it("not on a preview itself", () => {
    const html = '<a href="https://harbour-walks.vercel.app/tours">Tours</a>';
    expect(onShop(html, "https://harbour-walks-git-main.vercel.app/")).toBeNull();
  });
  it("not where a short name only happens to occur", () => {
    expect(onShop('<a href="https://cabin-go.vercel.app/">A</a>', "https://go.example/")).toBeNull();
    expect(onShop('<a href="https://go.vercel.app/">A</a>', "https://go.example/")).not.toBeNull();
  });
});

describe("structured_data_missing_required", () => {
  const product = (more: object) =>
    `<html><title>A</title><script type="application/ld+json">${JSON.stringify({
      "@context": "https://schema.org",
      "@type": "Product",
      name: "A walk",
      ...more,
    })}</script>`;
  const samples = (more: object) => findingOf("structured_data_missing_required", product(more))?.samples ?? [];
  const rating = (more: object) => ({ aggregateRating: { "@type": "AggregateRating", ratingValue: 4.5, ...more } });

  it("knows that a rating needs a count", () => {
    expect(samples(rating({}))).toEqual(["Product: aggregateRating[0].ratingCount or reviewCount"]);
    expect(samples({ aggregateRating: { ratingCount: 3 } })).toEqual(["Product: aggregateRating[0].ratingValue"]);
    expect(samples(rating({ reviewCount: "" }))).toEqual(["Product: aggregateRating[0].ratingCount or reviewCount"]);
  });
  it.each([{ ratingCount: 3 }, { reviewCount: "12" }, { ratingCount: 0 }])("takes a rating with %j", (count) =>
    expect(samples(rating(count))).toEqual([]),
  );
  it("leaves a rating alone that is only referred to", () => {
    expect(samples({ aggregateRating: { "@id": "#rating" } })).toEqual([]);
  });
  it("knows that a nested review needs a rating and an author", () => {
    const review = { "@type": "Review", author: "Ann", reviewRating: { ratingValue: 5 } };
    expect(samples({ review })).toEqual([]);
    expect(samples({ review: { ...review, author: undefined } })).toEqual(["Product: review[0].author"]);
    expect(samples({ review: { ...review, reviewRating: { "@type": "Rating" } } })).toEqual([
      "Product: review[0].reviewRating[0].ratingValue",
    ]);
  });
  it("judges a rating that stands alone, and those of other types", () => {
    const alone = { "@type": "AggregateRating", name: undefined, ratingValue: 4, itemReviewed: { name: "A walk" } };
    expect(samples(alone)).toEqual(["AggregateRating: ratingCount or reviewCount"]);
    const shop = { "@type": "LocalBusiness", address: "Quay 1", ...rating({}) };
    expect(samples(shop)).toEqual(["LocalBusiness: aggregateRating[0].ratingCount or reviewCount"]);
  });
});
