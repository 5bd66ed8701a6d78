import { endingOf, type EndFacts } from "../../../../src/audit/analysis/figures/closing";

/** How a run of ten good pages ends, but for some facts. */
export const endingWith = (facts: Partial<EndFacts>) =>
  endingOf({
    closeReason: "finished",
    pagesCrawled: 10,
    failedPages: 0,
    blockedPages: 0,
    robotsFailure: null,
    newPagesOnly: false,
    wrongHost: null,
    moved: null,
    queueLeft: 0,
    ...facts,
  });
