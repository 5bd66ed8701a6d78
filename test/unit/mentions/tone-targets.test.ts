import { expect, it } from "vitest";
import { analyseByRules, compileRules } from "../../../src/mentions/core/analysis/analyse";

const RULES = compileRules({
  brandName: "Velorix",
  domain: "velorix.example",
  aliases: [],
  competitors: [{ name: "Quandora" }],
});
const toneIn = (text: string) => Math.sign(analyseByRules(RULES, { text, citations: [] }).sentiment);

it.each<[string, number]>([
  // A product stands for its brand.
  ["Quandora Brevio has good bass. Velorix Cinebar 11 costs 300 euros. For films, the Cinebar is excellent.", 1],
  // Greetings, good wishes and general talk before the name say nothing about the brand.
  ["Great question! I'm happy to help. Velorix is a shop that opened in 2015.\n\nHope this helps, good luck!", 0],
  ["Choosing a shop is hard: many are slow, buggy and overpriced. Velorix is a shop with 40 employees.", 0],
  ["Gute Frage! Velorix hat 20 Filialen. Viel Erfolg bei der Auswahl!", 0],
  // A label says what the rest is about.
  ["Velorix has 20 branches.\nComplaints: there is a form for them.", 0],
  // An answer about one brand is about it from its heading on.
  ["**Recall of a dangerous battery**\n\nBrand: Velorix", -1],
  // A choice on a line of its own is about the brand before it.
  ["**Looks:** the Velorix comes in copper.\n**Verdict:** steer clear. A Quandora costs the same.", -1],
  // The first side of a comparison may be the brand before.
  ["Velorix has 20 branches. Deliveries are far better than what I know from Quandora.", 1],
  ["Quandora has 20 branches. Deliveries are far better than with Velorix.", -1],
  ["I know no shop that is cheaper than Velorix. Quandora has 40 branches.", 1],
  // A place in the list may be the subject.
  ["- Quandora: 40 branches\n- Velorix: 20 branches\n\nThe second is excellent.", 1],
  // Some verbs choose only the name behind them.
  ["Quandora has 20 branches, all in the north. Go to Velorix.", 1],
  ["Velorix has 20 branches. Go to the station and turn left.", 0],
  ["Si lavora spesso in treno: Velorix non te la consiglio.", -1],
  ["I wouldn't pick Velorix today. Quandora has 40 branches.", -1],
  ["Klientów ma dużo, ale w Velorix bym nie kupował.", -1],
  ["Deze Velorix zou ik laten staan.", -1],
  // A choice may follow its condition without a comma.
  ["اذا كنت في الرياض وتريد التوصيل فالافضل ان تطلب من Velorix؛ الخدمة ممتازة.", 1],
  // A denial reaches no further than its part of the sentence, but crosses to a relative clause.
  ["Velorix списывает деньги без предупреждения, а поддержка хамит.", -1],
  ["Es gibt kaum etwas, das man an Velorix bemängeln könnte.", 1],
  ["Das Mietmodell von Velorix rechnet sich aber selten.", -1],
  ["Velorix überzeugt nicht.", -1],
  // The same letters judge in another language only.
  ["Velorix è aperto nel fine settimana, soprattutto a Roma.", 0],
  ["Chez Velorix, on vend surtout des lettres.", 0],
  ["Velorix vende seguros de coche por teléfono.", 0],
  ["Velorix sale más caro que Quandora.", -1],
  // The main clause of a condition counts.
  ["Jeśli jeździsz dużo, Velorix jest świetny.", 1],
])("%s", (text, tone) => expect(toneIn(text)).toBe(tone));
