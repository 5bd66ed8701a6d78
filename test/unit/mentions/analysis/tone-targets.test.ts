import { expect, it } from "vitest";
import { analyseByRules, compileRules } from "../../../../src/mentions/core/analysis/analyse";

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

  // A problem that the brand solves, finds or insures blames nobody.
  ["Velorix fixes slow searches and prevents data loss.", 1],
  ["Velorix beseitigt lästige Fehler beim Import.", 1],
  ["Velorix elimina los errores y evita fraudes.", 1],
  ["Velorixはデータ損失を防ぎ、エラーを減らします。", 1],
  ["Velorix offers error and bug tracking, fraud detection and a spam filter.", 0],
  ["Velorix bietet Fehlerverfolgung und Betrugserkennung.", 0],
  ["Velorix never fixes bugs.", -1],
  ["It took Velorix three weeks to fix the problem.", -1],
  ["O Velorix soma 212 reclamações por resolver.", -1],
  // Ratings by figures, stars and signs, but not dates, shares, versions and hours.
  ["Velorix: 4.9/5 (12,000 reviews)", 1],
  ["Velorix – 2/10", -1],
  ["| Shop | Rating |\n|---|---|\n| Velorix | ★☆☆☆☆ |\n| Quandora | ★★★★★ |", -1],
  ["Auf Trustpilot kommt Velorix auf 1,8 von 5 Sternen.", -1],
  ["Testnote 1,3: Velorix", 1],
  ["🥇 Velorix\n🥈 Quandora", 1],
  ["Velorix 👎👎👎", -1],
  ["Velorix has 3.4 of 5 stars.", 0],
  ["Velorix 2.0 is open 24/7 since 9/10. 4 of 5 branches are in Berlin.", 0],
  // Fixed phrases judge as a whole.
  ["I can't recommend Velorix highly enough.", 1],
  ["Velorix could hardly be better.", 1],
  ["Velorix is anything but reliable.", -1],
  ["Velorix hat mich noch nie im Stich gelassen.", 1],
  ["Velorix heeft ons nog nooit in de steek gelaten.", 1],
  ["Velorix ne nous a jamais laissés tomber.", 1],
  ["Velorix оставляет желать лучшего.", -1],
  ["Velorix is no nightmare.", 1],
  ["Velorix has 20 branches. You won't find a better shop anywhere.", 1],
  // Commands, and headings that judge what the list below them names.
  ["Don't buy Velorix.", -1],
  ["Stay away from Velorix. Quandora has 40 branches.", -1],
  ["Brands to avoid:\n- Velorix\n- Quandora", -1],
  ["Worst shops of 2026:\n1. Quandora\n2. Velorix", -1],
  ["Common problems:\n- Velorix has 20 branches.", 0],
  // Who wins, and who is left.
  ["Velorix is no match for Quandora.", -1],
  ["Quandora is no match for Velorix.", 1],
  ["Im Vergleich zieht Velorix gegen Quandora den Kürzeren.", -1],
  ["Face à Quandora, Velorix ne fait pas le poids.", -1],
  ["VelorixはQuandoraに及びません。", -1],
  ["I switched from Velorix to Quandora.", -1],
  ["I switched from Quandora to Velorix.", 1],
  ["Velorix has moved from Berlin to Hamburg.", 0],
  // Events weigh more than words, and numbers are no yardstick.
  ["The bureau announced a recall of more than one million Velorix units.", -1],
  ["The bureau fined Velorix. Customers will be refunded.", -1],
  // What would be good is not. A condition may begin with its verb.
  ["If Velorix were cheaper, it would be excellent. As it stands, it is neither.", -1],
  ["Velorix would be excellent if it were not so unreliable.", -1],
  ["Gdyby Velorix był tańszy, byłby świetny.", -1],
  ["If I had to choose one, I'd pick Velorix.", 1],
  ["Sollte Ihr Velorix defekt sein, wenden Sie sich an den Händler.", 0],
  ["Mocht je Velorix kapot zijn, bel dan de winkel.", 0],
])("%s", (text, tone) => expect(toneIn(text)).toBe(tone));
