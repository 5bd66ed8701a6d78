import type { CrawlerAgent } from "../../analytics";
import { comparable, judgePath, patternMatches, rulesFor, type Robots, type RobotsRule } from "../../web";
import { INDEXERS } from "./waste";

export interface Policy {
  /** Null: the present file stays. */
  robots: Robots | null;
  noindex: readonly string[];
  redirects: ReadonlyArray<{ from: string; to: string }>;
  /** Pages that training crawlers get a redirect instead of, with its target. */
  canonicals: ReadonlyMap<string, string>;
  /** What is known of a page where a redirect ends. */
  pageAt: (path: string) => TargetState;
}

/** missing: it answered with an error last. unknown: neither visits, nor the audit, nor the cache have seen it. */
export type TargetState = "page" | "noindex" | "missing" | "unknown";

/** Where a redirect ends for a crawler. page: on one that it may read and keep. loop: nowhere. forbidden: robots.txt keeps it from it. */
export const TARGET_STATES = ["page", "loop", "forbidden", "noindex", "missing", "unknown"] as const;

export const EFFECTS = ["blocked", "redirected", "noindex", "allowed"] as const;
export const DECIDERS = ["robots", "redirect", "canonical", "noindex"] as const;

/** What a policy changes for a crawler on a page, and what decides. */
export interface PolicyEffect {
  effect: (typeof EFFECTS)[number];
  by: (typeof DECIDERS)[number];
  /** The line of the proposed robots.txt; of the present one if it is `removed`. */
  line: number | null;
  rule: string;
  removed: boolean;
  /** Where a redirect ends; null: on no page that the crawler can read and, if it keeps an index, list. */
  target: string | null;
  /** Null: no redirect. */
  targetState: (typeof TARGET_STATES)[number] | null;
}

const MAX_HOPS = 10;

/** What comparing a path with patterns takes: each wildcard is one more search, for these characters. */
interface Work {
  searches: number;
  chars: number;
}

function workOf(patterns: readonly string[]): Work {
  const wild = patterns.filter((pattern) => pattern.includes("*"));
  const count = (sum: number, pattern: string) => sum + pattern.split("*").length;
  return { searches: patterns.reduce(count, 1), chars: wild.reduce((sum, { length }) => sum + length, 0) };
}

/** A search may compare each character of a pattern with each of the path: 64 such take as long as a rule. */
const stepsOf = ({ searches, chars }: Work, path: string) => searches + (chars * path.length) / 64;

/** One robots.txt as crawlers read it. Counts its work. */
class RobotsJudge {
  compared = 0;
  private readonly byToken = new Map<string, { key: string; rules: readonly RobotsRule[]; work: Work }>();
  private path = "";
  private known = new Map<string, ReturnType<typeof judgePath>>();

  constructor(private readonly robots: Robots) {}

  /** Crawlers that don't say that they obey may read everything. */
  verdict(agent: CrawlerAgent, path: string): ReturnType<typeof judgePath> {
    const { key, rules, work } = this.rulesOf(agent);
    if (path !== this.path) [this.path, this.known] = [path, new Map()];
    let verdict = this.known.get(key);
    if (!verdict) {
      this.compared += stepsOf(work, path);
      this.known.set(key, (verdict = judgePath(rules, path)));
    }
    return verdict;
  }

  private rulesOf({ robotsToken, obeysRobots }: CrawlerAgent) {
    const token = `${obeysRobots} ${robotsToken}`;
    let own = this.byToken.get(token);
    if (!own) {
      const obeys = robotsToken !== null && (obeysRobots === "yes" || obeysRobots === "named");
      const found = obeys ? rulesFor(this.robots, robotsToken) : null;
      const rules = !found || (obeysRobots === "named" && !found.named) ? [] : found.rules;
      const work = workOf(rules.map(({ pattern }) => pattern));
      this.byToken.set(token, (own = { key: rules.map(({ line }) => line).join(), rules, work }));
    }
    return own;
  }
}

const ruleText = ({ allow, pattern }: RobotsRule) => `${allow ? "Allow" : "Disallow"}: ${pattern}`;

/** Judges pages by a policy and by the present robots.txt. */
export class PolicyJudge {
  private readonly present: RobotsJudge;
  private readonly proposed: RobotsJudge;
  private readonly redirectWork: Work;
  private readonly noindexWork: Work;
  private readonly redirects: ReadonlyArray<{ from: string; to: string; written: string }>;
  private readonly noindexed: ReadonlyArray<{ pattern: string; written: string }>;
  private matched = 0;

  constructor(
    present: Robots,
    private readonly policy: Policy,
  ) {
    this.present = new RobotsJudge(present);
    this.proposed = new RobotsJudge(policy.robots ?? present);
    // Escapes of patterns and paths may differ, as in robots.txt.
    this.redirects = policy.redirects.map(({ from, to }) => ({
      from: comparable(from),
      to,
      written: `${from} to ${to}`,
    }));
    this.noindexed = policy.noindex.map((written) => ({ pattern: comparable(written), written }));
    this.redirectWork = workOf(policy.redirects.map(({ from }) => from));
    this.noindexWork = workOf(policy.noindex);
  }

  /** How many rules, and parts of them, were compared with paths so far: the work. */
  get compared(): number {
    return this.present.compared + this.proposed.compared + this.matched;
  }

  /** What changes; null: nothing. A crawler that must not fetch a page sees neither its redirect nor its noindex. */
  judge(agent: CrawlerAgent, path: string): PolicyEffect | null {
    const [before, after] = [this.present.verdict(agent, path), this.proposed.verdict(agent, path)];
    if (before.allowed !== after.allowed) {
      const rule = after.rule ?? before.rule!;
      const decided = { line: rule.line, rule: ruleText(rule), removed: after.rule === null };
      const effect = after.allowed ? "allowed" : "blocked";
      return { effect, by: "robots", ...decided, target: null, targetState: null };
    }
    if (!after.allowed) return null;
    return this.redirect(agent, path) ?? this.noindex(agent, path);
  }

  private redirect(agent: CrawlerAgent, path: string): PolicyEffect | null {
    const first = this.redirectOf(path);
    const canonical = agent.kind === "llm-training" ? this.policy.canonicals.get(path) : undefined;
    if (!first && canonical === undefined) return null;
    const target = first ? this.endOf(path) : canonical!;
    const targetState = this.stateOf(agent, target, first !== undefined);
    return {
      effect: "redirected",
      by: first ? "redirect" : "canonical",
      line: null,
      rule: first ? first.written : `canonical ${canonical}`,
      removed: false,
      target: targetState === "page" ? target : null,
      targetState,
    };
  }

  private redirectOf(path: string) {
    this.matched += stepsOf(this.redirectWork, path);
    const wanted = comparable(path);
    return this.redirects.find(({ from }) => patternMatches(from, wanted));
  }

  /** Where a chain of redirects ends; null: it does not. A page that redirects to itself is a loop, too. */
  private endOf(path: string): string | null {
    let at = path;
    for (let hops = 0; hops <= MAX_HOPS; hops++) {
      const next = this.redirectOf(at);
      if (!next) return at;
      at = next.to;
    }
    return null;
  }

  /** Canonical pages are known to be there. */
  private stateOf(agent: CrawlerAgent, target: string | null, isAsked: boolean): PolicyEffect["targetState"] {
    if (target === null) return "loop";
    if (!this.proposed.verdict(agent, target).allowed) return "forbidden";
    const known = this.policy.pageAt(target);
    if (isAsked && (known === "missing" || known === "unknown")) return known;
    const isHidden = INDEXERS.has(agent.kind) && (known === "noindex" || this.noindexOf(target) !== undefined);
    return isHidden ? "noindex" : "page";
  }

  private noindexOf(path: string) {
    this.matched += stepsOf(this.noindexWork, path);
    const wanted = comparable(path);
    return this.noindexed.find(({ pattern }) => patternMatches(pattern, wanted));
  }

  private noindex(agent: CrawlerAgent, path: string): PolicyEffect | null {
    if (!INDEXERS.has(agent.kind)) return null;
    const found = this.noindexOf(path);
    if (found === undefined) return null;
    const rest = { line: null, removed: false, target: null, targetState: null };
    return { effect: "noindex", by: "noindex", rule: found.written, ...rest };
  }
}
