import { normalizeEscapes } from "../lib/url";

/** RFC 9309 §2.5: at least this much of a robots.txt is read; the rest is ignored. */
export const ROBOTS_MAX_BYTES = 512_000;
const MAX_LINE_LENGTH = 16_664;

export interface RobotsRule {
  allow: boolean;
  /** As written, escapes in normal form. */
  pattern: string;
  /** 1-based line in the file. */
  line: number;
}

export interface RobotsGroup {
  /** Product tokens, lower case; `*` for everyone. */
  agents: string[];
  rules: RobotsRule[];
  crawlDelaySeconds: number | null;
  /** 1-based line of the group's first user-agent. */
  line: number;
}

export interface Robots {
  groups: RobotsGroup[];
  sitemaps: Array<{ url: string; line: number }>;
  invalidLines: Array<{ line: number; text: string; reason: string }>;
}

export interface Verdict {
  allowed: boolean;
  /** The rule that decided; null when nothing matched (allowed). */
  rule: RobotsRule | null;
}

const AGENT_KEYS = new Set(["user-agent", "useragent", "user agent"]);
const DISALLOW_KEYS = new Set(["disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"]);
const SITEMAP_KEYS = new Set(["sitemap", "site-map"]);
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

/** The product token that a user-agent line or a crawler names: its leading letters, `_` and `-`; or `*`. */
export function productToken(text: string): string {
  const value = text.trim();
  if (value === "*" || /^\*\s/.test(value)) return "*";
  return (/^[a-z_-]+/i.exec(value)?.[0] ?? "").toLowerCase();
}

/** Bytes past ASCII percent-encoded and escapes in one form, so that patterns and paths compare octet by octet. */
function comparable(text: string): string {
  const encoded = text.replace(/[^\x21-\x7e]/gu, (char) => encodeURIComponent(char));
  return normalizeEscapes(encoded);
}

/** Reads a robots.txt. Never throws: what can't be read is listed with its line and the reason. */
export function parseRobots(text: string): Robots {
  const robots: Robots = { groups: [], sitemaps: [], invalidLines: [] };
  let group: RobotsGroup | null = null;
  let inAgents = false;
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  lines.forEach((raw, index) => {
    const line = index + 1;
    const content = raw.slice(0, MAX_LINE_LENGTH).replace(/#.*$/, "").trim();
    if (content === "") return;
    const invalid = (reason: string) => robots.invalidLines.push({ line, text: content.slice(0, 200), reason });
    const match = /^([^:]+?)\s*:\s*(.*)$/.exec(content);
    if (!match) return void invalid("no colon between directive and value");
    const key = match[1]!.toLowerCase();
    const value = match[2]!;
    if (AGENT_KEYS.has(key)) {
      const agent = productToken(value);
      if (agent === "") return void invalid("user-agent without a name");
      if (!group || !inAgents) robots.groups.push((group = { agents: [], rules: [], crawlDelaySeconds: null, line }));
      group.agents.push(agent);
      inAgents = true;
      return;
    }
    if (SITEMAP_KEYS.has(key)) {
      if (URL.canParse(value)) robots.sitemaps.push({ url: value, line });
      else invalid("sitemap is not an absolute URL");
      return;
    }
    const allow = key === "allow";
    if (allow || DISALLOW_KEYS.has(key)) {
      inAgents = false;
      if (!group) return void invalid("rule before any user-agent");
      if (value === "") return; // an empty rule matches nothing
      if (!value.startsWith("/") && !value.startsWith("*")) return void invalid("path does not start with / or *");
      // Such a line still counts: what follows is taken literally.
      if (/\$./.test(value)) invalid("$ is not at the end");
      group.rules.push({ allow, pattern: comparable(value), line });
      return;
    }
    if (key === "crawl-delay") {
      inAgents = false;
      const seconds = Number(value);
      if (group && value !== "" && Number.isFinite(seconds) && seconds >= 0) group.crawlDelaySeconds = seconds;
      return;
    }
    if (!KNOWN_UNUSED.has(key)) invalid("unknown directive");
  });
  return robots;
}

/** The rules that hold for a crawler: every group that names its token, merged; else every `*` group, merged; else none. */
export function rulesFor(
  robots: Robots,
  token: string,
): { rules: RobotsRule[]; crawlDelaySeconds: number | null; named: boolean } {
  const wanted = productToken(token);
  const own = robots.groups.filter((group) => group.agents.includes(wanted));
  const groups = own.length > 0 ? own : robots.groups.filter((group) => group.agents.includes("*"));
  const delays = groups.map((group) => group.crawlDelaySeconds).filter((delay) => delay !== null);
  return {
    rules: groups.flatMap((group) => group.rules),
    crawlDelaySeconds: delays.length > 0 ? Math.max(...delays) : null,
    named: own.length > 0,
  };
}

/** Whether a pattern with `*` and a final `$` matches the path from its start. Linear in path × wildcards, no backtracking. */
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

/** Longest match wins, Allow wins ties (RFC 9309 §2.2.2). `path` is path and query; /robots.txt is always allowed. */
export function judgePath(rules: readonly RobotsRule[], path: string): Verdict {
  const wanted = comparable(path);
  if (wanted === "/robots.txt") return { allowed: true, rule: null };
  let best: RobotsRule | null = null;
  for (const rule of rules) {
    const longer = !best || rule.pattern.length > best.pattern.length;
    const tie = best !== null && rule.pattern.length === best.pattern.length && rule.allow && !best.allow;
    if ((longer || tie) && patternMatches(rule.pattern, wanted)) best = rule;
  }
  return { allowed: best?.allow ?? true, rule: best };
}
