import { onceLoaded, section } from "./words";

/** A range of prose, in UTF-16 units. */
export interface Range {
  start: number;
  end: number;
}

/** Tells whether a range overlaps any of these, in logarithmic time. */
export function overlapping(ranges: readonly Range[]): (range: Range) => boolean {
  const sorted = ranges.toSorted((a, b) => a.start - b.start);
  let furthest = -1;
  const ends = sorted.map(({ end }) => (furthest = Math.max(furthest, end)));
  return ({ start, end }) => {
    let low = 0;
    for (let high = sorted.length; low < high;) {
      const middle = (low + high) >> 1;
      if (sorted[middle]!.start >= end) high = middle;
      else low = middle + 1;
    }
    return low > 0 && ends[low - 1]! > start;
  };
}

/**
 * Sentence ends. A full stop counts only before a space, so that acme.com and 4.5 stay whole, and not after a single letter: s.r.o. A line break also ends a
 * sentence.
 */
const SENTENCE_END = /(?<![.!?…])(?<!(?:^|[\s.,&])\p{L})[.!?…]+["')\]]*(?=\s|$)|[。！？؟।]+|\n+/gu;
/**
 * Words at which a sentence turns to another subject. Without a comma, "ma" is Polish for "has", "mais" Portuguese and "mas" Spanish for "more",
 * and "aber" does not begin a clause.
 */
const TURN =
  /[;；؛]|[,，、]\s*\b(?:ma|mais|mas|aber|jedoch)\b|(?:[,，、]\s*|(?<!\s)\s*)\b(?:(?<!\b(?:anything|nothing|all) )but|however|(?<!\bnot )yet(?! to\b)|(?:even )?though|although|whereas|sondern|pero|sino|porém|però|maar|ale|lecz|ama|ancak|fakat)\b|(?:^|[\s,])(?:но|однако|а вот)(?=\s)|(?:但是|但|不过|然而|不過)|(?:ですが|ますが|ものの|けれど)[、,]?|(?:지만|하지만)|(?:لكن|ولكن)|(?:लेकिन|परन्तु)|(?:แต่)/giu;
/** A sentence that starts this way turns at its first comma. */
const CONCESSION =
  /^\W*(?:while|although|(?:even )?though|if|in case|whereas|obwohl|wenn|falls|während|auch wenn|bien que|m[eê]me si|alors que|si|aunque|si bien|embora|sebbene|se|anche se|hoewel|chocia[zż]|choc|jesli|jezeli|pokud|jestlize|ackoli|hoci|ak|ako|ако|hvis|dersom|indien|daca|desi|eger|jos|vaikka|kui|jika|kalau|meskipun|neu|εαν|αν|якщо|хоча|хотя|если|إذا|اذا|אם|अगर|यदि|ถ้า|หาก|虽然|尽管|如果)(?![\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}])/iu;

/** A Germanic sentence whose verb comes first is a condition, if a comma follows: "Sollte sie defekt sein, …". */
export const INVERTED =
  /^\W*(?:should (?!i |we )|were (?:it|they|the|this) |had (?:it|they) |soll(?:te|ten|test) (?!ich |man )|mocht(?:en|est|e|) (?!ich )(?=[^,]*,)|(?:brauchst|suchst|willst|legst|planst|hast|bist|reist|fahrst|wohnst) du |(?:brauchen|suchen|wollen|legen|planen|haben|sind|reisen|fahren|wohnen) sie |(?:wil|zoek|heb|ben|wilt|zoekt|heeft|bent|hecht|vind|vindt|woon) (?:je|u|jij) |(?:skulle|vill|soker|behover|har|ar|onskar) (?:du|den|det|din|ditt|ni|er) |(?:vil|soger|soker|onsker|trenger|har|er|leder|skulle) (?:du|den|det|din|dit|de|i) )(?=[^,.!?]*,)/iu;

function split(text: string, { start, end }: Range, at: RegExp): Range[] {
  const parts: Range[] = [];
  let from = start;
  for (const match of text.slice(start, end).matchAll(at)) {
    const to = start + match.index + match[0].length;
    parts.push({ start: from, end: to });
    from = to;
  }
  if (from < end) parts.push({ start: from, end });
  return parts;
}

/** Splits a text into consecutive sentences, without gaps. */
export function sentencesOf(text: string): Range[] {
  return split(text, { start: 0, end: text.length }, SENTENCE_END);
}

/** Splits a sentence into clauses, so that a denial in one clause does not affect the next. */
export function clausesOf(text: string, sentence: Range): Range[] {
  const opening = text.slice(sentence.start, sentence.end);
  const comma =
    CONCESSION.test(opening) || INVERTED.test(opening) ? opening.search(/[,，、،]|(?<=\p{sc=Thai})\s/u) : -1;
  const parts = comma < 0 ? [sentence] : splitAt(sentence, sentence.start + comma + 1);
  return parts.flatMap((part) => split(text, part, TURN));
}

function splitAt({ start, end }: Range, at: number): Range[] {
  return [
    { start, end: at },
    { start: at, end },
  ];
}

/** What separates the names of one list: "Acme, Rival or Other". */
const between = onceLoaded(
  () =>
    new RegExp(
      String.raw`^[\s"'()]*(?:[,、،/&+·]|(?:[,،]\s*)?(?<![\p{L}\p{M}])(?:${section("conjunctions")})(?![\p{L}\p{M}])|[和或与及とや과와및]|และ|หรือ|و)[\s"'()]*$`,
      "iu",
    ),
);

/** Whether the names around this text are in one list. */
export function joins(text: string): boolean {
  return text.length <= 24 && between().test(text);
}

/** Introduces a name that a clause only compares with. */
const aside = onceLoaded(() => new RegExp(String.raw`(?<!\p{L})(?:${section("asides")})\W{0,2}$`, "iu"));

/** Whether the name that begins here is only a yardstick: "unlike Acme". */
export function isAside(text: string, start: number): boolean {
  return aside().test(text.slice(Math.max(0, start - 40), start));
}
