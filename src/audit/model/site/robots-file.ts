import { judgePath, parseRobots, rulesFor, type Robots, type RobotsFile } from "../../../web";

/**
 * ok: there are rules; missing: everything is allowed; unreachable: everything is disallowed; html: an HTML page instead
 * of a robots.txt; redirect_limit: too many redirects, treated as missing.
 */
export type RobotsAvailability = "ok" | "missing" | "unreachable" | "redirect_limit" | "html";

/** Characters of a file that tell whether it is HTML. */
const BEGINNING = 10_000;

/** Whether a text begins like an HTML page, after comments and an XML declaration. */
export function beginsLikeHtml(text: string): boolean {
  let rest = text.slice(0, BEGINNING).trimStart();
  while (/^<(?:!--|\?)/.test(rest)) {
    const mark = rest.startsWith("<?") ? ">" : "-->";
    const end = rest.indexOf(mark);
    if (end < 0) return false;
    rest = rest.slice(end + mark.length).trimStart();
  }
  return /^<(?:!doctype|html|head|body)\b/i.test(rest);
}

/** Whether a response that should be plain text is an HTML page. Single-page apps return one for every path. */
export function looksLikeHtml({ contentType, text }: { contentType: string | null; text: string }): boolean {
  return /text\/html/i.test(contentType ?? "") || beginsLikeHtml(text);
}

/** How crawlers treat the response to /robots.txt (RFC 9309 §2.3.1; Google treats 429 as a server error). */
export function robotsAvailability(file: RobotsFile): RobotsAvailability {
  if (file.redirectLimit) return "redirect_limit";
  if (file.status === 0 || file.status === 429 || file.status >= 500) return "unreachable";
  if (file.status < 200 || file.status > 299) return "missing";
  return looksLikeHtml(file) ? "html" : "ok";
}

/** Whether crawlers must not fetch anything: robots.txt returned a server error or no response (RFC 9309 §2.3.1.4). */
export function forbidsEverything(file: RobotsFile): boolean {
  return robotsAvailability(file) === "unreachable";
}

/** The rules that apply: those of a readable file, else none. Crawlers read rules that were sent as text/html too. */
export function parsedRobots(file: RobotsFile): Robots {
  const availability = robotsAvailability(file);
  const isText = availability === "ok" || (availability === "html" && !beginsLikeHtml(file.text));
  return parseRobots(isText ? file.text : "");
}

/** The crawlers that must not fetch "/", each with the deciding line. */
export function blockedAtRoot(robots: Robots, tokens: readonly string[]): string[] {
  return tokens.flatMap((token) => {
    const { allowed, rule } = judgePath(rulesFor(robots, token).rules, "/");
    return allowed ? [] : [`${token}: line ${rule!.line}: Disallow: ${rule!.pattern}`];
  });
}
