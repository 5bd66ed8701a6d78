import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";

/**
 * A JSON Schema that says the same with one type at a place: a list of types is legal, but clients that map schemas onto such a
 * dialect refuse the tool or drop the constraint.
 */
export function singleTypes(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(singleTypes);
  if (typeof schema !== "object" || schema === null) return schema;
  const mapped = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, singleTypes(value)]));
  const { type, ...others } = mapped;
  if (!Array.isArray(type) || "anyOf" in mapped) return mapped;
  return { ...others, anyOf: type.map((one: unknown) => ({ type: one })) };
}

/** The same schema, whose JSON Schema has single types. */
export function withSingleTypes<Input, Output>(
  schema: StandardSchemaWithJSON<Input, Output>,
): StandardSchemaWithJSON<Input, Output> {
  const { jsonSchema, ...standard } = schema["~standard"];
  const output: typeof jsonSchema.output = (options) =>
    singleTypes(jsonSchema.output(options)) as Record<string, unknown>;
  return { "~standard": { ...standard, jsonSchema: { ...jsonSchema, output } } };
}
