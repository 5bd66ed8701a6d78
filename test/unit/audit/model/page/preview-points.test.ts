import { describe, expect, it } from "vitest";
import { previewIdentity, previewScore } from "../../../../../src/audit/model/page/preview-score";
import { hasImageType, isFaultless, isShown, type ShareImage } from "../../../../../src/audit/model/page/share-image";
import { factsOf, pageOf } from "../../makers.ts";

const IMAGE: ShareImage = {
  url: "https://e.example/i.png",
  status: 200,
  contentType: "image/png",
  format: "png",
  bytes: 64,
  width: 1_200,
  height: 630,
};
const tagsOf = (tags: Record<string, string>) =>
  Object.entries(tags)
    .map(([name, content]) => `<meta property="${name}" content="${content}">`)
    .join("");
const pageWith = (
  tags: Record<string, string>,
  head = "",
  url = "https://e.example/a",
  image: ShareImage | null = null,
) => ({ ...pageOf(url, { facts: factsOf(`<head>${head}${tagsOf(tags)}</head>`) }), shareImage: image });
const score = (...args: Parameters<typeof pageWith>) => previewScore(pageWith(...args), false);
const full = { "og:image": "https://e.example/i.png" };
const withImage = (change: Partial<ShareImage>) => score(full, "", undefined, { ...IMAGE, ...change });
const x = (length: number) => "x".repeat(length);

describe("the points of a preview", () => {
  it.each<[string, number, number]>([
    ["nothing", score({}), 0],
    ["a title in its place", score({}, "<title>A</title>"), 7],
    ["a description in its place", score({}, '<meta name="description" content="A">'), 5],
    ["og:title", score({ "og:title": x(90) }), 15],
    ["a long og:title", score({ "og:title": x(91) }), 0],
    ["a long og:title, and a title", score({ "og:title": x(91) }, "<title>A</title>"), 7],
    ["og:description", score({ "og:description": x(200) }), 10],
    ["a long og:description", score({ "og:description": x(201) }), 0],
    ["og:url of the page", score({ "og:url": "https://e.example/a" }), 5],
    ["og:url of another page", score({ "og:url": "https://e.example/b" }), 0],
    ["og:url of the canonical", score({ "og:url": "https://e.example/b" }, '<link rel="canonical" href="/b">'), 5],
    ["og:type", score({ "og:type": "article" }), 3],
    ["og:site_name", score({ "og:site_name": "A" }), 2],
    ["a large card", score({ "twitter:card": "summary_large_image" }), 7],
    ["a small card", score({ "twitter:card": "summary" }), 4],
    ["another card", score({ "twitter:card": "player" }), 0],
    ["an alt", score({ "og:image:alt": x(420) }), 3],
    ["a Twitter alt", score({ "twitter:image:alt": "A" }), 3],
    ["a long alt", score({ "og:image:alt": x(421) }), 0],
    ["an image that was not checked", score(full), 50],
    ["a relative image", score({ "og:image": "/i.png" }), 45],
    ["an http image on https", score({ "og:image": "http://e.example/i.png" }), 50],
    ["an http image on http", score({ "og:image": "http://e.example/i.png" }, "", "http://e.example/a"), 45],
    ["a good image", withImage({}), 50],
    ["a wide image", withImage({ width: 1_260, height: 630 }), 50],
    ["a square image", withImage({ width: 1_200, height: 1_200 }), 45],
    ["an image as small as may be", withImage({ width: 600, height: 315 }), 45],
    ["an image too narrow", withImage({ width: 599, height: 315 }), 40],
    ["an image too low", withImage({ width: 600, height: 314 }), 40],
    ["an image of unknown size", withImage({ width: null, height: null }), 40],
    ["an image that is nearly large", withImage({ width: 1_199, height: 630 }), 45],
    ["an image that is nearly high", withImage({ width: 1_200, height: 629 }), 45],
    ["an image of 5 MB", withImage({ bytes: 5 * 1024 * 1024 }), 50],
    ["a heavier image", withImage({ bytes: 5 * 1024 * 1024 + 1 }), 35],
    ["an image of unknown weight", withImage({ bytes: null }), 50],
    ["a missing image", withImage({ status: 404 }), 25],
  ])("of %s are %i", (_what, points, expected) => expect(points).toBe(expected));

  it("end at 50 with an image that is tiny or not shown, and are none for a page that is not HTML", () => {
    const all = {
      "og:title": "A",
      "og:description": "A",
      "og:url": "https://e.example/a",
      "og:type": "a",
      "og:site_name": "A",
      "twitter:card": "summary_large_image",
      "og:image:alt": "A",
      ...full,
    };
    const of = (change: Partial<ShareImage>) =>
      previewScore(pageWith(all, "", undefined, { ...IMAGE, ...change }), true);
    expect([
      of({}),
      of({ width: 199 }),
      of({ height: 199 }),
      of({ width: 200, height: 200 }),
      of({ format: "svg" }),
    ]).toEqual([100, 50, 50, 90, 50]);
    expect(previewScore({ ...pageWith(all), html: false }, true)).toBe(0);
    expect([previewScore(pageWith({ "og:type": "a" }), true), previewScore(pageWith({}), true)]).toEqual([8, 0]);
  });

  it("know the tags by their texts, else by their image", () => {
    const identity = (tags: Record<string, string>) => previewIdentity(pageWith(tags));
    expect([
      identity({}),
      identity({ "og:title": "A", "twitter:title": "B" }),
      identity({ "og:description": "A" }),
      identity({ "twitter:title": "B" }),
    ]).toEqual([null, "A\n", "\nA", "B\n"]);
    expect([identity(full), identity({ "og:type": "a" }), previewIdentity(pageOf("https://e.example/"))]).toEqual([
      "https://e.example/i.png",
      "",
      null,
    ]);
  });
});

describe("a share image", () => {
  const image = (change: Partial<ShareImage>): ShareImage => ({ ...IMAGE, ...change });
  const images = (...changes: Array<Partial<ShareImage>>) => changes.map(image);
  it("is shown, has the type of an image, or is without fault", () => {
    const types = [
      "image/jpeg",
      "image/jpg",
      "image/pjpeg",
      " IMAGE/PNG",
      "image/webp",
      "image/gif; a",
      "image/svg+xml",
      "application/pdf",
      "application/pdfx",
      "text/html",
      null,
    ];
    const of = (is: (image: ShareImage) => boolean) =>
      images(...types.map((contentType) => ({ contentType }))).filter(is).length;
    expect([of(isShown), of(hasImageType)]).toEqual([6, 8]);
    expect([isShown({ ...IMAGE, status: 206 }), hasImageType({ ...IMAGE, status: 206 })]).toEqual([false, false]);
    expect(images({ format: null }, { format: "jpg" }, { format: "avif" }).map(isShown)).toEqual([true, true, false]);
    const faultless = images({}, { width: 600, height: 315 }, { bytes: null }, { bytes: 307_200 });
    const faulty = images(
      { width: 599 },
      { height: 314 },
      { width: null },
      { height: null },
      { bytes: 307_201 },
      { format: null },
      { status: 404 },
    );
    expect([...faultless, ...faulty].filter(isFaultless)).toEqual(faultless);
  });
});
