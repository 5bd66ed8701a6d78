import { describe, expect, it } from "vitest";
import { ApiError, schemaError } from "../../../src/errors/api-error";

describe("the message of an error", () => {
  it.each([
    ["Nothing is here", "Nothing is here."],
    ["Nothing is here.", "Nothing is here."],
    ["Nothing is here.. ", "Nothing is here."],
    ["The platform refused: quota exceeded", "The platform refused: quota exceeded."],
    ["It starts with aaaa…", "It starts with aaaa…"],
    ["Is it yours?", "Is it yours?"],
  ])("ends with one full stop: %s", (given, expected) => {
    expect(new ApiError("not_found", given).message).toBe(expected);
  });

  it.each([
    ["must not be empty", "The request is invalid at name: must not be empty."],
    ["Send Pages.csv.", "The request is invalid at name: Send Pages.csv."],
  ])("ends with one full stop after a field's message: %s", (message, expected) => {
    expect(schemaError([{ path: "name", message }]).message).toBe(expected);
  });
});
