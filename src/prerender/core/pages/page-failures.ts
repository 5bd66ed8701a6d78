/** A request of a page that failed: a status, or the browser's error text. */
export interface FailedRequest {
  /** As named by the DevTools protocol. */
  type: string;
  url: string;
  method: string;
  /** Belongs to the page's own site. */
  own: boolean;
  /** 0: no response. */
  status: number;
  /** A body that reports rather than requests: what `sendBeacon` and most error reports send. */
  isReport: boolean;
}

export function isData(type: string): boolean {
  return type === "XHR" || type === "Fetch";
}

/**
 * Whether a page without this response may be broken: a script of its own, data that its API refuses or fails to return,
 * or data of another host that failed. A 401 or 404 is a valid response.
 */
export function breaksPage({ type, own, status, isReport }: FailedRequest): boolean {
  if (type === "Script") return own;
  if (!isData(type) || isReport) return false;
  if (status === 0 || status >= 500) return true;
  return own && (status === 403 || status === 429);
}

/** A failed request in words, for the page's owner. `error`: the browser's text, if there was no response. */
export function failureInWords({ type, url, method, own, status }: FailedRequest, error: string): string {
  const ended = status > 0 ? `answered ${status}` : `did not answer (${error})`;
  if (type === "Script") return `a script of the page ${ended}: ${url}`;
  if (!own) return `another site's API ${ended}: ${method} ${url}`;
  const advice =
    status === 403
      ? " (forbidden) to the renderer. Let it through, or have a rule send the header that it needs"
      : status === 429
        ? " (too many requests)"
        : "";
  return `the page's own API ${ended}${advice}: ${method} ${url}`;
}

/** A note for the page's owner: a response that is valid, and shows only what everybody sees. */
export function deniedInWords({ method, url }: Pick<FailedRequest, "method" | "url">): string {
  return `the page's own API answered 401 (unauthorized), so the snapshot shows what visitors see who are not signed in: ${method} ${url}`;
}

const MAX_WORDS = 150;
const PHRASES = [
  /\b(something|etwas) (went|has gone|ist|lief) (wrong|schiefgelaufen|schief)/i,
  /\bapplication error\b/i,
  /\b(an? )?(unexpected|internal|unknown|unhandled|client-side) (application )?(error|exception)\b/i,
  /\b(an )?error (has )?occurred\b/i,
  /\b(failed|unable|could not|couldn['’]t) (to )?load\b/i,
  /\bloading chunk\b.*\bfailed\b/i,
  /^(oops|error|whoops)[!.:]*$/i,
];

/**
 * Whether a short page shows that it broke. Called only for pages that also threw or logged an error, because an
 * article may have such a title.
 */
export function saysBroken(page: { title: string; heading: string; text: string }, words: number): boolean {
  if (words > MAX_WORDS) return false;
  const lines = [page.heading, page.title, ...page.text.slice(0, 3_000).split("\n")].map((line) => line.trim());
  return lines.some((line) => line !== "" && line.length <= 200 && PHRASES.some((each) => each.test(line)));
}
