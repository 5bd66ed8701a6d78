import { describe, expect, it } from "vitest";
import type { CrawlerAgent } from "../../../../src/analytics/index.ts";
import type { Policy } from "../../../../src/insights/core/policy-judge.ts";
import { parseRobots } from "../../../../src/web/index.ts";
import { GPT, GOOGLE, USER, robots, judgeOf } from "./judge-of.ts";

describe("the work of a judge", () => {
  const work = (policy: Partial<Policy>, asked: Array<[CrawlerAgent, string]>, present = "") => {
    const judge = judgeOf(policy, present);
    for (const [agent, path] of asked) judge.judge(agent, path);
    return judge.compared;
  };
  const path = `/${"x".repeat(63)}`;

  it("is a step for each file, and for each part of a rule, once for each page and group", () => {
    expect(work({}, [[GPT, "/"]])).toBe(3);
    expect(
      work({}, [
        [GPT, "/"],
        [GPT, "/"],
      ]),
    ).toBe(4);
    expect(
      work({}, [
        [GPT, "/"],
        [USER, "/"],
      ]),
    ).toBe(4);
    expect(
      work({}, [
        [GPT, "/"],
        [GPT, "/y"],
      ]),
    ).toBe(6);
    expect(work({}, [[GOOGLE, "/"]])).toBe(4);
    const file = robots("User-agent: *", "Disallow: /a", "Disallow: /b");
    expect(work({ robots: file }, [[GPT, "/"]])).toBe(5);
  });

  it("is more for wildcards: a search for each, and their characters times those of the page", () => {
    const wild = "User-agent: *\nDisallow: /a*b*c";
    // Six characters and 64 of the path; three searches and one.
    expect(work({ robots: parseRobots("") }, [[GPT, path]], wild)).toBe(1 + 3 + 6 + 1 + 1);
    expect(
      work(
        {
          redirects: [
            { from: "/a*b*c", to: "/" },
            { from: "/q", to: "/" },
          ],
        },
        [[GPT, path]],
      ),
    ).toBe(2 + 1 + 3 + 1 + 6);
    expect(work({ noindex: ["/a*b*c", "/q"] }, [[GOOGLE, path]])).toBe(2 + 1 + 1 + 3 + 1 + 6);
  });
});
