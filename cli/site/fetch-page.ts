import { textUpTo } from "../../src/lib/text/text-up-to";
import { CRAWLER_USER_AGENT } from "../../src/web/fetch/crawler-agents";

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 5 * 1_048_576;
const MAX_REDIRECTS = 5;

export interface FetchedPage {
  /** 0: no response, or one that leads to another site. */
  status: number;
  text: string;
  isMarkdown: boolean;
}

const NONE: FetchedPage = { status: 0, text: "", isMarkdown: false };

/** Reads a page for a person at a terminal, as our crawler asks for it. Redirects are followed on the same site only. */
export async function fetchPage(page: URL, accept: string, doFetch: typeof fetch = fetch): Promise<FetchedPage> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const headers = { "user-agent": CRAWLER_USER_AGENT, accept };
  try {
    let url = page;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const response = await doFetch(url, { redirect: "manual", signal, headers });
      const location = response.headers.get("location");
      if (response.status < 300 || response.status >= 400 || location === null) {
        const { text } = await textUpTo(response.body, MAX_BYTES);
        const isMarkdown = /^text\/markdown\b/i.test(response.headers.get("content-type") ?? "");
        return { status: response.status, text, isMarkdown };
      }
      await response.body?.cancel();
      const next = URL.parse(location, url);
      if (next?.origin !== page.origin) return NONE;
      url = next;
    }
    return NONE;
  } catch {
    return NONE;
  }
}
