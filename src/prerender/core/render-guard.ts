import { BLANK_CHARS } from "./readiness";

/** The result of a render: produced by the browser, judged here. */
export interface RenderedPage {
  /** For crawlers: the origin's, then prerender-status-code, then what the page says. */
  status: number;
  originStatus: number;
  /** Redirect target, absolute on the public host. */
  location: string | null;
  html: string;
  /** Larger than what a snapshot may be; `html` is empty then. */
  tooLarge: boolean;
  headers: Record<string, string>;
  /** From the head, at most 300 characters each. */
  title: string;
  description: string;
  /** Visible characters and words of the page. */
  chars: number;
  words: number;
  /** Why the page was taken as ready. */
  ready: "flag" | "quiet" | "deadline" | "redirect";
  /** Same-site requests that answered 5xx while the page was made. */
  failedRequests: string[];
  renderMs: number;
}

/** The snapshot that a render would replace. */
export interface PreviousRender {
  words: number;
  /** Words of the last renders that were refused as too small, and how many in a row brought as few. */
  smallerWords: number;
  smallerRuns: number;
}

/** `smaller`: refused only because it is much smaller than the snapshot; to be remembered. */
export type GuardVerdict =
  | { store: true }
  | { store: false; reason: string; smaller?: { words: number; runs: number } };

const MIN_SHARE_OF_PREVIOUS = 0.4;
/** A page that comes out small so many times in a row, each time alike, has become small. */
const SMALLER_RUNS_BELIEVED = 3;
const SMALLER_RUNS_ALIKE = 0.1;

/** Whether a render may become the snapshot. A blank, half or failed one never does. */
export function judgeRender(page: RenderedPage, previous: PreviousRender | null): GuardVerdict {
  if (page.ready === "redirect") return { store: true };
  if (page.originStatus >= 500) return { store: false, reason: `the page answered ${page.originStatus}` };
  if (page.tooLarge) return { store: false, reason: "the page is larger than 5 MiB" };
  if (page.failedRequests.length > 0)
    return { store: false, reason: `a request of the page failed: ${page.failedRequests[0]}` };
  if (page.status !== 200) return { store: true };
  if (page.ready === "deadline") return { store: false, reason: "the page did not become ready in time" };
  if (page.chars < BLANK_CHARS) return { store: false, reason: `the page has ${page.chars} characters of text` };
  return previous ? judgeSize(page.words, previous) : { store: true };
}

function judgeSize(words: number, previous: PreviousRender): GuardVerdict {
  if (words >= previous.words * MIN_SHARE_OF_PREVIOUS) return { store: true };
  const alike = Math.abs(words - previous.smallerWords) <= previous.smallerWords * SMALLER_RUNS_ALIKE;
  const runs = alike ? previous.smallerRuns + 1 : 1;
  if (runs >= SMALLER_RUNS_BELIEVED) return { store: true };
  return {
    store: false,
    reason: `the page has ${words} words, the snapshot before it ${previous.words}`,
    smaller: { words, runs },
  };
}
