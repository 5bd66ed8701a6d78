import { BLANK_CHARS } from "./readiness";
import { PAGE_LIMITS } from "./page-limits";

/** The result of a render: produced by the browser, judged here. */
export interface RenderedPage {
  /** Status for crawlers: from the origin, then prerender-status-code, then the page's text. */
  status: number;
  originStatus: number;
  /** Redirect target, absolute on the public host. */
  location: string | null;
  html: string;
  /** Larger than a snapshot may be; `html` is then empty. */
  tooLarge: boolean;
  headers: Record<string, string>;
  /** From the head, at most 300 characters each. */
  title: string;
  description: string;
  /** The canonical URL that the page names; empty: none. */
  canonical?: string;
  /** Visible characters and words. */
  chars: number;
  words: number;
  /** Why the page counted as ready. */
  ready: "flag" | "quiet" | "deadline" | "redirect";
  /** Failed requests of the page's own site that change the page, in words. */
  failedRequests: string[];
  /** The same for data of other sites, and what the own site returns only to people who are signed in. */
  failedElsewhere?: string[];
  denied?: string | null;
  /** The page tried to make more requests than a page may. */
  overLimit?: boolean;
  /** What was still pending when the wait ended. */
  pending?: string | null;
  /** A request of the page's own site that was not answered by then, as method and URL. */
  unanswered?: string | null;
  /** At the end, the page was no longer changing, or showed that it was loading. */
  still?: boolean;
  loading?: boolean;
  /** The page threw an error and shows an error message. */
  saysBroken?: boolean;
  /** A redirect to the page itself. */
  turns?: boolean;
  renderMs: number;
}

/** The snapshot that a render would replace. */
export interface PreviousRender {
  words: number;
  /**
   * Words of the last renders that were refused as too small, and the number of consecutive ones with about that size.
   */
  smallerWords: number;
  smallerRuns: number;
}

/** `smaller`: refused only because it is much smaller than the snapshot. To be recorded. */
export type GuardVerdict =
  | { store: true }
  | { store: false; reason: string; smaller?: { words: number; runs: number } };

const MIN_SHARE_OF_PREVIOUS = 0.4;
/** The same for a page that another site's API has failed: text that comes and goes by itself changes less. */
const SHARE_WITHOUT_LOSS = 0.9;
/** A page with fewer words is little more than what surrounds its text. */
const BARE_WORDS = 60;
/** After this many consecutive small renders of similar size, the page is considered to have shrunk. */
const SMALLER_RUNS_BELIEVED = 3;
const SMALLER_RUNS_ALIKE = 0.1;

/** Whether a render may become the snapshot. Blank, incomplete or failed renders never do. */
export function judgeRender(page: RenderedPage, previous: PreviousRender | null): GuardVerdict {
  if (page.turns) return { store: false, reason: "the page redirects to itself" };
  if (page.ready === "redirect") return { store: true };
  if (page.originStatus >= 500) return { store: false, reason: `the page answered ${page.originStatus}` };
  if (page.tooLarge) return { store: false, reason: "the page is larger than 5 MiB" };
  if (page.overLimit) return { store: false, reason: `the page makes more than ${PAGE_LIMITS.requests} requests` };
  if (page.failedRequests.length > 0) return { store: false, reason: page.failedRequests[0]! };
  if (page.status !== 200) return { store: true };
  if (page.unanswered)
    return { store: false, reason: `the page's own site did not answer in time: ${page.unanswered}` };
  const late = page.ready === "deadline" && !page.still;
  if (late) return { store: false, reason: "the page did not become ready in time" };
  if (page.loading && page.pending)
    return { store: false, reason: `the page is still loading; pending: ${page.pending}` };
  if (page.saysBroken) return { store: false, reason: "the page threw an error and shows an error message" };
  if (page.chars < BLANK_CHARS) return { store: false, reason: `the page has ${page.chars} characters of text` };
  const [failure] = page.failedElsewhere ?? [];
  if (failure !== undefined) return judgeLoss(page.words, previous, failure);
  return previous ? judgeSize(page.words, previous, MIN_SHARE_OF_PREVIOUS) : { store: true };
}

/** Whether a page without another site's data lacks text: against its last good snapshot, or it has next to none. */
function judgeLoss(words: number, previous: PreviousRender | null, failure: string): GuardVerdict {
  const verdict: GuardVerdict = previous
    ? judgeSize(words, previous, SHARE_WITHOUT_LOSS)
    : words < BARE_WORDS
      ? { store: false, reason: `the page has only ${words} words` }
      : { store: true };
  return verdict.store ? verdict : { ...verdict, reason: `${verdict.reason}; ${failure}` };
}

function judgeSize(words: number, previous: PreviousRender, leastShare: number): GuardVerdict {
  if (words >= previous.words * leastShare) return { store: true };
  const alike = Math.abs(words - previous.smallerWords) <= previous.smallerWords * SMALLER_RUNS_ALIKE;
  const runs = alike ? previous.smallerRuns + 1 : 1;
  if (runs >= SMALLER_RUNS_BELIEVED) return { store: true };
  return {
    store: false,
    reason: `the page has ${words} words, the previous snapshot had ${previous.words}`,
    smaller: { words, runs },
  };
}
