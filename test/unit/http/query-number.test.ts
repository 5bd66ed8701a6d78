import { describe, expect, it } from "vitest";
import { queryNumber } from "../../../src/http/query-number";

const messagesOf = (text: string, least = 1, most?: number) =>
  queryNumber(least, most)
    .safeParse(text)
    .error?.issues.map(({ message }) => message) ?? [];

describe("a number in a query", () => {
  it.each(["0", "-1", "101", "12345678901234567890", "-12345678901234567890"])("%s is told its range", (text) => {
    expect(messagesOf(text, 1, 100)).toEqual(["must be from 1 to 100"]);
  });

  it.each(["0x10", "1e2", "+5", "05", " 5", "-0", "1.5", "", "five"])("%j is told to be in decimal digits", (text) => {
    expect(messagesOf(text, 1, 100)).toEqual(["must be a whole number in decimal digits"]);
  });

  it("without a limit may have 15 digits", () => {
    expect(messagesOf("999999999999999")).toEqual([]);
    expect(messagesOf("9999999999999999")).toEqual(["must be from 1 to 999999999999999"]);
  });
});
