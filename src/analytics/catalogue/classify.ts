import { isbot } from "isbot";
import { CRAWLER_AGENTS, type CrawlerKind } from "./agents";

export interface Crawler {
  provider: string;
  kind: CrawlerKind;
  /** The token of the catalogue that matched; null for a crawler the catalogue does not know. */
  token: string | null;
}

const LOWER = CRAWLER_AGENTS.map((agent) => agent.token.toLowerCase());
const ANY = new RegExp(
  CRAWLER_AGENTS.map((agent) => agent.token.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")).join("|"),
  "i",
);
/** Longest user agent that is looked at; real ones are far shorter. */
const MAX_LENGTH = 1_024;

/** Which crawler a user agent names, or null for people. One compiled test settles most requests. */
export function classifyUserAgent(userAgent: string | null): Crawler | null {
  if (!userAgent) return null;
  const text = userAgent.slice(0, MAX_LENGTH);
  if (ANY.test(text)) {
    const lower = text.toLowerCase();
    const index = LOWER.findIndex((token) => lower.includes(token));
    const agent = CRAWLER_AGENTS[index]!;
    return { provider: agent.provider, kind: agent.kind, token: agent.token };
  }
  return isbot(text) ? { provider: "other", kind: "other", token: null } : null;
}

/** Hosts that sign for a crawler whose user agent is a plain browser's (Web Bot Auth) → its token. */
const SIGNED_AGENTS: Record<string, string> = { "chatgpt.com": "ChatGPT Agent" };

/** Which crawler a Signature-Agent header names, or null. */
export function signedAgent(header: string | undefined): Crawler | null {
  const host = URL.parse((header ?? "").replaceAll('"', ""))?.host;
  const token = host && SIGNED_AGENTS[host];
  const agent = token && CRAWLER_AGENTS.find((each) => each.token === token);
  return agent ? { provider: agent.provider, kind: agent.kind, token: agent.token } : null;
}
