import { expect, it } from "vitest";
import * as z from "zod";
import { singleTypes, withSingleTypes } from "../../../src/mcp/define/single-types";
import { TOOLS } from "../../../src/mcp/tools";

it("says the same with one type at a place", () => {
  expect(singleTypes({ type: ["string", "null"], description: "When", maxLength: 3 })).toEqual({
    description: "When",
    maxLength: 3,
    anyOf: [{ type: "string" }, { type: "null" }],
  });
  const kept = { type: "object", properties: { type: { type: "string" } }, enum: ["type", null] };
  expect(singleTypes(kept)).toEqual(kept);
});

it("keeps what the schema accepts", () => {
  const text = z.object({ at: z.string().nullable() });
  const given = withSingleTypes(text);
  expect(given["~standard"].validate({ at: null })).toEqual({ value: { at: null } });
  expect(given["~standard"].validate({ at: 1 })).toHaveProperty("issues");
});

it("no tool's schema has a list of types", () => {
  for (const { name, input, output } of TOOLS)
    for (const schema of [input["~standard"].jsonSchema.input, withSingleTypes(output)["~standard"].jsonSchema.output])
      expect(JSON.stringify(schema({ target: "draft-2020-12" })), name).not.toContain('"type":[');
});
