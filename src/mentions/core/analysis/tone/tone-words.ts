import { choicesIn, shunnedIn } from "../words/choosing";
import { overlapping } from "../words/clauses";
import { ratingsIn } from "./figures";
import { idiomsIn } from "./idioms";
import { insideTones } from "./inside-tones";
import { reliefIn } from "./relief";
import { spacedTones } from "./spaced-tones";
import type { ToneWord } from "./tone-word";

/** Weight of a choice: "I would go to Acme". */
const CHOICE = 1.5;
const IDIOM = 1.5;
const RATING = 1;
/** Weight of a problem that is solved, and of one that is not. */
const SOLVED = 0.6;
const UNSOLVED = 1;
/** What a clause says that praises or blames: words, phrases, ratings, problems that are solved, and what it chooses and rejects. */
export function toneWordsIn(clause: string, languages: readonly string[]): ToneWord[] {
  const plain = choicesIn(clause, languages);
  const isPlain = overlapping(plain);
  const all = [...plain, ...shunnedIn(clause, languages).filter((each) => !isPlain(each))];
  // "Hard to beat" is more than "beat".
  const idioms = idiomsIn(clause, languages).filter(
    ({ start, end }) =>
      !all.some((each) => each.start <= start && each.end >= end && each.end - each.start > end - start),
  );
  const isIdiom = overlapping(idioms);
  const chosen = all.filter((choice) => !isIdiom(choice));
  const words = [...spacedTones(clause, languages), ...insideTones(clause, languages)].filter((word) => !isIdiom(word));
  const relief = reliefIn(
    clause,
    words.filter((word) => word.blames).sort((a, b) => a.start - b.start),
    languages,
  );
  const ratings = ratingsIn(clause);
  const isRating = overlapping(ratings);
  const isSolving = overlapping(relief.solving);
  const choices = chosen.filter((choice) => !isSolving(choice));
  const isChoice = overlapping(choices);
  return [
    ...words.filter((word) => !relief.problems.has(word) && !isSolving(word) && !isChoice(word) && !isRating(word)),
    ...relief.solving.map(({ start, end, side }) => ({ start, end, weight: side > 0 ? SOLVED : -UNSOLVED })),
    ...ratings.map(({ start, end, side }) => ({ start, end, weight: side * RATING })),
    ...idioms.map(({ start, end, side, contest, needsBoth }) => ({
      start,
      end,
      weight: side * IDIOM,
      idiom: true,
      contest,
      needsName: contest && needsBoth,
    })),
    ...choices.map(({ start, end, chosen: isChosen, needsName = false }) => ({
      start,
      end,
      weight: isChosen ? CHOICE : -CHOICE,
      choice: true,
      needsName,
    })),
  ];
}
