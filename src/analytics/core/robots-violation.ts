import { judgePath, parseRobots, rulesFor, type Robots, type RobotsRule } from "../../web";
import { DAY_MS } from "../../lib/time";
import type { CrawlerAgent } from "../catalogue/agents";

/** A robots.txt and the instant from which it holds, epoch ms, until the next one's. */
export interface RobotsInForce {
  since: number;
  robots: Robots;
}

/** Crawlers may go by a copy that is a day old (RFC 9309 §2.4). */
const CACHED_MS = DAY_MS;

/** A history of robots.txt texts, oldest first, read. */
export function robotsHistory(versions: ReadonlyArray<{ since: number; text: string }>): RobotsInForce[] {
  return versions.map(({ since, text }) => ({ since, robots: parseRobots(text) }));
}

function inForce(history: readonly RobotsInForce[], at: number): RobotsInForce | undefined {
  return history.findLast((version) => version.since <= at);
}

/**
 * The rule that forbade a crawler a path at an instant, or null. Only crawlers whose operator says that they obey; only a
 * robots.txt that was seen before the visit; and only what the one of a day before forbade as well, where it is known.
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
