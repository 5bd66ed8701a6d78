import type { Entry } from "./first";
import type { FirstFacts } from "./first-facts";

/** What the data of now could see. */
export interface Sight {
  /** Operators and kinds whose crawlers came in the last days. */
  came: ReadonlySet<string>;
  /** The audit read all that the audit of the list before did. */
  sameView: boolean;
}

/**
 * Whether the data say that an entry which is no cause now is done. Data that could not see it, or do not look at it any more, say
 * nothing: then it only leaves.
 */
export function isOver({ id, area, examples }: Entry, facts: FirstFacts, { came, sameView }: Sight): boolean {
  const { waste, audit, unseen, questions, wrong } = facts;
  switch (area) {
    case "issue":
    case "fix":
      return audit !== null && sameView;
    case "waste":
      // Reasons of waste come from the audit, too.
      return waste.totalVisits > 0 && sameView;
    case "violation":
      return waste.totalVisits > 0;
    case "unseen":
      return unseen.length > 0 && examples.every((path) => facts.changed.has(path));
    case "question":
      return questions.questions.some(({ query, covers }) => covers !== "none" && id === questionId(query));
    case "unread":
      return examples.every((path) => questions.readPages.has(path));
    case "fact":
      return wrong.answers > 0 && examples.every((path) => wrong.paths.has(path));
    case "stopped":
      return came.has(id.slice("stopped:".length));
    case "render":
      return true;
  }
}

/** The id of a search that no page covers. */
export const questionId = (query: string): string => `question:${query.slice(0, 300)}`;
