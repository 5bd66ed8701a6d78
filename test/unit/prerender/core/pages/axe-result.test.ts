import { readFileSync } from "node:fs";
import type { CDPSession } from "@cloudflare/puppeteer";
import { describe, expect, it, vi } from "vitest";
import { checkAxe } from "../../../../../src/prerender/browser/tab/check-axe";
import { readAxe } from "../../../../../src/prerender/core/pages/axe-result";

const HELP = "https://dequeuniversity.com/rules/axe/4.14/button-name";
const found = (change: object = {}) => ({
  rule: "button-name",
  impact: "critical",
  help: "Buttons must have text",
  helpUrl: HELP,
  elements: 2,
  examples: [{ selector: "#a", html: "<button>" }],
  ...change,
});

describe("what axe returned from a page", () => {
  it("is read with the most severe rule first", () => {
    const minor = found({ rule: "aria-deprecated-role", impact: "minor" });
    expect(readAxe([minor, found()])).toEqual([found(), minor]);
  });

  it.each([
    ["nothing", undefined],
    ["null", null],
    ["a text", "button-name"],
    ["an object with a length", { length: 1e9, 0: found() }],
    ["lists in a list", [[found()], null, 1, "x"]],
    ["a rule with markup", [found({ rule: "<img src=x>" })]],
    ["a long rule", [found({ rule: "a".repeat(100) })]],
    ["a rule that is no text", [found({ rule: { toString: () => "a" } })]],
    ["an unknown impact", [found({ impact: "constructor" })]],
  ])("is nothing if it is %s", (_name, value) => expect(readAxe(value)).toEqual([]));

  it("keeps its shape whatever the fields are", () => {
    const odd = {
      help: 1,
      helpUrl: "javascript:alert(1)",
      elements: -1,
      examples: [null, 1, { selector: [], html: {} }],
    };
    expect(readAxe([found(odd)])).toEqual([
      found({
        help: "",
        helpUrl: "",
        elements: 1,
        examples: Array.from({ length: 3 }, () => ({ selector: "", html: "" })),
      }),
    ]);
  });

  it("is bounded in rules, examples and texts", () => {
    const long = "x".repeat(1_000_000);
    const examples = Array.from({ length: 100 }, () => ({ selector: long, html: long }));
    const rules = Array.from({ length: 1_000 }, (_, i) => found({ rule: `rule-${i}`, help: long, examples }));
    const read = readAxe(rules);
    expect(read.map(({ examples }) => examples.length)).toEqual(Array.from({ length: 20 }, () => 3));
    expect(JSON.stringify(read).length).toBeLessThan(40_000);
  });
});

describe("axe in a page", () => {
  /** A session that answers evaluations in turn. An error: the page refuses. */
  const sessionWith = (...answers: unknown[]) => {
    const send = vi.fn(
      async (method: string, _params: { expression?: string; contextId?: number; timeout?: number }) => {
        if (method === "Page.createIsolatedWorld") return { executionContextId: 7 };
        const value = answers.shift();
        if (value instanceof Error) throw value;
        return { result: { value } };
      },
    );
    return { send, cdp: { send } as unknown as CDPSession };
  };
  const source = async () => "window.axe = {}";

  it("runs in the isolated world only", async () => {
    const { send, cdp } = sessionWith(10, [found()]);
    expect(await checkAxe(cdp, "frame", source)).toEqual({ violations: [found()], skipped: null });
    const evaluated = send.mock.calls.filter(([method]) => method === "Runtime.evaluate").map(([, params]) => params);
    expect(evaluated.map(({ contextId }) => contextId)).toEqual([7, 7]);
    expect(evaluated[1]!.expression).toMatch(/^window\.axe = \{\};\(.*;axe\.run\(document/s);
  });

  it.each([
    ["a page with many elements", sessionWith(5_001), source, "the page has more than 5000 elements"],
    ["a page that does not count", sessionWith({}), source, "the page has more than 5000 elements"],
    [
      "a page that leaves",
      sessionWith(10, new Error("Execution context was destroyed.")),
      source,
      "Execution context was destroyed.",
    ],
    [
      "a missing file",
      sessionWith(10),
      () => Promise.reject(new Error("axe is missing: HTTP 404")),
      "axe is missing: HTTP 404",
    ],
  ])("says why it did not check %s", async (_name, { cdp }, from, reason) => {
    expect(await checkAxe(cdp, "frame", from)).toEqual({ violations: [], skipped: reason });
  });

  it("is loaded from a file that keeps its licence", () => {
    expect(readFileSync("node_modules/axe-core/axe.min.js", "utf8").slice(0, 400)).toContain("Mozilla Public");
  });
});
