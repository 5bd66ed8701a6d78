import { describe, expect, it } from "vitest";
import { ProviderError } from "../../../src/mentions/core/provider-error";
import { claude } from "../../../src/mentions/providers/claude";
import { chatgpt } from "../../../src/mentions/providers/chatgpt";
import { hiddenErrorStatus, requireAnswer } from "../../../src/mentions/providers/require-answer";
import type { ProviderAnswer } from "../../../src/mentions/providers/types";

const said = (text: string, stop: ProviderAnswer["stop"] = "complete"): ProviderAnswer => ({
  text,
  citations: [],
  model: "m",
  requestId: null,
  stop,
  searched: true,
  usage: { inputTokens: null, outputTokens: null, searches: null },
});

function failureOf(work: () => unknown): ProviderError {
  try {
    work();
  } catch (error) {
    if (error instanceof ProviderError) return error;
  }
  throw new Error("it did not fail as a provider does");
}

describe("what is no answer", () => {
  it.each<[string, ProviderAnswer]>([
    ["white space", said(" \n\u200b&nbsp;<br>\u00a0")],
    ["markup alone", said("**  **\n---")],
    ["an error object", said('{"error": {"code": 529, "message": "Overloaded"}}')],
    ["an error page", said("<!DOCTYPE html><html><h1>502 Bad Gateway</h1></html>")],
    ["a cut-off introduction", said("Here are the best CRMs for small agencies:", "truncated")],
    ["cut-off remarks", said("Sure! Let me search for that. I'll compare the best", "truncated")],
    ["a cut-off introduction in German", said("Natürlich! Hier sind die besten", "truncated")],
  ])("%s ends in an error", (_, answer) => {
    expect(failureOf(() => requireAnswer(answer)).detail).toMatch(/without any text|error message|cut off before/);
  });

  it.each<[string, ProviderAnswer]>([
    ["a short one", said("Velora.")],
    ["a short one that begins like an introduction", said("Here is one: Velora.")],
    ["a cut-off list", said("Here are three:\n1. Velora\n2. Hub", "truncated")],
    ["a cut-off text", said("Velora is a CRM. It is popular with small", "truncated")],
    ["one that speaks of errors", said('The API returns {"error": "x"}.')],
  ])("but %s does not", (_, answer) => {
    expect(requireAnswer(answer)).toBe(answer);
  });

  it("is an error body under status 200", () => {
    expect(hiddenErrorStatus({ type: "error", error: { type: "overloaded_error" } })).toBe(502);
    expect(hiddenErrorStatus({ error: { code: 429, message: "slow down" } })).toBe(429);
    expect(hiddenErrorStatus({ status: "completed", error: null, output: [] })).toBeNull();
    expect(hiddenErrorStatus({ content: [] })).toBeNull();
  });

  it("is what Claude says before a search that was cut off", () => {
    const body = {
      content: [
        { type: "text", text: "I'll look for the best CRMs. Velora may be one." },
        { type: "server_tool_use", id: "1", name: "web_search", input: {} },
      ],
      stop_reason: "max_tokens",
    };
    expect(failureOf(() => claude.read(body, { path: "", headers: {}, body: { messages: [] } })).kind).toBe("empty");
  });

  it("is what ChatGPT says before a search that was cut off, and its remarks", () => {
    const message = (text: string, phase?: string) => ({
      type: "message",
      phase,
      content: [{ type: "output_text", text }],
    });
    const incomplete = { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } };
    const read = (output: object[]) => chatgpt.read({ ...incomplete, output }, { path: "", headers: {}, body: {} });
    expect(failureOf(() => read([message("I will search now."), { type: "web_search_call" }])).kind).toBe("empty");
    expect(failureOf(() => read([message("Looking at Velora.", "commentary")])).kind).toBe("empty");
    expect(read([{ type: "web_search_call" }, message("Velora leads.")])).toMatchObject({
      answer: { text: "Velora leads.", stop: "truncated" },
    });
  });
});
