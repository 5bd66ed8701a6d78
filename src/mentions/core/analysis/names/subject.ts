export interface TrackedCompetitor {
  name: string;
  siteUrl?: string | undefined;
  aliases?: readonly string[] | undefined;
  category?: string | undefined;
  excludePhrases?: readonly string[] | undefined;
}

/** What to search answers for: the domain's brand and its known competitors. */
export interface Subject {
  brandName: string;
  aliases: readonly string[];
  /** Host of the monitored domain. */
  domain: string;
  competitors: readonly TrackedCompetitor[];
  /** What the brand offers, such as "CRM, sales software". Near an everyday word, it shows that the brand is meant. */
  category?: string;
  /** Phrases that contain the brand's name and mean something else: "linear regression". */
  excludePhrases?: readonly string[];
}
