import { judgePath, parseRobots, rulesFor, type Robots } from "../../../web";

/** The answer to /robots.txt. */
export interface RobotsFile {
  /** 0: no answer. */
  status: number;
  url: string;
  finalUrl: string;
  redirects: number;
  /** More redirects than can be followed, or a loop of them. */
  redirectLimit: boolean;
  contentType: string | null;
  text: string;
  bytes: number;
  /** The file is longer than the part that was read. */
  truncated: boolean;
  fetchedAt: number;
}

/**
 * ok: there are rules; missing: everything is allowed; unreachable: everything is forbidden; html: not a robots.txt at all;
 * redirect_limit: redirects that lead nowhere, which is taken for missing.
 */
export type RobotsAvailability = "ok" | "missing" | "unreachable" | "redirect_limit" | "html";

/** True when an answer that should be plain text is an HTML page, as single-page apps give for every path. */
export function looksLikeHtml({ contentType, text }: { contentType: string | null; text: string }): boolean {
  return /text\/html/i.test(contentType ?? "") || /^\s*<(!doctype|html)/i.test(text);
}

/** What crawlers make of the answer to /robots.txt (RFC 9309 §2.3.1; Google reads 429 as a server error). */
export function robotsAvailability(file: RobotsFile): RobotsAvailability {
  if (file.redirectLimit) return "redirect_limit";
  if (file.status === 0 || file.status === 429 || file.status >= 500) return "unreachable";
  if (file.status !== 200) return "missing";
  return looksLikeHtml(file) ? "html" : "ok";
}

/** The rules in force: those of a readable file, else none. */
export function parsedRobots(file: RobotsFile): Robots {
  return parseRobots(robotsAvailability(file) === "ok" ? file.text : "");
}

/** Those of the crawlers that may not read "/", each with the line that says so. */
export function blockedAtRoot(robots: Robots, tokens: readonly string[]): string[] {
  return tokens.flatMap((token) => {
    const { allowed, rule } = judgePath(rulesFor(robots, token).rules, "/");
    return allowed ? [] : [`${token}: line ${rule!.line}: Disallow: ${rule!.pattern}`];
  });
}
