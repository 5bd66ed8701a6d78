/** What a render brought; made by the browser, judged here. */
export interface RenderedPage {
  /** From the origin, then prerender-status-code. */
  status: number;
  /** Redirect target, absolute on the public host. */
  location: string | null;
  html: string;
  headers: Record<string, string>;
  /** Visible characters and words of the page. */
  chars: number;
  words: number;
  /** Why the page was taken as ready. */
  ready: "flag" | "quiet" | "deadline" | "redirect";
  /** Same-site requests that answered 5xx while the page was made. */
  failedRequests: string[];
  renderMs: number;
}

export type GuardVerdict = { store: true } | { store: false; reason: string };

const MIN_CHARS = 50;
const MIN_SHARE_OF_PREVIOUS = 0.4;
const MAX_HTML_CHARS = 5 * 1024 * 1024;

/** Whether a render may become the snapshot. A blank, half or failed one never does (field.md 1a.2). */
export function judgeRender(page: RenderedPage, previous: { words: number } | null): GuardVerdict {
  if (page.ready === "redirect") return { store: true };
  if (page.status >= 500) return { store: false, reason: `the page answered ${page.status}` };
  if (page.html.length > MAX_HTML_CHARS) return { store: false, reason: "the page is larger than 5 MiB" };
  if (page.failedRequests.length > 0)
    return { store: false, reason: `a request of the page failed: ${page.failedRequests[0]}` };
  if (page.status !== 200) return { store: true };
  if (page.ready === "deadline") return { store: false, reason: "the page did not become ready in time" };
  if (page.chars < MIN_CHARS) return { store: false, reason: `the page has ${page.chars} characters of text` };
  if (previous && page.words < previous.words * MIN_SHARE_OF_PREVIOUS) {
    return { store: false, reason: `the page has ${page.words} words, the snapshot before it ${previous.words}` };
  }
  return { store: true };
}
