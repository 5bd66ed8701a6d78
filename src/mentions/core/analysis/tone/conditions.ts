import { INVERTED, type Range } from "../words/clauses";

/** "If it were reliable" and "Is it reliable?" state nothing. */
const CONDITION =
  /^\W*(?:if|in case|unless|wenn|falls|si|se|если|якщо|jesli|jezeli|pokud|jestlize|ak|ako|ако|hvis|dersom|indien|daca|eger|jos|kui|jika|kalau|neu|εαν|αν|إذا|اذا|אם|अगर|यदि|ถ้า|หาก|如果|もし|만약)(?=\s|\p{sc=Han}|\p{sc=Thai})/iu;

/** Whether a clause begins as a condition: "if it were reliable", "sollte sie defekt sein". */
export const isCondition = (clause: string): boolean => CONDITION.test(clause) || INVERTED.test(clause);

/** Names and words for what is spoken of. The author is none of them: "if I had to choose". */
const IT = String.raw`(?:only |nur |\p{L}{1,6} )?(?!(?:i|ich|we|you|wir|du|ihr|man|je|ik|jag|jeg|yo|eu|io|my|me|mir)(?!\p{L}))[\p{L}\p{N}'&.-]+(?: [\p{L}\p{N}'&.-]+){0,3}?`;
/** "Wäre sie billiger, würde ich …": the other half of the wish is part of it. */
const INVERTED_WISH =
  /^\W*(?:ware|waren|hatte|hatten) (?!ich|wir)[^,.!?]{2,60}, (?:so )?(?:ware|waren|hatte|wurde|wurden|konnte)(?!\p{L})/iu;
/** What wishes that something were otherwise: "if it were cheaper". Folded letters: "wäre" reads as "ware". */
const WISHES: readonly RegExp[] = [
  new RegExp(
    String.raw`(?<!\p{L})if ${IT} (?:were|was|had|did|didn't|weren't|wasn't|hadn't|could|couldn't|offered|cost|came|worked|supported|got)(?!\p{L}| my| me)`,
    "iu",
  ),
  new RegExp(
    String.raw`(?<!\p{L})(?:wenn|falls) (?!ich|wir|man|du)${IT}[^.!?]{0,60}? (?:ware|waren|hatte|hatten|wurde|wurden|konnte|konnten|kame|bote|boten)(?!\p{L})`,
    "iu",
  ),
  INVERTED_WISH,
  new RegExp(
    String.raw`(?<!\p{L})(?:si |s')(?!(?:je|j'|on|vous|tu|nous)(?!\p{L}))[^.!?,]{0,40}?(?:etait|etaient|avait|avaient|coutait|proposait|offrait|fonctionnait)(?!\p{L})`,
    "iu",
  ),
  /(?<!\p{L})si (?!yo )[^.!?,]{0,40}?(?:fuera|fuese|fueran|fuesen|tuviera|tuviese|tuvieran|costara|costase|ofreciera|funcionara|incluyera)(?!\p{L})/iu,
  /(?<!\p{L})se (?!eu )[^.!?,]{0,40}?(?:fosse|fossem|tivesse|tivessem|custasse|oferecesse|funcionasse|avesse|avessero|fossero|costasse|offrisse|funzionasse)(?!\p{L})/iu,
  /(?<!\p{L})(?:daca|de) [^.!?,]{0,30}?ar (?:fi|avea|costa|oferi)(?!\p{L})/iu,
  /(?<!\p{L})(?:als|indien) (?!ik|je|jij|u |we|wij)[^.!?,]{0,50}? (?:was|waren|had|hadden|kostte|bood)(?!\p{L})/iu,
  /(?<!\p{L})(?:om|hvis) (?!jag|jeg|vi|man|du)[^.!?,]{0,30}?(?:vore|var|hade|havde|hadde|kostade|kostede|kostet)(?!\p{L})/iu,
  /(?<!\p{L})(?:jos|kui) [^.!?,]{0,50}?(?:olisi|olisivat|maksaisi|toimisi|oleks|oleksid|maksaks)(?!\p{L})/iu,
  /(?<!\p{L})(?:gdyby|kdyby)(?!\p{L})|(?<!\p{L})keby (?!som|sme)/iu,
  /(?<!\p{L})если бы (?!я|мне|мы|вы|ты|у меня)|(?<!\p{L})якби (?!я|мені|ми|ви|ти|у мене)|(?<!\p{L})ако беше(?!\p{L})/iu,
  /(?<!\p{L})ha [^.!?,]{0,50}?(?:lenne|lennenek|volna)(?!\p{L})/iu,
  /(?<!\p{L})αν (?:ηταν|ειχε|ειχαν)(?!\p{L})/iu,
  /(?<!\p{L})\p{L}+(?:sa|se)ydi(?!\p{L})/iu,
  /لو (?:كان|كانت|لم)|אילו היה|אם היית?ה? |(?:अगर|यदि) [^।,]{0,40}(?:होता|होती|होते)/u,
  /(?:要是|如果)[^。，,]{0,20}(?:就好了|一点|一些)[^。]{0,12}就/u,
  /(?:なら|ければ|れば)[^。]{0,20}(?:のに|だろう|でしょう)|(?:다면|라면)[^.]{0,30}(?:텐데|겠)/u,
];
/** The other half of a wish: what would be. */
const WOULD =
  /(?<!\p{L})(?:would|could|might|it'd|they'd|ware|waren|wurde|wurden|hatte|konnte|\p{L}{2,}(?:rais|rait|raient)|seri[ae]n?|serian|seriam|tendria|terian?|mereceria|\p{L}{2,}(?:rebbe|rebbero|eria|aria)|ar|as|zou|zouden|skulle|vore|ville|kunne|\p{L}*isi(?:n|vat)?|\p{L}*ks(?:id)?|\p{L}+(?:lb|l[ao]b)y|by|бы|б|lenne|volna|θα|\p{L}+[iu]rdu|[ae]rd[iu])(?!\p{L})|ل(?:كان|كانت)|היה|היית|होता|होती|就|のに|だろ|でしょ|텐데|겠/iu;

/**
 * Where a sentence wishes that something were otherwise, so that what would be good is not: "it would be excellent if it were not so slow". The
 * range is that of the condition; null if there is none.
 */
export function wishOf(sentence: string): Range | null {
  for (const wish of WISHES) {
    const match = wish.exec(sentence);
    if (match === null) continue;
    const start = match.index;
    const comma = sentence.slice(start + 1).search(/[,，、،]/);
    const would = comma < 0 ? sentence.slice(start + match[0].length).search(WOULD) : -1;
    const end = comma >= 0 ? start + 1 + comma : would < 0 ? sentence.length : start + match[0].length + would;
    const rest = sentence.slice(0, start) + (wish === INVERTED_WISH ? sentence.slice(start) : sentence.slice(end));
    if (WOULD.test(rest)) return { start, end };
  }
  return null;
}
