import { breaksPage, deniedInWords, failureInWords, isData, type FailedRequest } from "../../core/pages/page-failures";

const MAX_NOTES = 20;

/**
 * The failed requests of one page that may have changed it. A good response to a later request of the same address heals
 * a failure. Its query may differ: pages add a new token.
 */
export class RequestFailures {
  /** By method and URL. */
  private readonly breaking = new Map<string, { own: boolean; words: string; address: string; at: number }>();
  /** By method and URL: data that the page's own site returns only to people who are signed in. */
  private readonly denied = new Map<string, string>();

  clear(): void {
    this.breaking.clear();
    this.denied.clear();
  }

  /** Notes how a request ended `at` that time. `error`: the browser's text, if there was no response. */
  note(request: FailedRequest & { sentAt: number }, at: number, error = ""): void {
    const key = `${request.method} ${request.url}`;
    const address = key.replace(/[?#].*/s, "");
    const { own, status } = request;
    if (status > 0 && status < 400) {
      for (const [failed, each] of this.breaking)
        if (failed === key || (each.address === address && each.at <= request.sentAt)) this.breaking.delete(failed);
      this.denied.delete(key);
    } else if (own && status === 401 && isData(request.type)) this.denied.set(key, deniedInWords(request));
    else if (breaksPage(request)) this.breaking.set(key, { own, words: failureInWords(request, error), address, at });
  }

  /** Failures that change the page, in words: of its own site, or of others. */
  broken(own: boolean): string[] {
    const failures = [...this.breaking.values()].filter((each) => each.own === own);
    return failures.slice(0, MAX_NOTES).map(({ words }) => words);
  }

  /** What the page's own site returns only to people who are signed in, in words; null: nothing. */
  get refusedUnsigned(): string | null {
    return [...this.denied.values()][0] ?? null;
  }
}
