/** Page-level robots directives after merging meta tags and the X-Robots-Tag header: the most restrictive wins. */
export interface Directives {
  noindex: boolean;
  nofollow: boolean;
  nosnippet: boolean;
  noimageindex: boolean;
  /** `unavailable_after` is in the past. */
  expired: boolean;
  /** Both index and noindex, or both follow and nofollow, occur. */
  conflicting: boolean;
  /** Each directive with its source, e.g. `meta robots: noindex`. */
  sources: string[];
}

interface Statement {
  source: string;
  tokens: string[];
}

/** Agents whose directives count as general ones. */
const GENERAL_AGENTS = new Set(["robots", "googlebot"]);

/** `headerValue` may hold several `X-Robots-Tag` lines joined by commas, some with a user agent prefix. */
export function directivesOf(
  metas: ReadonlyArray<{ agent: string; content: string }>,
  headerValue: string | null,
  now: number,
): Directives {
  const statements: Statement[] = metas
    .filter((meta) => GENERAL_AGENTS.has(meta.agent))
    .map((meta) => ({ source: `meta ${meta.agent}`, tokens: tokensOf(meta.content) }));
  if (headerValue !== null) statements.push({ source: "X-Robots-Tag", tokens: headerTokens(headerValue) });
  const all = statements.flatMap((statement) => statement.tokens);
  const has = (token: string) => all.includes(token);
  return {
    noindex: has("noindex") || has("none"),
    nofollow: has("nofollow") || has("none"),
    nosnippet: has("nosnippet") || has("max-snippet:0"),
    noimageindex: has("noimageindex"),
    expired: all.some(
      (token) => token.startsWith("unavailable_after:") && isPast(token.slice("unavailable_after:".length), now),
    ),
    conflicting:
      ((has("index") || has("all")) && (has("noindex") || has("none"))) ||
      ((has("follow") || has("all")) && (has("nofollow") || has("none"))),
    sources: statements.map((statement) => `${statement.source}: ${statement.tokens.join(", ")}`),
  };
}

/** Splits at commas, except inside the date of unavailable_after. */
function tokensOf(content: string): string[] {
  return content
    .toLowerCase()
    .split(/,(?!\s*(?:\d{1,2}[\s-]|\d{4}(?:[\s,]|$)))/)
    .map(withoutSpaceAroundColon)
    .filter((token) => token !== "");
}

/** Turns `max-snippet : 0` into `max-snippet:0`. */
function withoutSpaceAroundColon(text: string): string {
  const token = text.trim();
  const colon = token.indexOf(":");
  return colon < 0 ? token : `${token.slice(0, colon).trimEnd()}:${token.slice(colon + 1).trimStart()}`;
}

function headerTokens(value: string): string[] {
  const tokens: string[] = [];
  let agent = "";
  for (const token of tokensOf(value)) {
    const named = /^([a-z0-9_-]+):(.*)$/.exec(token);
    if (named && !["max-snippet", "max-image-preview", "max-video-preview", "unavailable_after"].includes(named[1]!)) {
      agent = named[1]!;
      if (GENERAL_AGENTS.has(agent)) tokens.push(named[2]!.trim());
    } else if (agent === "" || GENERAL_AGENTS.has(agent)) {
      tokens.push(token);
    }
  }
  return tokens;
}

function isPast(text: string, now: number): boolean {
  const at = Date.parse(text.trim());
  return !Number.isNaN(at) && at < now;
}
