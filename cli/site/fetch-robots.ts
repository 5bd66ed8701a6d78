import { textUpTo } from "../../src/lib/text/text-up-to";
import { CRAWLER_USER_AGENT } from "../../src/web/fetch/crawler-agents";
import { parseRobots, ROBOTS_MAX_BYTES, type Robots } from "../../src/web/site/robots";
import { CliError } from "../cli-error.ts";

const TIMEOUT_MS = 15_000;
const MAX_REDIRECTS = 5;

export interface FetchedRobots {
  url: string;
  /** 0: no response. */
  status: number;
  /** What the status means for all paths; null: the rules decide. */
  everything: "allowed" | "forbidden" | null;
  robots: Robots;
}

/** Reads a site's robots.txt for a person at a terminal, by RFC 9309: 4xx allows everything, 5xx nothing. */
export async function fetchRobotsFile(page: URL, doFetch: typeof fetch = fetch): Promise<FetchedRobots> {
  const first = new URL("/robots.txt", page);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let url = first;
  for (let redirects = 0; ; redirects++) {
    const headers = { "user-agent": CRAWLER_USER_AGENT, accept: "text/plain,*/*;q=0.5" };
    const response = await doFetch(url, { redirect: "manual", signal, headers }).catch((error: Error) => {
      throw new CliError(
        `${url.href} can't be fetched: ${error.cause instanceof Error ? error.cause.message : error.message}`,
      );
    });
    const location = response.headers.get("location");
    const next = response.status >= 300 && response.status < 400 && location !== null ? URL.parse(location, url) : null;
    if (next === null || redirects === MAX_REDIRECTS || !/^https?:$/.test(next.protocol)) {
      const text = response.status === 200 ? (await textUpTo(response.body, ROBOTS_MAX_BYTES)).text : "";
      await response.body?.cancel().catch(() => {});
      return {
        url: first.href,
        status: response.status,
        everything: verdictOf(response.status),
        robots: parseRobots(text),
      };
    }
    await response.body?.cancel();
    url = next;
  }
}

function verdictOf(status: number): FetchedRobots["everything"] {
  if (status === 200) return null;
  return status >= 500 ? "forbidden" : "allowed";
}
