import type { CrawlerAgent } from "../../analytics";
import { judgePath, patternMatches, rulesFor, type Robots, type RobotsRule } from "../../web";

export interface Policy {
  /** Null: the present file stays. */
  robots: Robots | null;
  noindex: readonly string[];
  redirects: ReadonlyArray<{ from: string; to: string }>;
  /** Pages that training crawlers get a redirect instead of, with its target. */
  canonicals: ReadonlyMap<string, string>;
}

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
  /** Where a redirect ends; null: nowhere, or on a page that the crawler must not read. */
  target: string | null;
}

const MAX_HOPS = 10;
/** Crawlers whose operators take pages with noindex out of what they find. */
const INDEXERS = new Set(["search", "llm-search"]);

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
  private matched = 0;

  constructor(
    present: Robots,
    private readonly policy: Policy,
  ) {
    this.present = new RobotsJudge(present);
    this.proposed = new RobotsJudge(policy.robots ?? present);
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
      return { effect: after.allowed ? "allowed" : "blocked", by: "robots", ...decided, target: null };
    }
    if (!after.allowed) return null;
    return this.redirect(agent, path) ?? this.noindex(agent, path);
  }

  private redirect(agent: CrawlerAgent, path: string): PolicyEffect | null {
    this.matched += stepsOf(this.redirectWork, path);
    const first = this.policy.redirects.find(({ from, to }) => to !== path && patternMatches(from, path));
    const canonical = agent.kind === "llm-training" ? this.policy.canonicals.get(path) : undefined;
    if (!first && canonical === undefined) return null;
    const target = first ? this.endOf(first.to) : canonical!;
    const isReadable = target !== null && this.proposed.verdict(agent, target).allowed;
    return {
      effect: "redirected",
      by: first ? "redirect" : "canonical",
      line: null,
      rule: first ? `${first.from} to ${first.to}` : `canonical ${canonical}`,
      removed: false,
      target: isReadable ? target : null,
    };
  }

  /** Where a chain of redirects ends; null: it does not. */
  private endOf(path: string): string | null {
    for (let hops = 0, at = path; hops < MAX_HOPS; hops++) {
      this.matched += stepsOf(this.redirectWork, at);
      const next = this.policy.redirects.find(({ from, to }) => to !== at && patternMatches(from, at));
      if (!next) return at;
      at = next.to;
    }
    return null;
  }

  private noindex(agent: CrawlerAgent, path: string): PolicyEffect | null {
    if (!INDEXERS.has(agent.kind)) return null;
    this.matched += stepsOf(this.noindexWork, path);
    const pattern = this.policy.noindex.find((each) => patternMatches(each, path));
    if (pattern === undefined) return null;
    return { effect: "noindex", by: "noindex", line: null, rule: pattern, removed: false, target: null };
  }
}
