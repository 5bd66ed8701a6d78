import type { DescribedSchema } from "./described";
import { wordLimits } from "./word-limits";
import { DEEPEST, resolveSchema, type Trail } from "./resolve-schema";

/** A schema as people read it. */
export interface TypeView {
  /** Such as `string or null` or `list of objects`. */
  name: string;
  /** The only values allowed. */
  values: string[];
  /** Texts with code between backticks. */
  limits: string[];
  /** Of an object, or of each item of a list. */
  fields: FieldView[];
  /** Objects of which the value is one. */
  choices: { name: string; fields: FieldView[] }[];
}

export interface FieldView {
  name: string;
  required: boolean;
  description: string | null;
  type: TypeView;
}

const plain = (name: string): TypeView => ({ name, values: [], limits: [], fields: [], choices: [] });

/** Describes a schema. `root` is the document that references point into. */
export function schemaView(given: DescribedSchema, root: unknown = {}, trail: Trail = [], depth = 0): TypeView {
  const { schema, trail: next, unresolved } = resolveSchema(given, root, trail);
  if (unresolved !== undefined) return plain(unresolved);
  if (depth > DEEPEST) return plain("object");
  const show = (inner: DescribedSchema) => schemaView(inner, root, next, depth + 1);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return unionView(options.map(show), wordLimits(schema));
  const view = { ...plain(typesOf(schema).join(" or ") || "any value"), limits: wordLimits(schema) };
  if (schema.const !== undefined || schema.enum)
    return { ...view, values: (schema.enum ?? [schema.const]).map((each) => String(each)) };
  if (schema.contentSchema) return { ...show(schema.contentSchema), name: "string with JSON" };
  if (schema.items) return listView(view, show(schema.items));
  if (schema.properties) {
    const required = new Set(schema.required);
    const fields = Object.entries(schema.properties).map(([name, field]) => ({
      name,
      required: required.has(name),
      description: resolveSchema(field, root, next).schema.description ?? null,
      type: show(field),
    }));
    return { ...view, fields };
  }
  if (typeof schema.additionalProperties === "object") return recordView(view, show(schema.additionalProperties));
  return view;
}

function typesOf({ type, properties, items, additionalProperties, enum: values, const: only }: DescribedSchema) {
  if (type !== undefined) return [type].flat();
  if (properties || additionalProperties) return ["object"];
  if (items) return ["array"];
  return [
    ...new Set((values ?? (only === undefined ? [] : [only])).map((each) => (each === null ? "null" : typeof each))),
  ];
}

const PLURALS: Record<string, string> = { "any value": "values", array: "lists" };
const plural = (name: string) =>
  name
    .split(" or ")
    .map(
      (each) =>
        PLURALS[each] ??
        each.replace(/^(list|record|string)\b/, "$1s").replace(/^(object|integer|number|boolean)$/, "$1s"),
    )
    .join(" or ");

const orNull = (name: string) => (name.endsWith(" or null") ? " or null" : "");

function listView(list: TypeView, { name, values, limits, fields, choices }: TypeView): TypeView {
  return {
    name: `list of ${plural(name)}${orNull(list.name)}`,
    values,
    limits: [...list.limits, ...limits.map((limit) => `each: ${limit}`)],
    fields,
    choices,
  };
}

function recordView(record: TypeView, { name, values, limits, fields, choices }: TypeView): TypeView {
  return {
    name: `record of ${plural(name)}${orNull(record.name)}`,
    values,
    limits: [...record.limits, ...limits.map((limit) => `each value: ${limit}`)],
    fields,
    choices,
  };
}

function unionView(options: TypeView[], limits: string[]): TypeView {
  const shapes = options.filter(({ fields, choices }) => fields.length + choices.length > 0);
  const names = [...new Set(options.flatMap(({ name }) => name.split(" or ")))];
  // `null` last, as people say it.
  const name = [...names.filter((each) => each !== "null"), ...names.filter((each) => each === "null")].join(" or ");
  const [only] = shapes;
  return {
    name,
    values: [...new Set(options.flatMap(({ values }) => values))],
    limits: [...limits, ...new Set(options.flatMap((option) => option.limits))],
    fields: shapes.length === 1 ? only!.fields : [],
    choices:
      shapes.length === 1
        ? only!.choices
        : shapes.flatMap((shape) => (shape.choices.length > 0 ? shape.choices : [choiceOf(shape)])),
  };
}

/** A choice is identified by the field that has only one value, such as `action`. */
function choiceOf({ name, fields }: TypeView) {
  const mark = fields.find(({ type }) => type.values.length === 1);
  return { name: mark ? `${mark.name}: ${mark.type.values[0]}` : name, fields };
}
