import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shownHost } from "../../../src/lib/hosts/shown-host";

const ascii = (host: string) => new URL(`https://${host}/`).hostname;

describe("a host name for people", () => {
  it.each(["bücher.example", "españa.example", "例え.example", "한국.example", "пример.example", "παράδειγμα.example"])(
    "%s is shown as written",
    (host) => {
      expect(ascii(host)).toMatch(/xn--/);
      expect(shownHost(ascii(host))).toBe(host);
      expect(shownHost(`${ascii(host)}:8080`)).toBe(`${host}:8080`);
    },
  );

  it.each([
    ["аррӏе.example", "Cyrillic letters that look Latin"],
    ["pаypal.example", "two scripts in one label"],
    ["bıng.example", "a letter that looks like another"],
    ["оо.example", "two letters that look like o"],
  ])("%s stays in its own letters of the protocol (%s)", (host) => {
    expect(shownHost(ascii(host))).toBe(ascii(host));
  });

  it("is itself if it is in ASCII, or no name at all", () => {
    for (const host of ["shop.example", "xn--.example", "xn--999999999.example", "xn--\u0000.example", "", "xn--a:1"])
      expect(shownHost(host)).toBe(host);
  });

  it("leads back to the same name, whatever it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }), (label) => {
        const host = URL.parse(`https://${label}.example/`)?.hostname;
        if (host) expect(ascii(shownHost(host))).toBe(host);
      }),
    );
  });

  it("takes no long time on labels of any length", () => {
    expect(shownHost(`xn--${"z9".repeat(5_000)}.example`)).toContain("xn--");
  });
});
