import { describe, expect, it } from "vitest";
import { analyseByRules, compileRules } from "../../../../src/mentions/core/analysis/analyse";
import { exampleForms } from "../../../../src/mentions/core/analysis/names/inflection";
import { foldTerm } from "../../../../src/mentions/core/analysis/words/fold";
import { isCompound } from "../../../../src/mentions/core/analysis/names/known-names";
import { isKnownAs, languagesOf, zipfOf } from "../../../../src/mentions/core/analysis/words/languages";

const mentioned = (brandName: string, category: string, text: string) =>
  analyseByRules(
    compileRules({ brandName, aliases: [], domain: "brand.example", category, competitors: [{ name: "Qvist" }] }),
    { text, citations: [] },
  ).mentioned;

describe("inflected names", () => {
  it.each([
    ["Personio", "HR-Software", "Personios Oberfläche ist einfach, und die Software ist günstiger als die von Qvist."],
    ["Wolt", "ruokalähetti", "Woltin kuljetus on nopea ja hinta on edullinen."],
    ["Tokmanni", "kauppa", "Tokmannilla on halpoja työkaluja, ja kauppa on auki."],
    ["Żabka", "sklep", "W Żabce jest drożej niż w Qvist, ale sklep jest blisko."],
    ["Самокат", "доставка", "Доставка «Самоката» быстрее, чем у Qvist."],
    ["Пятёрочка", "магазин", "В «Пятерочке» дешевле, чем в магазине Qvist."],
    ["Розетка", "магазин", "У Розетці дешевше, ніж у магазині Qvist."],
    ["Kifli", "bolt", "A Kiflinél olcsóbb a bolt, mint a Qvist."],
    ["토스", "은행", "은행 앱은 토스에서도 편리하고 Qvist보다 빠릅니다."],
    ["दराज", "स्टोर", "दराज़ का स्टोर Qvist से सस्ता है।"],
    ["N26", "bank", "The bank N 26 has no fees, unlike Qvist."],
    ["Գալաքսի", "խանութ", "Խանութը Գալաքսիում ավելի էժան է, քան Qvist-ը։"],
  ])("%s (%s): %s", (brand, category, text) => {
    expect(mentioned(brand, category, text)).toBe(true);
  });

  it.each([
    ["Wedel", "czekolada", "Ptasie Mleczko od Wedla jest najlepsze, a czekolada Wedla to klasyka."],
    ["Fakturownia", "faktury", "Fakturowni używam od roku i jestem zadowolony."],
    ["Opinel", "couteau", "Les Opinels restent d'excellents couteaux pour le pique-nique."],
    ["Kaislatar", "peitto", "Kaislattaren peittoja en suosittele kenellekään."],
    ["海澜之家", "服装", "我推薦海瀾之家的襯衫，版型規矩、尺碼齊全。"],
  ])("%s is found in other forms", (name, category, text) => {
    expect(mentioned(name, category, text)).toBe(true);
  });

  it("are not other words that begin alike", () => {
    expect(mentioned("Velora", "CRM", "Velorazzi are a kind of photographer.")).toBe(false);
    expect(mentioned("Wolt", "food delivery", "The wolter is a small bird.")).toBe(false);
  });

  it("have examples for people", () => {
    const polish = exampleForms(foldTerm("Żabka")).find(({ language }) => language === "pl")!;
    expect(polish.forms).toEqual(expect.arrayContaining(["Zabki", "Zabce"]));
  });
});

describe("languages", () => {
  it.each([
    ["de", "Das ist die beste Software für kleine Unternehmen, und sie ist günstig."],
    ["fi", "Tämä on hyvä kauppa, mutta se ei ole halpa."],
    ["pl", "To jest dobry sklep, ale nie jest tani."],
    ["ru", "Это хороший магазин, но он не дешёвый."],
    ["uk", "Це гарний магазин, але він не дешевий і його ціни ростуть."],
    ["ja", "これは良い店ですが、安くはありません。"],
    ["zh", "这是一家好商店，但是不便宜。"],
  ])("%s is recognised", (code, text) => {
    expect(languagesOf(text)[0]).toBe(code);
  });

  it("know how common a word is", () => {
    expect(zipfOf("the", "en")).toBe(5.5);
    expect(zipfOf("target", "en")).toBeGreaterThanOrEqual(4);
    expect(zipfOf("zyxelqua", "en")).toBe(0);
  });

  it("know names of people, places and streets", () => {
    expect([isKnownAs("given", "alan"), isKnownAs("place", "nova scotia"), isKnownAs("street", "road")]).toEqual([
      true,
      true,
      true,
    ]);
    expect([isKnownAs("given", "zyxelqua"), isKnownAs("place", "zyxelqua")]).toEqual([false, false]);
    expect([isCompound("Papierfreund", "de"), isCompound("Velora", "de"), isCompound("Papierfreund", "fr")]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
