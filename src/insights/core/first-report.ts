import { chooseFirst, type FirstCause, type FirstList } from "./first";
import { issueCauses, renderCauses, stoppedCauses, violationCauses, wasteCauses } from "./first-causes";
import { isOver, type Sight } from "./first-done";
import type { FirstFacts } from "./first-facts";
import { fixCauses, questionCauses, unreadCauses, unseenCauses } from "./first-reads";
import { numberOf } from "./first-words";
import { wrongCauses } from "./first-wrong";

/** Everything that may be worth doing. */
export function causesOf(facts: FirstFacts): FirstCause[] {
  return [
    issueCauses,
    wasteCauses,
    unseenCauses,
    fixCauses,
    questionCauses,
    unreadCauses,
    wrongCauses,
    violationCauses,
    stoppedCauses,
    renderCauses,
  ].flatMap((find) => find(facts));
}

/** What a list was made from, for its sentence. */
export interface Looked {
  audited: boolean;
  visits: number;
  searches: number;
}

/** The list of now from that of last time. */
export function firstReport(
  facts: FirstFacts,
  before: FirstList | null,
  { day, ...seen }: { day: string } & Sight,
): FirstList & { sentence: string } {
  const { waste, audit, questions } = facts;
  const list = chooseFirst(causesOf(facts), before, { day, isOver: (entry) => isOver(entry, facts, seen) });
  const looked = { audited: audit !== null, visits: waste.totalVisits, searches: questions.runs };
  return { ...list, sentence: firstSentence(list, looked) };
}

/** The list in one sentence. An empty one says what was looked at, and what is not known. */
export function firstSentence({ entries }: Pick<FirstList, "entries">, { audited, visits, searches }: Looked): string {
  if (entries.length > 0) return `${numberOf(entries.length, "thing", "things")} to do first.`;
  const seen = [
    audited && "the latest audit",
    visits > 0 && `${numberOf(visits, "crawler visit", "crawler visits")} in 30 days`,
    searches > 0 && `${numberOf(searches, "search", "searches")} of assistants`,
  ].filter((part) => part !== false);
  const missing = [
    !audited && "no audit has finished",
    visits === 0 && "no crawler was counted in 30 days",
    searches === 0 && "no search of an assistant is known",
  ].filter((part) => part !== false);
  const unknown = missing.length === 0 ? "" : ` Not known: ${missing.join(", ")}.`;
  if (seen.length === 0) return `Nothing can be said yet.${unknown}`;
  return `There is nothing to do. Nothing costs visits or citations in what is known: ${seen.join(", ")}.${unknown}`;
}
