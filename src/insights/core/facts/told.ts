import { clauseOf } from "./subject";
import type { FactValue } from "./values";

/** Words with which a sentence does not say that something is so: it asks, supposes, doubts, or says what others say. */
const SUPPOSED =
  /(?<![\p{L}])(?:if|unless|whether|assuming|provided|suppose|imagine|would|could|might|reportedly|allegedly|supposedly|apparently|perhaps|maybe|possibly|probably|rumou?rs?|myth|wrong(?:ly)?|incorrect(?:ly)?|mistaken(?:ly)?|erroneous(?:ly)?|false(?:ly)?|inaccurate(?:ly)?|outdated|contrary|wenn|falls|sofern|ob|würden?|könnten?|vielleicht|angeblich|vermutlich|möglicherweise|fälschlich(?:erweise)?|falsch|irrtümlich|veraltet|peut-être|serait|pourrait|prétendument|faux|fausse|à tort|quizás|sería|podría|supuestamente|falso|forse|sarebbe|potrebbe|presunto|errato|indien|misschien|naar verluidt|onjuist)(?![\p{L}])/iu;
/** "If" where it is no other word: in French and Spanish, and in Italian. */
const IF = /(?:^|[,;:]\s)(?:si|s'il|se|als)\s/iu;
/** The verb, not the month. */
const MAY = /(?<![\p{L}])may\s\p{Ll}/u;
const OTHERS_SAY =
  /(?<![\p{L}])(?:some|many|several|other|people|users|sites|sources|others|einige|manche|viele|certains|algunos|alcuni|sommige)\s(?:[\p{L}]+\s){0,3}?(?:say|says|claim|claims|report|reports|believe|think|list|behaupten|sagen|glauben|disent|affirment|dicen|afirman|dicono|zeggen)(?![\p{L}])/iu;

/** Words of the same clause that turn a value around, or that put it into another time. */
const NEGATED =
  /(?<![\p{L}])(?:not|no longer|never|neither|nor|cannot|\p{L}+n['’]t|nicht|kein|keine[rnms]?|nie|niemals|nicht mehr|ne|n'|pas|plus de|jamais|nunca|ya no|no cuesta|non|niet|geen|nooit|nie kosztuje|nem)(?![\p{L}])/iu;
const EARLIER =
  /(?<![\p{L}])(?:used to|was|were|had been|formerly|previously|originally|earlier|before|until|instead of|rather than|once|down from|up from|old|kostete|früher|bisher|zuvor|vormals|ehemals|damals|bis (?:heute|gestern|jetzt|zum|ende)|statt|anstatt|alte[rsn]?|coûtait|était|avant|auparavant|ancien|ancienne|jusqu['’](?:à (?:hier|présent)|ici|alors)|au lieu|costaba|antes|anterior|hasta (?:ayer|hoy|ahora)|en vez|costava|prima|precedente|fino a (?:ieri|oggi|ora)|invece|kostte|voorheen|vroeger|tot (?:gisteren|vandaag|nu)|in plaats)(?![\p{L}])/iu;

/**
 * Whether a sentence says that a value holds now. A question, a condition, a denial, a correction, and what others say or what was are no
 * claims: they may be right whatever the value is.
 */
export function isTold(sentence: string, value: FactValue): boolean {
  if (/[?？؟]\W*$/u.test(sentence) || sentence.includes("¿")) return false;
  if (SUPPOSED.test(sentence) || MAY.test(sentence) || IF.test(sentence) || OTHERS_SAY.test(sentence)) return false;
  const clause = clauseAround(sentence, value);
  return !NEGATED.test(clause) && !EARLIER.test(clause);
}

/** The clause that a value stands in, whether or not there are others. */
function clauseAround(sentence: string, value: FactValue): string {
  const several = clauseOf(sentence, value);
  if (several !== sentence) return several;
  const before = sentence.slice(0, value.start);
  // What stands before a comma may deny or date the value; what stands behind one speaks of something else.
  return before + sentence.slice(value.end).split(/[,;]\s|\s[–—-]\s/u, 1)[0]!;
}
