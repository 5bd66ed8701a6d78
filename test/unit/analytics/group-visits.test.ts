import { describe, expect, it } from "vitest";
import type { RuledVisit } from "../../../src/analytics/domain-visits/counted-visit";
import { groupVisits } from "../../../src/analytics/domain-visits/group-visits";

const visit = (more: Partial<RuledVisit> = {}): RuledVisit => ({
  key: "1",
  expiresDay: 10,
  path: "/a",
  folded: "/a",
  day: 3,
  token: "Googlebot",
  provider: "google",
  kind: "search",
  verdict: 0,
  visits: 1,
  cache: 1,
  render: 0,
  savedMs: 200,
  renderMs: null,
  status: 200,
  source: "cache",
  form: "page",
  at: 1_000,
  rule: null,
  line: null,
  ...more,
});

describe("groupVisits", () => {
  it("adds up visits that are counted in the same rows, and keeps the time of the latest", () => {
    const groups = groupVisits([visit(), visit({ at: 3_000, savedMs: 300 }), visit({ at: 2_000, savedMs: null })]);
    expect(groups).toMatchObject([{ visits: 3, cache: 3, render: 0, savedMs: 500, savedVisits: 2, at: 3_000 }]);
  });

  it.each([
    ["path", { path: "/b" }],
    ["day", { day: 4 }],
    ["crawler", { token: "GPTBot" }],
    ["verdict", { verdict: 1 }],
    ["status", { status: 404 }],
    ["duration of a render", { renderMs: 120 }],
    ["broken rule", { rule: "Disallow: /a", line: 2 }],
  ] as const)("keeps visits apart that differ in their %s", (_name, more) => {
    expect(groupVisits([visit(), visit(more)])).toHaveLength(2);
  });
});
