import { PARAMETER_EXAMPLES } from "../../../http/examples";
import type { DescribedSchema } from "./described";
import { DEEPEST, resolveSchema, type Trail } from "./resolve-schema";

const FORMATTED: Record<string, string> = {
  "date-time": "2026-11-21T10:00:00.000Z",
  email: "ada@example.com",
  uri: "https://www.example.com/",
  ipv4: "192.0.2.7",
  ipv6: "2001:db8::7",
};
const DAY = "2026-11-21";
const MOMENT = 1_795_215_600_000;

/** A value of the schema's shape. `name` is the field that holds it. */
export function sampleOf(given: DescribedSchema, root: unknown = {}, name = "", trail: Trail = [], depth = 0): unknown {
  const { schema, trail: next, unresolved } = resolveSchema(given, root, trail);
  if (unresolved !== undefined || depth > DEEPEST) return null;
  const show = (inner: DescribedSchema, field = name) => sampleOf(inner, root, field, next, depth + 1);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const option = (schema.anyOf ?? schema.oneOf ?? []).find(({ type }) => type !== "null");
  if (option) return show(option);
  if (schema.items) return [show(schema.items)];
  if (schema.properties) {
    const fields = Object.entries(schema.properties);
    return Object.fromEntries(fields.map(([field, inner]) => [field, show(inner, field)]));
  }
  if (typeof schema.additionalProperties === "object") return { name: show(schema.additionalProperties) };
  const type = [schema.type].flat().find((each) => each !== "null");
  switch (type) {
    case "string":
      return textSample(schema, name);
    case "integer":
    case "number":
      return numberSample(schema, name);
    case "boolean":
      return true;
    case "array":
      return [];
    case "object":
      return {};
    default:
      return null;
  }
}

function textSample({ format = "", pattern = "" }: DescribedSchema, name: string): string {
  const known = PARAMETER_EXAMPLES[name];
  if (format in FORMATTED) return FORMATTED[format]!;
  if (typeof known === "string") return known;
  return pattern.startsWith("^\\d{4}-\\d{2}-\\d{2}") || name === "date" ? DAY : "…";
}

function numberSample({ minimum = 0, maximum = Infinity }: DescribedSchema, name: string): number {
  if (name.endsWith("At") && maximum > MOMENT) return MOMENT;
  return Math.min(Math.max(minimum, 1), maximum);
}
