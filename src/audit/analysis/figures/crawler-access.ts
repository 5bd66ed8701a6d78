import { CRAWLER_AGENTS, type CrawlerKind } from "../../../analytics";
import { judgePath, rulesFor, type CrawlerRules, type Robots, type RobotsRule } from "../../../web";

/** What robots.txt allows one crawler, with the deciding line. */
export interface CrawlerAccess {
  /** The product token that robots.txt groups address. */
  token: string;
  provider: string;
  kind: CrawlerKind;
  /** blocked: no path is allowed; partial: some paths are blocked; allowed: none is blocked. */
  verdict: "allowed" | "partial" | "blocked";
  /** The group that applies: its own token, another crawler's, or `*`; null: none. */
  group: string | null;
  /** The deciding rule as text and its line; null if no rule decides. */
  rule: string | null;
  line: number | null;
  /** Pages of the run that it may not fetch, with the first few paths. */
  blockedPaths: number;
  sampleBlocked: string[];
}

/** Tokens that only control the use of content; no crawler has them in its user agent. */
const CONTROL_TOKENS = [
  { token: "Google-Extended", provider: "google", kind: "llm-training" as const },
  { token: "Applebot-Extended", provider: "apple", kind: "llm-training" as const },
];
/** Crawlers that ignore the `*` group, according to their operators. */
const NAMED_ONLY = new Set(["AdsBot-Google", "Mediapartners-Google", "APIs-Google"]);
/** Crawler → fallback token, according to its operator: without its own group, this one applies before `*`. */
const STANDS_FOR: Record<string, string> = {
  Applebot: "Googlebot",
  "Googlebot-Image": "Googlebot",
  "Googlebot-News": "Googlebot",
  "Googlebot-Video": "Googlebot",
};

const SAMPLES = 5;
/** Maximum rule evaluations per run, as protection against deliberately slow files; later pages are not counted. */
const MAX_TRIES = 20_000_000;

interface Crawler {
  token: string;
  provider: string;
  kind: CrawlerKind;
  group: string | null;
  paths: RuleSet;
}

/** Crawlers with the same rules share one evaluation. */
interface RuleSet {
  rules: RobotsRule[];
  blocked: number;
  samples: string[];
  firstRule: RobotsRule | null;
}

function catalogue(): Array<{ token: string; provider: string; kind: CrawlerKind }> {
  const agents = CRAWLER_AGENTS.flatMap(({ robotsToken, provider, kind }) =>
    robotsToken === null ? [] : [{ token: robotsToken, provider, kind }],
  );
  return [...new Map([...agents, ...CONTROL_TOKENS].map((agent) => [agent.token, agent])).values()];
}

function rulesOf(robots: Robots, token: string): CrawlerRules & { group: string | null } {
  const own = rulesFor(robots, token);
  if (own.named) return { ...own, group: token };
  const other = STANDS_FOR[token];
  const borrowed = other === undefined ? null : rulesFor(robots, other);
  if (borrowed?.named) return { ...borrowed, group: other! };
  const everyone = robots.groups.some((group) => group.agents.includes("*"));
  if (NAMED_ONLY.has(token) || !everyone) return { rules: [], crawlDelaySeconds: null, named: false, group: null };
  return { ...own, group: "*" };
}

const CLOSED: RobotsRule = { allow: false, pattern: "/", line: 0 };

/** Collects what every known crawler may fetch, page by page. */
export class CrawlerAccessReport {
  private readonly crawlers: Crawler[];
  private readonly sets = new Map<string, RuleSet>();
  private tries = 0;

  /** `closed`: robots.txt was unreachable, which blocks everything. */
  constructor(
    robots: Robots,
    private readonly closed: boolean,
  ) {
    this.crawlers = catalogue().map(({ token, provider, kind }) => {
      const { rules, group } = closed ? { rules: [CLOSED], group: null } : rulesOf(robots, token);
      return { token, provider, kind, group, paths: this.setOf(rules) };
    });
  }

  private setOf(rules: RobotsRule[]): RuleSet {
    const key = rules.map((rule) => rule.line).join(",");
    let set = this.sets.get(key);
    if (!set) this.sets.set(key, (set = { rules, blocked: 0, samples: [], firstRule: null }));
    return set;
  }

  /** `path` of one page of the run, with its query. */
  addPath(path: string): void {
    for (const set of this.sets.values()) {
      if (set.rules.length === 0 || this.tries > MAX_TRIES) continue;
      this.tries += set.rules.length;
      const { allowed, rule } = judgePath(set.rules, path);
      if (allowed) continue;
      set.blocked++;
      set.firstRule ??= rule;
      if (set.samples.length < SAMPLES) set.samples.push(path);
    }
  }

  report(): CrawlerAccess[] {
    return this.crawlers.map(({ token, provider, kind, group, paths }) => {
      const { verdict, rule } = this.judge(paths);
      const shown = this.closed ? null : rule;
      return {
        token,
        provider,
        kind,
        verdict,
        group,
        rule: shown && `${shown.allow ? "Allow" : "Disallow"}: ${shown.pattern}`,
        line: shown && shown.line,
        blockedPaths: paths.blocked,
        sampleBlocked: paths.samples,
      };
    });
  }

  private judge(set: RuleSet): { verdict: CrawlerAccess["verdict"]; rule: RobotsRule | null } {
    const home = judgePath(set.rules, "/");
    const closing = set.rules.filter((rule) => !rule.allow);
    if (closing.length === 0) return { verdict: "allowed", rule: home.rule };
    const everything = closing.some((rule) => rule.pattern === "/" || /^\/?\*+$/.test(rule.pattern));
    if (!home.allowed && everything && closing.length === set.rules.length)
      return { verdict: "blocked", rule: home.rule };
    return { verdict: "partial", rule: home.allowed ? (set.firstRule ?? closing[0]!) : home.rule };
  }
}
