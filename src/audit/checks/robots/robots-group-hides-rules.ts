import { judgePath, rulesFor } from "../../../web";
import { listed } from "../shared/listed";
import { siteCheck } from "../shared/define";

/** A path that matches the pattern. */
const samplePath = (pattern: string) => pattern.replace(/\$$/, "").replaceAll("*", "x");

export const robotsGroupHidesRules = siteCheck({
  id: "robots_group_hides_rules",
  severity: "notice",
  category: "Robots, AI readiness (site level)",
  title: "A crawler's own group bypasses the general rules",
  rule: "A group that names a crawler lacks a Disallow that the * group has, without allowing the path itself. Named groups inherit nothing.",
  why: "The named crawler may read paths that are closed to all others, often by mistake.",
  fix: "Repeat the general rules in each named group.",
  test: ({ robots }) => {
    const general = rulesFor(robots, "*").rules.filter((rule) => !rule.allow);
    const agents = [...new Set(robots.groups.flatMap((group) => group.agents))].filter((agent) => agent !== "*");
    const hits = agents.flatMap((agent) => {
      const own = rulesFor(robots, agent).rules;
      const lost = general.find(
        (rule) =>
          !own.some((each) => each.pattern === rule.pattern) && judgePath(own, samplePath(rule.pattern)).allowed,
      );
      return lost ? [`${agent}: Disallow: ${lost.pattern} (line ${lost.line}) does not apply`] : [];
    });
    return listed(hits, "named groups", "the general rules repeated in each named group");
  },
});
