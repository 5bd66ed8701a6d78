import { judgePath, parseRobots, rulesFor, type Robots, type RobotsRule } from "../../web";
import { DAY_MS } from "../../lib/time/time";
import type { CrawlerAgent } from "../catalogue/agents";

/** A robots.txt that applies from `since` (epoch ms) until the next version. */
export interface RobotsInForce {
  since: number;
  robots: Robots;
}

/** Crawlers may use a copy of robots.txt that is up to a day old (RFC 9309 §2.4). */
const CACHED_MS = DAY_MS;

/** Parses a history of robots.txt texts, oldest first. */
export function robotsHistory(versions: ReadonlyArray<{ since: number; text: string }>): RobotsInForce[] {
  return versions.map(({ since, text }) => ({ since, robots: parseRobots(text) }));
}

function inForce(history: readonly RobotsInForce[], at: number): RobotsInForce | undefined {
  return history.findLast((version) => version.since <= at);
}

/**
 * The rule that disallowed a path for a crawler at a given time, or null. Only crawlers whose operator says that they
 * obey robots.txt are judged, and only by a version seen before the visit. If we know the version of a day earlier, it
 * must disallow the path too.
 */
export function forbiddingRule(
  agent: CrawlerAgent,
  path: string,
  at: number,
  history: readonly RobotsInForce[],
): RobotsRule | null {
  if (agent.robotsToken === null || (agent.obeysRobots !== "yes" && agent.obeysRobots !== "named")) return null;
  const now = inForce(history, at);
  if (!now) return null;
  const rule = ruleAgainst(agent, path, now.robots);
  const before = inForce(history, at - CACHED_MS);
  return rule && (!before || ruleAgainst(agent, path, before.robots)) ? rule : null;
}

function ruleAgainst(agent: CrawlerAgent, path: string, robots: Robots): RobotsRule | null {
  const { rules, named } = rulesFor(robots, agent.robotsToken!);
  if (agent.obeysRobots === "named" && !named) return null;
  const verdict = judgePath(rules, path);
  return verdict.allowed ? null : verdict.rule;
}
