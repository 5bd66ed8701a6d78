import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyseByRules, compileRules } from "../../../../src/mentions/core/analysis/analyse";
import type { Citation } from "../../../../src/mentions/core/analysis/types";
import { LABELLED_ANSWERS } from "./labelled-answers";

const analysed = LABELLED_ANSWERS.map((labelled) => ({
  labelled,
  found: analyseByRules(compileRules(labelled.subject), { text: labelled.text, citations: labelled.citations ?? [] }),
}));

describe("labelled answers", () => {
  it("number at least 60, in at least 6 languages", () => {
    expect(LABELLED_ANSWERS.length).toBeGreaterThanOrEqual(60);
    expect(new Set(LABELLED_ANSWERS.map((each) => each.language)).size).toBeGreaterThanOrEqual(6);
  });

  it.each(analysed.map(({ labelled, found }) => [`${labelled.language}: ${labelled.shows}`, labelled, found] as const))(
    "%s",
    (_, labelled, found) => {
      expect({ position: found.mentionPosition, mentioned: found.mentioned }).toEqual({
        position: labelled.position,
        mentioned: labelled.position > 0,
      });
      expect(Object.fromEntries(found.competitors.map((each) => [each.name, each.count]))).toEqual(
        labelled.competitors,
      );
      if (labelled.tone)
        expect(found.sentiment > 0 ? "positive" : found.sentiment < 0 ? "negative" : "neutral").toBe(labelled.tone);
    },
  );
});

const tricky = compileRules({
  brandName: "Acme",
  aliases: ["Acme CRM"],
  domain: "acme.com",
  competitors: [
    { name: "Rival Inc.", siteUrl: "https://rival.io" },
    ...["C++", "Yahoo!", "AT&T", "3M", "Go", "Disney+"].map((name) => ({ name })),
  ],
});

describe("rules on single sentences", () => {
  it.each<[string, number, string]>([
    // Names with signs, short names, joined text
    ["Yahoo! and AT&T and C++ and 3M beat Acme.", 5, "Yahoo! AT&T C++ 3M"],
    ["The go-to tool: let's go with ACME AND RIVAL", 1, "Rival Inc."],
    ["Acme/Rival comparison; rival.io/pricing", 1, "Rival Inc."],
    ["acme_crm and ACME-CRM", 1, ""],
    ["Not acme.com.evil.example, nor g2.example/acme-review or shop.acme.evil.test", 0, ""],
    ["github.com/acme/tool and rival.io/acme-alternatives", 0, "Rival Inc."],
    ["Rival.io/Acme", 2, "Rival Inc."],
    ["It is Acme.The rest follows on acme.example/prices", 1, ""],
    ["The companies @acme and #Rival are on Twitter, but Acme is better", 1, "Rival Inc."],
    ["![Acme logo](https://cdn.example/acme.png) Rival", 0, "Rival Inc."],
    ['<b>Acme</b> vs <a href="https://rival.io">Rival</a>', 1, "Rival Inc."],
    ["Visit www.acme.com/signup or https://rival.io", 1, ""],
    // Lists
    ["1. Rival\n   - cheap\n2. Acme\n   - good\n", 2, "Rival Inc."],
    ["### 1. Rival\n### 2) Acme", 2, "Rival Inc."],
    ["**1. Rival** good\n\n**2. Acme** good", 2, "Rival Inc."],
    ["1️⃣ Rival\n2️⃣ Foo\n3️⃣ Acme", 3, "Rival Inc."],
    ["Founded in\n12 Acme stores", 1, ""],
    ["In 2024 Acme grew.", 1, ""],
    // Denials
    ["I don't have specific information about Acme or Rival.", 0, ""],
    ["There's no evidence that Acme exists.", 0, ""],
    ["Acme isn't something I recognize, so I can't compare it with Rival.", 0, "Rival Inc."],
    ["As of now I have not heard of Acme; Rival is known", 0, "Rival Inc."],
    ["I found no mention of Acme, though Rival appears often.", 0, "Rival Inc."],
    ["Acme was not included in the comparison. In the end, Rival won.", 0, "Rival Inc."],
    ["If you cannot find Rival, go to Acme.", 2, "Rival Inc."],
    ["Ich konnte keine Angaben zu Acme finden.", 0, ""],
    ["Acme n'apparaît pas dans les classements.", 0, ""],
    ["Acme no aparece en ninguna lista.", 0, ""],
    ["Acmeについては情報がありません。", 0, ""],
    ["关于Acme,我无法找到任何资料。", 0, ""],
    // No denials
    ["Acme has no information pages about pricing.", 1, ""],
    ["Acme does not have a free plan.", 1, ""],
    ["Acme doesn't have data export.", 1, ""],
    ["Users can't find reports easily in Acme.", 1, ""],
    ["I couldn't find Acme's prices.", 1, ""],
    ["Acme is not listed on the stock exchange.", 1, ""],
    ["There is limited information about Acme available, but it seems good.", 1, ""],
    ["No, Acme is not available in Germany.", 1, ""],
    ["Acme没有提到价格。", 1, ""],
    ["Acme no tiene datos en la nube.", 1, ""],
  ])("%s", (text, position, competitors) => {
    const found = analyseByRules(tricky, { text, citations: [] });
    expect(found.mentionPosition).toBe(position);
    expect(found.competitors.map((each) => each.name)).toEqual(
      expect.arrayContaining(competitors === "" ? [] : competitors.split(/ (?!Inc)/)),
    );
    expect(found.competitors).toHaveLength(competitors === "" ? 0 : competitors.split(/ (?!Inc)/).length);
  });
});

describe("offsets", () => {
  it("point to the names in the stored answer, whatever was folded or cut before them", () => {
    for (const { labelled, found } of analysed)
      for (const { start, end } of found.mentions) {
        const written = labelled.text.slice(start, end);
        expect(written.trim(), labelled.text).toBe(written);
        expect(written).toMatch(/[\p{L}\p{N}]/u);
      }
    const text =
      "🚀 The best chocolate of all companies is made by **Ｎｅｓｔｌé** ([x.com](https://x.com)) & Nestle\u0301!";
    const rules = compileRules({
      brandName: "Nestlé",
      aliases: [],
      domain: "nestle.com",
      category: "chocolate",
      competitors: [],
    });
    const { mentions } = analyseByRules(rules, { text, citations: [] });
    expect(mentions.map(({ start, end }) => text.slice(start, end))).toEqual(["Ｎｅｓｔｌé", "Nestle\u0301"]);
  });
});

describe("citations", () => {
  const cite = (...urls: Array<string | Citation>) =>
    analyseByRules(tricky, { text: "x", citations: urls.map((url) => (typeof url === "string" ? { url } : url)) });

  it("counts distinct pages of all domains, and own pages separately", () => {
    const found = cite(
      "https://www.acme.com/a?utm_source=openai#x",
      "https://acme.com/a",
      "https://blog.acme.com/b",
      "https://notacme.com/",
      "https://user.github.io/acme.com",
      "https://docs.bbc.co.uk/1",
      "javascript:alert(1)",
      "nonsense",
    );
    expect(found.citationCount).toBe(5);
    expect(found.ownCitations).toEqual(["https://acme.com/a", "https://blog.acme.com/b"]);
    expect(found.citationDomains).toEqual(["acme.com", "notacme.com", "user.github.io", "bbc.co.uk"]);
  });

  it("takes the domain of Google's redirects from their titles", () => {
    const base = "https://vertexaisearch.cloud.google.com/grounding-api-redirect/";
    const found = cite({ url: `${base}a`, title: "acme.com" }, { url: `${base}b`, title: "Some page" });
    expect(found.citationDomains).toEqual(["acme.com", "google.com"]);
    expect(found.ownCitations).toHaveLength(1);
    const reserved = { text: "", citations: [{ url: `${base}a`, title: "www.rival.example" }] };
    expect(analyseByRules(tricky, reserved).citationDomains).toEqual(["rival.example"]);
    const local = compileRules({ ...tricky.subject, domain: "127.0.0.1:9000" });
    const own = { text: "", citations: [{ url: `${base}a`, title: "127.0.0.1:9000" }] };
    expect(analyseByRules(local, own).ownCitations).toHaveLength(1);
  });

  it("counts aliases that are domains as own", () => {
    const rules = compileRules({ ...tricky.subject, aliases: ["Acme Inc", "Acme.io"] });
    const citations = ["https://acme.io/a", "https://docs.acme.io/b", "https://notacme.io/"].map((url) => ({ url }));
    expect(analyseByRules(rules, { text: "", citations }).ownCitations).toEqual([
      "https://acme.io/a",
      "https://docs.acme.io/b",
    ]);
  });

  it("removes a marked inline citation but not the sentence that a source supports", () => {
    const text = "Rival leads acme.com/source. Acme follows.";
    const marked = { url: "https://other.example/", start: 0, end: 28 };
    expect(analyseByRules(tricky, { text, citations: [marked] }).competitors).toHaveLength(1);
    const inline = "Rival leads (see https://acme.com/source Acme).";
    const cut = { url: "https://acme.com/source", start: 12, end: 46 };
    expect(analyseByRules(tricky, { text: inline, citations: [cut] }).mentioned).toBe(false);
  });
});

describe("hostile and unusual answers", () => {
  it("never throw and stay within bounds", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), fc.string({ maxLength: 20 }), (text, brandName) => {
        const rules = compileRules({ brandName, aliases: [text.slice(0, 9)], domain: "acme.com", competitors: [] });
        const found = analyseByRules(rules, { text: `${text} ${brandName} ${text}`, citations: [] });
        expect(Math.abs(found.sentiment)).toBeLessThanOrEqual(1);
        expect(found.mentionPosition > 0).toBe(found.mentioned);
        for (const { start, end } of found.mentions) expect(end).toBeGreaterThan(start);
      }),
    );
  }, 60_000);
});
