import { describe, expect, it } from "vitest";
import { analyseByRules, compileRules } from "../../../../src/mentions/core/analysis/analyse";
import { sideOf, sidesInside } from "../../../../src/mentions/core/analysis/words/sided";

describe("words of two sides, by language", () => {
  it.each([
    ["judging", "freundlich", "de", 1],
    ["judging", "rozczarowanie", "pl", -1],
    ["judging", "freundlich", "pl", 0],
    ["settings", "kunden", "de", 1],
    ["settings", "pták", "xx", 0],
  ] as const)("%s: %s in %s is on side %i", (section, word, code, side) => {
    expect(sideOf(section, word, code)).toBe(side);
  });

  it("finds words of scripts without spaces inside the text", () => {
    expect(Array.from(sidesInside("judging", "配送很准时,但客服态度差", "zh"), ({ side }) => side)).toEqual([1, -1]);
  });
});

const acme = compileRules({ brandName: "Acme", aliases: [], domain: "acme.com", competitors: [{ name: "Rival" }] });
const read = (text: string) => analyseByRules(acme, { text, citations: [] });

it("takes a handle for a name", () => {
  expect(read("Follow @acme for news.").mentioned).toBe(true);
});

it("gives a tone by the words of the answer's language", () => {
  expect(read("Bei Acme sind die Mitarbeiter freundlich und hilfsbereit.").sentiment).toBeGreaterThan(0);
  expect(read("W Acme obsługa jest opryskliwa, a paczki ciągle opóźnione.").sentiment).toBeLessThan(0);
});
