import { expect, it } from "vitest";
import { plainReason } from "../../../src/lib/text/plain-reason";

it.each([
  "internal error; reference = 4k2j",
  "Network connection lost.",
  "Protocol error (Page.navigate): Target closed",
  "D1_ERROR: no such table",
  "Cannot read properties of undefined (reading 'id')",
  "Durable Object exceeded its memory limit and was reset.",
  "",
])("keeps the platform's words from people: %s", (message) => {
  expect(plainReason(message, "the browser failed")).toBe("the browser failed");
});

it("keeps our own words, their first line", () => {
  expect(plainReason("the page did not become ready in 20 seconds\n at x", "")).toBe(
    "the page did not become ready in 20 seconds",
  );
});
