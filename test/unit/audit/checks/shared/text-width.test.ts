import { expect, it } from "vitest";
import { textWidth } from "../../../../../src/audit/checks/shared/text-width";

it("measures titles in Arial", () => {
  expect(textWidth("i".repeat(10))).toBe(44);
  expect(textWidth("W".repeat(10))).toBe(189);
  expect(textWidth("日本")).toBe(40);
});
