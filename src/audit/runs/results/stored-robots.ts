import { parseRobots, type Robots } from "../../../web";

interface StoredGroup {
  userAgents: string[];
  rules: Array<{ type: "allow" | "disallow"; path: string }>;
}

/** The rules that the run read, from its report: the first 1,000. */
export function storedRobots(analysis: Record<string, unknown>): Robots {
  const groups = (analysis["groups"] ?? []) as StoredGroup[];
  const lines: string[] = [];
  for (const { userAgents, rules } of groups) {
    lines.push(...userAgents.map((name) => `User-agent: ${name}`));
    lines.push(...rules.map(({ type, path }) => `${type}: ${path}`));
    // An empty rule allows everything, and ends the group's list of names.
    lines.push("Disallow:");
  }
  return parseRobots(lines.join("\n"));
}
