import { agentOf } from "../catalogue/classify";
import { forbiddingRule, type RobotsInForce } from "../core/robots-violation";
import { VERDICTS } from "../core/verdict";
import type { CountedVisit, RuledVisit } from "./counted-visit";

/** Adds the broken rule to each visit of a verified crawler to a path that the robots.txt of that time disallowed. */
export function findViolations(visits: readonly CountedVisit[], history: () => readonly RobotsInForce[]): RuledVisit[] {
  let known: readonly RobotsInForce[] | null = null;
  return visits.map((visit) => {
    const agent = visit.verdict === VERDICTS.verified ? agentOf(visit.token) : null;
    const rule = agent && forbiddingRule(agent, visit.path, visit.at, (known ??= history()));
    return { ...visit, rule: rule?.pattern ?? null, line: rule?.line ?? null };
  });
}
