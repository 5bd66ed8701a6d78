import { agentOf } from "../../../../src/analytics/index.ts";
import { PolicyJudge, type Policy } from "../../../../src/insights/core/policy-judge.ts";
import { parseRobots } from "../../../../src/web/index.ts";

/** A policy that changes nothing. */
const none: Policy = { robots: null, noindex: [], redirects: [], canonicals: new Map(), pageAt: () => "page" };
export const crawler = (token: string) => agentOf(token)!;
export const [GPT, GOOGLE, USER] = [crawler("GPTBot"), crawler("Googlebot"), crawler("ChatGPT-User")];
export const robots = (...lines: string[]) => parseRobots(lines.join("\n"));
export const judgeOf = (policy: Partial<Policy>, present = "") =>
  new PolicyJudge(parseRobots(present), { ...none, ...policy });
