import { normalizeEscapes } from "../../lib/hosts/url";

/** At least this much of a robots.txt must be read (RFC 9309 §2.5); the rest is ignored. */
export const ROBOTS_MAX_BYTES = 512_000;
/** Longest line that Google's parser keeps: 8 × 2,083 bytes, including the end of line. */
const MAX_LINE_LENGTH = 16_663;
const MAX_NOTES = 1_000;

export interface RobotsRule {
  allow: boolean;
  /** As written, with normalized escapes. */
  pattern: string;
  /** 1-based line in the file. */
  line: number;
}

export interface RobotsGroup {
  /** Product tokens, lower case; `*` for everyone. */
  agents: string[];
  /** The user-agent values as written. */
  names: string[];
  rules: RobotsRule[];
  crawlDelaySeconds: number | null;
  /** 1-based line of the group's first user-agent. */
  line: number;
}

/** What a Content-Signal line allows for the content; null: not specified. */
export interface ContentSignal {
  /** User agents of the groups that contain it; `*` outside any group. */
  userAgent: string;
  search: boolean | null;
  aiInput: boolean | null;
  aiTrain: boolean | null;
  line: number;
}

export interface Robots {
  groups: RobotsGroup[];
  sitemaps: Array<{ url: string; line: number }>;
  contentSignals: ContentSignal[];
  /** Licences for AI (RSL 1.0): absolute URLs of files, which hold for all crawlers. */
  licenses: Array<{ url: string; line: number }>;
  invalidLines: Array<{ line: number; text: string; reason: string }>;
  /** Directives that some crawlers support but RFC 9309 does not define. */
  unusedDirectives: Array<{ line: number; directive: string; value: string }>;
}

export interface PathVerdict {
  allowed: boolean;
  /** The rule that decided; null if none matched (allowed). */
  rule: RobotsRule | null;
}

/** The directives with the spellings that Google accepts. It reads the beginning alone: `Disallowed` is `Disallow`. */
const DIRECTIVES = Object.entries({
  agent: ["user-agent", "useragent", "user agent"],
  allow: ["allow"],
  disallow: ["disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"],
  sitemap: ["sitemap", "site-map"],
});
const KNOWN_UNUSED = new Set([
  "clean-param",
  "content-signal",
  "content-usage",
  "domain",
  "host",
  "noarchive",
  "nofollow",
  "noindex",
  "request-rate",
  "revisit-after",
  "visit-time",
]);

/** Without white space around it, that of ASCII alone: a no-break space is part of a path, and so is a byte order mark. */
function trimmed(text: string): string {
  const isSpace = (at: number) => " \t\v\f".includes(text.charAt(at));
  let [from, to] = [0, text.length];
  while (from < to && isSpace(from)) from++;
  while (to > from && isSpace(to - 1)) to--;
  return text.slice(from, to);
}

/** The product token of a user-agent line or a crawler: its leading letters, `_` and `-`; or `*`. */
export function productToken(text: string): string {
  const value = trimmed(text);
  if (/^\*(?:[ \t\v\f]|$)/.test(value)) return "*";
  return (/^[a-z_-]+/i.exec(value)?.[0] ?? "").toLowerCase();
}

/** The leading word of a name including digits and dots, which distinguishes crawlers such as MJ12bot. */
function leadingWord(text: string): string {
  return (/^[a-z0-9._-]+/i.exec(trimmed(text))?.[0] ?? "").toLowerCase();
}

/** Percent-encodes non-ASCII bytes and normalizes escapes, so that patterns and paths compare octet by octet. */
export function comparable(text: string): string {
  // Half of a surrogate pair, which only a text from JSON can hold, has no bytes.
  const encoded = text.toWellFormed().replace(/[^\x21-\x7e]/gu, (char) => encodeURIComponent(char));
  return normalizeEscapes(encoded);
}

/** Parses a robots.txt. Never throws: unreadable lines are listed with number and reason. */
export function parseRobots(text: string): Robots {
  const parser = new RobotsParser();
  // Skips a byte order mark, complete or broken.
  text
    .replace(/^[\uFEFF\uFFFD]/, "")
    .split(/\r\n|\r|\n/)
    .forEach((raw, index) => parser.readLine(raw, index + 1));
  return parser.robots;
}

class RobotsParser {
  readonly robots: Robots = {
    groups: [],
    sitemaps: [],
    contentSignals: [],
    licenses: [],
    invalidLines: [],
    unusedDirectives: [],
  };
  /** Groups that the next rule belongs to: several if only other directives separate their user-agents. */
  private open: RobotsGroup[] = [];
  /** The last relevant line was a user-agent, so another one joins its group. */
  private inAgents = false;
  private hasRules = false;

  readLine(raw: string, line: number): void {
    // A line ends at a comment, and for Google at a NUL.
    const content = trimmed(/^[^#\0]*/.exec(raw.slice(0, MAX_LINE_LENGTH))?.[0] ?? "");
    if (content === "") return;
    const colon = content.indexOf(":");
    // Like Google, accept "disallow /x" without the colon.
    const words =
      colon < 0 ? content.split(/[ \t]+/, 3) : [trimmed(content.slice(0, colon)), trimmed(content.slice(colon + 1))];
    if (words.length !== 2) return this.invalid(line, content, "no colon between directive and value");
    const key = words[0]!.toLowerCase();
    const value = words[1]!;
    const known = this.readDirective(key, value, line, content);
    if (known && colon < 0) this.invalid(line, content, "the colon is missing (the line counts anyway)");
  }

  /** False: the line is listed as invalid. */
  private readDirective(key: string, value: string, line: number, content: string): boolean {
    const [directive, spellings] = DIRECTIVES.find(([, all]) => all.some((each) => key.startsWith(each))) ?? [];
    if (spellings && !spellings.includes(key)) this.invalid(line, content, `is read as ${spellings[0]}`);
    if (directive === "agent") return this.agent(value, line, content);
    if (directive === "allow" || directive === "disallow")
      return this.rule(directive === "allow", value, line, content);
    if (directive === "sitemap") {
      const valid = URL.canParse(value);
      if (valid) this.robots.sitemaps.push({ url: value, line });
      else this.invalid(line, content, "sitemap is not an absolute URL");
      return valid;
    }
    if (key === "license") return this.license(value, line, content);
    if (key === "crawl-delay") this.crawlDelay(value);
    if (key === "content-signal") this.contentSignal(value, line);
    const known = key === "crawl-delay" || KNOWN_UNUSED.has(key);
    if (!known) this.invalid(line, content, "unknown directive");
    else if (this.robots.unusedDirectives.length < MAX_NOTES)
      this.robots.unusedDirectives.push({ line, directive: key, value: value.slice(0, 200) });
    return known;
  }

  private agent(value: string, line: number, content: string): boolean {
    const agent = productToken(value) || leadingWord(value);
    if (agent === "") {
      this.invalid(line, content, "user-agent without a name");
      // Its rules are not those of the crawlers before it.
      this.close();
      return false;
    }
    this.close();
    let group = this.inAgents ? this.open.at(-1) : undefined;
    if (!group) {
      // Groups that are open together have the same rules. They share one list, so that each rule is stored once.
      group = { agents: [], names: [], rules: this.open[0]?.rules ?? [], crawlDelaySeconds: null, line };
      this.robots.groups.push(group);
      this.open.push(group);
    }
    group.agents.push(agent);
    group.names.push(value.slice(0, 200));
    this.inAgents = true;
    return true;
  }

  /** A user-agent line after rules ends their groups. */
  private close(): void {
    if (!this.hasRules) return;
    this.open = [];
    this.inAgents = false;
    this.hasRules = false;
  }

  private rule(allow: boolean, value: string, line: number, content: string): boolean {
    const fail = (reason: string) => {
      this.invalid(line, content, reason);
      return false;
    };
    if (this.open.length === 0) return fail("rule without a user-agent that has a name");
    this.inAgents = false;
    this.hasRules = true;
    if (value === "") return true; // an empty rule matches nothing
    if (!value.startsWith("/") && !value.startsWith("*")) return fail("path does not start with / or *");
    this.open[0]!.rules.push({ allow, pattern: comparable(value), line });
    // Such a line still counts; what follows is taken literally.
    return !/\$./.test(value) || fail("$ is not at the end");
  }

  /** Applies only to the group's own crawlers, and does not end their list (RFC 9309 §2.2.4). */
  private crawlDelay(value: string): void {
    const seconds = Number(value);
    const group = this.open.at(-1);
    if (!group || value === "" || !Number.isFinite(seconds) || seconds < 0) return;
    group.crawlDelaySeconds = seconds;
    if (!this.hasRules) this.inAgents = false;
  }

  /** `Content-Signal: search=yes, ai-train=no`, optionally with a leading path (contentsignals.org). */
  private contentSignal(value: string, line: number): void {
    if (this.robots.contentSignals.length >= MAX_NOTES) return;
    const said = (name: string) => {
      const match = new RegExp(`(?:^|[\\s,])${name}\\s*=\\s*(yes|no)\\b`, "i").exec(value);
      return match ? match[1]!.toLowerCase() === "yes" : null;
    };
    const signal = { search: said("search"), aiInput: said("ai-input"), aiTrain: said("ai-train"), line };
    const userAgents = this.open.length === 0 ? ["*"] : this.open.flatMap((group) => group.names);
    const room = MAX_NOTES - this.robots.contentSignals.length;
    for (const userAgent of userAgents.slice(0, room)) this.robots.contentSignals.push({ userAgent, ...signal });
  }

  /** `License: <absolute URL>` (rslstandard.org). */
  private license(value: string, line: number, content: string): boolean {
    const valid = /^https?:$/.test(URL.parse(value)?.protocol ?? "");
    if (!valid) this.invalid(line, content, "license is not an absolute URL");
    else if (this.robots.licenses.length < MAX_NOTES) this.robots.licenses.push({ url: value.slice(0, 2_048), line });
    return valid;
  }

  private invalid(line: number, content: string, reason: string): void {
    if (this.robots.invalidLines.length < MAX_NOTES)
      this.robots.invalidLines.push({ line, text: content.slice(0, 200), reason });
  }
}

export interface CrawlerRules {
  rules: RobotsRule[];
  crawlDelaySeconds: number | null;
  /** A group names the crawler itself. False: the `*` group or no group applies. */
  named: boolean;
}

/** The rules for a crawler: all groups with its token, merged; else all `*` groups, merged; else none. */
export function rulesFor(robots: Robots, token: string): CrawlerRules {
  const own = groupsNaming(robots, token);
  const groups = own.length > 0 ? own : robots.groups.filter((group) => group.agents.includes("*"));
  const delays = groups.map((group) => group.crawlDelaySeconds).filter((delay) => delay !== null);
  return {
    rules: [...new Set(groups.map((group) => group.rules))].flat(),
    crawlDelaySeconds: delays.length > 0 ? Math.max(...delays) : null,
    named: own.length > 0,
  };
}

/**
 * Tokens of letters only compare as in RFC 9309. Other tokens, which it does not allow, compare by their leading word.
 */
function groupsNaming(robots: Robots, token: string): RobotsGroup[] {
  if (/^[a-z_-]+$/i.test(token)) {
    const wanted = token.toLowerCase();
    return robots.groups.filter((group) => group.agents.includes(wanted));
  }
  const wanted = leadingWord(token);
  return robots.groups.filter((group) => group.names.some((name) => leadingWord(name) === wanted));
}

/**
 * Whether a pattern with `*` and a final `$` matches the start of the path. Takes path × wildcards at most, without
 * backtracking.
 */
export function patternMatches(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith("$");
  const parts = (anchored ? pattern.slice(0, -1) : pattern).split("*");
  let at = 0;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]!;
    const last = i === parts.length - 1;
    if (i === 0) {
      if (!path.startsWith(part)) return false;
      at = part.length;
    } else if (last && anchored) {
      return path.length - part.length >= at && path.endsWith(part);
    } else {
      const found = path.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
  }
  return !anchored || at === path.length;
}

const INDEX_FILE = "/index.htm";

/**
 * The match length that decides a rule's precedence, or -1 if it does not match. As with Google, an Allow of
 * …/index.html also allows the folder itself.
 */
function matchLength(rule: RobotsRule, path: string): number {
  const { pattern } = rule;
  if (patternMatches(pattern, path)) return pattern.length;
  const slash = rule.allow ? pattern.lastIndexOf("/") : -1;
  if (slash < 0 || !pattern.startsWith(INDEX_FILE, slash)) return -1;
  const folder = `${pattern.slice(0, slash + 1)}$`;
  return patternMatches(folder, path) ? folder.length : -1;
}

/**
 * The longest match wins; on a tie Allow wins (RFC 9309 §2.2.2). `path` is path and query. /robots.txt is always
 * allowed.
 */
export function judgePath(rules: readonly RobotsRule[], path: string): PathVerdict {
  const wanted = comparable(path);
  if (wanted === "/robots.txt") return { allowed: true, rule: null };
  let best: RobotsRule | null = null;
  let longest = 0;
  for (const rule of rules) {
    // Skip a rule that can't win.
    if (rule.pattern.length < longest) continue;
    const length = matchLength(rule, wanted);
    if (length > longest || (length === longest && best !== null && rule.allow && !best.allow)) {
      best = rule;
      longest = length;
    }
  }
  return { allowed: best?.allow ?? true, rule: best };
}
