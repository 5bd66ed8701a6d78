import { judgePath, parseRobots, rulesFor, type Robots } from "../../../../web";
import type { RunDetail } from "../parts/words";

type Analysis = RunDetail["robotsAnalysis"];
type Group = NonNullable<Analysis["groups"]>[number];

export interface CrawlerVerdict {
  token: string;
  provider: string;
  kind: string;
  allowed: boolean;
  /** The group that the crawler obeys; null: none. */
  group: string | null;
  /** The deciding rule with its line in robots.txt; null: none matches. */
  rule: { text: string; line: number } | null;
}

/** The rules of a report as robots.txt, and for each line of it the line of the site's own file. */
export function robotsText(groups: readonly Group[]): { text: string; lines: number[] } {
  const out: [text: string, line: number][] = [];
  for (const { userAgents, rules } of groups) {
    out.push(...userAgents.map((name): [string, number] => [`User-agent: ${name}`, 0]));
    out.push(
      ...rules.map(({ type, path, line }): [string, number] => [
        `${type === "allow" ? "Allow" : "Disallow"}: ${path}`,
        line,
      ]),
    );
    // A group without rules must not take over those of the next one.
    if (rules.length === 0) out.push(["Disallow:", 0]);
    out.push(["", 0]);
  }
  return { text: out.map(([text]) => text).join("\n"), lines: out.map(([, line]) => line) };
}

const rulesOf = (robots: Robots, group: string | null) => (group === null ? [] : rulesFor(robots, group).rules);

/** What robots.txt allows each crawler for one path, by the rules that the audit read. */
export function crawlerVerdicts(
  { groups = [], crawlerAccess = [], availability }: Analysis,
  path: string,
): CrawlerVerdict[] {
  const { text, lines } = robotsText(groups);
  const robots = parseRobots(text);
  return crawlerAccess.map(({ token, provider, kind, group }) => {
    const { allowed, rule } = judgePath(rulesOf(robots, group), path);
    const decided = rule && {
      text: `${rule.allow ? "Allow" : "Disallow"}: ${rule.pattern}`,
      line: lines[rule.line - 1]!,
    };
    return { token, provider, kind, group, allowed: availability !== "unreachable" && allowed, rule: decided };
  });
}
