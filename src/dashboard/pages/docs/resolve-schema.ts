import type { DescribedSchema } from "./described";

/** Deeper schemas are named, not shown. */
export const DEEPEST = 12;

/** References followed on the way to a schema, so that a recursive one ends. */
export type Trail = readonly string[];

export interface Resolved {
  schema: DescribedSchema;
  trail: Trail;
  /** The schema's name, if it is recursive or not in the document. */
  unresolved?: string;
}

/** Follows references inside the document and merges `allOf`. What is next to a reference overrides its target. */
export function resolveSchema(schema: DescribedSchema, root: unknown, trail: Trail = []): Resolved {
  const { $ref, ...beside } = schema;
  if ($ref !== undefined) {
    const name = $ref.split("/").at(-1)!;
    const target = trail.includes($ref) || trail.length >= DEEPEST ? undefined : targetOf($ref, root);
    if (target === undefined) return { schema: beside, trail, unresolved: name };
    const found = resolveSchema(target, root, [...trail, $ref]);
    return { ...found, schema: { ...found.schema, ...beside } };
  }
  if (!schema.allOf) return { schema, trail };
  const { allOf, ...own } = schema;
  let whole: DescribedSchema = {};
  for (const part of [...allOf, own]) {
    const { allOf: _, ...next } = resolveSchema(part, root, trail).schema;
    whole = merged(whole, next);
  }
  return { schema: whole, trail };
}

function targetOf(reference: string, root: unknown): DescribedSchema | undefined {
  if (!reference.startsWith("#/")) return undefined;
  let at = root;
  for (const segment of reference.slice(2).split("/")) {
    const key = decodeURIComponent(segment).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at as DescribedSchema;
}

function merged(a: DescribedSchema, b: DescribedSchema): DescribedSchema {
  const both = { ...a, ...b };
  if (a.properties && b.properties) both.properties = { ...a.properties, ...b.properties };
  if (a.required && b.required) both.required = [...a.required, ...b.required];
  if (a.pattern && b.pattern) both.pattern = `${a.pattern} and ${b.pattern}`;
  return both;
}
