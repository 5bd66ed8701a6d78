import type { Provider } from "../provider";

/** What statistics need of one analysed run. */
export interface AnswerFact {
  runId: string;
  promptId: string;
  provider: Provider;
  /** `yyyy-mm-dd`, UTC. */
  dateUtc: string;
  /** Epoch ms. */
  createdAt: number;
  /** Rank of the own brand; 0: not mentioned. */
  position: number;
  sentiment: number;
  /** Distinct cited pages of the own domain. */
  ownUrls: string[];
  competitors: NamedCompetitor[];
  /** Distinct cited pages a registrable domain, the own one included. */
  cited: CitedDomain[];
}

/** Name, occurrences, rank. Tuples, since tens of thousands are read at once. */
export type NamedCompetitor = [name: string, count: number, position: number];
export type CitedDomain = [domain: string, pages: number];
