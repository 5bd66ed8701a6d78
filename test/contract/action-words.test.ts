import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { actionWords } from "../../src/dashboard/pages/account/action-words";

/** Actions of the operator, whose log has names of its own. */
const OF_OPERATOR = new Set(["object.restored"]);
const ROOT = path.join(import.meta.dirname, "../../src");

it("says every action that an account's log can have in words", () => {
  const files = readdirSync(ROOT, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const text = files.map((name) => readFileSync(path.join(ROOT, name), "utf8")).join("\n");
  const actions = new Set(Array.from(text.matchAll(/\baction: "([a-z_]+\.[a-z_]+)"/g), ([, action]) => action!));
  expect(actions.size).toBeGreaterThan(25);
  const silent = [...actions].filter(
    (action) => !OF_OPERATOR.has(action) && actionWords(action) === action.replace(/[._]/g, " "),
  );
  expect(silent).toEqual([]);
});
