import { describe, expect, it } from "vitest";
import { agentReadiness } from "../../../../../src/audit/model/site/agent-readiness";
import type { Probe } from "../../../../../src/audit/model/site/site-facts";
import { parseRobots } from "../../../../../src/web";

const probe = (status: number, contentType: string | null, text = ""): Probe =>
  ({ status, contentType, text }) as unknown as Probe;
const issues = (...ids: string[]) =>
  ids.map((id) => ({ id, severity: "notice" as const, detail: { found: "", expected: "" } }));
const good = {
  llmsTxt: probe(200, "text/plain", "# Shop\n\n- [Shoes](https://shop.example/shoes)"),
  markdown: probe(200, "text/markdown; charset=utf-8"),
  robots: parseRobots("User-agent: *\nContent-Signal: search=yes, ai-train=no\n"),
  issues: issues(),
};

describe("agent readiness", () => {
  it("is there if llms.txt, Markdown and content signals are", () => {
    expect(agentReadiness(good)).toEqual({
      ready: true,
      llmsTxt: { state: "ok", status: 200 },
      markdown: { state: "offered", contentType: "text/markdown; charset=utf-8" },
      contentSignals: { state: "given", search: true, aiInput: null, aiTrain: false },
    });
  });

  it.each([
    ["no llms.txt", { llmsTxt: probe(404, "text/html") }, "llmsTxt", "missing"],
    ["an HTML page as llms.txt", { issues: issues("llms_txt_is_html") }, "llmsTxt", "invalid"],
    ["an llms.txt without links", { issues: issues("llms_txt_invalid") }, "llmsTxt", "invalid"],
    ["an unanswered request for llms.txt", { llmsTxt: probe(0, null) }, "llmsTxt", "unknown"],
    ["no request for llms.txt", { llmsTxt: null }, "llmsTxt", "unknown"],
    ["HTML for Markdown", { markdown: probe(200, "text/html") }, "markdown", "not_offered"],
    ["an error for Markdown", { markdown: probe(500, "text/markdown") }, "markdown", "unknown"],
    ["no request for Markdown", { markdown: null }, "markdown", "unknown"],
    ["no signals", { robots: parseRobots("User-agent: *\nDisallow: /x\n") }, "contentSignals", "missing"],
    ["signals without a meaning", { robots: parseRobots("Content-Signal: maybe\n") }, "contentSignals", "missing"],
    ["signals against the rules", { issues: issues("content_signals_conflict") }, "contentSignals", "conflicting"],
  ] as const)("is missing with %s", (_what, change, part, state) => {
    const readiness = agentReadiness({ ...good, ...change });
    expect([readiness.ready, readiness[part].state]).toEqual([false, state]);
  });
});
