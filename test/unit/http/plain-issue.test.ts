import { describe, expect, it } from "vitest";
import * as z from "zod";
import { plainIssue } from "../../../src/http/plain-issue";

const Body = z.strictObject({
  name: z.string().min(1).max(3),
  password: z.string().min(8),
  at: z.iso.datetime(),
  email: z.email(),
  site: z.url(),
  count: z.int().min(2).max(9),
  on: z.boolean(),
  mode: z.enum(["a", "b"]),
  word: z.literal("delete"),
  list: z.array(z.string()).max(1),
  path: z.string().startsWith("/", "must start with /"),
  either: z.union([z.string(), z.number()]),
});

const fits = {
  name: "x",
  password: "long enough",
  at: "2026-01-01T00:00:00Z",
  email: "a@b.cd",
  site: "https://a.bc",
  count: 3,
  on: true,
  mode: "a",
  word: "delete",
  list: [],
  path: "/",
  either: 1,
};

const said = (change: object) =>
  Body.safeParse({ ...fits, ...change }, { error: plainIssue }).error?.issues.map(({ message }) => message) ?? [];

describe("a validator's finding", () => {
  it("is a sentence for people, after the field's name", () => {
    expect(said({})).toEqual([]);
    for (const [change, words] of [
      [{ name: undefined }, "is required"],
      [{ name: "" }, "must not be empty"],
      [{ name: "xxxx" }, "must have at most 3 characters"],
      [{ name: 1 }, "must be text"],
      [{ password: "short" }, "must have at least 8 characters"],
      [{ at: "today" }, "is not a date and time in ISO 8601"],
      [{ email: "a" }, "is not an email address"],
      [{ site: "a" }, "is not a URL"],
      [{ count: 1 }, "must be at least 2"],
      [{ count: 10 }, "must be at most 9"],
      [{ count: 2.5 }, "must be a whole number"],
      [{ count: "x" }, "must be a number"],
      [{ on: "yes" }, "must be true or false"],
      [{ mode: "c" }, "must be one of a, b"],
      [{ word: "no" }, "must be delete"],
      [{ list: ["a", "b"] }, "must have at most 1 entry"],
      [{ path: "x" }, "must start with /"],
      [{ either: true }, "has none of the accepted forms"],
      [{ other: 1 }, "has unknown fields: other"],
    ] as const)
      expect([change, said(change)]).toEqual([change, [words]]);
  });

  it("is bounded, whatever the fields are called", () => {
    const names = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`${i}${"x".repeat(10_000)}`, 1]));
    expect(said(names)[0]!.length).toBeLessThan(400);
  });
});
