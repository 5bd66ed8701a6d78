import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AskedLocation, Location, parseLocation } from "../../../src/mentions/core/location.ts";
import { hasTag, judgeTags } from "../../../src/mentions/core/tags.ts";
import { countryCentre } from "../../../src/mentions/providers/country-centres.ts";
import { FAILURE_TEXTS, failureText } from "../../../src/mentions/core/failure-kinds.ts";
import { failureOf } from "../../../src/mentions/providers/failure.ts";
import { inlineSpan, utf16FromBytes } from "../../../src/mentions/providers/offsets.ts";

describe("tags", () => {
  it.each([
    ["", ""],
    ["  ", ""],
    ["a", "a"],
    ["b, a ,b", "b,a"],
    ["x-1,2-y", "x-1,2-y"],
  ])("%j is stored as %j", (input, tags) => expect(judgeTags(input)).toEqual({ ok: true, tags }));

  it.each(["A", "ä", "a b", "a,", "a;b", "a_b", "x".repeat(65), Array.from({ length: 11 }, (_, i) => i).join(",")])(
    "%j is refused",
    (input) => expect(judgeTags(input).ok).toBe(false),
  );

  it("match as whole tags", () => {
    expect(hasTag("shop,online-shop", "shop")).toBe(true);
    expect(hasTag("online-shop", "shop")).toBe(false);
    expect(hasTag("", "shop")).toBe(false);
    expect(hasTag("shop", "")).toBe(true);
  });
});

describe("places", () => {
  it("are parsed from stored text; unreadable text means no location", () => {
    expect(parseLocation('{"country":"de","city":"Ulm"}')).toEqual({ country: "DE", city: "Ulm" });
    expect(parseLocation("{}")).toEqual({});
    expect(parseLocation("not json")).toEqual({});
    expect(Location.safeParse({ timezone: "Europe/Berlin", latitude: 91 }).success).toBe(false);
  });

  it("as asked for must exist; stored ones are read as before", () => {
    const asked = (location: unknown) => AskedLocation.safeParse(location).success;
    for (const country of ["DE", "us", "XX", "UK", "ZZ", "EU", "AN"])
      expect(asked({ country }), country).toBe(["DE", "us"].includes(country));
    for (const timezone of ["Europe/Berlin", "UTC", "Asia/Calcutta", "Europe/Atlantis", "Mars/Base", "CEST"])
      expect(asked({ timezone }), timezone).toBe(["Europe/Berlin", "UTC", "Asia/Calcutta"].includes(timezone));
    expect(parseLocation('{"country":"UK","timezone":"Europe/Atlantis"}')).toEqual({
      country: "UK",
      timezone: "Europe/Atlantis",
    });
  });

  it("have a centre for each known country", () => {
    expect(countryCentre("DE")).toEqual({ latitude: 51, longitude: 10 });
    expect(countryCentre("ZZ")).toBeNull();
  });
});

describe("offsets", () => {
  it("convert bytes to UTF-16 units, for any text and order", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat(50), (text, cut) => {
        const wellFormed = text.toWellFormed();
        const characters = Array.from(wellFormed);
        const head = characters.slice(0, cut).join("");
        const bytes = new TextEncoder().encode(head).length;
        expect(utf16FromBytes(wellFormed, [bytes, 0]).get(bytes)).toBe(head.length);
      }),
    );
  });

  it("find an inline citation with offsets in code points or in UTF-16 units", () => {
    const marker = "([a.example](https://a.example/1))";
    const text = `🚲🚲 ${marker} end`;
    const expected = { start: 5, end: 5 + marker.length };
    expect(inlineSpan(text, "https://a.example/1", 5, 5 + marker.length)).toEqual(expected);
    expect(inlineSpan(text, "https://a.example/1", 3, 3 + marker.length)).toEqual(expected);
    expect(inlineSpan(text, "https://b.example/1", 5, 9)).toBeNull();
  });
});

describe("a provider's error message", () => {
  it("is shortened for the log, without control characters and keys; customers read our own text", () => {
    const message = `Incorrect API key provided: sk-proj-abcdef123456.\n\u0000${"x".repeat(500)}`;
    const failure = failureOf("auth", 401, { error: { message } }, null);
    expect(failure.detail).toMatch(/^HTTP 401: Incorrect API key provided: \[key\]\. x+$/);
    expect(failure.detail).toHaveLength(300);
    expect(failure.message).toBe(FAILURE_TEXTS.auth);
    expect(failureOf("server_error", 500, undefined, null).detail).toBe("HTTP 500: no explanation");
  });

  it("in its own words is not shown", () => {
    expect(failureText("auth", "HTTP 401: org-8Fq2")).toBe(FAILURE_TEXTS.auth);
    expect(failureText("not_configured", "OPENAI_API_KEY is not set.")).toContain("OPENAI_API_KEY");
    expect(failureText("budget_exhausted", "All 3 calls.")).toBe("All 3 calls.");
    expect(failureText(null, "Named once.")).toBe("Named once.");
  });
});
