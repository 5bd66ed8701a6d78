import type { Db } from "../db/client";
import { agentOf } from "./catalogue/classify";
import { forbiddingRule, robotsHistory, type RobotsInForce } from "./core/robots-violation";
import type { JudgedVisit } from "./add-visits";
import { robotsVersions } from "./robots-repo";

/** Adds the broken rule to each visit of a verified crawler to a path that the robots.txt of that time disallowed. */
export async function findViolations(db: Db, visits: readonly JudgedVisit[]): Promise<JudgedVisit[]> {
  const histories = new Map<string, Promise<RobotsInForce[]>>();
  const historyOf = (domainId: string) => {
    const known = histories.get(domainId) ?? robotsVersions(db, domainId).then(robotsHistory);
    histories.set(domainId, known);
    return known;
  };
  return Promise.all(
    visits.map(async (visit) => {
      const agent = visit.verdict === "verified" ? agentOf(visit.event.token) : null;
      if (!agent) return visit;
      const { path, at, domainId } = visit.event;
      const forbiddenBy = forbiddingRule(agent, path, at, await historyOf(domainId));
      return forbiddenBy ? { ...visit, forbiddenBy } : visit;
    }),
  );
}
