import { CRAWLER_AGENTS, type CrawlerAgent } from "../../src/analytics/catalogue/agents";
import { judgePath, rulesFor } from "../../src/web/site/robots";
import { EXIT, print } from "../output.ts";
import { plainText, printableJson } from "../report/plain-text.ts";
import { fetchRobotsFile, type FetchedRobots } from "../site/fetch-robots.ts";
import { urlOf } from "../target.ts";

/** What robots.txt says to one crawler about one URL. */
export interface CrawlerVerdict {
  token: string;
  operator: string;
  kind: string;
  allowed: boolean;
  /** Whether a group of robots.txt names it. */
  named: boolean;
  /** The rule that decided, as `Disallow: /x`; null: none did. */
  rule: string | null;
  line: number | null;
}

/** The verdict for every crawler, by its token in robots.txt. */
export function judgeCrawlers(
  page: URL,
  { everything, robots }: FetchedRobots,
  tokens: readonly string[],
): CrawlerVerdict[] {
  return agentsFor(tokens).map(({ robotsToken, operator, kind }) => {
    const { rules, named } = rulesFor(robots, robotsToken!);
    const { allowed, rule } = judgePath(rules, page.pathname + page.search);
    return {
      token: robotsToken!,
      operator,
      kind,
      allowed: everything === null ? allowed : everything === "allowed",
      named,
      rule: rule && `${rule.allow ? "Allow" : "Disallow"}: ${rule.pattern}`,
      line: rule?.line ?? null,
    };
  });
}

type Named = Pick<CrawlerAgent, "robotsToken" | "operator" | "kind">;

/** The named crawlers, or those whose operators say how they treat robots.txt. */
function agentsFor(tokens: readonly string[]): Named[] {
  const known = new Map<string, Named>();
  for (const agent of CRAWLER_AGENTS)
    if (agent.robotsToken !== null && !known.has(agent.robotsToken.toLowerCase()))
      known.set(agent.robotsToken.toLowerCase(), agent);
  if (tokens.length > 0)
    return tokens.map((token) => known.get(token.toLowerCase()) ?? { robotsToken: token, operator: "", kind: "other" });
  const wanted = new Set(
    CRAWLER_AGENTS.filter(({ obeysRobots }) => obeysRobots !== null).map((each) => each.robotsToken),
  );
  return [...known.values()].filter(({ robotsToken }) => wanted.has(robotsToken));
}

/** `crawlready robots`: who may fetch a page according to robots.txt, and by which line. Returns the exit code. */
export async function robots(
  name: string,
  { format, crawler }: { format: "text" | "json"; crawler: string[] },
): Promise<number> {
  const page = urlOf(name);
  const file = await fetchRobotsFile(page);
  const verdicts = judgeCrawlers(page, file, crawler);
  if (format === "json") {
    const { url, status } = file;
    await print(`${printableJson({ url: page.href, robotsTxt: { url, status }, crawlers: verdicts })}\n`);
  } else await print(`${linesOf(page, file, verdicts).join("\n")}\n`);
  return EXIT.fine;
}

function linesOf(page: URL, { url, status, everything }: FetchedRobots, verdicts: readonly CrawlerVerdict[]): string[] {
  const width = Math.max(...verdicts.map(({ token }) => token.length));
  const sorted = [...verdicts].sort((a, b) => Number(a.allowed) - Number(b.allowed) || a.token.localeCompare(b.token));
  return [
    plainText(page.href, 500),
    `${plainText(url, 500)} returned ${status}${everything === null ? "" : `, so everything is ${everything}`}`,
    "",
    ...sorted.map(
      ({ token, allowed, rule, line, named }) =>
        `${allowed ? "allowed" : "blocked"}  ${plainText(token).padEnd(width)}  ${
          rule === null ? "no rule" : `line ${line}: ${plainText(rule, 120)}`
        }${named ? "" : " (not named)"}`,
    ),
  ];
}
