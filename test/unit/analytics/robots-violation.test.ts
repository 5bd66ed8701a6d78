import { describe, expect, it } from "vitest";
import { agentOf } from "../../../src/analytics/catalogue/classify";
import { forbiddingRule, robotsHistory } from "../../../src/analytics/core/robots-violation";

const DAY_MS = 86_400_000;
const DISALLOW = "User-agent: GPTBot\nDisallow: /private\n\nUser-agent: *\nDisallow: /admin";

describe("forbiddingRule", () => {
  const judge = (token: string, path: string, at: number, ...versions: Array<[number, string]>) =>
    forbiddingRule(agentOf(token)!, path, at, robotsHistory(versions.map(([since, text]) => ({ since, text }))));

  it("returns the rule that applied at that time", () => {
    expect(judge("GPTBot", "/private/x", 10, [5, DISALLOW])).toMatchObject({ pattern: "/private", line: 2 });
    expect(judge("GPTBot", "/admin", 10, [5, DISALLOW])).toBeNull();
    expect(judge("ClaudeBot", "/admin", 10, [5, DISALLOW])).toMatchObject({ line: 5 });
    expect(judge("ClaudeBot", "/private", 10, [5, DISALLOW])).toBeNull();
  });

  it("judges no visit before the first check, and no rule before crawlers can know it", () => {
    expect(judge("GPTBot", "/private", 4, [5, DISALLOW])).toBeNull();
    const changed: Array<[number, string]> = [
      [0, ""],
      [10 * DAY_MS, DISALLOW],
      [20 * DAY_MS, ""],
    ];
    expect(judge("GPTBot", "/private", 10.5 * DAY_MS, ...changed)).toBeNull();
    expect(judge("GPTBot", "/private", 11 * DAY_MS, ...changed)).not.toBeNull();
    expect(judge("GPTBot", "/private", 20 * DAY_MS - 1, ...changed)).not.toBeNull();
    expect(judge("GPTBot", "/private", 20 * DAY_MS, ...changed)).toBeNull();
  });

  it("ignores crawlers that do not promise to obey, and judges AdsBot only by groups that name it", () => {
    const all = "User-agent: *\nDisallow: /";
    expect(judge("ChatGPT-User", "/", 10, [5, all])).toBeNull();
    expect(judge("AdsBot-Google", "/", 10, [5, all])).toBeNull();
    expect(judge("AdsBot-Google", "/", 10, [5, "User-agent: AdsBot-Google\nDisallow: /"])).not.toBeNull();
  });
});
