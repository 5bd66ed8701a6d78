import { describe, expect, it } from "vitest";
import { analyseByRules, compileRules } from "../../../../src/mentions/core/analysis/analyse";
import { actsAfter, isDesignated } from "../../../../src/mentions/core/analysis/names/acts";

const analysed = (brandName: string, category: string, text: string, rival = "Qvist", aliases: string[] = []) =>
  analyseByRules(
    compileRules({ brandName, aliases, domain: "brand.example", category, competitors: [{ name: rival }] }),
    { text, citations: [] },
  );

describe("a brand whose name is also a word or a family name", () => {
  it.each([
    ["Tesla", "electric cars", "The Tesla Model X is a roomy family car."],
    ["Tesla", "electric cars", "Das Tesla Model 3 lädt schnell und ist sparsam."],
    ["Tesla", "electric cars", "Tesla sells its electric cars online."],
    ["Škoda", "cars", "El Škoda Fabia es un coche barato y fiable."],
    ["Škoda", "cars", "La Skoda Octavia è un'auto spaziosa."],
    ["Škoda", "cars", "Škoda bietet viele Modelle mit großem Kofferraum."],
    ["Boots", "pharmacy chain", "Boots offers free delivery, and its pharmacy staff are helpful."],
    ["Orange", "mobile network", "Orange propose des forfaits sans engagement."],
  ])("%s (%s) is meant: %s", (brand, category, text) => {
    expect(analysed(brand, category, text).mentioned).toBe(true);
  });

  it.each([
    ["Tesla", "electric cars", "Nikola Tesla was born in Smiljan and died in New York."],
    ["Škoda", "cars", "Škoda, že jste nepřišli dřív."],
    ["Boots", "pharmacy chain", "Boots with a thick sole keep your feet dry in winter."],
    ["Orange", "mobile network", "Orange trees need full sun and water. For a SIM card, try Qvist."],
  ])("%s (%s) is not meant: %s", (brand, category, text) => {
    expect(analysed(brand, category, text).mentioned).toBe(false);
  });

  it("an alias with every ending finds what the name finds", () => {
    const text = "Škodan takatilat ovat luokkansa parhaat, ja auto on halvempi kuin Qvist.";
    expect(analysed("Škoda", "autot", text).mentioned).toBe(true);
    expect(analysed("Škoda", "autot", text, "Qvist", ["Škoda*"]).mentioned).toBe(true);
  });
});

it("what only a company does is known in many languages", () => {
  expect(actsAfter(" makes cars", ["en"])).toBe(true);
  expect(actsAfter(" auch verkauft", ["de"])).toBe(true);
  expect(actsAfter(" tilbyder", ["da"])).toBe(true);
  expect(actsAfter(" makeshift", ["en"])).toBe(false);
  expect(actsAfter(" sells", ["ja"])).toBe(false);
});

it("a number or letters behind a name are a product's", () => {
  for (const after of [" Model 3 is", " Octavia RS,", " X5"]) expect(isDesignated(after)).toBe(true);
  for (const after of [" Ghost", " 5.5 stars", " and I", " Street is"]) expect(isDesignated(after)).toBe(false);
});
