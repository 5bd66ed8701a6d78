import type { Provider } from "../provider";

/** The data that statistics need about one analysed run. */
export interface AnswerFact {
  runId: string;
  promptId: string;
  provider: Provider;
  /** `yyyy-mm-dd`, UTC. */
  dateUtc: string;
  /** Epoch ms. */
  createdAt: number;
  /** Rank of the monitored brand; 0: not mentioned. */
  position: number;
  sentiment: number;
  /** False: the answer shows no tone, so `sentiment` says nothing. */
  toneFound?: boolean;
  /** Distinct cited pages of the monitored domain. */
  ownUrls: string[];
  competitors: NamedCompetitor[];
  /** Distinct cited pages per registrable domain, including the monitored domain. */
  cited: CitedDomain[];
}

/** Name, occurrences, rank. A tuple, because tens of thousands are read at once. */
export type NamedCompetitor = [name: string, count: number, position: number];
export type CitedDomain = [domain: string, pages: number];
