import { isbot } from "isbot";
import { CRAWLER_AGENTS, type CrawlerAgent, type CrawlerKind } from "./agents";

export interface Crawler {
  provider: string;
  kind: CrawlerKind;
  /** The token of the catalogue that matched; null for a crawler the catalogue does not know. */
  token: string | null;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
/** A token begins a word: OnCrawl is not in IonCrawl, nor Googlebot in Fake-Googlebot. */
const startsWord = (token: string) => `(?<![a-z0-9-])${escaped(token)}`;
const ANY = new RegExp(CRAWLER_AGENTS.map((agent) => startsWord(agent.token)).join("|"), "i");
const EACH = CRAWLER_AGENTS.map((agent) => new RegExp(startsWord(agent.token), "i"));
/** "acapbot/0.1;treat like Googlebot" names a crawler that it is not. */
const LIKENESS = /\blike [\w-]+/gi;
/** Longest user agent that is looked at; real ones are far shorter. */
const MAX_LENGTH = 1_024;

const crawlerOf = ({ provider, kind, token }: CrawlerAgent): Crawler => ({ provider, kind, token });

/** Which crawler a user agent names, or null for people. One compiled test settles most requests. */
export function classifyUserAgent(userAgent: string | null): Crawler | null {
  if (!userAgent) return null;
  const text = userAgent.slice(0, MAX_LENGTH);
  if (ANY.test(text)) {
    const own = text.replace(LIKENESS, "");
    const index = EACH.findIndex((token) => token.test(own));
    if (index >= 0) return crawlerOf(CRAWLER_AGENTS[index]!);
  }
  return isbot(text) ? { provider: "other", kind: "other", token: null } : null;
}

const BY_TOKEN = new Map(CRAWLER_AGENTS.map((agent) => [agent.token, agent]));

/** The catalogue's entry of a token, or null. */
export function agentOf(token: string | null): CrawlerAgent | null {
  return (token !== null && BY_TOKEN.get(token)) || null;
}

/** Host (with port) that a Signature-Agent header names, or null. */
export function signingHost(header: string): string | null {
  const host = URL.parse(header.trim().replace(/^"(.*)"$/, "$1"))?.host;
  return host === undefined || host === "" ? null : host;
}

/** Which crawler signs its requests under the host of a Signature-Agent header, or null. */
export function signedAgent(header: string | undefined): Crawler | null {
  const host = header === undefined ? null : signingHost(header);
  const agent = host && CRAWLER_AGENTS.find((each) => each.proofs?.signedBy?.includes(host));
  return agent ? crawlerOf(agent) : null;
}
