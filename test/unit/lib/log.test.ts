import { DrizzleQueryError } from "drizzle-orm/errors";
import { expect, it, vi } from "vitest";
import { log } from "../../../src/lib/text/log";

it("failed queries are logged without their parameters", () => {
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  const failure = new DrizzleQueryError("SELECT ?", ["person@customer.example", "198.51.100.7"], new Error("down"));
  log("error", "visits_not_counted", { error: String(failure), id: "m1" });
  const line = error.mock.calls[0]![0] as string;
  error.mockRestore();
  expect(JSON.parse(line)).toEqual({ event: "visits_not_counted", error: "Error: Failed query: SELECT ?", id: "m1" });
});
