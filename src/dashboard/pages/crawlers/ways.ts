import type { ResponseOf } from "../../../client";
import { countWords } from "../../ui/count-words";

export type Ways = ResponseOf<"readCrawlerResponses">["ways"];

/** Of the requests that passed through this service, the share that the cache answered; null: none passed through. */
export function cacheShare({ connected: { requests, cacheHits } }: Ways): number | null {
  return requests === 0 ? null : cacheHits / requests;
}

/** Whether every visit passed through this service, so that what it counts about the cache is about all of them. */
export function allConnected({ reported, imported }: Ways): boolean {
  return reported.requests + imported.requests === 0;
}

/** Where requests came from, such as "12 through this service, 839 from imported logs"; empty: nowhere. */
export function wayWords({ connected, reported, imported }: Ways): string {
  const parts = [
    [connected.requests, "through this service"],
    [reported.requests, "reported by the site"],
    [imported.requests, "from imported logs"],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count.toLocaleString("en")} ${words}`)
    .join(", ");
}

/** What a connection can be told about: whether crawlers came through this service, or are known in other ways alone. */
export function connectionOf(ways: Ways): { seen: boolean; words: string } {
  const { requests, spoofed } = ways.connected;
  const elsewhere = wayWords({ ...ways, connected: { ...ways.connected, requests: 0 } });
  if (requests + spoofed > 0) {
    const fakes = spoofed > 0 ? `, and ${spoofed.toLocaleString("en")} by somebody who only claimed to be one` : "";
    const words = `${countWords(requests, "request", "requests")} of crawlers came through this service in seven days${fakes}.`;
    return { seen: true, words };
  }
  const known = elsewhere ? ` Those that are counted came in other ways: ${elsewhere}.` : "";
  return { seen: false, words: `No crawler has come through this service in seven days.${known}` };
}
