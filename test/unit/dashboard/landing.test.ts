import { describe, expect, it } from "vitest";
import { pricesOf, typedPage } from "../../../src/dashboard/pages/public/landing";
import { lookVerdict } from "../../../src/dashboard/pages/public/look-result";

describe("an address that a stranger types", () => {
  it.each([
    ["example.com", "https://example.com"],
    ["www.example.com/shoes?a=1", "https://www.example.com/shoes?a=1"],
    ["http://example.com/x", "http://example.com/x"],
    ["127.0.0.1:8080/x", "http://127.0.0.1:8080/x"],
    ["no address", "no address"],
    ["", ""],
  ])("%s", (typed, url) => expect(typedPage(typed)).toBe(url));
});

it("prices are the operator's words for plans that there are", () => {
  expect(pricesOf({ PLAN_PRICES: " free=€0, starter = €19 a month,gold=1,pro=" })).toEqual({
    free: "€0",
    starter: "€19 a month",
  });
  for (const PLAN_PRICES of [undefined, "", "x", "gold=1"]) expect(pricesOf({ PLAN_PRICES })).toBeNull();
});

describe("what a look means", () => {
  const look = {
    url: "https://example.com/",
    status: 200,
    title: "Shop",
    words: 400,
    scripts: 3,
    text: "text",
    cut: null,
    failure: null,
    robots: { allowed: true, rule: null },
  };
  it.each([
    [{}, true, "reads this page"],
    [{ words: 3 }, false, "runs no scripts"],
    [{ words: 3, scripts: 0 }, false, "next to no text on this page"],
    [{ words: null }, false, "not a page"],
    [{ status: 403 }, false, "stops bots"],
    [{ status: 404 }, false, "there is none here (404)"],
    [{ status: 500 }, false, "an error of the site (500)"],
    [{ words: 3, cut: "timeout" as const }, false, "when we gave up"],
    [{ status: null, failure: "no response within 10000 ms" }, false, "did not answer within 10 seconds"],
    [{ status: null, failure: "x.test may not be requested (scheme)" }, false, "not http or https"],
    [{ status: null, failure: "the connection failed" }, false, "no page: the connection failed"],
    [{ status: null, words: null, robots: { allowed: false, rule: "Disallow: /" } }, false, "robots.txt keeps"],
    [{ robots: { allowed: null, rule: null } }, false, "could not be read"],
  ])("%j", (change, good, words) =>
    expect(lookVerdict({ ...look, ...change })).toEqual({ good, words: expect.stringContaining(words) }),
  );
});
