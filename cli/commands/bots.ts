import { classifyUserAgent, agentOf } from "../../src/analytics/catalogue/classify";
import { EXIT, print } from "../output.ts";
import { plainText, printableJson } from "../report/plain-text.ts";

const OBEYS = {
  yes: "obeys robots.txt",
  named: "obeys only groups of robots.txt that name it",
  no: "ignores robots.txt",
};

/** `crawlready bots`: says which crawler a user agent names. Needs no service. Returns the exit code. */
export async function bots(userAgent: string, { format }: { format: "text" | "json" }): Promise<number> {
  const crawler = classifyUserAgent(userAgent);
  const agent = agentOf(crawler?.token ?? null);
  if (format === "json") {
    const { operator = null, robotsToken = null, obeysRobots = null, documentation = null } = agent ?? {};
    const about = crawler && { ...crawler, operator, robotsToken, obeysRobots, documentation };
    await print(`${printableJson({ userAgent, crawler: about })}\n`);
    return EXIT.fine;
  }
  await print(`${linesOf(userAgent).join("\n")}\n`);
  return EXIT.fine;
}

function linesOf(userAgent: string): string[] {
  const crawler = classifyUserAgent(userAgent);
  if (!crawler) return [`Not a known crawler: ${plainText(userAgent)}`];
  const agent = agentOf(crawler.token);
  if (!agent) return ["A crawler that is not in the catalogue."];
  const proofs = [
    ...(agent.proofs?.ranges?.length ? ["IP ranges"] : []),
    ...(agent.proofs?.dns ?? []).map((domain) => `reverse DNS under ${domain}`),
    ...(agent.proofs?.signedBy ?? []).map((host) => `signatures of ${host}`),
  ];
  return [
    `${agent.token} by ${agent.operator}`,
    `Kind       ${agent.kind}`,
    `robots.txt ${agent.robotsToken === null ? "names no token" : agent.robotsToken}${agent.obeysRobots ? `, ${OBEYS[agent.obeysRobots]}` : ""}`,
    `Verified   ${proofs.length > 0 ? `by ${proofs.join(", ")}` : "not possible: its operator publishes no proof"}`,
    ...(agent.documentation ? [`Read on    ${agent.documentation}`] : []),
    "Anyone can send this user agent; only a verified visit is certain.",
  ];
}
