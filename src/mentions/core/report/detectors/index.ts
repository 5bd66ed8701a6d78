import {
  anchorUrl,
  citedPageHasErrors,
  competitorCitedDomainGap,
  crawlBlocked,
  ghostCitation,
  mentionedNotCited,
  ownedSourceUnderweight,
} from "./citations";
import type { Detector } from "./define";
import { negativeSentiment, newCompetitor, risingOrDecaying, thinData } from "./movement";
import { absentPrompt, deadTopic, lowPosition, phantomStrength, yellowTopic } from "./prompts";
import { providerGap, singleProviderSave } from "./providers";

export const DETECTORS: readonly Detector[] = [
  absentPrompt,
  lowPosition,
  phantomStrength,
  deadTopic,
  yellowTopic,
  providerGap,
  singleProviderSave,
  ghostCitation,
  mentionedNotCited,
  ownedSourceUnderweight,
  anchorUrl,
  competitorCitedDomainGap,
  citedPageHasErrors,
  crawlBlocked,
  risingOrDecaying,
  newCompetitor,
  negativeSentiment,
  thinData,
];

/** Those that judge how often the brand is named: prompts that name it would answer for them. */
export const VISIBILITY_DETECTORS: ReadonlySet<Detector> = new Set([
  absentPrompt,
  lowPosition,
  phantomStrength,
  deadTopic,
  yellowTopic,
  providerGap,
  singleProviderSave,
  mentionedNotCited,
  risingOrDecaying,
  newCompetitor,
]);
