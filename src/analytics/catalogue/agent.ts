import type { RangeSourceId } from "./range-sources";

/** The purpose of a crawler. */
export type CrawlerKind = "search" | "llm-training" | "llm-search" | "llm-user" | "seo" | "social" | "other";

/** What the operator publishes so that others can verify its crawler. */
export interface Proofs {
  /**
   * Lists of IP ranges. An address in one of them proves the crawler; an address in none of them disproves it, if we
   * have all lists.
   */
  ranges?: readonly RangeSourceId[];
  /** Domains of the operator's reverse DNS names. The name must also resolve back to the address. */
  dns?: readonly string[];
  /** Hosts whose keys sign the crawler's requests (Web Bot Auth). */
  signedBy?: readonly string[];
}

export interface CrawlerAgent {
  /** Part of the user agent; matching ignores case. */
  token: string;
  /** The operator's id in lower case. */
  provider: string;
  operator: string;
  kind: CrawlerKind;
  /** The product token that robots.txt groups name; null if there is none. */
  robotsToken: string | null;
  /**
   * Whether the operator says that the crawler obeys robots.txt. `named`: only groups that name it; null: the operator
   * does not say.
   */
  obeysRobots: "yes" | "named" | "no" | null;
  /** Null if the operator publishes nothing that we could check. */
  proofs: Proofs | null;
  /** Where the operator describes the crawler; null if we know no such page. */
  documentation: string | null;
  source: AgentSource;
}

/** Where an entry comes from. */
export interface AgentSource {
  name: string;
  /** When we read it, `yyyy-mm-dd`. */
  date: string;
}
