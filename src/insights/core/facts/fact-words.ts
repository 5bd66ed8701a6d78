import type { FactOutcome } from "./judge";

/** What a sentence about a fact needs. Days are `2026-11-03`. */
export interface FactStory {
  outcome: FactOutcome;
  /** Names of the assistants that said it. */
  by: readonly string[];
  /** As the answer has it. */
  claimed: string;
  now: { path: string; value: string } | null;
  said: { path: string; until: string | null } | null;
  /** Whether another site is cited: for the sentence, or by the answer without a place in it. */
  others: "sentence" | "answer" | "none";
  given: { crawler: string; day: string; since: string | null } | null;
  /** The first day from which versions are kept. */
  knownSince: string | null;
}

const listOf = (names: readonly string[]) => new Intl.ListFormat("en-GB").format(names);

/** Where a claim comes from, in plain words. It claims nothing of other sites, which are not read. */
export function factSentence({ outcome, by, claimed, now, said, others, given, knownSince }: FactStory): string {
  const says = `${listOf(by)} ${by.length === 1 ? "says" : "say"} ${claimed}`;
  const present = now === null ? "" : `${now.path} says ${now.value}`;
  if (outcome === "matches") return `${says}, and so does ${now?.path ?? "your page"}.`;
  if (outcome === "unknown") return `${says}. Whether that is right cannot be told from your pages.`;
  if (outcome === "was_right")
    return `${listOf(by)} said ${claimed}, which was right until ${said!.until}: ${said!.path} said so then; now ${present}.`;
  if (outcome === "stale") {
    const crawler =
      given === null
        ? "No crawler of theirs is known to have been given that version."
        : `${given.crawler} was last given that version on ${given.day}${given.since === null ? ", and is not known to have read the page since it changed" : ` and a later one on ${given.since}`}.`;
    return `${says}. ${said!.path} said so until ${said!.until}; now ${present}. ${crawler}`;
  }
  const kept = knownSince === null ? "" : `, of which versions are kept since ${knownSince},`;
  const never = `No kept version of your pages says so; ${now === null ? "" : `${now.path}${kept} says ${now.value}`}.`;
  return `${says}. ${never} ${CITED[others]}`;
}

const CITED: Record<FactStory["others"], string> = {
  sentence: "Another site is cited for it, which was not read.",
  answer: "No other site is cited at that place; the answer cites some, without saying for what.",
  none: "No other site is cited for it.",
};
