import { stemsOf, withoutAccents } from "../questions";

/** Words with a capital that are nobody's name. */
const NO_NAMES = new Set(
  `our the new every each all with for and or a an in on at your this that only both any from der die das den dem ein eine einen unser unsere
   alle jeder jede jedes mit für zum im neue neuer neues le la les un une notre nos chaque tous avec pour du el los las nuestro nuestra cada
   todos con para il lo gli nostro nostra ogni tutti per de het een ons onze elke alle met voor`
    .split(/\s+/)
    .map(withoutAccents),
);

/** Whether a text names somebody else and not us. */
export function isForeign(
  text: string,
  { own, rivals }: { own: ReadonlySet<string>; rivals: readonly string[] },
): boolean {
  if (rivals.length === 0) return false;
  const folded = withoutAccents(text);
  if (!rivals.some((name) => hasWord(folded, withoutAccents(name)))) return false;
  const stems = stemsOf(text, 400);
  return ![...own].some((stem) => stems.has(stem));
}

function hasWord(text: string, word: string): boolean {
  if (word === "") return false;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const around = `${text[at - 1] ?? " "}${text[at + word.length] ?? " "}`;
    if (!/[\p{L}\p{N}]/u.test(around)) return true;
  }
  return false;
}

const PAIR = /(?<![\p{L}\p{N}])(?<first>\p{Lu}[\p{L}\p{N}]*)(?:['’]s)?[ \u00a0](?=(?<second>\p{Lu}[\p{L}\p{N}]*))/gu;
const stemOfName = (word: string): string => [...stemsOf(word, 1)][0] ?? withoutAccents(word);

/** Names of others that stand right in front of names: whose product it is. `isEmpty`: stems that say nothing. */
export function namesBefore(
  text: string,
  own: ReadonlySet<string>,
  isEmpty: (stem: string) => boolean,
): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { groups } of text.matchAll(PAIR)) {
    const { first, second } = groups as { first: string; second: string };
    if (NO_NAMES.has(withoutAccents(first)) || NO_NAMES.has(withoutAccents(second))) continue;
    const [owner, thing] = [stemOfName(first), stemOfName(second)];
    // Behind our own name, or behind a word of prices, it is ours.
    if (own.has(thing) || own.has(owner) || isEmpty(owner)) continue;
    found.set(thing, [...(found.get(thing) ?? []), owner]);
  }
  return found;
}

/**
 * Whether a place on a page gives somebody else's product: what the claim is about stands there only behind a name that is neither ours nor
 * in the claim.
 */
export function isOthersProduct(
  subject: ReadonlySet<string>,
  said: ReadonlySet<string>,
  place: ReadonlyMap<string, readonly string[]>,
): boolean {
  for (const [thing, owners] of place)
    if (subject.has(thing) && owners.every((owner) => !subject.has(owner) && !said.has(owner))) return true;
  return false;
}
