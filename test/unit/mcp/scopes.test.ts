import { expect, it } from "vitest";
import { scopeOfRequest } from "../../../src/accounts/core/connections/scopes";
import { OPERATIONS } from "../../../src/client";
import { TOOLS } from "../../../src/mcp/tools";

const calls = TOOLS.flatMap(({ name, calls: ids }) => ids.map((id) => [name, id] as const));

it.each(calls)("an app can be allowed what the tool %s calls: %s", (_, id) => {
  expect(scopeOfRequest(OPERATIONS[id][0], OPERATIONS[id][1])).not.toBeNull();
});

it.each(TOOLS.filter(({ annotations }) => annotations.readOnlyHint))("$name reads, so it needs no more", (tool) => {
  for (const id of tool.calls) expect(scopeOfRequest(OPERATIONS[id][0], OPERATIONS[id][1])).toBe("read");
});
