import { isbot } from "isbot";
import { isTrial } from "../../web";
import { CRAWLER_AGENTS, type CrawlerAgent, type CrawlerKind } from "./agents";

export interface Crawler {
  readonly provider: string;
  readonly kind: CrawlerKind;
  /** The matching token of the catalogue; null for a crawler that the catalogue does not list. */
  readonly token: string | null;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
/** A token must start a word: OnCrawl does not match IonCrawl, and Googlebot does not match Fake-Googlebot. */
const startsWord = (tokens: string) => new RegExp(`(?<![a-z0-9-])(?:${tokens})`, "i");
const ANY = startsWord(CRAWLER_AGENTS.map(({ token }) => escaped(token)).join("|"));
const EACH = CRAWLER_AGENTS.map(({ token }) => startsWord(escaped(token)));
/** "acapbot/0.1;treat like Googlebot" is not Googlebot. */
const LIKENESS = /\blike [\w-]+/gi;
/** We read at most this much of a user agent; real ones are far shorter. */
const MAX_LENGTH = 1_024;

/** User agents classified last. A crawler sends the same one with every request. */
const recent = new Map<string, Crawler | null>();
const MAX_RECENT = 500;

/** The crawler of a catalogue entry. */
export const crawlerOf = ({ provider, kind, token }: CrawlerAgent): Crawler => ({ provider, kind, token });

/**
 * The crawler that a user agent names, or null for people. For most requests, one compiled regular expression decides.
 */
export function classifyUserAgent(userAgent: string | null): Crawler | null {
  if (!userAgent) return null;
  const text = userAgent.slice(0, MAX_LENGTH);
  const known = recent.get(text);
  if (known !== undefined) return known;
  if (recent.size >= MAX_RECENT) recent.clear();
  const crawler = crawlerIn(text);
  recent.set(text, crawler);
  return crawler;
}

/** The crawler whose visit a request is; null for people, and for our own trials of what crawlers get. */
export function visitingCrawler(userAgent: string | null): Crawler | null {
  return isTrial(userAgent) ? null : classifyUserAgent(userAgent);
}

function crawlerIn(text: string): Crawler | null {
  if (ANY.test(text)) {
    const own = text.replace(LIKENESS, "");
    const index = EACH.findIndex((token) => token.test(own));
    if (index >= 0) return crawlerOf(CRAWLER_AGENTS[index]!);
  }
  return isbot(text) ? { provider: "other", kind: "other", token: null } : null;
}

const BY_TOKEN = new Map(CRAWLER_AGENTS.map((agent) => [agent.token, agent]));

/** The catalogue entry with this token, or null. */
export function agentOf(token: string | null): CrawlerAgent | null {
  return (token !== null && BY_TOKEN.get(token)) || null;
}
