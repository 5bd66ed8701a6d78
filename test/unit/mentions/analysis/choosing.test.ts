import { describe, expect, it } from "vitest";
import { analyseByRules, compileRules } from "../../../../src/mentions/core/analysis/analyse";

const rules = compileRules({
  brandName: "Velorix",
  aliases: [],
  domain: "velorix.example",
  competitors: [{ name: "Quandora" }],
});
const toneOf = (text: string) => Math.sign(analyseByRules(rules, { text, citations: [] }).sentiment);

describe("what an answer would choose", () => {
  it.each([
    ["For a small team I'd go with Velorix, and Quandora has more branches.", 1],
    ["Quandora has branches in town. I'd go with Velorix.", 1],
    ["Für den Alltag würde ich Velorix nehmen; Quandora hat Filialen.", 1],
    ["Velorix würde ich nicht nehmen.", -1],
    ["Pour un appartement, je choisirais Velorix.", 1],
    ["Yo iría a Velorix.", 1],
    ["Bor du i Malmö skulle jag ta Velorix.", 1],
    ["Na wyjazd wybrałbym Velorix.", 1],
    ["Для поездки я бы взял Velorix.", 1],
    ["Βελτιώσεις υπάρχουν· θα διάλεγα τη Velorix.", 1],
    ["Ben olsam Velorix alırdım.", 1],
    ["如果重视售后，我会选 Velorix。", 1],
    ["Steer clear of Velorix.", -1],
    ["I'd say Velorix has 40 branches.", 0],
    ["Velorix has 40 branches. I would ask a lawyer.", 0],
  ])("%s", (text, tone) => {
    expect(toneOf(text)).toBe(tone);
  });

  it.each([
    ["Velorix has 40 branches, Quandora 20. I'd take the first.", 1],
    ["Quandora has 40 branches, Velorix 20. I'd take the first.", 0],
    ["1. Quandora: 40 branches\n2. Velorix: 20 branches\n\nSaya pilih yang kedua.", 1],
    ["Velorix da 40 filiali, Quandora 20. Prendi la prima.", 1],
  ])("by its place: %s", (text, tone) => {
    expect(toneOf(text)).toBe(tone);
  });

  it("takes linear time on hostile text", () => {
    const text = `Velorix ${"je ".repeat(30_000)}${"i'd ".repeat(5_000)}${"a".repeat(50_000)}`;
    const start = performance.now();
    toneOf(text);
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});

describe("joined and following denials", () => {
  it.each([
    ["Na Velorix si zákazníci nestěžují.", 1],
    ["Na Velorix si nemůžu stěžovat.", 1],
    ["К Velorix у клиентов претензий нет.", 1],
    ["Não tenho nada de ruim a dizer do Velorix.", 1],
  ])("%s", (text, tone) => {
    expect(toneOf(text)).toBe(tone);
  });
});
